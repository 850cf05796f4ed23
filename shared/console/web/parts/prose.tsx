// Sentences of the service, which write names and code between backticks.

/** The text, with what stands between backticks as code. */
export function Prose({ text }: { text: string }) {
  return <>{text.split("`").map((piece, index) => (index % 2 ? <code key={index}>{piece}</code> : piece))}</>;
}
