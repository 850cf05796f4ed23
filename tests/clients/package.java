// Uses the jar of the Java client: BASE_URL KEY TEMPLATE.

import com.sun.net.httpserver.HttpServer;
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
import io.github.platen.client.Settings;
import io.github.platen.client.WebhookRefusedException;
import io.github.platen.client.Webhooks;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.InetSocketAddress;
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
import java.util.concurrent.Executors;
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
        retries();
        silences(Files.createTempDirectory("platen"));
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
        String upload = platen.uploadItems(line.repeat(30).getBytes(StandardCharsets.UTF_8), "application/jsonl");
        Models.Job job = platen.runJob(
                new GenerateDocumentsBulkDto().templateId(id).format(".docx").itemsUploadId(upload),
                look -> looks.add(look.completedCount), Duration.ofMinutes(5));
        check(looks.get(looks.size() - 1) == 30 && job.totalCount == 30, looks.toString());
        try (InputStream archive = platen.open(job)) {
            check(text(first(archive)).contains("Ada Lovelace"), "the archive has the documents");
        }
        Path saved = platen.download(job, Path.of("notes.zip"));
        check(Files.size(saved) == job.zipSizeBytes, "the archive is saved whole");

        List<Note> many = Collections.nCopies(2000, DATA);
        Models.Started started = platen.generateDocumentsBulk(
                new GenerateDocumentsBulkDto().templateId(id).format(".docx").items(many));
        platen.cancelBulkGenerationJob(started.jobId);
        JobNotCompletedException canceled =
                fails(JobNotCompletedException.class, () -> platen.waitForJob(started.jobId));
        check(canceled.job().status.equals("Canceled"), canceled.getMessage());
        System.out.println("tested: Jobs are waited for");
    }

    /** A service that is busy, then breaks, then answers. */
    static void retries() throws Exception {
        List<String> paths = Collections.synchronizedList(new ArrayList<>());
        List<String> keys = Collections.synchronizedList(new ArrayList<>());
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            String path = exchange.getRequestURI().getPath();
            paths.add(path);
            keys.add(String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key")));
            int attempts = Collections.frequency(paths, path);
            if (attempts == 1) {
                exchange.getResponseHeaders().add("Retry-After", "0");
                exchange.sendResponseHeaders(503, -1);
            } else if (attempts > 2) {
                exchange.getResponseHeaders().add("Content-Type", "application/pdf");
                exchange.sendResponseHeaders(200, 4);
                exchange.getResponseBody().write("%PDF".getBytes());
            }
            exchange.close();
        });
        server.start();
        Settings quick = new Settings().retries(new Retries(4, Duration.ofMillis(10), Duration.ofSeconds(1)));
        Platen platen = new Platen("http://127.0.0.1:" + server.getAddress().getPort() + "/", "plk_x", quick);
        PlatenFile file = platen.generateDocument(new GenerateDocumentDto().templateId("x").format(".pdf").data(DATA));
        check(new String(file.content()).equals("%PDF"), "the third attempt has an answer");
        check(keys.size() == 3 && new HashSet<>(keys).size() == 1 && !keys.contains("null"), keys.toString());
        // Nothing says that this one may come twice: a break is not tried again.
        fails(ConnectionFailedException.class,
                () -> platen.createKey(new Models.CreateKey().name("x").scope(Models.Scope.GENERATE)));
        check(Collections.frequency(paths, "/api/keys") == 2, paths.toString());
        server.stop(0);
        Settings once = new Settings().retries(new Retries(1, Duration.ZERO, Duration.ZERO));
        fails(ConnectionFailedException.class, () -> new Platen("http://127.0.0.1:9", "plk_x", once).health());
        System.out.println("tested: Busy and broken answers are tried again with one key");
    }

    /** A service that takes longer than it may be silent, and one that stalls. */
    static void silences(Path folder) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.setExecutor(Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        }));
        server.createContext("/", exchange -> {
            boolean stalls = exchange.getRequestURI().getPath().equals("/stalls");
            exchange.sendResponseHeaders(200, 12);
            for (int at = 0; at < 12; at++) {
                exchange.getResponseBody().write('x');
                exchange.getResponseBody().flush();
                try {
                    Thread.sleep(stalls ? 60_000 : 100);
                } catch (InterruptedException end) {
                    return;
                }
            }
            exchange.close();
        });
        server.start();
        Settings hasty = new Settings().timeout(Duration.ofMillis(800)).retries(new Retries(1, Duration.ZERO, Duration.ZERO));
        Platen platen = new Platen("http://127.0.0.1:" + server.getAddress().getPort(), "plk_x", hasty);
        Models.Job job = new Models.Job();
        job.zipUrl = "/slow";
        check(Files.size(platen.download(job, folder.resolve("slow.zip"))) == 12, "it takes longer than the timeout");
        job.zipUrl = "/stalls";
        fails(ConnectionFailedException.class, () -> platen.download(job, folder.resolve("stalled.zip")));
        for (String name : new String[] {"stalled.zip", "stalled.zip.part", "slow.zip.part"}) {
            check(!Files.exists(folder.resolve(name)), name);
        }
        server.stop(0);
        System.out.println("tested: A timeout counts silence, not length");
        System.out.println("tested: A file has its name once it is whole");
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
