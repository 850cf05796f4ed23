// Files that the person keeps.

/** Hands a file over as a download. */
export function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  follow(url, name);
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Hands a value over as a file of JSON. */
export function saveJson(value: unknown, name: string): void {
  save(new Blob([JSON.stringify(value, null, 2)], { type: "application/json" }), name);
}

/** Downloads what a link names. */
export function follow(url: string, name = ""): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}
