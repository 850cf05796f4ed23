// Notices that a template has changed on the server: a watched folder, or someone else, may bring a draft at any moment.

import { useEffect } from "preact/hooks";
import { managedTemplate } from "../api/calls";

/** Between two looks, of which there are none while the page is not seen. */
const LOOK_MS = 1500;

/** Looks, while `on`, whether a template is still in the state of `tag`; without a tag, whether it is still rejected. */
export function useNewer(id: string, tag: string | null, on: boolean, onChanged: () => void): void {
  useEffect(() => {
    if (!on) return;
    let known = tag;
    const look = setInterval(async () => {
      if (document.visibilityState !== "visible") return;
      const now = await managedTemplate(id).catch(() => null);
      if (now && (known === null ? now.status !== "rejected" : now.tag !== known)) onChanged();
      known = now?.tag ?? known;
    }, LOOK_MS);
    return () => clearInterval(look);
  }, [id, tag, on]);
}
