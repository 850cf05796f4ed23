// A template that is open in Word: each save becomes a draft, so that this page shows errors, fields and the first page.

import { useEffect, useState } from "preact/hooks";
import { registerTemplate } from "../api/calls";
import { asProblem, isAbort } from "../api/problem";
import { say } from "../languages";
import { announce } from "../parts/announce";
import { useAttempt } from "../parts/attempt";
import { FileButton } from "../parts/file-button";
import { Icon } from "../parts/icon";
import { ProblemNote } from "../parts/notes";
import { Say } from "../parts/say";
import { WORD } from "./register";

/** Between two looks at the file. */
const LOOK_MS = 400;

/** A file on the person's disk (File System Access API), in browsers that have it. */
interface FileHandle {
  name: string;
  getFile(): Promise<File>;
}

declare global {
  interface Window {
    showOpenFilePicker?(options: object): Promise<FileHandle[]>;
  }
}

const WORD_FILES = { types: [{ accept: { "application/vnd.openxmlformats-officedocument.wordprocessingml.document": [".docx"] } }] };

/** Files that are watched, by template: going to another screen stops nothing for good. */
const watched = new Map<string, { handle: FileHandle; taken: number }>();

/** Files that were refused as drafts, by template: the service keeps their errors, not the files. */
export const refusedDrafts = new Map<string, File>();

/** The way to choose the file, and what becomes of it. */
export function Live({ id, onChanged }: { id: string; onChanged: () => void }) {
  const { busy, problem, attempt } = useAttempt();
  const [name, setName] = useState(watched.get(id)?.handle.name);
  const take = (file: File) => attempt(async () => {
    try {
      await registerTemplate(file, id, { draft: true });
      refusedDrafts.delete(id);
    } catch (error) {
      // Its errors are shown with the draft.
      if (asProblem(error).code !== "template-error") throw error;
      refusedDrafts.set(id, file);
    } finally {
      onChanged();
    }
    announce(say("live.taken", { name: file.name }));
  });
  useEffect(() => {
    if (name === undefined) return;
    let looking = false;
    const look = setInterval(async () => {
      const file = watched.get(id);
      if (!file || looking) return;
      looking = true;
      // Word replaces the file while it saves: what cannot be read now is read at the next look.
      const now = await file.handle.getFile().catch(() => null);
      if (now && now.size > 0 && now.lastModified !== file.taken) {
        file.taken = now.lastModified;
        await take(now);
      }
      looking = false;
    }, LOOK_MS);
    return () => clearInterval(look);
  }, [id, name]);
  const choose = () => attempt(async () => {
    // Closing the picker is no failure.
    const chosen = await window.showOpenFilePicker?.(WORD_FILES).catch((error) => {
      if (isAbort(error)) return [];
      throw error;
    });
    const handle = chosen?.[0];
    if (!handle) return;
    watched.set(id, { handle, taken: 0 });
    setName(handle.name);
  });
  const stop = () => {
    watched.delete(id);
    setName(undefined);
  };
  return (
    <section aria-labelledby="live">
      <h2 id="live">{say("live.title")}</h2>
      <p class="muted">{say("live.about")}</p>
      <p class="actions">
        {name !== undefined ? (
          <>
            <span role="status"><Say id="live.watching" name={<strong>{name}</strong>} />{busy && ` ${say("file.reading")}`}</span>
            <button type="button" onClick={stop}>{say("live.stop")}</button>
          </>
        ) : window.showOpenFilePicker ? <button type="button" onClick={choose}><Icon name="upload" /> {say("live.watch")}</button>
          : <FileButton accept={WORD} label={say("versions.draft")} disabled={busy} onFile={take}><Icon name="upload" /> {say(busy ? "file.reading" : "live.choose")}</FileButton>}
      </p>
      {problem && <ProblemNote problem={problem} />}
    </section>
  );
}
