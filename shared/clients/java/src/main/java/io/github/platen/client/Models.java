package io.github.platen.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;

/**
 * The shapes of requests and answers. What a server does not say, or a request leaves out, is null. Generated from the OpenAPI
 * document by {@code make openapi}.
 */
public final class Models {
    private Models() {}

    /** A document of a job. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public static class BulkDocument {
        /** Its template; that of the job without it. */
        public String templateId;
        /** One of the template's versions, a draft too; the current one without it. */
        public Integer version;
        /** What is made; as the job says without it. */
        public String format;
        /** The values of the template's fields. */
        public Object data;
        /** Where to POST `{jobId, index, status, fileName, error, delivery}` when the job is over, as with the job's `callbackUrl`; 500
         * documents of a job may have this or `deliver`. */
        public String callbackUrl;
        /** Where to put this document when the job is over; not with `merge`. */
        public Deliver deliver;

        public BulkDocument templateId(String value) {
            templateId = value;
            return this;
        }

        public BulkDocument version(Integer value) {
            version = value;
            return this;
        }

        public BulkDocument format(String value) {
            format = value;
            return this;
        }

        public BulkDocument data(Object value) {
            data = value;
            return this;
        }

        public BulkDocument callbackUrl(String value) {
            callbackUrl = value;
            return this;
        }

        public BulkDocument deliver(Deliver value) {
            deliver = value;
            return this;
        }
    }

    /** A field that two versions have, in different shapes. */
    public static class ChangedField {
        /** As it was. */
        public FieldShape before;
        /** As it is. */
        public FieldShape after;
    }

    /** A standard that a PDF keeps to. */
    public static final class Conformance {
        public static final String NONE = "none";
        public static final String A_2B = "a-2b";
        public static final String UA_1 = "ua-1";

        private Conformance() {}
    }

    /** A content control (ECMA-376 part 1, 17.5.2) that data can fill. */
    public static class ContentControl {
        /** Name under which data is looked up, with the repeating sections around it (`items[].price`). */
        public String path;
        /** `w:tag`. */
        public String tag;
        /** `w:alias`, which Word shows as the title. */
        public String title;
        /** The control's kind. */
        public String type;
        /** The entries of a list. */
        public List<ListItem> options;
        /** A date control's format (`d MMMM yyyy`). */
        public String dateFormat;
        /** It stands inside a repeating section or a loop. */
        public Boolean repeats;
        /** Its content cannot be edited in Word (`w:lock`). */
        public Boolean locked;
        /** Every place where it stands. */
        public List<Location> locations;
    }

    /** Kinds of content controls. */
    public static final class ControlKind {
        public static final String PLAIN_TEXT = "plainText";
        public static final String RICH_TEXT = "richText";
        public static final String CHECK_BOX = "checkBox";
        public static final String DROP_DOWN_LIST = "dropDownList";
        public static final String COMBO_BOX = "comboBox";
        public static final String DATE = "date";
        public static final String PICTURE = "picture";
        public static final String REPEATING_SECTION = "repeatingSection";

        private ControlKind() {}
    }

    /** What becomes of content controls once they are filled. */
    public static final class Controls {
        public static final String KEEP = "keep";
        public static final String REMOVE = "remove";
        public static final String LOCK = "lock";

        private Controls() {}
    }

    /** A Word document to convert. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public static class ConvertDto {
        /** The document, a .docx file in base64. */
        public String file;
        /** What is made: a PDF, or a picture of one page. A missing dot and upper case are accepted. */
        public String format;
        /** The page that a picture shows; the first without it. Only with the format `.png`. */
        public Integer page;
        /** Pixels to the inch of a picture; 96 without it. Only with the format `.png`. */
        public Integer dpi;
        /** The name of the result; without it, that of the document. The name is made safe, and gets the format's extension. */
        public String fileName;
        /** How it is made. */
        public ConvertOptions options;

        public ConvertDto file(String value) {
            file = value;
            return this;
        }

        public ConvertDto format(String value) {
            format = value;
            return this;
        }

        public ConvertDto page(Integer value) {
            page = value;
            return this;
        }

        public ConvertDto dpi(Integer value) {
            dpi = value;
            return this;
        }

        public ConvertDto fileName(String value) {
            fileName = value;
            return this;
        }

        public ConvertDto options(ConvertOptions value) {
            options = value;
            return this;
        }
    }

    /** Choices of a conversion. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public static class ConvertOptions {
        /** Whether Word's fields (tables of contents, references, page counts) are computed first. Without it they show the values
         * that are saved in the document. */
        public Boolean updateFields;
        /** How a PDF is made; of these only `watermark` with the format `.png`. */
        public PdfOptions pdf;

        public ConvertOptions updateFields(Boolean value) {
            updateFields = value;
            return this;
        }

        public ConvertOptions pdf(PdfOptions value) {
            pdf = value;
            return this;
        }
    }

    /** A key to make. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public static class CreateKey {
        /** What people call it. */
        public String name;
        /** What it may do: make documents from registered templates; send templates and documents of its own too; administer
         * templates too; administer keys as well. */
        public String scope;
        /** From when on it is refused; never without it. */
        public String expiresAt;
        /** Requests per minute that may be sent with it; without it, those that the subscription allows. */
        public Integer requestsPerMinute;

        public CreateKey name(String value) {
            name = value;
            return this;
        }

        public CreateKey scope(String value) {
            scope = value;
            return this;
        }

        public CreateKey expiresAt(String value) {
            expiresAt = value;
            return this;
        }

        public CreateKey requestsPerMinute(Integer value) {
            requestsPerMinute = value;
            return this;
        }
    }

    /** A webhook to make. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public static class CreateWebhook {
        /** Where to POST that a job has ended. It must be public and begin with `https://`, unless the operator allows others. */
        public String url;
        /** The template whose jobs it is told of; without it, all jobs. */
        public String templateId;

        public CreateWebhook url(String value) {
            url = value;
            return this;
        }

        public CreateWebhook templateId(String value) {
            templateId = value;
            return this;
        }
    }

    /** Where the result of a job is put, with one PUT: an address that a store signed for it (S3, Azure, Google Cloud). By https and
     * not into private networks. A try that fails is repeated as callbacks are; the job's `delivery` says what became of it. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public static class Deliver {
        /** The address. */
        public String url;
        /** Headers that it wants, ten at most: `content-type`, `content-disposition`, `cache-control`, and names that begin with `x-`. */
        public Map<String, String> headers;

        public Deliver url(String value) {
            url = value;
            return this;
        }

        public Deliver headers(Map<String, String> value) {
            headers = value;
            return this;
        }
    }

    /** What became of a delivery, or of a callback. */
    public static class Delivery {
        /** How far it is. */
        public String status;
        /** Tries so far. */
        public Integer tries;
        /** Why the last try failed. */
        public String error;
        /** When it is tried again. */
        public String nextTryAt;
    }

    /** How far a delivery is, or a callback. */
    public static final class DeliveryStatus {
        public static final String PENDING = "Pending";
        public static final String DELIVERED = "Delivered";
        public static final String FAILED = "Failed";

        private DeliveryStatus() {}
    }

    /** Other words for a template. What is left out stays. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public static class DescribeTemplateDto {
        /** The template's display name. */
        public String name;
        /** What the template is for; an empty text removes it. */
        public String description;
        /** All labels of the template; an empty list removes them. Each has up to 60 bytes, and is kept once, whatever the case. */
        public List<String> labels;

        public DescribeTemplateDto name(String value) {
            name = value;
            return this;
        }

        public DescribeTemplateDto description(String value) {
            description = value;
            return this;
        }

        public DescribeTemplateDto labels(List<String> value) {
            labels = value;
            return this;
        }
    }

    /** One remark on a template, in words for its author. */
    public static class Diagnostic {
        /** Error or warning. */
        public String severity;
        /** Where in words: `body, table 3, row 2`, `header 2`. */
        public String place;
        /** The package's part, such as `word/document.xml`. */
        public String part;
        /** The text around the tag, on one line; empty when the remark concerns no text. */
        public String excerpt;
        /** Where the caret stands below the excerpt, in characters from its start. */
        public Integer caret;
        /** How many characters the caret marks; at least 1. */
        public Integer width;
        /** What is wrong. */
        public String message;
        /** How to fix it. */
        public String hint;
    }

    /** The room on the disk. */
    public static class DiskHealth {
        /** Bytes that are free. */
        public Long freeBytes;
        /** Bytes that must stay free. */
        public Long reserveBytes;
        /** Whether fewer are: templates, uploads and jobs are refused. */
        public Boolean isLow;
    }

    /** What became of what a document asked for. */
    public static class DocumentDelivery {
        /** How far its delivery is. */
        public Delivery delivery;
        /** How far its callback is. */
        public Delivery callback;
    }

    /** A rectangle around an error, or around one of its lines. Lengths are shares of the page's, from 0 to 1. */
    public static class ErrorMark {
        /** The error: its place among the `errors` that checking the file answers with, from 0. */
        public Integer error;
        /** The left edge, from the left edge of the page. */
        public Double left;
        /** The upper edge, from the top of the page. */
        public Double top;
        /** The width. */
        public Double width;
        /** The height. */
        public Double height;
    }

    /** Something that was done, or tried. */
    public static class Event {
        /** Its id. */
        public String eventId;
        /** When it was. */
        public String time;
        /** What was done: the `operationId` in the OpenAPI document, such as `deleteTemplate`. */
        public String action;
        /** Who did it: the name of a person or of a key. */
        public String who;
        /** The person's e-mail address, where they signed in and the provider told it. */
        public String email;
        /** The key or the session. */
        public String keyId;
        /** The template, job or key that it was done to. */
        public String targetId;
        /** `ok`, or the code of the problem. */
        public String outcome;
        /** The address that the request came from. */
        public String client;
        /** The id of the request; it finds the line in the service's log. */
        public String requestId;
    }

    /** Some events, newest first. */
    public static class Events {
        /** The events. */
        public List<Event> items;
        /** What `before` must be to get the next ones; `null` when there are none. */
        public String next;
    }

    /** An item that failed. */
    public static class FailedGeneration {
        /** The item's index in the request, as text. */
        public String globalIndex;
        /** The name that its document would have had. */
        public String fileName;
        /** Why. */
        public String error;
    }

    /** A field, as far as a version's data must follow it. */
    public static class FieldShape {
        /** `order.items[].price`: members by dots, elements of an array by `[]`. */
        public String path;
        /** The JSON type of a placeholder, or the kind of a content control. */
        public String type;
        /** The version cannot be rendered without it. */
        public Boolean required;
    }

    /** One document to make. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public static class GenerateDocumentDto {
        /** The template's id. Either this or `template`. */
        public String templateId;
        /** A template of your own, a .docx or .dotx file in base64. It is used for this document and not stored. Needs a key with
         * the scope `compose`. */
        public String template;
        /** One of the registered template's versions, a draft too; the current one without it. */
        public Integer version;
        /** What is made. A missing dot and upper case are accepted. */
        public String format;
        /** The page that a picture shows; the first without it. Only with the format `.png`. */
        public Integer page;
        /** Pixels to the inch of a picture; 96 without it. Only with the format `.png`. */
        public Integer dpi;
        /** The file's name, a pattern with fields like `Invoice {{number}}`; the template's name without it. The name is made
         * safe, and gets the format's extension. */
        public String fileName;
        /** The values of the template's fields: an object that fits the template's `schema`. */
        public Object data;
        /** With `Prefer: respond-async`: where to POST that the document is there, as for a bulk job. */
        public String callbackUrl;
        /** Whether the callback holds a link to the document (`zipUrl`, `zipUrlExpiresAt`). */
        public Boolean callbackLink;
        /** With `Prefer: respond-async`: where to put the document. */
        public Deliver deliver;
        /** To look at only: `PREVIEW` stands across each page, in place of a `watermark`. It does not count, and is made also when
         * the month's documents are used up. Only with the formats `.pdf` and `.png`. */
        public Boolean preview;
        /** How it is made. */
        public Options options;

        public GenerateDocumentDto templateId(String value) {
            templateId = value;
            return this;
        }

        public GenerateDocumentDto template(String value) {
            template = value;
            return this;
        }

        public GenerateDocumentDto version(Integer value) {
            version = value;
            return this;
        }

        public GenerateDocumentDto format(String value) {
            format = value;
            return this;
        }

        public GenerateDocumentDto page(Integer value) {
            page = value;
            return this;
        }

        public GenerateDocumentDto dpi(Integer value) {
            dpi = value;
            return this;
        }

        public GenerateDocumentDto fileName(String value) {
            fileName = value;
            return this;
        }

        public GenerateDocumentDto data(Object value) {
            data = value;
            return this;
        }

        public GenerateDocumentDto callbackUrl(String value) {
            callbackUrl = value;
            return this;
        }

        public GenerateDocumentDto callbackLink(Boolean value) {
            callbackLink = value;
            return this;
        }

        public GenerateDocumentDto deliver(Deliver value) {
            deliver = value;
            return this;
        }

        public GenerateDocumentDto preview(Boolean value) {
            preview = value;
            return this;
        }

        public GenerateDocumentDto options(Options value) {
            options = value;
            return this;
        }
    }

    /** Many documents to make, from one template or several. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public static class GenerateDocumentsBulkDto {
        /** The template's id. */
        public String templateId;
        /** One of the template's versions, a draft too; the current one without it. */
        public Integer version;
        /** What is made. A missing dot and upper case are accepted. */
        public String format;
        /** The files' names, a pattern with fields of the item. Names that come twice get ` (2)`, ` (3)` in the items' order. */
        public String fileName;
        /** One data object per document. Either this, `documents` or `itemsUploadId`. */
        public List<?> items;
        /** The documents, where they have templates or formats of their own. `templateId`, `version` and `format` of the job hold for
         * those that name none. A job has at most 20 different templates. */
        public List<BulkDocument> documents;
        /** The `uploadId` of a ticket whose items were uploaded. */
        public String itemsUploadId;
        /** How the rows of an uploaded CSV file or Excel workbook become items. Only with `itemsUploadId`. */
        public Rows rows;
        /** One PDF with a bookmark for each document, in place of a ZIP of them. Only with the format `.pdf`; not with
         * `password`, nor with `conformance` `ua-1`. Items that fail are not in it. */
        public Boolean merge;
        /** Where to POST `{jobId, templateId, status, totalCount, failedGenerationCount}` when the job is over, by https and not
         * into private networks. Signed as Standard Webhooks says (`webhook-id`, `webhook-timestamp`, `webhook-signature`;
         * `platen key webhook` prints the secret), and repeated for hours until it is answered with a 2xx. Redirects are not
         * followed. */
        public String callbackUrl;
        /** Whether the callback holds a link to the result too (`zipUrl`, `zipUrlExpiresAt`). */
        public Boolean callbackLink;
        /** Where to put the result. */
        public Deliver deliver;
        /** How they are made. */
        public Options options;

        public GenerateDocumentsBulkDto templateId(String value) {
            templateId = value;
            return this;
        }

        public GenerateDocumentsBulkDto version(Integer value) {
            version = value;
            return this;
        }

        public GenerateDocumentsBulkDto format(String value) {
            format = value;
            return this;
        }

        public GenerateDocumentsBulkDto fileName(String value) {
            fileName = value;
            return this;
        }

        public GenerateDocumentsBulkDto items(List<?> value) {
            items = value;
            return this;
        }

        public GenerateDocumentsBulkDto documents(List<BulkDocument> value) {
            documents = value;
            return this;
        }

        public GenerateDocumentsBulkDto itemsUploadId(String value) {
            itemsUploadId = value;
            return this;
        }

        public GenerateDocumentsBulkDto rows(Rows value) {
            rows = value;
            return this;
        }

        public GenerateDocumentsBulkDto merge(Boolean value) {
            merge = value;
            return this;
        }

        public GenerateDocumentsBulkDto callbackUrl(String value) {
            callbackUrl = value;
            return this;
        }

        public GenerateDocumentsBulkDto callbackLink(Boolean value) {
            callbackLink = value;
            return this;
        }

        public GenerateDocumentsBulkDto deliver(Deliver value) {
            deliver = value;
            return this;
        }

        public GenerateDocumentsBulkDto options(Options value) {
            options = value;
            return this;
        }
    }

    /** That the service answers. */
    public static class Health {
        /** Always `ok`: a service that cannot reach its storage answers with a problem. */
        public String status;
        /** The version that runs. */
        public String version;
        /** The room on the disk of a service that has one; for keys that may manage. */
        public DiskHealth disk;
        /** What confines the processes that read documents, once the first of them has started; for keys that may manage. */
        public Map<String, Object> sandbox;
    }

    /** A job. */
    public static class Job {
        /** The job. */
        public String jobId;
        /** The template that it makes documents from, in the version that was in force when it began. */
        public String templateId;
        /** `Pending`, `Running`, then one of `Completed` (the archive is there), `Failed` (`errorMessage` says why) and
         * `Canceled`. */
        public String status;
        /** What it makes. */
        public String format;
        /** When it was accepted. */
        public String startedAt;
        /** When it was over. */
        public String endTime;
        /** Its items; 0 until a large upload is read. */
        public Integer totalCount;
        /** Items whose document is there. */
        public Integer completedCount;
        /** Items that failed. */
        public Integer failedGenerationCount;
        /** The first thousand of them; in a list of jobs, the first thousand of all its jobs. `errors.json` in a ZIP archive
         * lists all. */
        public List<FailedGeneration> failedGenerations;
        /** Items whose document has warnings. */
        public Integer warnedCount;
        /** The first thousand of those warnings; in a list of jobs, the first thousand of all its jobs. */
        public List<JobWarning> warnings;
        /** A link to the archive, signed now; it needs no key. The archive is a ZIP of the documents; of a job with `merge`, one PDF;
         * of a single document that was asked for with `Prefer: respond-async`, the document itself. */
        public String zipUrl;
        /** When the link ends. */
        public String zipUrlExpiresAt;
        /** The archive's size. */
        public Long zipSizeBytes;
        /** Why there is no archive. */
        public String errorMessage;
        /** How far the delivery is that the request asked for with `deliver`. */
        public Delivery delivery;
        /** How far the callback is that the request asked for with `callbackUrl`. */
        public Delivery callback;
        /** The same for documents that asked for one of the two; not in a list of jobs. */
        public List<DocumentDelivered> documentDeliveries;
        /** How far the subscription's webhooks are told; not in a list of jobs. */
        public List<WebhookDelivered> webhooks;
    }

    /** What is told of a job that ended. */
    public static class JobNotice {
        /** The job. */
        public String jobId;
        /** The template that it made documents from. */
        public String templateId;
        /** How it ended: `Completed`, `Failed` or `Canceled`. */
        public String status;
        /** Its items. */
        public Integer totalCount;
        /** Items that failed. */
        public Integer failedGenerationCount;
        /** A link to the archive, where the job asked for one with `callbackLink`. */
        public String zipUrl;
        /** When the link ends. */
        public String zipUrlExpiresAt;
        /** What became of the delivery of the result, where the job asked for one. */
        public String delivery;
    }

    /** The key of a request, without the key. */
    public static class Key {
        /** Its id, as in logs. */
        public String keyId;
        /** What people call it. */
        public String name;
        /** What it may do. */
        public String scope;
        /** The person whose session it is; `null` for a key. */
        public Person person;
    }

    /** Bounds, as far as a caller meets them. */
    public static class Limits {
        /** Documents per calendar month (UTC); `null` is without bound. */
        public Long monthlyDocuments;
        /** Bytes that may be stored: templates of all versions, uploads, jobs; `null` is without bound. */
        public Long storageBytes;
        /** Requests per minute in the long run; `null` is without bound. */
        public Integer requestsPerMinute;
        /** Requests that may come at once; `null` is without bound. */
        public Integer requestBurst;
        /** Bytes of a request body as it is sent. */
        public Long requestBytes;
        /** Bytes of a request body after gzip is undone. */
        public Long requestExpandedBytes;
        /** Bytes of a template's file. */
        public Long templateBytes;
        /** Bytes of a finished document. */
        public Long documentBytes;
        /** Milliseconds that one render may take. */
        public Long renderTimeMs;
        /** Entries of one page of a list. */
        public Integer pageSize;
    }

    /** An entry of a drop-down list or combo box. */
    public static class ListItem {
        /** What a reader sees. */
        public String displayText;
        /** What is stored. */
        public String value;
    }

    /** A place in the template. */
    public static class Location {
        /** The package's part in words: `body`, `header 1`, `footnotes`. */
        public String part;
        /** The text around the field. */
        public String text;
    }

    /** A key or a session, without its secret. */
    public static class ManagedKey {
        /** Its id, as in logs. */
        public String keyId;
        /** What people call it. */
        public String name;
        /** What it may do. */
        public String scope;
        /** When it was made. */
        public String createdAt;
        /** From when on it is refused; `null` never expires. */
        public String expiresAt;
        /** Since when it is refused, because an operator disabled it. */
        public String disabledAt;
        /** When it was last used, to within some minutes. */
        public String lastUsedAt;
        /** Requests per minute that may be sent with it; `null` is without a bound of its own. */
        public Integer requestsPerMinute;
        /** The person whose session it is; `null` for a key. */
        public Person person;
    }

    /** A page of the file as it is, with its tags. */
    public static class MarkedPage {
        /** Its number, from 1. */
        public Integer page;
        /** The page as a PNG, in base64 (RFC 4648, 4). */
        public String picture;
        /** Where its errors stand. */
        public List<ErrorMark> marks;
    }

    /** Pages with their marks. */
    public static class MarkedTemplate {
        /** The first pages on which an error can be shown, at most three; empty for a file without errors. */
        public List<MarkedPage> pages;
    }

    /** The contract's **Metadata**. */
    public static class Metadata {
        public String templateId;
        public String name;
        public Integer version;
        public List<Placeholder> placeholders;
        public List<ContentControl> contentControls;
        public Object schema;
        public List<Diagnostic> warnings;
    }

    /** A document whose marks were rewritten. */
    public static class Migration {
        /** Marks that became tags, in document order, each text once; the first 1,000. */
        public List<Rewritten> rewritten;
        /** Marks that stay as they are, likewise. */
        public List<Untouched> untouched;
        /** Marks that were rewritten, all of them. */
        public Integer rewrittenCount;
        /** Marks that stay, all of them. */
        public Integer untouchedCount;
    }

    /** What happens to a field without data. */
    public static final class Missing {
        public static final String ERROR = "error";
        public static final String EMPTY = "empty";
        public static final String KEEP = "keep";

        private Missing() {}
    }

    /** Choices of a request. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public static class Options {
        /** What happens to a field without data. */
        public String missing;
        /** The language of dates, numbers and lists (BCP 47). */
        public String locale;
        /** The day that templates call `{{ today }}`, where the data has no member `today`. No clock is read, so that the same
         * request makes the same document. */
        public String today;
        /** What becomes of content controls; `remove` and `lock` only with the format `.docx`. */
        public String controls;
        /** Whether errors of the data show the values that they are about (`value`, its first 200 bytes), in failed items of a job too.
         * They may be personal, and whoever may see the job sees them. Without it no error quotes them in full. */
        public Boolean errorData;
        /** Whether tables of contents, numbers of captions, references and the other fields of Word are computed and written
         * into the document, so that Word shows them without an update. It costs the laying out of the document, as a PDF does.
         * Without it: where the template's text has a table of contents, a caption, a reference to a page or a count of pages. */
        public Boolean updateFields;
        /** How a PDF is made; only with the format `.pdf`, and `watermark` with `.png`. */
        public PdfOptions pdf;

        public Options missing(String value) {
            missing = value;
            return this;
        }

        public Options locale(String value) {
            locale = value;
            return this;
        }

        public Options today(String value) {
            today = value;
            return this;
        }

        public Options controls(String value) {
            controls = value;
            return this;
        }

        public Options errorData(Boolean value) {
            errorData = value;
            return this;
        }

        public Options updateFields(Boolean value) {
            updateFields = value;
            return this;
        }

        public Options pdf(PdfOptions value) {
            pdf = value;
            return this;
        }
    }

    /** A page as it is answered. A page after the last is empty. */
    public static class PagedKeys {
        public List<ManagedKey> items;
        public Integer pageNumber;
        public Integer pageSize;
        public Long totalCount;
        public Long totalPages;
    }

    /** A page as it is answered. A page after the last is empty. */
    public static class PagedManagedTemplates {
        public List<ManagedTemplate> items;
        public Integer pageNumber;
        public Integer pageSize;
        public Long totalCount;
        public Long totalPages;
    }

    /** A page as it is answered. A page after the last is empty. */
    public static class PagedTemplates {
        public List<Template> items;
        public Integer pageNumber;
        public Integer pageSize;
        public Long totalCount;
        public Long totalPages;
    }

    /** A page as it is answered. A page after the last is empty. */
    public static class PagedWebhooks {
        public List<Webhook> items;
        public Integer pageNumber;
        public Integer pageSize;
        public Long totalCount;
        public Long totalPages;
    }

    /** What is asked of a PDF. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public static class PdfOptions {
        /** The standard that the file keeps to. */
        public String conformance;
        /** The password that opens the file (AES-256): 1 to 127 bytes of UTF-8 without control characters. */
        public String password;
        /** The password that lifts what `permissions` forbid; another than `password`. */
        public String ownerPassword;
        /** What a reader may do; what is not forbidden by a `false` is permitted. */
        public Permissions permissions;
        /** A text across every page. */
        public String watermark;

        public PdfOptions conformance(String value) {
            conformance = value;
            return this;
        }

        public PdfOptions password(String value) {
            password = value;
            return this;
        }

        public PdfOptions ownerPassword(String value) {
            ownerPassword = value;
            return this;
        }

        public PdfOptions permissions(Permissions value) {
            permissions = value;
            return this;
        }

        public PdfOptions watermark(String value) {
            watermark = value;
            return this;
        }
    }

    /** What a reader of a PDF may do. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public static class Permissions {
        /** Print it. */
        public Boolean print;
        /** Copy text and pictures. */
        public Boolean copy;
        /** Change its content. */
        public Boolean edit;
        /** Add remarks and fill fields. */
        public Boolean annotate;

        public Permissions print(Boolean value) {
            print = value;
            return this;
        }

        public Permissions copy(Boolean value) {
            copy = value;
            return this;
        }

        public Permissions edit(Boolean value) {
            edit = value;
            return this;
        }

        public Permissions annotate(Boolean value) {
            annotate = value;
            return this;
        }
    }

    /** A person who signed in, as the identity provider names them. */
    public static class Person {
        /** The provider's id of the person, which never changes (`sub`, OpenID Connect Core 1.0, 2). */
        public String subject;
        /** What people call them. */
        public String name;
        /** Their e-mail address, where the provider tells it. */
        public String email;
    }

    /** A field that a placeholder or a condition names. */
    public static class Placeholder {
        /** `order.items[].price`: members by dots, elements of an array by `[]`. */
        public String path;
        /** `value`, `condition` or `loop`: how the template uses it first. */
        public String kind;
        /** JSON type implied by its use: `string`, `number`, `boolean`, `array`, `object`, or `any`. */
        public String type;
        /** The template cannot be rendered without it (with `missing: error`). */
        public Boolean required;
        /** It stands inside a loop. */
        public Boolean repeats;
        /** The tag as the author wrote it, first occurrence. */
        public String expression;
        /** Every place where it is used. */
        public List<Location> locations;
        /** Names of the filters applied to it anywhere. */
        public List<String> filters;
    }

    /** A request that is not fulfilled (RFC 9457, 3.1). */
    public static class Problem {
        /** The reference page's section on this kind of problem. */
        public String type;
        /** What kind of problem it is, in words; always the same for a `code`. */
        public String title;
        /** The answer's status. */
        public Integer status;
        /** What went wrong this time, and how to fix it. */
        public String detail;
        /** The path of the request. */
        public String instance;
        /** A stable word to branch on. */
        public String code;
        /** The id of the request; it finds the line in the service's log. */
        public String requestId;
        /** Every single fault of the request. */
        public List<FieldError> errors;
    }

    /** A mark that became a tag. */
    public static class Rewritten {
        /** The mark: `{#items}`. */
        public String from;
        /** The tag: `{% for item in items %}`. */
        public String to;
        /** How often; at least 1. */
        public Integer count;
        /** Where first: `body, table 3, row 2`. */
        public String place;
        /** What was assumed, for the author to look at. */
        public String note;
    }

    /** How rows become items. Columns fill the fields that their headings name: by path (`customer.name`, `items[].price`,
     * `items[0].price`) or title, whatever the case; cells become what the template's `schema` asks for. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public static class Rows {
        /** Fields, by their paths, and the headings of the columns that fill them, where the headings do not tell. */
        public Map<String, String> map;
        /** The heading of the column whose value the rows of one item share. The columns of lists (`items[].name`) then have an
         * element per row; the others must agree within the item. Without it each row is an item. */
        public String groupBy;
        /** The workbook's sheet; the first one with rows without it. */
        public String sheet;
        /** The language that numbers and dates are written in (BCP 47); `options.locale` without it. What two languages read in
         * two ways (`1.234`, `01/02/2026`) is refused where neither is given. */
        public String locale;

        public Rows map(Map<String, String> value) {
            map = value;
            return this;
        }

        public Rows groupBy(String value) {
            groupBy = value;
            return this;
        }

        public Rows sheet(String value) {
            sheet = value;
            return this;
        }

        public Rows locale(String value) {
            locale = value;
            return this;
        }
    }

    /** A template that comes with the product, as a starting point for your own. */
    public static class SampleSummary {
        /** Name of its file, by which it is asked for. */
        public String fileName;
        /** Its name for people. */
        public String name;
        /** One sentence on what it shows. */
        public String description;
    }

    /** What a key may do. Each scope includes the ones before it. */
    public static final class Scope {
        public static final String GENERATE = "generate";
        public static final String COMPOSE = "compose";
        public static final String MANAGE = "manage";
        public static final String ADMINISTER = "administer";

        private Scope() {}
    }

    /** Who is signed in. */
    public static class Session {
        /** What people call the provider through whom they sign in; `null` where they cannot. */
        public String provider;
        /** The person; `null` when nobody is signed in. */
        public Person person;
    }

    /** How much a [`Diagnostic`] weighs. */
    public static final class Severity {
        public static final String ERROR = "error";
        public static final String WARNING = "warning";

        private Severity() {}
    }

    /** A session has ended. */
    public static class SignedOut {
        /** Where the browser can go to sign out at the provider, too; `null` where the provider does not offer that. Until then whoever has
         * the browser may sign in again without a password. */
        public String providerUrl;
    }

    /** The answer. */
    public static class Started {
        /** The job. */
        public String jobId;
        /** When it was accepted. */
        public String startedAt;
        /** What the sender of uploaded rows should know of them, such as columns that fill no field; only in the answer to the
         * request that started the job. */
        public List<Warning> warnings;
    }

    /** A template to begin with. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public static class StarterDto {
        /** Its title and the name of its file; `Template` without it. */
        public String name;
        /** Data of the kind that the template is to be filled with. */
        public Object data;

        public StarterDto name(String value) {
            name = value;
            return this;
        }

        public StarterDto data(Object value) {
            data = value;
            return this;
        }
    }

    /** The answer. */
    public static class Subscription {
        /** The tenant. */
        public String subscriptionId;
        /** What people call it. */
        public String name;
        /** `active`: no other one gets an answer. */
        public String status;
        /** The key of the request. */
        public Key key;
        /** Bounds on its requests. */
        public Limits limits;
        /** What it used so far. */
        public Usage usage;
    }

    /** The contract's **Template**. */
    public static class Template {
        public String templateId;
        public String name;
        public String description;
        public List<String> labels;
        public String fileName;
        public Integer version;
        public Long sizeBytes;
        public Integer placeholderCount;
        public Integer contentControlCount;
        public String createdAt;
        public String updatedAt;
    }

    /** The difference of two versions, each list by path. */
    public static class TemplateChanges {
        /** The version. */
        public Integer version;
        /** The version that it is compared with; none when it is the first without errors. */
        public Integer since;
        /** Fields that came. */
        public List<FieldShape> added;
        /** Fields that went. */
        public List<FieldShape> removed;
        /** Fields with another type, or that became required or optional. */
        public List<ChangedField> changed;
    }

    /** What a file asks for. */
    public static class TemplateCheck {
        public List<Placeholder> placeholders;
        public List<ContentControl> contentControls;
        public Object schema;
        /** A starter payload, as `generateModel` makes it. */
        public Map<String, Object> model;
        public List<Diagnostic> warnings;
    }

    /** Where in a template a fault is. Absent, all of it, where the fault is the request's. */
    public static class TemplatePlace {
        /** The place in words: `body, table 3, row 2`. */
        public String place;
        /** The package's part: `word/document.xml`. */
        public String part;
        /** The text around the tag. */
        public String excerpt;
        /** Where the fault begins in the excerpt, in characters. */
        public Integer caret;
        /** How to fix it. */
        public String hint;
    }

    /** What designers of flows ask of a template. */
    public static class TemplateSchema {
        /** The JSON Schema of the data, with one type for each field and none of what Swagger 2.0 does not know. */
        public Map<String, Object> schema;
    }

    /** Whether documents can be made from a version. */
    public static final class TemplateStatus {
        public static final String READY = "ready";
        public static final String DRAFT = "draft";
        public static final String REJECTED = "rejected";
        public static final String DISABLED = "disabled";

        private TemplateStatus() {}
    }

    /** A mark that stays as it is. */
    public static class Untouched {
        /** The mark. */
        public String mark;
        /** Why. */
        public String reason;
        /** How often; at least 1. */
        public Integer count;
        /** Where first. */
        public String place;
    }

    /** The answer: where to PUT items, once or again until `expires_at`. */
    public static class UploadTicket {
        public String uploadId;
        public String uploadUrl;
        public String expiresAt;
    }

    /** What was used. */
    public static class Usage {
        /** The calendar month (UTC), such as `2026-11`. */
        public String month;
        /** Documents made in it. */
        public Long documents;
        /** Templates that documents can be made from. */
        public Long templates;
        /** Bytes that are stored: templates of all versions, uploads, jobs. */
        public Long storageBytes;
        /** Requests that may follow this one at once; `null` is without bound. */
        public Integer requestsLeft;
    }

    /** Something that a document lacks, or shows otherwise than its author meant. */
    public static class Warning {
        /** A stable word for programs, such as `missing-glyph`, `not-drawn` or `external-removed`. */
        public String code;
        /** What is lacking, and what stands in its place. It does not quote the document, but for characters that no font has. */
        public String detail;
        /** What helps. */
        public String hint;
        /** The part of the package that it stands in, such as `word/document.xml`. */
        public String part;
        /** The beginning of the document's text at that place, or the address of what was removed. It is for whoever may read
         * the document, and never for a log. */
        public String text;
        /** How often it was met; at least 1. */
        public Long count;
    }

    /** A webhook, without its full address. */
    public static class Webhook {
        /** Its id. */
        public String webhookId;
        /** The host of its address. The rest is not shown: it is a secret of the receiver. */
        public String host;
        /** The template whose jobs it is told of; `null` is told of all jobs. */
        public String templateId;
        /** When it was made. */
        public String createdAt;
    }

    /** What became of what a document of a job asked for. */
    public static class DocumentDelivered extends DocumentDelivery {
        /** The document's index in the request. */
        public Integer index;
    }

    /** One fault of a request. */
    public static class FieldError extends TemplatePlace {
        /** JSON Pointer (RFC 6901) into the body; for a query parameter or header `/` and its name; empty when the fault is
         * the template's. */
        public String pointer;
        /** What is wrong, and what belongs there. */
        public String detail;
        /** The value of the data there as JSON, its first 200 bytes if it is longer; only with `options.errorData`. */
        public String value;
    }

    /** What the document of an item lacks, or shows otherwise than its author meant. */
    public static class JobWarning extends Warning {
        /** The item's index in the request. */
        public Integer index;
    }

    /** A template as its administrator sees it: also one that is rejected or disabled. */
    public static class ManagedTemplate extends Template {
        /** Whether documents can be made from it. */
        public String status;
        /** The newest version, where it waits to be published. */
        public Integer draftVersion;
        /** The name of the key that registered this version. */
        public String addedBy;
        /** Why not, when it is rejected. */
        public List<Diagnostic> errors;
        /** What its author should know. */
        public List<Diagnostic> warnings;
    }

    /** A key that was just made. */
    public static class NewKey extends ManagedKey {
        /** The key itself, shown only in this answer. */
        public String key;
    }

    /** What became of another product's marks. */
    public static class TemplateMigration extends Migration {
        /** What the new template's author should know, errors and warnings. */
        public List<Diagnostic> remarks;
        /** The new template, in base64 (RFC 4648, 4); the file itself where nothing was rewritten. */
        public String file;
    }

    /** How far a webhook is told. */
    public static class WebhookDelivered extends Delivery {
        /** The webhook. */
        public String webhookId;
    }

    /** A template with its history. */
    public static class TemplateDetails extends ManagedTemplate {
        /** Its newest hundred versions, newest first. */
        public List<ManagedTemplate> versions;
    }
}
