// The first page of a template, small.

import { useEffect, useState } from "preact/hooks";
import { thumbnail } from "../api/calls";

/** The pictures of this session, by template and change. They have some kilobytes each. */
const pictures = new Map<string, Promise<string | null>>();

/** One after the other: a list of templates takes no more of the service than one preview. */
let last: Promise<unknown> = Promise.resolve();

function load(id: string, change: string): Promise<string | null> {
  const key = `${id} ${change}`;
  const known = pictures.get(key);
  if (known) return known;
  const picture = last.then(() => thumbnail(id)).then(URL.createObjectURL, () => null);
  last = picture;
  pictures.set(key, picture);
  // A service that was busy is asked again when the list comes again.
  void picture.then((url) => url === null && pictures.delete(key));
  return picture;
}

/** The picture, or a sheet while there is none. `change` differs whenever the template did. */
export function Thumbnail({ id, change, bad }: { id: string; change: string; bad: boolean }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let wanted = !bad;
    setUrl(null);
    if (wanted) void load(id, change).then((url) => wanted && setUrl(url));
    return () => void (wanted = false);
  }, [id, change, bad]);
  if (url) return <img class="thumbnail" src={url} alt="" />;
  return <span class={`sheet${bad ? " bad" : ""}`} aria-hidden="true">W</span>;
}
