using System.IO;
using System.Linq;
using System.Net.Http;
using System.Net.Http.Headers;

namespace Platen.Client
{
    /// <summary>A file that the service answered with.</summary>
    public sealed class PlatenFile
    {
        internal PlatenFile(byte[] content, HttpResponseMessage answer)
        {
            Content = content;
            Headers = answer.Headers;
            MediaType = answer.Content.Headers.ContentType?.MediaType ?? "";
            var disposition = answer.Content.Headers.ContentDisposition;
            Name = disposition?.FileNameStar ?? disposition?.FileName?.Trim('"') ?? "document";
        }

        /// <summary>Its bytes.</summary>
        public byte[] Content { get; }

        /// <summary>Such as <c>application/pdf</c>.</summary>
        public string MediaType { get; }

        /// <summary>The name to save it under; <c>document</c> where the service gives none.</summary>
        public string Name { get; }

        /// <summary>The headers of the answer.</summary>
        public HttpResponseHeaders Headers { get; }

        /// <summary>How many warnings the document has: what it lacks, or shows differently from Word.</summary>
        public int Warnings =>
            Headers.TryGetValues("platen-warnings", out var values) && int.TryParse(values.First(), out var count) ? count : 0;

        /// <summary>Writes the file to a path, or into a folder under its own name, and returns where it is.</summary>
        public string Save(string path)
        {
            // The name is the service's; no part of it leads to another folder.
            var place = Directory.Exists(path) ? Path.Combine(path, Path.GetFileName(Name)) : path;
            File.WriteAllBytes(place, Content);
            return place;
        }
    }
}
