// Where the API is.

const named = document.querySelector<HTMLMetaElement>('meta[name="platen-api"]')?.content.trim();
const base = new URL(named || ".", document.baseURI);

/** The full address of a path such as `api/health`. */
export function address(path: string): URL {
  return new URL(path, base);
}
