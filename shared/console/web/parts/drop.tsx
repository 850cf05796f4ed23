// A place to drop a file on, which is also a button that chooses one.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { say } from "../languages";
import { FileButton } from "./file-button";
import { choosesFolders, droppedFiles, wordDocuments } from "./folder";
import { Icon } from "./icon";

/** What a drop zone is given. */
interface Drop {
  /** Kinds of files, as in `accept` of an input. */
  accept: string;
  label: string;
  hint: ComponentChildren;
  onFile: (file: File) => void;
  /** Takes several at once, and the Word documents of folders; without it the first file is taken. */
  onFiles?: (files: File[]) => void;
  busy?: boolean;
  /** A lower zone, beside other things. */
  small?: boolean;
}

/** The zone. While it is on the screen, files may be dropped anywhere on the page. */
export function DropZone({ accept, label, hint, onFile, onFiles, busy = false, small = false }: Drop) {
  const [over, setOver] = useState(false);
  const [none, setNone] = useState(false);
  const choose = (files: File[]) => {
    const [first, second] = files;
    setNone(false);
    if (second && onFiles) onFiles(files);
    else if (first) onFile(first);
  };
  const chooseFolder = (files: File[]) => {
    const found = wordDocuments(files);
    choose(found);
    setNone(found.length === 0);
  };
  const drop = async (carried: DataTransfer | null) => {
    if (!onFiles) return choose([...(carried?.files ?? [])]);
    const { files, inFolders } = await droppedFiles(carried);
    if (inFolders) chooseFolder(files);
    else choose(files);
  };
  const take = useRef(drop);
  take.current = drop;
  useEffect(() => {
    const carries = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const drag = (event: DragEvent) => {
      if (!carries(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const dropped = (event: DragEvent) => {
      if (!carries(event)) return;
      // Without this the browser would open the file in place of the page.
      event.preventDefault();
      setOver(false);
      void take.current(event.dataTransfer);
    };
    window.addEventListener("dragover", drag);
    window.addEventListener("dragleave", leave);
    window.addEventListener("drop", dropped);
    return () => {
      window.removeEventListener("dragover", drag);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("drop", dropped);
    };
  }, []);
  return (
    <div class={`drop${over ? " over" : ""}${small ? " small" : ""}`}>
      <Icon name="upload" />
      <div>
        <FileButton accept={accept} label={label} class="link" disabled={busy} onFile={onFile} onFiles={onFiles}>
          {busy ? say("file.reading") : label}
        </FileButton>{" "}
        <span>{say("file.drop")}</span>
        {onFiles && choosesFolders && (
          <> <FileButton accept="" folder label={say("file.folder")} class="link" disabled={busy} onFile={(file) => chooseFolder([file])} onFiles={chooseFolder}>{say("file.folder")}</FileButton></>
        )}
        {none && <p class="fault" role="alert">{say("file.noWord")}</p>}
        <p class="muted">{hint}</p>
      </div>
    </div>
  );
}
