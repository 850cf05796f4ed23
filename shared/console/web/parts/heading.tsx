// The heading of a screen: it names the window, and takes the focus when the screen comes.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

let first = true;

/** The heading, with what can be done at its right. */
export function Heading({ title, about, above, children }: {
  title: string;
  about?: ComponentChildren;
  above?: ComponentChildren;
  children?: ComponentChildren;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => void (document.title = `${title} · Platen`), [title]);
  useEffect(() => {
    // The first screen comes with the page, whose beginning is where reading begins.
    if (!first) heading.current?.focus();
    first = false;
  }, []);
  return (
    <header class="heading">
      <div>
        {above}
        <h1 ref={heading} tabIndex={-1}>{title}</h1>
        {about && <p class="muted">{about}</p>}
      </div>
      {children && <div class="actions">{children}</div>}
    </header>
  );
}
