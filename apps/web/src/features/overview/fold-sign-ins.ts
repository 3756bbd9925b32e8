import type { ActivityEntry } from '@portal/contract/activity';

/** Consecutive entries that are shown as one line; a single one is shown as it is. */
export type ActivityGroup = readonly [ActivityEntry, ...ActivityEntry[]];

const isSignIn = ({ action }: ActivityEntry) => action === 'sign-in' || action === 'sign-out';

/** Groups consecutive sign-ins and sign-outs, so that they do not hide what happened to orders. */
export function foldSignIns(entries: readonly ActivityEntry[]): ActivityGroup[] {
  const groups: [ActivityEntry, ...ActivityEntry[]][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last !== undefined && isSignIn(entry) && isSignIn(last[0])) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}
