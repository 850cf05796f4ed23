using System;
using System.IO;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;

namespace Platen.Client
{
    /// <summary>Ends a request of which nothing was heard for too long. A file may take hours, as long as it comes.</summary>
    internal sealed class Silence : IDisposable
    {
        private readonly CancellationTokenSource source;
        private readonly TimeSpan limit;

        internal Silence(TimeSpan limit, CancellationToken caller)
        {
            this.limit = limit;
            source = CancellationTokenSource.CreateLinkedTokenSource(caller);
            source.CancelAfter(limit);
        }

        internal CancellationToken Token => source.Token;

        /// <summary>The whole body of an answer.</summary>
        internal async Task<byte[]> WholeAsync(HttpResponseMessage answer)
        {
            using (var all = new MemoryStream())
            {
                await CopyAsync(answer, all).ConfigureAwait(false);
                return all.ToArray();
            }
        }

        /// <summary>Copies the body of an answer.</summary>
        internal async Task CopyAsync(HttpResponseMessage answer, Stream target)
        {
            // Not every stream of a connection heeds the token while it waits for bytes.
            using (Token.Register(answer.Dispose))
            using (var body = await answer.Content.ReadAsStreamAsync().ConfigureAwait(false))
            {
                var piece = new byte[81920];
                for (int length; (length = await body.ReadAsync(piece, 0, piece.Length, Token).ConfigureAwait(false)) > 0;)
                {
                    source.CancelAfter(limit);
                    await target.WriteAsync(piece, 0, length, Token).ConfigureAwait(false);
                }
            }
            Token.ThrowIfCancellationRequested();
        }

        public void Dispose() => source.Dispose();
    }
}
