// A table in a frame that scrolls sideways where the window is narrow, also by keyboard.

import type { ComponentChildren } from "preact";

/** The frame with the table in it. */
export function Table({ label, children, ...rest }: { label: string; class?: string; children: ComponentChildren }) {
  return (
    <div class="table" role="region" aria-label={label} tabIndex={0}>
      <table {...rest}>{children}</table>
    </div>
  );
}
