// A running `platen serve` on a data folder of its own.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const BINARY = process.env.PLATEN ?? "platen";

/** A server. */
export class Server {
  readonly folder = mkdtempSync(join(tmpdir(), "platen-console-"));
  private child: ChildProcess | null = null;
  private readonly helpers: ChildProcess[] = [];
  /** Variables of its environment. */
  readonly environment: Record<string, string> = {};
  url = "";
  key = "";
  private kept = new Set<string>();

  /** Starts it: on the address that it had before, else on a free one; with more arguments, if any. */
  async start(...more: string[]): Promise<this> {
    const listen = this.url ? new URL(this.url).host : "127.0.0.1:0";
    const child = spawn(BINARY, ["serve", "--listen", listen, "--data", this.data, ...more], { stdio: ["ignore", "pipe", "ignore"], env: { ...process.env, ...this.environment } });
    this.child = child;
    const said = await new Promise<string>((resolve, reject) => {
      let text = "";
      child.stdout.on("data", (piece) => {
        text += piece;
        // The first start says its key, a later one how to make another.
        if (/plk_\w+[\s\S]*\n$|--data/.test(text)) resolve(text);
      });
      child.on("exit", (code) => reject(new Error(`platen serve ended with ${code}: ${text}`)));
    });
    this.url = said.match(/http:\/\/[\d.:]+/)?.[0] ?? "";
    this.key ||= said.match(/plk_\w+/)?.[0] ?? "";
    return this;
  }

  /** Lets people sign in: starts an OpenID provider, and starts again with it. */
  async signsPeopleIn(groups: string): Promise<this> {
    await this.start();
    await this.kill();
    const provider = spawn("node", [fileURLToPath(new URL("provider.mjs", import.meta.url)), `${this.url}/api/sign-in/callback`], { stdio: ["ignore", "pipe", "ignore"] });
    this.helpers.push(provider);
    const issuer = await new Promise<string>((resolve, reject) => {
      provider.stdout.on("data", (said) => resolve(String(said).trim()));
      provider.on("exit", (code) => reject(new Error(`the provider ended with ${code}; run tests/set-up.sh`)));
    });
    Object.assign(this.environment, {
      PUBLIC_URL: this.url,
      // A provider without TLS needs no certificates, of which a bare container has none.
      SSL_CERT_FILE: "/dev/null",
      PLATEN_OIDC_ISSUER: issuer,
      PLATEN_OIDC_NAME: "Example Login",
      PLATEN_OIDC_CLIENT_ID: "platen",
      PLATEN_OIDC_CLIENT_SECRET: "not-a-secret",
      PLATEN_OIDC_GROUPS: groups,
      PLATEN_OIDC_SCOPES: "openid profile email",
    });
    return this.start();
  }

  /** Kills it where it stands. */
  async kill(): Promise<void> {
    const child = this.child;
    if (!child) return;
    const gone = new Promise((resolve) => child.on("exit", resolve));
    child.kill("SIGKILL");
    await gone;
    this.child = null;
  }

  /** Kills it, and removes its folder. */
  async remove(): Promise<void> {
    await this.kill();
    for (const helper of this.helpers) helper.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Runs a command on its data. */
  command(...words: string[]): string {
    return execFileSync(BINARY, [...words, "--data", this.data], { encoding: "utf8" });
  }

  /** Registers a template, by the command line. */
  addTemplate(fileName: string, docx: Uint8Array): void {
    const path = join(this.folder, fileName);
    writeFileSync(path, docx);
    this.command("template", "add", path);
  }

  /** Keeps the templates that are there now when others are removed. */
  async keepTemplates(): Promise<void> {
    this.kept = new Set(await this.templates());
  }

  /** Removes the templates that came since. */
  async removeOtherTemplates(): Promise<void> {
    for (const id of (await this.templates()).filter((id) => !this.kept.has(id))) {
      await this.send("DELETE", `/api/templates/${id}`);
    }
  }

  /** The id of a template, by its name. */
  async templateId(name: string): Promise<string> {
    const found = (await this.listed()).find((template) => template.name === name);
    if (!found) throw new Error(`no template ${name}`);
    return found.templateId;
  }

  /** Sends a request, with a body as JSON if there is one, and fails if it does not succeed. */
  async send(method: string, path: string, body?: unknown): Promise<Response> {
    const headers = { "x-functions-key": this.key, "content-type": "application/json" };
    const answer = await fetch(this.url + path, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  }

  private async templates(): Promise<string[]> {
    return (await this.listed()).map((template) => template.templateId);
  }

  private async listed(): Promise<{ name: string; templateId: string }[]> {
    const answer = await this.send("GET", "/api/templates?pageNumber=1&pageSize=100");
    return ((await answer.json()) as { items: { name: string; templateId: string }[] }).items;
  }

  private get data(): string {
    return join(this.folder, "data");
  }
}
