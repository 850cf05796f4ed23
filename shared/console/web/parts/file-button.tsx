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
  disabled?: boolean;
  class?: string;
  children: ComponentChildren;
}

/** The button, with the input that browsers have for it out of sight. */
export function FileButton({ accept, label, onFile, children, ...button }: Choose) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" {...button} onClick={() => input.current?.click()}>{children}</button>
      <input ref={input} type="file" accept={accept} class="unseen" tabIndex={-1} aria-label={label}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // The same file may be chosen again, after it was fixed.
          event.currentTarget.value = "";
          if (file) onFile(file);
        }} />
    </>
  );
}
