// Sends what a reader of the reference page fills into a form, with the reader's key, and shows the answer.
"use strict";

const caller = document.getElementById("caller");
caller.hidden = false;
caller.addEventListener("submit", (event) => event.preventDefault());
// The page stands at /api/docs; a service behind a proxy may have a path before that.
const base = location.pathname.replace(/\/api\/docs\/?$/, "");

for (const details of document.querySelectorAll("details.try")) {
  details.hidden = false;
  const form = details.querySelector("form");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const output = form.querySelector("output");
    output.textContent = "Sending…";
    send(form).then(
      (answer) => show(output, answer),
      (error) => { output.textContent = `The service does not answer: ${error.message}`; },
    );
  });
}

async function send(form) {
  const { method, path, media, key } = form.dataset;
  const [query, headers] = [new URLSearchParams(), new Headers()];
  let address = path;
  for (const input of form.querySelectorAll("input[data-place]")) {
    const value = input.value.trim();
    if (value === "") continue;
    if (input.dataset.place === "path") address = address.replace(`{${input.name}}`, encodeURIComponent(value));
    else if (input.dataset.place === "query") query.append(input.name, value);
    else headers.set(input.name, value);
  }
  if (key !== undefined) headers.set("x-functions-key", caller.elements.key.value.trim());
  const request = { method, headers, cache: "no-store" };
  if (media) {
    const body = form.elements.body;
    headers.set("content-type", media);
    request.body = body.type === "file" ? body.files[0] : body.value;
  }
  return fetch(base + address + (query.size ? `?${query}` : ""), request);
}

async function show(output, answer) {
  const lines = [`${answer.status} ${answer.statusText}`];
  for (const [name, value] of answer.headers) lines.push(`${name}: ${value}`);
  const head = document.createElement("pre");
  head.textContent = lines.join("\n");
  output.replaceChildren(head);
  const type = answer.headers.get("content-type") ?? "";
  const file = await answer.blob();
  if (file.size === 0) return;
  if (/json|^text\//.test(type)) {
    const body = document.createElement("pre");
    const text = await file.text();
    body.textContent = /json/.test(type) ? JSON.stringify(JSON.parse(text), null, 2) : text;
    output.append(body);
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = named(answer.headers.get("content-disposition") ?? "");
  link.textContent = `Save ${link.download} (${file.size} bytes)`;
  output.append(link);
}

/** The file's name (RFC 6266): the one of all languages, else the plain one. */
function named(disposition) {
  const full = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return full ? decodeURIComponent(full) : /filename="([^"]*)"/i.exec(disposition)?.[1] ?? "answer";
}
