// Word as Microsoft's office-addin-mock has it, in the place of Office.js: it runs in the page, bundled by `office.ts`. The mock
// fails on what was not loaded or synchronized, as Word does; what is done to the document is written down in `word.done`.

import { OfficeMockObject } from "office-addin-mock";

/** What a test says of the document. */
export interface OpenDocument {
  base64: string;
  url: string;
  /** Whether anything is selected, in how many paragraphs, and in a table row of how many cells. */
  isEmpty: boolean;
  paragraphs: number;
  cells: number;
  done: unknown[][];
  filesOpen: number;
}

const word = (window as unknown as { word: OpenDocument }).word;
const note = (name: string) => (...given: unknown[]) => {
  word.done.push([name, ...given]);
  return { select: (where: string) => word.done.push(["select", where]) };
};
const paragraph = (name: string) => ({ insertParagraph: note(`${name}.insertParagraph`) });

const context = new OfficeMockObject({
  document: {
    body: {
      search: (text: string) => ({ getFirstOrNullObject: () => ({ isNullObject: text.includes("gone"), load: () => {}, select: () => word.done.push(["select", text]) }) }),
    },
    selection: {
      isEmpty: word.isEmpty,
      insertText: note("insertText"),
      insertContentControl(kind?: string) {
        const control = {};
        word.done.push(["insertContentControl", kind ?? null, control]);
        return control;
      },
      paragraphs: { items: Array.from({ length: word.paragraphs }, () => "paragraph"), getFirst: () => paragraph("first"), getLast: () => paragraph("last") },
      parentTableCellOrNullObject: { isNullObject: word.cells === 0, parentRow: { cellCount: word.cells, insertRows: note("insertRows") } },
    },
    getSelection() {
      return (this as unknown as { selection: unknown }).selection;
    },
  },
});

const bytes = Array.from(atob(word.base64), (character) => character.charCodeAt(0));
const SLICE = 1 << 12;
const succeeded = <T>(value: T) => ({ status: "succeeded", value });
const file = {
  sliceCount: Math.ceil(bytes.length / SLICE),
  getSliceAsync: (index: number, done: (result: unknown) => void) => done(succeeded({ data: bytes.slice(index * SLICE, (index + 1) * SLICE) })),
  closeAsync: () => void (word.filesOpen -= 1),
};
const failed = { status: "failed", error: { message: "The document is busy." } };

type Handler = (said: { message: string }) => void;

/** A window of Word's, as Word on the web opens it: one of the browser's, which speaks to the pane. */
const opened = (url: string, _size: unknown, done: (result: unknown) => void) => {
  const other = open(url, "_blank", "popup");
  if (!other) return done({ status: "failed", error: { message: "The window was blocked." } });
  const listeners = new Map<string, Handler>();
  window.addEventListener("message", ({ source, data }) => source === other && listeners.get("message")?.({ message: data }));
  done(succeeded({ addEventHandler: (type: string, handler: Handler) => listeners.set(type, handler), close: () => other.close() }));
};

Object.assign(window, {
  Word: { run: (work: (given: unknown) => unknown) => work(context) },
  Office: {
    onReady: async () => ({ host: "Word" }),
    HostType: { Word: "Word" },
    FileType: { Compressed: "compressed" },
    AsyncResultStatus: { Succeeded: "succeeded" },
    EventType: { DialogMessageReceived: "message" },
    context: {
      ui: { displayDialogAsync: opened, messageParent: (message: string) => window.opener.postMessage(message, location.origin) },
      requirements: { isSetSupported: () => true },
      document: {
        url: word.url,
        getFileAsync(_type: string, _options: unknown, done: (result: unknown) => void) {
          if (word.base64 === "") return done(failed);
          word.filesOpen += 1;
          done(succeeded(file));
        },
      },
    },
  },
});
