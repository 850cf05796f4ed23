// A text that is copied with a click.

import { useState } from "preact/hooks";
import { say } from "../languages";
import { announce } from "./announce";

/** The text as code, which is a button. */
export function Copy({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await toClipboard(text);
    setCopied(true);
    announce(say("copy.said", { text }));
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <button type="button" class="copy" title={say("copy")} onClick={copy}>
      <code>{text}</code> <span>{say(copied ? "copied" : "copy")}</span>
    </button>
  );
}

async function toClipboard(text: string): Promise<void> {
  // Browsers have a clipboard on secure pages only; a server in an office is often reached by plain http.
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}
