// A button that lets the person choose a file.

import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";

/** What the button is given. */
interface Choose {
  /** Kinds of files, as in `accept` of an input. */
  accept: string;
  /** What the file is for. */
  label: string;
  onFile: (file: File) => void;
  /** Takes several at once. */
  onFiles?: ((files: File[]) => void) | undefined;
  /** Lets the person choose a folder: all files in it. */
  folder?: boolean;
  disabled?: boolean;
  class?: string;
  children: ComponentChildren;
}

/** The button, with the input that browsers have for it out of sight. */
export function FileButton({ accept, label, onFile, onFiles, folder = false, children, ...button }: Choose) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" {...button} onClick={() => input.current?.click()}>{children}</button>
      <input ref={input} type="file" accept={accept} multiple={onFiles !== undefined} {...(folder && { webkitdirectory: true })} class="unseen" tabIndex={-1} aria-label={label}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // The same file may be chosen again, after it was fixed.
          event.currentTarget.value = "";
          if (files[1] && onFiles) onFiles(files);
          else if (files[0]) onFile(files[0]);
        }} />
    </>
  );
}
