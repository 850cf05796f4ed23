#!/usr/bin/env node
// Starts the program, which comes in a package for this kind of machine.
"use strict";
const { spawn } = require("node:child_process");
const { constants } = require("node:os");

const name = `@platen/${process.platform}-${process.arch}`;
let program;
try {
  program = require.resolve(`${name}/bin/platen`);
} catch {
  console.error(
    `platen: the package ${name} is not installed. Platen runs on Linux (x64, arm64); ` +
      "if this is one, install again without `--omit=optional`.",
  );
  process.exit(1);
}
const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
// Whoever ends this process means the program.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", (error) => {
  console.error(`platen: ${program} does not start: ${error.message}`);
  process.exit(1);
});
child.on("exit", (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
