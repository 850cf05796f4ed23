// Uses the source package of the C# client: BASE_URL KEY TEMPLATE MISBEHAVING_URL.

using System;
using System.Collections.Generic;
using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Net.Http;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;
using Newtonsoft.Json.Linq;
using Platen.Client;
using Platen.Client.Models;

static class Program
{
    static readonly object Data = new { name = "Ada Lovelace", number = 17 };

    static int Main(string[] arguments)
    {
        Run(arguments[0], arguments[1], arguments[2], arguments[3]).GetAwaiter().GetResult();
        Console.WriteLine("the C# package works " + PlatenClient.Version);
        return 0;
    }

    static async Task Run(string baseUrl, string key, string path, string misbehaving)
    {
        using (var platen = new PlatenClient(baseUrl, key))
        {
            var template = File.ReadAllBytes(path);
            var made = await platen.RegisterTemplateAsync(template, fileName: "source.docx", name: "From source");
            Check(made.Version == 1, "a template is registered");
            await Documents(platen, made.TemplateId, template);
            await Jobs(platen, made.TemplateId);
            await platen.DeleteTemplateAsync(made.TemplateId);
            var gone = await Fails<Problems.UnknownTemplate>(() => platen.GetTemplateAsync(made.TemplateId));
            Check(gone.Code == "unknown-template" && gone.Status == 404, gone.Code);

            using (var canceled = new CancellationTokenSource())
            {
                canceled.Cancel();
                await Fails<OperationCanceledException>(() => platen.HealthAsync(canceled.Token));
            }
        }
        Console.WriteLine("tested: Errors are types");
        await Retrying(misbehaving);
        Console.WriteLine("tested: Busy and broken answers are tried again with one key");
        await Watching(misbehaving);
        await Silences(misbehaving);
        Console.WriteLine("tested: A timeout counts silence, not length");
        Console.WriteLine("tested: A file has its name once it is whole");
        await Verifying();
        Console.WriteLine("tested: Webhooks are verified");
    }

    static async Task Documents(PlatenClient platen, string id, byte[] template)
    {
        Check((await platen.GetTemplatesAsync(1, 20)).Items.Count > 1, "templates are listed");
        Check((await platen.AllTemplatesAsync()).Any(each => each.TemplateId == id), "templates are paged");
        Check((await platen.AllKeysAsync()).Any(each => each.Scope == "administer"), "keys are paged");
        Check((await platen.AllWebhooksAsync()).Count == 0 && (await platen.AllJobsAsync()).Count == 0, "there are none yet");
        Check((await platen.AllEventsAsync()).Any(each => each.TargetId == id), "events are paged");
        Console.WriteLine("tested: Lists are walked through");
        Check((await platen.GetTemplateFileAsync(id)).Content.SequenceEqual(template), "a file comes back");

        var file = await platen.GenerateDocumentAsync(
            new GenerateDocumentDto { TemplateId = id, Format = ".docx", FileName = "Für {{ name }}", Data = Data });
        Check(file.Name == "Für Ada Lovelace.docx" && file.Warnings == 0, file.Name);
        Check(Text(File.OpenRead(file.Save("."))).Contains("Ada Lovelace, note 17"), "the text is right");
        var model = await platen.GenerateModelAsync(id);
        var pdf = await platen.GenerateDocumentAsync(
            new GenerateDocumentDto { TemplateId = id, Format = ".pdf", Data = model });
        Check(pdf.MediaType == "application/pdf" && pdf.Content[0] == '%', pdf.MediaType);

        var refused = await Fails<Problems.InvalidData>(() => platen.GenerateDocumentAsync(
            new GenerateDocumentDto { TemplateId = id, Format = ".docx", Data = new Dictionary<string, object>() }));
        Check(refused.Status == 400 && refused.RequestId != "", refused.Message);
        Check(refused.Errors[0].Pointer.StartsWith("/data/"), refused.Errors[0].Pointer);
    }

    sealed class Looks : IProgress<Job>
    {
        internal readonly List<int> Counts = new List<int>();

        public void Report(Job job) => Counts.Add(job.CompletedCount);
    }

    static async Task Jobs(PlatenClient platen, string id)
    {
        var looks = new Looks();
        var lines = string.Concat(Enumerable.Repeat("{\"name\": \"Ada Lovelace\", \"number\": 17}\n", 30));
        File.WriteAllText("items.jsonl", lines);
        Check(await platen.UploadItemsAsync(Encoding.UTF8.GetBytes(lines)) != "", "bytes are taken");
        var upload = await platen.UploadItemsAsync(new FileInfo("items.jsonl"));
        var job = await platen.RunJobAsync(
            new GenerateDocumentsBulkDto { TemplateId = id, Format = ".docx", ItemsUploadId = upload }, looks);
        Check(looks.Counts.Last() == 30 && job.TotalCount == 30, string.Join(" ", looks.Counts));
        await platen.DownloadAsync(job, "notes.zip");
        Check(new FileInfo("notes.zip").Length == job.ZipSizeBytes, "the archive is saved whole");
        using (var archive = ZipFile.OpenRead("notes.zip"))
        {
            Check(Text(archive.Entries[0].Open()).Contains("Ada Lovelace"), "the archive has the documents");
        }

        var started = await platen.GenerateDocumentsBulkAsync(new GenerateDocumentsBulkDto
        {
            TemplateId = id, Format = ".docx", Items = Enumerable.Repeat(Data, 2000).ToList(),
        });
        await platen.CancelBulkGenerationJobAsync(started.JobId);
        var canceled = await Fails<JobNotCompletedException>(() => platen.WaitForJobAsync(started.JobId));
        Check(canceled.Job.Status == "Canceled", canceled.Message);
        Console.WriteLine("tested: Jobs are waited for");
    }

    /// What the service that misbehaves was asked of a path.
    static async Task<List<JToken>> Asked(string service, string path)
    {
        using (var http = new HttpClient())
        {
            var all = JArray.Parse(await http.GetStringAsync(service + "/asked"));
            return all.Where(each => (string)each["path"] == path).ToList();
        }
    }

    static async Task Retrying(string misbehaving)
    {
        var service = misbehaving + "/csharp";
        var quick = new Settings { Retries = new Retries { FirstPause = TimeSpan.FromMilliseconds(10) } };
        using (var platen = new PlatenClient(service + "/", "plk_x", quick))
        {
            var file = await platen.GenerateDocumentAsync(
                new GenerateDocumentDto { TemplateId = "x", Format = ".pdf", Data = Data });
            Check(Encoding.ASCII.GetString(file.Content) == "%PDF", "the third attempt has an answer");
            var keys = (await Asked(service, "/api/generateDocument")).Select(each => (string)each["idempotency-key"]).ToList();
            Check(keys.Count == 3 && keys.Distinct().Count() == 1 && keys[0] != null, string.Join(" ", keys));
            // Nothing says that this one may come twice: a break is not tried again.
            await Fails<ConnectionFailedException>(
                () => platen.CreateKeyAsync(new CreateKey { Name = "x", Scope = Scope.Generate }));
            Check((await Asked(service, "/api/keys")).Count == 2, "it came twice");
        }
        var once = new Settings { Retries = new Retries { Attempts = 1 } };
        using (var platen = new PlatenClient("http://127.0.0.1:9", "plk_x", once))
        {
            await Fails<ConnectionFailedException>(() => platen.HealthAsync());
        }
    }

    static async Task Watching(string misbehaving)
    {
        var service = misbehaving + "/csharp-seen";
        var seen = new List<Attempt>();
        var quick = new Retries { FirstPause = TimeSpan.FromMilliseconds(10) };
        using (var platen = new PlatenClient(service, "plk_x", new Settings { OnAttempt = seen.Add }))
        {
            var other = platen.With(new Settings { Key = "plk_other", Retries = quick });
            await other.GenerateDocumentAsync(new GenerateDocumentDto { TemplateId = "x", Format = ".pdf", Data = new { } });
        }
        var came = string.Join(";", seen.Select(each => $"{each.Method} {each.Path} {each.Number} {each.Status}"));
        var path = "POST /csharp-seen/api/generateDocument";
        Check(came == $"{path} 1 503;{path} 2 ;{path} 3 200", came);
        Check(seen[0].Error is ServiceException && seen[1].Error is ConnectionFailedException && seen[2].Error == null, came);
        foreach (var each in await Asked(service, "/api/generateDocument")) Check((string)each["x-functions-key"] == "plk_other", each.ToString());
        Console.WriteLine("tested: A key holds for one call");
        Console.WriteLine("tested: Each attempt is told of");
    }

    static async Task Silences(string misbehaving)
    {
        var service = misbehaving + "/csharp-silence";
        var archive = string.Concat(Enumerable.Repeat("archive", 5));
        using (var patient = new PlatenClient(service, "plk_x"))
        {
            var hasty = new Settings { Timeout = TimeSpan.FromMilliseconds(800), Retries = new Retries { Attempts = 1 } };
            var platen = patient.With(hasty);
            await platen.DownloadAsync(new Job { ZipUrl = "/slow" }, "slow.zip");
            Check(File.ReadAllText("slow.zip") == archive, "it takes longer than the timeout");
            foreach (var broken in new[] { "stalls", "untagged" })
            {
                await Fails<ConnectionFailedException>(() => platen.DownloadAsync(new Job { ZipUrl = "/" + broken }, broken));
                Check(!File.Exists(broken) && !File.Exists(broken + ".part"), "nothing is left of half a file");
            }
            var again = patient.With(new Settings { Retries = new Retries { FirstPause = TimeSpan.FromMilliseconds(10) } });
            Console.WriteLine("tested: Settings hold for one call");
            Console.WriteLine("tested: No thread waits for an answer");
            await again.DownloadAsync(new Job { ZipUrl = "/breaks" }, "broken.zip");
            Check(File.ReadAllText("broken.zip") == archive, "it goes on");
            var ranges = (await Asked(service, "/breaks")).Select(each => $"{each["range"]} {each["if-range"]}");
            Check(ranges.SequenceEqual(new[] { " ", "bytes=12- \"five\"" }), string.Join(",", ranges));
            Console.WriteLine("tested: A download that broke goes on");
            File.WriteAllText("few.jsonl", "{}\n{}");
            Check(await again.UploadItemsAsync(new FileInfo("few.jsonl")) == "u", "items are sent again");
            var puts = (await Asked(service, "/put")).Select(each => (string)each["body"]).ToList();
            Check(puts.SequenceEqual(new[] { "{}\n{}", "{}\n{}" }), string.Join(",", puts));
            Console.WriteLine("tested: Items are sent from a file");
        }
    }

    static async Task Verifying()
    {
        var key = Encoding.UTF8.GetBytes("a secret of some bytes");
        var secret = "whsec_" + Convert.ToBase64String(key);
        var body = Encoding.UTF8.GetBytes("{\"jobId\": \"j\", \"status\": \"Completed\", \"later\": 1}");
        var now = DateTimeOffset.UtcNow.ToUnixTimeSeconds();
        Func<string, string> signed = Signed(key, now, body), old = Signed(key, now - 301, body);
        Check(Webhooks.Verify(secret, signed, body).JobId == "j", "a message is verified");
        await Fails<WebhookRefusedException>(() => Verified(secret, signed, Encoding.UTF8.GetBytes("{}")));
        await Fails<WebhookRefusedException>(() => Verified(secret, old, body));
        await Fails<WebhookRefusedException>(() => Verified("whsec_?", signed, body));
        await Fails<WebhookRefusedException>(() => Verified(secret, name => null, body));
    }

    static Task Verified(string secret, Func<string, string> header, byte[] body) =>
        Task.FromResult(Webhooks.Verify(secret, header, body));

    static Func<string, string> Signed(byte[] key, long sent, byte[] body)
    {
        var signature = new HMACSHA256(key).ComputeHash(Encoding.UTF8.GetBytes($"m1.{sent}.").Concat(body).ToArray());
        return new Dictionary<string, string>
        {
            { "webhook-id", "m1" },
            { "webhook-timestamp", sent.ToString() },
            { "webhook-signature", "v1,AAAA v1," + Convert.ToBase64String(signature) },
        }.GetValueOrNull;
    }

    static string GetValueOrNull(this Dictionary<string, string> values, string name) =>
        values.TryGetValue(name, out var value) ? value : null;

    static string Text(Stream docx)
    {
        var whole = new MemoryStream();
        using (docx) docx.CopyTo(whole);
        using (var zip = new ZipArchive(whole))
        using (var reader = new StreamReader(zip.GetEntry("word/document.xml").Open()))
        {
            return Regex.Replace(reader.ReadToEnd(), "<[^>]*>", "");
        }
    }

    static async Task<T> Fails<T>(Func<Task> call) where T : Exception
    {
        try
        {
            await call();
        }
        catch (T error)
        {
            return error;
        }
        throw new Exception("no " + typeof(T));
    }

    static void Check(bool holds, string what)
    {
        if (!holds) throw new Exception("not so: " + what);
    }
}
