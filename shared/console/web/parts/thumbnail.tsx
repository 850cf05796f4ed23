// The first page of a template, small.

import { useEffect, useState } from "preact/hooks";
import { thumbnail } from "../api/calls";

/** The pictures of this session: of templates by change, and of samples. They have some kilobytes each. */
const pictures = new Map<string, Promise<string | null>>();

/** One after the other: a list of templates takes no more of the service than one preview. */
let last: Promise<unknown> = Promise.resolve();

/** The address of a picture in this page; null when there is none. `key` names it. */
export function pictureOf(key: string, ask: () => Promise<Blob>): Promise<string | null> {
  const known = pictures.get(key);
  if (known) return known;
  const picture = last.then(ask).then(URL.createObjectURL, () => null);
  last = picture;
  pictures.set(key, picture);
  // A service that was busy is asked again when the list comes again.
  void picture.then((url) => url === null && pictures.delete(key));
  return picture;
}

/** The picture, or a sheet while there is none. `change` differs whenever the template did; `version` names a draft. */
export function Thumbnail({ id, change, bad, version }: { id: string; change: string; bad: boolean; version?: number | undefined }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let wanted = !bad;
    setUrl(null);
    if (wanted) void pictureOf(`${id} ${change}`, () => thumbnail(id, version)).then((url) => wanted && setUrl(url));
    return () => void (wanted = false);
  }, [id, change, bad, version]);
  if (url) return <img class="thumbnail" src={url} alt="" />;
  return <span class={`sheet${bad ? " bad" : ""}`} aria-hidden="true">W</span>;
}
