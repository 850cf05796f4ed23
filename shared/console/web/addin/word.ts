// The open document, by Office.js: what is put into it at the cursor, and its bytes.

/// <reference types="office-js" />
import { say } from "../languages";
import type { Reach } from "../tags";

const MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/** Bytes that Word hands over at a time; it allows up to 4 MiB. */
const SLICE_BYTES = 1 << 20;

/** Where the page is: in Word, in a browser outside of Office, or without Office.js. */
export type Place = "word" | "outside" | "no-office";

/** Waits for Office, and says where the page is. */
export async function whereAmI(): Promise<Place> {
  if (typeof Office === "undefined") return "no-office";
  const { host } = await Office.onReady();
  return host === Office.HostType.Word ? "word" : "outside";
}

/** Puts text in the place of what is selected, and the cursor behind it. */
export function insertText(text: string): Promise<void> {
  return Word.run(async (context) => {
    context.document.getSelection().insertText(text, "Replace").select("End");
    await context.sync();
  });
}

/** What Word looks for has at most so many characters. */
const SOUGHT = 255;

/** Selects the first place of a text; false where it is not found. */
export function find(text: string): Promise<boolean> {
  return Word.run(async (context) => {
    const found = context.document.body.search(text.slice(0, SOUGHT), { matchCase: true }).getFirstOrNullObject();
    found.load("isNullObject");
    await context.sync();
    if (found.isNullObject) return false;
    found.select();
    await context.sync();
    return true;
  });
}

/** Wraps what is selected into a content control that the field fills; where nothing is, an empty one. */
export function insertControl(path: string, title: string): Promise<void> {
  return Word.run(async (context) => {
    const selection = context.document.getSelection();
    // Older Words know rich text only, which Platen fills just as well.
    const plain = Office.context.requirements.isSetSupported("WordApi", "1.5");
    const control = plain ? selection.insertContentControl("PlainText") : selection.insertContentControl();
    control.tag = path;
    control.title = title;
    control.placeholderText = title;
    await context.sync();
  });
}

/** The two ends of a tag, for each reach that it may have. */
type Ends = (reach: Reach) => [string, string];

/** Puts the ends of a condition around the selected words; around whole paragraphs where several, or no words, are selected. */
export function wrap(ends: Ends): Promise<void> {
  return Word.run(async (context) => {
    const selection = context.document.getSelection();
    selection.load("isEmpty");
    selection.paragraphs.load("items");
    await context.sync();
    if (selection.isEmpty || selection.paragraphs.items.length > 1) aroundParagraphs(selection, ends("p"));
    else {
      const [begin, end] = ends("");
      selection.insertText(begin, "Start");
      selection.insertText(end, "End");
    }
    await context.sync();
  });
}

/** Repeats the table's row at the cursor; outside of a table the selected paragraphs. Says which of them. */
export function repeat(ends: Ends): Promise<"row" | "paragraphs"> {
  return Word.run(async (context) => {
    const selection = context.document.getSelection();
    const cell = selection.parentTableCellOrNullObject;
    cell.load("isNullObject");
    await context.sync();
    if (cell.isNullObject) {
      aroundParagraphs(selection, ends("p"));
      await context.sync();
      return "paragraphs";
    }
    const row = cell.parentRow;
    row.load("cellCount");
    await context.sync();
    const [begin, end] = ends("tr");
    const cells = (text: string) => [[text, ...Array<string>(row.cellCount - 1).fill("")]];
    row.insertRows("Before", 1, cells(begin));
    row.insertRows("After", 1, cells(end));
    await context.sync();
    return "row";
  });
}

function aroundParagraphs(selection: Word.Range, [begin, end]: [string, string]): void {
  selection.paragraphs.getFirst().insertParagraph(begin, "Before");
  selection.paragraphs.getLast().insertParagraph(end, "After");
}

/** The open document as it is now, saved or not. */
export async function openDocument(fileName = "document.docx"): Promise<File> {
  const file = await asked<Office.File>((done) => Office.context.document.getFileAsync(Office.FileType.Compressed, { sliceSize: SLICE_BYTES }, done));
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  try {
    for (let index = 0; index < file.sliceCount; index += 1) {
      const slice = await asked<Office.Slice>((done) => file.getSliceAsync(index, done));
      pieces.push(Uint8Array.from(slice.data as ArrayLike<number>));
    }
  } finally {
    // Word keeps no more than two files open for an add-in.
    file.closeAsync();
  }
  return new File(pieces, fileName, { type: MEDIA_TYPE });
}

function asked<T>(ask: (done: (result: Office.AsyncResult<T>) => void) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    ask((result) => {
      if (result.status === Office.AsyncResultStatus.Succeeded) resolve(result.value);
      else reject(new Error(say("addin.unreadable", { why: result.error.message })));
    });
  });
}

/** The last step of the document's address; a document that was never saved has no name. */
export function documentName(): { stem: string; ending: string } {
  const address = Office.context.document.url ?? "";
  const last = address.split(/[\\/]/).at(-1)?.split("?")[0] ?? "";
  const name = /^https?:/i.test(address) ? decoded(last) : last;
  const [, stem = name, ending = ".docx"] = name.match(/^(.*?)(\.(?:docx|dotx))?$/i) ?? [];
  return { stem, ending };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
