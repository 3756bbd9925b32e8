import { readStored, removeStored, writeStored } from './storage.ts';

/**
 * What was typed into forms that are still open, kept for their user until the forms are done. It lies in the session
 * storage: of this tab alone, and gone with it. Never given a password.
 */
export type DraftValues = Record<string, string>;

interface Drafts {
  /** The user who typed. */
  owner: string;
  forms: Record<string, { values: DraftValues; at: number }>;
}

const storageKey = 'drafts';
/** In local storage, which all tabs share: when somebody logged out of this browser. */
const logoutKey = 'loggedOutAt';
const lifetime = 24 * 60 * 60 * 1000;

/** What this user had typed into a form, unless it is a day old or somebody has logged out since. */
export function readDraft(owner: string | undefined, form: string): DraftValues | undefined {
  const draft = readAll(owner).forms[form];
  if (draft === undefined) return undefined;
  const earliest = Math.max(Date.now() - lifetime, Number(readStored(logoutKey)));
  return draft.at > earliest ? draft.values : undefined;
}

/** Keeps what is in a form now. Of somebody unknown nothing is kept. */
export function keepDraft(owner: string | undefined, form: string, values: DraftValues): void {
  if (owner === undefined) return;
  const { forms } = readAll(owner);
  writeAll({ owner, forms: { ...forms, [form]: { values, at: Date.now() } } });
}

export function dropDraft(owner: string | undefined, form: string): void {
  const { [form]: dropped, ...forms } = readAll(owner).forms;
  if (owner !== undefined && dropped !== undefined) writeAll({ owner, forms });
}

/** Somebody has signed in: what others had typed here is gone. */
export function keepOnlyDraftsOf(owner: string): void {
  const { forms } = readAll(owner);
  if (Object.keys(forms).length === 0) removeStored(storageKey, 'sessionStorage');
}

/** Somebody logs out: nothing that was typed is kept, in no tab. */
export function dropAllDrafts(): void {
  removeStored(storageKey, 'sessionStorage');
  writeStored(logoutKey, String(Date.now()));
}

function readAll(owner: string | undefined): Pick<Drafts, 'forms'> {
  try {
    const drafts: Drafts | null = JSON.parse(readStored(storageKey, 'sessionStorage') ?? 'null');
    if (drafts !== null && drafts.owner === owner) return { forms: { ...drafts.forms } };
  } catch {
    // Not of our writing: as good as nothing.
  }
  return { forms: {} };
}

function writeAll(drafts: Drafts): void {
  if (Object.keys(drafts.forms).length === 0) removeStored(storageKey, 'sessionStorage');
  else writeStored(storageKey, JSON.stringify(drafts), 'sessionStorage');
}
