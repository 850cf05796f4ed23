// n8n's own rules (eslint-plugin-n8n-nodes-base) for nodes, credentials and the package.

import n8n from "eslint-plugin-n8n-nodes-base";
import parser from "@typescript-eslint/parser";

// The plugin's sets name rules in the form before flat configurations.
const { configs } = n8n;
const rules = (set) => configs[set].rules;

export default [
  { files: ["**/*.ts", "package.json"], languageOptions: { parser, parserOptions: { extraFileExtensions: [".json"] } }, plugins: { "n8n-nodes-base": n8n } },
  // The package has the project's license.
  {
    files: ["package.json"],
    rules: { ...rules("community"), "n8n-nodes-base/community-package-json-license-not-default": "off" },
  },
  {
    files: ["credentials/**/*.ts"],
    // n8n's own nodes name a page of its documentation; those of others have an address, which another rule checks.
    rules: { ...rules("credentials"), "n8n-nodes-base/cred-class-field-documentation-url-miscased": "off" },
  },
  {
    files: ["nodes/**/*.ts"],
    // It would write the names of products, such as Word, small.
    rules: { ...rules("nodes"), "n8n-nodes-base/node-param-operation-option-action-miscased": "off" },
  },
];
