// Answers of several parts (RFC 2046, 5.1).

/** A part, with what its own lines say of it. */
export interface Part {
  headers: Headers;
  body: Blob;
}

/** The parts of an answer; null when it has none. */
export async function parts(response: Response): Promise<Part[] | null> {
  const boundary = response.headers.get("content-type")?.match(/^multipart\/mixed;.*boundary="?([^";]+)/i)?.[1];
  if (!boundary) return null;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const line = ascii(`\r\n--${boundary}`);
  const blank = ascii("\r\n\r\n");
  const found: Part[] = [];
  // The first one has no line end before it.
  for (let from = line.length - 2; ; ) {
    const head = find(bytes, blank, from);
    const end = head < 0 ? -1 : find(bytes, line, head + blank.length);
    if (end < 0) return found;
    const headers = new Headers();
    for (const text of new TextDecoder().decode(bytes.subarray(from, head)).split("\r\n")) {
      const [, name, value] = text.match(/^([^:]+):\s*(.*)$/) ?? [];
      if (name && value !== undefined) headers.append(name, value);
    }
    const type = headers.get("content-type") ?? "";
    found.push({ headers, body: new Blob([bytes.subarray(head + blank.length, end)], { type }) });
    from = end + line.length;
  }
}

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Where the bytes stand at or behind a place; -1 when they do not. */
function find(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  const first = wanted[0] ?? 0;
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return at;
  }
  return -1;
}
