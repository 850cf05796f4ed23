// An OpenID provider to sign in through: oidc-provider, which the OpenID Foundation certified, with its own login page. Whoever
// signs in as NAME is in the groups that stand behind dots: `ada.admins.press` is Ada, in `admins` and `press`.
//
// node provider.mjs CALLBACK prints its issuer; the client is `platen`, its secret `not-a-secret`.

import { createRequire } from "node:module";
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";

const place = createRequire(new URL("../../../.work/oidc/", import.meta.url));
const { default: Provider } = await import(pathToFileURL(place.resolve("oidc-provider")).href);

const server = createServer();
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
const issuer = `http://127.0.0.1:${server.address().port}`;
const provider = new Provider(issuer, {
  clients: [{ client_id: "platen", client_secret: "not-a-secret", redirect_uris: [process.argv[2]], post_logout_redirect_uris: [new URL("/", process.argv[2]).href], response_types: ["code"], grant_types: ["authorization_code"] }],
  pkce: { required: () => true },
  // Claims in the ID token itself, as most providers send them.
  conformIdTokenClaims: false,
  claims: { openid: ["sub"], profile: ["name", "groups"], email: ["email"] },
  async findAccount(_, id) {
    const [name, ...groups] = id.split(".");
    return {
      accountId: id,
      claims: async () => ({ sub: id, name: name[0].toUpperCase() + name.slice(1), email: `${name}@example.org`, groups }),
    };
  },
});
server.on("request", provider.callback());
console.log(issuer);
