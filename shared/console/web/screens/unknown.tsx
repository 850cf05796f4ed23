// An address that names no screen.

import { say } from "../languages";
import { Heading } from "../parts/heading";
import { href } from "../route";

/** The screen. */
export function UnknownScreen() {
  return (
    <>
      <Heading title={say("unknown.title")} about={say("unknown.about")} />
      <p><a href={href({ screen: "templates" })}>{say("unknown.templates")}</a></p>
    </>
  );
}
