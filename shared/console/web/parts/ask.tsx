// A question that has to be answered before anything goes on.

import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

/** One of the answers. */
export interface Answer {
  words: string;
  /** The one that is meant as a rule, or one that takes something away. */
  tone?: "primary" | "danger";
  onClick: () => void;
}

/** What is asked. */
interface Choice {
  title: string;
  /** Leaves all as it is. */
  no: string;
  onNo: () => void;
  answers: readonly Answer[];
  children: ComponentChildren;
}

/** The question, as long as it is on the screen. Escape is a no. */
export function Choose({ title, no, onNo, answers, children }: Choice) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onNo}>
      <h2 id={id}>{title}</h2>
      {children}
      <p class="actions">
        <button type="button" onClick={() => dialog.current?.close()} autofocus>{no}</button>
        {answers.map(({ words, tone, onClick }) => <button key={words} type="button" {...(tone && { class: tone })} onClick={onClick}>{words}</button>)}
      </p>
    </dialog>
  );
}

/** A question that is answered by yes or no. */
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

/** The question. */
export function Ask({ yes, instead, danger = false, onYes, onInstead, ...rest }: Question) {
  const other: Answer[] = instead && onInstead ? [{ words: instead, tone: "primary", onClick: onInstead }] : [];
  return <Choose {...rest} answers={[...other, { words: yes, tone: danger ? "danger" : "primary", onClick: onYes }]} />;
}
