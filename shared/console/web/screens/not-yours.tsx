// A screen that is for administrators only.

import { say } from "../languages";
import { Heading } from "../parts/heading";

/** The screen of somebody else. */
export function NotYours({ title }: { title: string }) {
  return <Heading title={title} about={say("frame.administrators")} />;
}
