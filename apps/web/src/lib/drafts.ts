import { parseJson } from './json.ts';
import { readStored, removeStored, writeStored } from './storage.ts';

/**
 * Stores the input of open forms per user until the forms are done. Uses session storage: limited to this tab and
 * removed with it. Never pass a password.
 */
export type DraftValues = Record<string, string>;

interface Drafts {
  /** The user who entered the draft. */
  owner: string;
  forms: Record<string, { values: DraftValues; at: number }>;
}

const storageKey = 'drafts';
/** Time of the last logout in this browser, in local storage, which all tabs share. */
const logoutKey = 'loggedOutAt';
const lifetime = 24 * 60 * 60 * 1000;

/** The user's draft of a form, unless it is a day old or a user has logged out since. */
export function readDraft(owner: string | undefined, form: string): DraftValues | undefined {
  const draft = readAll(owner).forms[form];
  if (draft === undefined) return undefined;
  const earliest = Math.max(Date.now() - lifetime, Number(readStored(logoutKey)));
  return draft.at > earliest ? draft.values : undefined;
}

/** Stores the current input of a form. Stores nothing if the user is unknown. */
export function keepDraft(owner: string | undefined, form: string, values: DraftValues): void {
  if (owner === undefined) return;
  const { forms } = readAll(owner);
  writeAll({ owner, forms: { ...forms, [form]: { values, at: Date.now() } } });
}

export function dropDraft(owner: string | undefined, form: string): void {
  const { [form]: dropped, ...forms } = readAll(owner).forms;
  if (owner !== undefined && dropped !== undefined) writeAll({ owner, forms });
}

/** A user has signed in: removes the drafts of other users. */
export function keepOnlyDraftsOf(owner: string): void {
  const { forms } = readAll(owner);
  if (Object.keys(forms).length === 0) removeStored(storageKey, 'sessionStorage');
}

/** A user logs out: removes all drafts in all tabs. */
export function dropAllDrafts(): void {
  removeStored(storageKey, 'sessionStorage');
  writeStored(logoutKey, String(Date.now()));
}

function readAll(owner: string | undefined): Pick<Drafts, 'forms'> {
  const drafts = parseJson(readStored(storageKey, 'sessionStorage')) as Drafts | null | undefined;
  return { forms: drafts?.owner === owner ? { ...drafts?.forms } : {} };
}

function writeAll(drafts: Drafts): void {
  if (Object.keys(drafts.forms).length === 0) removeStored(storageKey, 'sessionStorage');
  else writeStored(storageKey, JSON.stringify(drafts), 'sessionStorage');
}
