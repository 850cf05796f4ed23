// Files that the person keeps.

/** Hands a file over as a download. */
export function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  follow(url, name);
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Downloads what a link names. */
export function follow(url: string, name = ""): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}
