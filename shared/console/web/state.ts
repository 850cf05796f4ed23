// What several screens know: the subscription, the templates, what was entered into forms.

import { computed, signal } from "@preact/signals";
import { allTemplates, readyTemplates, subscription } from "./api/calls";
import type { ManagedTemplate, Subscription, Template } from "./api/types";
import { forgetRows } from "./bulk/rows";
import type { BulkState } from "./bulk/state";
import type { FormState } from "./form/state";
import { forgetPasswords } from "./options";
import { draft, dropDrafts, keepDraft } from "./parts/draft";

/** Whose key this is; null before it is known. */
export const account = signal<Subscription | null>(null);

/** Reads whose key this is, if that is not known yet. */
export async function knownAccount(): Promise<Subscription> {
  return account.value ?? recognize(await subscription());
}

/** Notes who it is. They must not see what another person began in this tab. */
export function recognize(known: Subscription): Subscription {
  const owner = `${known.subscriptionId} ${known.key.person?.subject ?? ""}`;
  if (draft("owner") !== owner) dropDrafts();
  keepDraft("owner", owner);
  return (account.value = known);
}

const scope = computed(() => account.value?.key.scope ?? "generate");

/** Whether the key may add and change templates. */
export const manages = computed(() => scope.value === "manage" || scope.value === "administer");

/** Whether it may send documents of its own to be converted. */
export const composes = computed(() => scope.value !== "generate");

/** Whether it may make and remove keys. */
export const administers = computed(() => scope.value === "administer");

/** A template of the list; what is wrong with it is told to keys that may manage. */
export type Listed = Template & Partial<ManagedTemplate>;

/** The templates, once they were read. */
export const templates = signal<Listed[] | null>(null);

/** What was just registered, for its screen to say so. */
export const registered = signal<ManagedTemplate | null>(null);

/** Forms that were begun, by template and version: going to another screen loses nothing. */
export const forms = new Map<string, FormState>();

/** Jobs that are being prepared, in the same way. */
export const bulks = new Map<string, BulkState>();

/** The service's own bound on a page. */
const PAGE = 100;

/** Pages that are read: the others are found over the API. */
const MOST_PAGES = 50;

/** The labels of templates, in the order of the alphabet. */
export function labelsOf(all: readonly Listed[]): string[] {
  return [...new Set(all.flatMap((template) => template.labels ?? []))].sort((one, other) => one.localeCompare(other));
}

/** Reads all templates again. */
export async function loadTemplates(): Promise<Listed[]> {
  await knownAccount();
  const all: Listed[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const read = await (manages.value ? allTemplates(page, PAGE) : readyTemplates(page, PAGE));
    all.push(...read.items);
    if (page >= read.totalPages) break;
  }
  templates.value = all;
  return all;
}

/** The templates, read if they were not yet. */
export async function knownTemplates(): Promise<Listed[]> {
  return templates.value ?? loadTemplates();
}

/** A template of the list, if it is there and was read. */
export function listed(templateId: string): Listed | undefined {
  return templates.value?.find((template) => template.templateId === templateId);
}

/**
 * Forgets all that belongs to a key.
 * @param drafts also what was begun: who did not leave by themselves finds it again.
 */
export function forget(drafts: boolean): void {
  account.value = null;
  templates.value = null;
  registered.value = null;
  forms.clear();
  bulks.clear();
  forgetPasswords();
  forgetRows();
  if (drafts) dropDrafts();
}
