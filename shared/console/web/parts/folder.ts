// The files of folders: of one that was dropped, or of one that was chosen.

/** The files that a drop carries, those in its folders too. To be called while the drop is being told: afterward it carries nothing. */
export async function droppedFiles(carried: DataTransfer | null): Promise<{ files: File[]; inFolders: boolean }> {
  const files = [...(carried?.files ?? [])];
  const entries = [...(carried?.items ?? [])].map((item) => item.webkitGetAsEntry());
  if (!entries.some((entry) => entry?.isDirectory)) return { files, inFolders: false };
  const found = await Promise.all(entries.map((entry) => (entry ? filesOf(entry) : [])));
  return { files: found.flat(), inFolders: true };
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (isFile(entry)) return [await new Promise<File>((resolve, reject) => entry.file(resolve, reject))];
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const all: File[] = [];
  // A reader gives some at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...(await Promise.all(some.map(filesOf))).flat());
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

/** The Word documents among files of a folder, by name. Word keeps a file `~$name.docx` beside each one that is open. */
export function wordDocuments(files: readonly File[]): File[] {
  const found = files.filter(({ name }) => /\.(docx|dotx)$/i.test(name) && !name.startsWith("~$"));
  return found.sort((one, other) => path(one).localeCompare(path(other), undefined, { numeric: true }));
}

function path(file: File): string {
  return file.webkitRelativePath || file.name;
}

/** Whether people can choose a folder here; on most phones they cannot. */
export const choosesFolders = "webkitdirectory" in HTMLInputElement.prototype;
