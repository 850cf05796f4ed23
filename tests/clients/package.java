// Uses the jar of the Java client: BASE_URL KEY TEMPLATE MISBEHAVING_URL.

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.platen.client.AsyncPlaten;
import io.github.platen.client.Attempt;
import io.github.platen.client.ConnectionFailedException;
import io.github.platen.client.JobNotCompletedException;
import io.github.platen.client.Models;
import io.github.platen.client.Models.GenerateDocumentDto;
import io.github.platen.client.Models.GenerateDocumentsBulkDto;
import io.github.platen.client.Parameters;
import io.github.platen.client.Platen;
import io.github.platen.client.PlatenFile;
import io.github.platen.client.Problems;
import io.github.platen.client.Retries;
import io.github.platen.client.ServiceException;
import io.github.platen.client.Settings;
import io.github.platen.client.WebhookRefusedException;
import io.github.platen.client.Webhooks;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class Main {
    /** Data as programs have it: a class of their own. */
    record Note(String name, int number) {}

    static final Note DATA = new Note("Ada Lovelace", 17);

    public static void main(String[] arguments) throws Exception {
        Platen platen = new Platen(arguments[0], arguments[1]);
        byte[] template = Files.readAllBytes(Path.of(arguments[2]));
        Models.ManagedTemplate made = platen.registerTemplate(template,
                new Parameters.RegisterTemplate().fileName("jar.docx").name("From a jar"));
        check(made.version == 1 && made.templateId != null, "a template is registered");
        documents(platen, made.templateId, template);
        jobs(platen, made.templateId);
        platen.deleteTemplate(made.templateId);
        Problems.UnknownTemplate gone =
                fails(Problems.UnknownTemplate.class, () -> platen.getTemplate(made.templateId));
        check(gone.code().equals("unknown-template") && gone.status() == 404, gone.code());
        System.out.println("tested: Errors are types");
        retries(arguments[3]);
        watches(arguments[3]);
        silences(arguments[3], Files.createTempDirectory("platen"));
        webhooks();
        System.out.println("tested: Webhooks are verified");
        System.out.println("the Java package works " + Platen.VERSION);
        System.exit(0);
    }

    static void documents(Platen platen, String id, byte[] template) throws Exception {
        check(platen.getTemplates(1, 20).items.size() > 1, "templates are listed");
        check(platen.allTemplates().anyMatch(each -> each.templateId.equals(id)), "templates are paged");
        check(platen.allKeys().anyMatch(each -> each.scope.equals("administer")), "keys are paged");
        check(platen.allWebhooks().count() == 0 && platen.allJobs().count() == 0, "there are none yet");
        check(platen.allEvents().anyMatch(each -> id.equals(each.targetId)), "events are paged");
        System.out.println("tested: Lists are walked through");
        check(new String(platen.getTemplateFile(id).content()).equals(new String(template)), "a file comes back");

        PlatenFile file = platen.generateDocument(
                new GenerateDocumentDto().templateId(id).format(".docx").fileName("Für {{ name }}").data(DATA));
        check(file.name().equals("Für Ada Lovelace.docx") && file.warnings() == 0, file.name());
        check(text(Files.readAllBytes(file.save(Path.of(".")))).contains("Ada Lovelace, note 17"), "the text is right");
        PlatenFile pdf = platen.generateDocument(
                new GenerateDocumentDto().templateId(id).format(".pdf").data(platen.generateModel(id)));
        check(pdf.mediaType().equals("application/pdf") && pdf.content()[0] == '%', pdf.mediaType());

        Problems.InvalidData refused = fails(Problems.InvalidData.class, () -> platen.generateDocument(
                new GenerateDocumentDto().templateId(id).format(".docx").data(Map.of())));
        check(refused.status() == 400 && !refused.requestId().isEmpty(), refused.getMessage());
        check(refused.errors().get(0).pointer.startsWith("/data/"), refused.errors().get(0).pointer);
    }

    static void jobs(Platen platen, String id) throws Exception {
        List<Integer> looks = new ArrayList<>();
        String line = "{\"name\": \"Ada Lovelace\", \"number\": 17}\n";
        Path items = Files.writeString(Path.of("items.jsonl"), line.repeat(30));
        check(!platen.uploadItems(Files.readAllBytes(items), "application/jsonl").isEmpty(), "bytes are taken");
        String upload = platen.uploadItems(items, "application/jsonl");
        Models.Job job = platen.runJob(
                new GenerateDocumentsBulkDto().templateId(id).format(".docx").itemsUploadId(upload),
                look -> looks.add(look.completedCount), Duration.ofMinutes(5));
        check(looks.get(looks.size() - 1) == 30 && job.totalCount == 30, looks.toString());
        try (InputStream archive = platen.open(job)) {
            check(text(first(archive)).contains("Ada Lovelace"), "the archive has the documents");
        }
        Path saved = platen.download(job, Path.of("notes.zip"));
        check(Files.size(saved) == job.zipSizeBytes, "the archive is saved whole");


        AsyncPlaten async = platen.async();
        GenerateDocumentDto note = new GenerateDocumentDto().templateId(id).format(".docx").data(DATA);
        List<CompletableFuture<PlatenFile>> notes =
                List.of(async.generateDocument(note), async.generateDocument(note), async.generateDocument(note));
        for (CompletableFuture<PlatenFile> each : notes) {
            check(text(each.join().content()).contains("Ada Lovelace"), "a document comes later");
        }
        Path later = async.runJob(new GenerateDocumentsBulkDto().templateId(id).format(".docx").items(List.of(DATA)))
                .thenCompose(ended -> async.download(ended, Path.of("later.zip"))).join();
        check(text(first(Files.newInputStream(later))).contains("Ada Lovelace"), "an archive comes later");
        Throwable unknown = async.getTemplate("0197b1c2-3d4e-7f80-9a1b-2c3d4e5f6071").handle((found, error) -> error).join();
        check(unknown.getCause() instanceof Problems.UnknownTemplate, "errors come later: " + unknown);
        System.out.println("tested: No thread waits for an answer");

        List<Note> many = Collections.nCopies(2000, DATA);
        Models.Started started = platen.generateDocumentsBulk(
                new GenerateDocumentsBulkDto().templateId(id).format(".docx").items(many));
        platen.cancelBulkGenerationJob(started.jobId);
        JobNotCompletedException canceled =
                fails(JobNotCompletedException.class, () -> platen.waitForJob(started.jobId));
        check(canceled.job().status.equals("Canceled"), canceled.getMessage());
        System.out.println("tested: Jobs are waited for");
    }

    /** What the service that misbehaves was asked of a path. */
    static List<JsonNode> asked(String service, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(service + "/asked")).build();
        List<JsonNode> found = new ArrayList<>();
        for (JsonNode each : new ObjectMapper().readTree(
                HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body())) {
            if (each.get("path").asText().equals(path)) {
                found.add(each);
            }
        }
        return found;
    }

    static void retries(String misbehaving) throws Exception {
        String service = misbehaving + "/java";
        Settings quick = new Settings().retries(new Retries(4, Duration.ofMillis(10), Duration.ofSeconds(1)));
        Platen platen = new Platen(service + "/", "plk_x", quick);
        PlatenFile file = platen.generateDocument(new GenerateDocumentDto().templateId("x").format(".pdf").data(DATA));
        check(new String(file.content()).equals("%PDF"), "the third attempt has an answer");
        List<String> keys = asked(service, "/api/generateDocument").stream()
                .map(each -> each.get("idempotency-key").asText()).toList();
        check(keys.size() == 3 && new HashSet<>(keys).size() == 1 && !keys.contains("null"), keys.toString());
        // Nothing says that this one may come twice: a break is not tried again.
        fails(ConnectionFailedException.class,
                () -> platen.createKey(new Models.CreateKey().name("x").scope(Models.Scope.GENERATE)));
        check(asked(service, "/api/keys").size() == 2, "it came twice");
        Settings once = new Settings().retries(new Retries(1, Duration.ZERO, Duration.ZERO));
        fails(ConnectionFailedException.class, () -> new Platen("http://127.0.0.1:9", "plk_x", once).health());
        System.out.println("tested: Busy and broken answers are tried again with one key");
    }

    static void watches(String misbehaving) throws Exception {
        String service = misbehaving + "/java-seen";
        List<Attempt> seen = new CopyOnWriteArrayList<>();
        Settings quick = new Settings().retries(new Retries(4, Duration.ofMillis(10), Duration.ofSeconds(1)));
        Platen platen = new Platen(service, "plk_x", quick.onAttempt(seen::add));
        Settings other = new Settings().key("plk_other").retries(new Retries(4, Duration.ofMillis(10), Duration.ofSeconds(1)));
        platen.with(other).generateDocument(new Models.GenerateDocumentDto().templateId("x").format(".pdf").data(Map.of()));
        check(seen.size() == 3, seen.toString());
        for (int at = 0; at < 3; at++) {
            Attempt each = seen.get(at);
            check(each.method().equals("POST") && each.path().equals("/java-seen/api/generateDocument"), each.toString());
            check(each.number() == at + 1 && each.status().orElse(0) == List.of(503, 0, 200).get(at), each.toString());
        }
        check(seen.get(0).error() instanceof ServiceException && seen.get(2).error() == null, seen.toString());
        check(seen.get(1).error() instanceof ConnectionFailedException, seen.toString());
        for (JsonNode each : asked(service, "/api/generateDocument")) {
            check(each.get("x-functions-key").asText().equals("plk_other"), each.toString());
        }
        System.out.println("tested: A key holds for one call");
        System.out.println("tested: Each attempt is told of");
    }

    static void silences(String misbehaving, Path folder) throws Exception {
        String service = misbehaving + "/java-silence";
        Settings hasty = new Settings().timeout(Duration.ofMillis(800)).retries(new Retries(1, Duration.ZERO, Duration.ZERO));
        Platen patient = new Platen(service, "plk_x");
        Platen platen = patient.with(hasty);
        String archive = "archive".repeat(5);
        Models.Job job = new Models.Job();
        job.zipUrl = "/slow";
        check(Files.readString(platen.download(job, folder.resolve("slow.zip"))).equals(archive), "it is longer than the timeout");
        for (String broken : List.of("stalls", "untagged")) {
            job.zipUrl = "/" + broken;
            fails(ConnectionFailedException.class, () -> platen.download(job, folder.resolve(broken)));
        }
        Platen again = patient.with(new Settings().retries(new Retries(2, Duration.ZERO, Duration.ZERO)));
        System.out.println("tested: Settings hold for one call");
        job.zipUrl = "/breaks";
        check(Files.readString(again.download(job, folder.resolve("broken.zip"))).equals(archive), "it goes on");
        List<JsonNode> breaks = asked(service, "/breaks");
        check(breaks.size() == 2 && breaks.get(0).get("range").isNull(), breaks.toString());
        check(breaks.get(1).get("range").asText().equals("bytes=12-"), breaks.toString());
        check(breaks.get(1).get("if-range").asText().equals("\"five\""), breaks.toString());
        System.out.println("tested: A download that broke goes on");
        try (Stream<Path> files = Files.list(folder)) {
            check(files.count() == 2, "nothing is left of half a file");
        }
        System.out.println("tested: A timeout counts silence, not length");
        System.out.println("tested: A file has its name once it is whole");
        Path items = Files.writeString(folder.resolve("items.jsonl"), "{}\n{}");
        check(again.uploadItems(items, "application/jsonl").equals("u"), "items are sent again");
        List<JsonNode> puts = asked(service, "/put");
        check(puts.size() == 2 && puts.stream().allMatch(each -> each.get("body").asText().equals("{}\n{}")), puts.toString());
        System.out.println("tested: Items are sent from a file");
    }

    static void webhooks() throws Exception {
        byte[] key = "a secret of some bytes".getBytes();
        String secret = "whsec_" + Base64.getEncoder().encodeToString(key);
        byte[] body = "{\"jobId\": \"j\", \"status\": \"Completed\", \"later\": 1}".getBytes();
        long now = Instant.now().getEpochSecond();
        check(Webhooks.verify(secret, signed(key, now, body)::get, body).jobId().equals("j"), "a message is verified");
        fails(WebhookRefusedException.class, () -> Webhooks.verify(secret, signed(key, now, body)::get, "{}".getBytes()));
        fails(WebhookRefusedException.class, () -> Webhooks.verify(secret, signed(key, now - 301, body)::get, body));
        fails(WebhookRefusedException.class, () -> Webhooks.verify("whsec_?", signed(key, now, body)::get, body));
        fails(WebhookRefusedException.class, () -> Webhooks.verify(secret, name -> null, body));
    }

    static Map<String, String> signed(byte[] key, long sent, byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            mac.update(("m1." + sent + ".").getBytes());
            String signature = "v1,AAAA v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
            return Map.of("webhook-id", "m1", "webhook-timestamp", "" + sent, "webhook-signature", signature);
        } catch (java.security.GeneralSecurityException error) {
            throw new AssertionError(error);
        }
    }

    static String text(byte[] docx) throws Exception {
        ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(docx));
        for (ZipEntry entry; (entry = zip.getNextEntry()) != null;) {
            if (entry.getName().equals("word/document.xml")) {
                return new String(zip.readAllBytes(), StandardCharsets.UTF_8).replaceAll("<[^>]*>", "");
            }
        }
        throw new AssertionError("no Word document");
    }

    static byte[] first(InputStream archive) throws Exception {
        ZipInputStream zip = new ZipInputStream(archive);
        check(zip.getNextEntry().getName().toLowerCase(Locale.ROOT).endsWith(".docx"), "the archive has documents");
        return zip.readAllBytes();
    }

    static <T extends Exception> T fails(Class<T> kind, Runnable call) {
        try {
            call.run();
        } catch (Exception error) {
            check(kind.isInstance(error), "not " + kind + ": " + error);
            return kind.cast(error);
        }
        throw new AssertionError("no " + kind);
    }

    static void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}
