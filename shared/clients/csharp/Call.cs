using System;
using System.Collections.Generic;
using System.Globalization;
using System.Net.Http;

namespace Platen.Client
{
    /// <summary>A call of an operation.</summary>
    internal sealed class Call
    {
        private const string IdempotencyKey = "Idempotency-Key";

        private readonly string method;
        private readonly List<string> query = new List<string>();
        private readonly Dictionary<string, string> headers = new Dictionary<string, string>();
        private string path;
        private byte[] body;
        private string mediaType;
        private bool needsKey = true;

        internal Call(string method, string path)
        {
            this.method = method;
            this.path = path;
        }

        /// <summary>Whether it changes nothing when it comes twice.</summary>
        internal bool IsRepeatable =>
            method == "GET" || method == "PUT" || method == "DELETE" || headers.ContainsKey(IdempotencyKey);

        internal Call Path(string name, object value)
        {
            path = path.Replace("{" + name + "}", Encoded(value));
            return this;
        }

        internal Call Query(string name, object value)
        {
            if (value != null) query.Add(Encoded(name) + "=" + Encoded(value));
            return this;
        }

        /// <summary>A header; where no <c>Idempotency-Key</c> is given, the call has one by itself.</summary>
        internal Call Header(string name, string value)
        {
            if (value != null) headers[name] = value;
            else if (name == IdempotencyKey) headers[name] = Guid.NewGuid().ToString();
            return this;
        }

        internal Call Body(string mediaType, object value)
        {
            this.mediaType = mediaType;
            body = value as byte[] ?? Json.Write(value);
            return this;
        }

        internal Call WithoutKey()
        {
            needsKey = false;
            return this;
        }

        /// <summary>A request can be sent once, so each attempt has its own.</summary>
        internal HttpRequestMessage Request(string baseUrl, string key)
        {
            var address = baseUrl + path + (query.Count == 0 ? "" : "?" + string.Join("&", query));
            var request = new HttpRequestMessage(new HttpMethod(method), address);
            foreach (var header in headers) request.Headers.TryAddWithoutValidation(header.Key, header.Value);
            if (needsKey) request.Headers.TryAddWithoutValidation("x-functions-key", key);
            if (body != null) request.Content = Content(body, mediaType);
            return request;
        }

        private static HttpContent Content(byte[] body, string mediaType)
        {
            var content = new ByteArrayContent(body);
            content.Headers.TryAddWithoutValidation("Content-Type", mediaType);
            return content;
        }

        private static string Encoded(object value) =>
            Uri.EscapeDataString(value is bool ? (bool)value ? "true" : "false" : Convert.ToString(value, CultureInfo.InvariantCulture));
    }
}
