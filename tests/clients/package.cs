// Uses the source package of the C# client: BASE_URL KEY TEMPLATE.

using System;
using System.Collections.Generic;
using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;
using Platen.Client;
using Platen.Client.Models;

static class Program
{
    static readonly object Data = new { name = "Ada Lovelace", number = 17 };

    static int Main(string[] arguments)
    {
        Run(arguments[0], arguments[1], arguments[2]).GetAwaiter().GetResult();
        Console.WriteLine("the C# package works " + PlatenClient.Version);
        return 0;
    }

    static async Task Run(string baseUrl, string key, string path)
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
        await Retrying();
        Console.WriteLine("tested: Busy and broken answers are tried again with one key");
        await Silences();
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
        var upload = await platen.UploadItemsAsync(Encoding.UTF8.GetBytes(lines));
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

    /// A service that is busy, then breaks, then answers.
    static async Task Retrying()
    {
        var paths = new List<string>();
        var keys = new List<string>();
        var server = new TcpListener(IPAddress.Loopback, 0);
        server.Start();
        new Thread(() => Serve(server, paths, keys)) { IsBackground = true }.Start();
        var quick = new Settings { Retries = new Retries { FirstPause = TimeSpan.FromMilliseconds(10) } };
        using (var platen = new PlatenClient("http://127.0.0.1:" + ((IPEndPoint)server.LocalEndpoint).Port + "/", "plk_x", quick))
        {
            var file = await platen.GenerateDocumentAsync(
                new GenerateDocumentDto { TemplateId = "x", Format = ".pdf", Data = Data });
            Check(Encoding.ASCII.GetString(file.Content) == "%PDF", "the third attempt has an answer");
            Check(keys.Count == 3 && keys.Distinct().Count() == 1 && keys[0] != null, string.Join(" ", keys));
            // Nothing says that this one may come twice: a break is not tried again.
            await Fails<ConnectionFailedException>(
                () => platen.CreateKeyAsync(new CreateKey { Name = "x", Scope = Scope.Generate }));
            Check(paths.Count(path => path == "/api/keys") == 2, string.Join(" ", paths));
        }
        var once = new Settings { Retries = new Retries { Attempts = 1 } };
        using (var platen = new PlatenClient("http://127.0.0.1:9", "plk_x", once))
        {
            await Fails<ConnectionFailedException>(() => platen.HealthAsync());
        }
    }

    /// A service that takes longer than it may be silent, and one that stalls.
    static async Task Silences()
    {
        var server = new TcpListener(IPAddress.Loopback, 0);
        server.Start();
        new Thread(() => Drip(server)) { IsBackground = true }.Start();
        var hasty = new Settings { Timeout = TimeSpan.FromMilliseconds(800), Retries = new Retries { Attempts = 1 } };
        using (var platen = new PlatenClient("http://127.0.0.1:" + ((IPEndPoint)server.LocalEndpoint).Port, "plk_x", hasty))
        {
            await platen.DownloadAsync(new Job { ZipUrl = "/slow" }, "slow.zip");
            Check(File.ReadAllBytes("slow.zip").Length == 12, "it takes longer than the timeout");
            await Fails<ConnectionFailedException>(() => platen.DownloadAsync(new Job { ZipUrl = "/stalls" }, "stalled.zip"));
            Check(!File.Exists("stalled.zip") && !File.Exists("stalled.zip.part"), "nothing is left of half a file");
        }
    }

    static void Drip(TcpListener server)
    {
        for (;;)
        {
            var connection = server.AcceptTcpClient();
            var stream = connection.GetStream();
            var stalls = Head(stream)[0].Contains("/stalls");
            var head = Encoding.ASCII.GetBytes("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 12\r\n\r\n");
            stream.Write(head, 0, head.Length);
            for (var at = 0; at < (stalls ? 1 : 12); at++)
            {
                stream.WriteByte((byte)'x');
                Thread.Sleep(100);
            }
            if (!stalls) connection.Close();
        }
    }

    static void Serve(TcpListener server, List<string> paths, List<string> keys)
    {
        while (true)
        {
            using (var connection = server.AcceptTcpClient())
            using (var stream = connection.GetStream())
            {
                var head = Head(stream);
                paths.Add(head[0].Split(' ')[1]);
                keys.Add(head.FirstOrDefault(line => line.StartsWith("Idempotency-Key:")));
                var attempts = paths.Count(path => path == paths.Last());
                if (attempts == 2) continue;
                var answer = attempts == 1
                    ? "HTTP/1.1 503 Busy\r\nConnection: close\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n"
                    : "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: application/pdf\r\nContent-Length: 4\r\n\r\n%PDF";
                var bytes = Encoding.ASCII.GetBytes(answer);
                stream.Write(bytes, 0, bytes.Length);
            }
        }
    }

    /// The lines of a request's head; its body is read, too.
    static List<string> Head(Stream stream)
    {
        var lines = new List<string>();
        var line = new StringBuilder();
        for (int next; (next = stream.ReadByte()) >= 0;)
        {
            if (next == '\r') continue;
            if (next != '\n') { line.Append((char)next); continue; }
            if (line.Length == 0) break;
            lines.Add(line.ToString());
            line.Clear();
        }
        var length = lines.FirstOrDefault(each => each.StartsWith("Content-Length:"));
        for (var left = length == null ? 0 : int.Parse(length.Split(':')[1]); left > 0; left--) stream.ReadByte();
        return lines;
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
