package io.github.platen.client;

/** What an operation can be told besides what it needs. Generated from the OpenAPI document by {@code make openapi}. */
public final class Parameters {
    private Parameters() {}

    /** Of {@link Operations#getTemplates}. */
    public static final class GetTemplates {
        String label;
        String name;

        /** Only templates with this label, ignoring case. */
        public GetTemplates label(String value) {
            label = value;
            return this;
        }

        /** Only templates with exactly this name. */
        public GetTemplates name(String value) {
            name = value;
            return this;
        }
    }

    /** Of {@link Operations#generateTemplateMetadata}. */
    public static final class GenerateTemplateMetadata {
        Long version;

        /** One of the template's versions; without it, the current one. */
        public GenerateTemplateMetadata version(long value) {
            version = value;
            return this;
        }
    }

    /** Of {@link Operations#getTemplateSchema}. */
    public static final class GetTemplateSchema {
        Long version;

        /** One of the template's versions; without it, the current one. */
        public GetTemplateSchema version(long value) {
            version = value;
            return this;
        }
    }

    /** Of {@link Operations#generateModel}. */
    public static final class GenerateModel {
        Long version;

        /** One of the template's versions; without it, the current one. */
        public GenerateModel version(long value) {
            version = value;
            return this;
        }
    }

    /** Of {@link Operations#generateDocument}. */
    public static final class GenerateDocument {
        String idempotencyKey;

        /** A key of your own: 1 to 255 printable ASCII characters. The same key with the same request, sent again within 24 hours, gets the same answer and makes nothing twice. */
        public GenerateDocument idempotencyKey(String value) {
            idempotencyKey = value;
            return this;
        }
    }

    /** Of {@link Operations#generateDocumentLater}. */
    public static final class GenerateDocumentLater {
        String idempotencyKey;

        /** A key of your own: 1 to 255 printable ASCII characters. The same key with the same request, sent again within 24 hours, gets the same answer and makes nothing twice. */
        public GenerateDocumentLater idempotencyKey(String value) {
            idempotencyKey = value;
            return this;
        }
    }

    /** Of {@link Operations#convert}. */
    public static final class Convert {
        String idempotencyKey;
        String format;
        Long page;
        Integer dpi;
        String fileName;
        Boolean updateFields;
        String conformance;
        String watermark;

        /** A key of your own: 1 to 255 printable ASCII characters. The same key with the same request, sent again within 24 hours, gets the same answer and makes nothing twice. */
        public Convert idempotencyKey(String value) {
            idempotencyKey = value;
            return this;
        }

        /** Of a file that is sent as its bytes, required then: a PDF, or a picture of one page. */
        public Convert format(String value) {
            format = value;
            return this;
        }

        /** Of such a file: the page that a picture shows; the first without it. */
        public Convert page(long value) {
            page = value;
            return this;
        }

        /** Of such a file: pixels to the inch of a picture; 96 without it. */
        public Convert dpi(int value) {
            dpi = value;
            return this;
        }

        /** For such a file: the name of the result. */
        public Convert fileName(String value) {
            fileName = value;
            return this;
        }

        /** Of such a file: whether Word's fields are computed first. */
        public Convert updateFields(boolean value) {
            updateFields = value;
            return this;
        }

        /** Of such a file: the standard that the PDF keeps to. */
        public Convert conformance(String value) {
            conformance = value;
            return this;
        }

        /** Of such a file: a text across every page. */
        public Convert watermark(String value) {
            watermark = value;
            return this;
        }
    }

    /** Of {@link Operations#generateDocumentsBulk}. */
    public static final class GenerateDocumentsBulk {
        String idempotencyKey;

        /** A key of your own: 1 to 255 printable ASCII characters. The same key with the same request, sent again within 24 hours, gets the same answer and makes nothing twice. */
        public GenerateDocumentsBulk idempotencyKey(String value) {
            idempotencyKey = value;
            return this;
        }
    }

    /** Of {@link Operations#listBulkGenerationJobs}. */
    public static final class ListBulkGenerationJobs {
        Long pageNumber;
        Integer pageSize;

        /** The page; 1 is the first. A page after the last is empty. */
        public ListBulkGenerationJobs pageNumber(long value) {
            pageNumber = value;
            return this;
        }

        /** Entries per page. */
        public ListBulkGenerationJobs pageSize(int value) {
            pageSize = value;
            return this;
        }
    }

    /** Of {@link Operations#cancelBulkGenerationJob}. */
    public static final class CancelBulkGenerationJob {
        Boolean archive;

        /** `true` keeps the finished documents: no more are made, and the job completes with an archive of those. The other items are listed as failed. A job without a finished document is canceled. */
        public CancelBulkGenerationJob archive(boolean value) {
            archive = value;
            return this;
        }
    }

    /** Of {@link Operations#listTemplates}. */
    public static final class ListTemplates {
        String search;
        String label;
        String name;

        /** Only templates whose name or file name contains this text; case is ignored. */
        public ListTemplates search(String value) {
            search = value;
            return this;
        }

        /** Only templates with this label, ignoring case. */
        public ListTemplates label(String value) {
            label = value;
            return this;
        }

        /** Only templates with exactly this name. */
        public ListTemplates name(String value) {
            name = value;
            return this;
        }
    }

    /** Of {@link Operations#registerTemplate}. */
    public static final class RegisterTemplate {
        String fileName;
        String name;
        String description;
        Boolean draft;
        String ifMatch;

        /** The file's name, or its path such as `letters/welcome.docx`. A form can send it as a field or with its file instead. */
        public RegisterTemplate fileName(String value) {
            fileName = value;
            return this;
        }

        /** The template's display name. The default is the file's name without extension. A form can send it as a field instead. */
        public RegisterTemplate name(String value) {
            name = value;
            return this;
        }

        /** What the template is for. A form can send it as a field instead. */
        public RegisterTemplate description(String value) {
            description = value;
            return this;
        }

        /** `true` registers a draft: the current version stays current until the draft is published. A newer draft replaces it. A form sends it in the query, too. */
        public RegisterTemplate draft(boolean value) {
            draft = value;
            return this;
        }

        /** The `ETag` of the template as it was read. If the template has changed since, nothing is done and the answer is `template-changed`. */
        public RegisterTemplate ifMatch(String value) {
            ifMatch = value;
            return this;
        }
    }

    /** Of {@link Operations#replaceTemplate}. */
    public static final class ReplaceTemplate {
        String fileName;
        String name;
        String description;
        Boolean draft;
        String ifMatch;

        /** The file's name, or its path such as `letters/welcome.docx`. A form can send it as a field or with its file instead. */
        public ReplaceTemplate fileName(String value) {
            fileName = value;
            return this;
        }

        /** The template's display name. The default is the file's name without extension. A form can send it as a field instead. */
        public ReplaceTemplate name(String value) {
            name = value;
            return this;
        }

        /** What the template is for. A form can send it as a field instead. */
        public ReplaceTemplate description(String value) {
            description = value;
            return this;
        }

        /** `true` registers a draft: the current version stays current until the draft is published. A newer draft replaces it. A form sends it in the query, too. */
        public ReplaceTemplate draft(boolean value) {
            draft = value;
            return this;
        }

        /** The `ETag` of the template as it was read. If the template has changed since, nothing is done and the answer is `template-changed`. */
        public ReplaceTemplate ifMatch(String value) {
            ifMatch = value;
            return this;
        }
    }

    /** Of {@link Operations#describeTemplate}. */
    public static final class DescribeTemplate {
        String ifMatch;

        /** The `ETag` of the template as it was read. If the template has changed since, nothing is done and the answer is `template-changed`. */
        public DescribeTemplate ifMatch(String value) {
            ifMatch = value;
            return this;
        }
    }

    /** Of {@link Operations#deleteTemplate}. */
    public static final class DeleteTemplate {
        String ifMatch;

        /** The `ETag` of the template as it was read. If the template has changed since, nothing is done and the answer is `template-changed`. */
        public DeleteTemplate ifMatch(String value) {
            ifMatch = value;
            return this;
        }
    }

    /** Of {@link Operations#getTemplateFile}. */
    public static final class GetTemplateFile {
        Long version;

        /** One of the template's versions; without it, the current one. */
        public GetTemplateFile version(long value) {
            version = value;
            return this;
        }
    }

    /** Of {@link Operations#getTemplateThumbnail}. */
    public static final class GetTemplateThumbnail {
        Long version;

        /** One of the template's versions; without it, the current one. */
        public GetTemplateThumbnail version(long value) {
            version = value;
            return this;
        }
    }

    /** Of {@link Operations#getTemplateChanges}. */
    public static final class GetTemplateChanges {
        Long since;

        /** The version to compare with; without it, the version before that has no errors. */
        public GetTemplateChanges since(long value) {
            since = value;
            return this;
        }
    }

    /** Of {@link Operations#publishTemplate}. */
    public static final class PublishTemplate {
        Long version;
        String ifMatch;

        /** The version to publish; without it, the draft. */
        public PublishTemplate version(long value) {
            version = value;
            return this;
        }

        /** The `ETag` of the template as it was read. If the template has changed since, nothing is done and the answer is `template-changed`. */
        public PublishTemplate ifMatch(String value) {
            ifMatch = value;
            return this;
        }
    }

    /** Of {@link Operations#disableTemplate}. */
    public static final class DisableTemplate {
        String ifMatch;

        /** The `ETag` of the template as it was read. If the template has changed since, nothing is done and the answer is `template-changed`. */
        public DisableTemplate ifMatch(String value) {
            ifMatch = value;
            return this;
        }
    }

    /** Of {@link Operations#enableTemplate}. */
    public static final class EnableTemplate {
        String ifMatch;

        /** The `ETag` of the template as it was read. If the template has changed since, nothing is done and the answer is `template-changed`. */
        public EnableTemplate ifMatch(String value) {
            ifMatch = value;
            return this;
        }
    }

    /** Of {@link Operations#listEvents}. */
    public static final class ListEvents {
        String before;

        /** The `next` of the answer before; without it the newest events. */
        public ListEvents before(String value) {
            before = value;
            return this;
        }
    }
}
