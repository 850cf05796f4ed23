using System.IO;
using System.Text;
using Newtonsoft.Json;

namespace Platen.Client
{
    /// <summary>JSON as it is sent and answered.</summary>
    internal static class Json
    {
        private static readonly Encoding Utf8 = new UTF8Encoding(false);

        private static readonly JsonSerializerSettings Settings = new JsonSerializerSettings
        {
            // Text stays as it came, also where it looks like a date, and a member "$ref" is a member like any other.
            DateParseHandling = DateParseHandling.None,
            MetadataPropertyHandling = MetadataPropertyHandling.Ignore,
        };

        internal static byte[] Write(object value)
        {
            using (var bytes = new MemoryStream())
            {
                using (var text = new StreamWriter(bytes, Utf8))
                {
                    // Not `JsonConvert`, whose defaults belong to the program.
                    JsonSerializer.Create(Settings).Serialize(text, value);
                }
                return bytes.ToArray();
            }
        }

        /// <exception cref="JsonException">It is no JSON, or not of this type.</exception>
        internal static T Read<T>(byte[] json)
        {
            using (var reader = new JsonTextReader(new StreamReader(new MemoryStream(json), Utf8)))
            {
                return JsonSerializer.Create(Settings).Deserialize<T>(reader);
            }
        }
    }
}
