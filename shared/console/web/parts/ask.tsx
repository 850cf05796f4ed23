// A question that has to be answered before anything goes on.

import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

/** What is asked. */
interface Question {
  title: string;
  yes: string;
  no: string;
  /** Another yes, which takes nothing away. */
  instead?: string | undefined;
  /** The answer takes something away. */
  danger?: boolean;
  onYes: () => void;
  onInstead?: () => void;
  onNo: () => void;
  children: ComponentChildren;
}

/** The question, as long as it is on the screen. Escape is a no. */
export function Ask({ title, yes, no, instead, danger = false, onYes, onInstead, onNo, children }: Question) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onNo}>
      <h2 id={id}>{title}</h2>
      {children}
      <p class="actions">
        <button type="button" onClick={() => dialog.current?.close()} autofocus>{no}</button>
        {instead && <button type="button" class="primary" onClick={onInstead}>{instead}</button>}
        <button type="button" class={danger ? "danger" : "primary"} onClick={onYes}>{yes}</button>
      </p>
    </dialog>
  );
}
