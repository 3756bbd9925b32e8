import { inviteUserBody, type ListedInvitation, type WantedInvitation } from '@portal/contract/invitations';
import type { z } from 'zod';

const fields: Record<string, { label: string; kind: string }> = {
  email: { label: 'Email', kind: 'an email address' },
  fullName: { label: 'Full name', kind: 'a name' },
  groupId: { label: 'Group', kind: "one of the portal's groups" },
  customerNetsuiteId: { label: 'Customer', kind: 'a NetSuite customer id' },
  expiresAt: { label: 'End date', kind: 'an instant such as 2026-12-31T23:59:59Z' },
};

/**
 * One row of a pasted list, held to the rules of a single invitation; or what is wrong with it, as a sentence for the
 * person who pasted it. Blanks around a value do not count, and an empty one was not given.
 */
export function readListedRow(typed: ListedInvitation): WantedInvitation | { fault: string } {
  const given = Object.fromEntries(
    Object.entries(typed)
      .map(([name, value]) => [name, value?.trim()])
      .filter(([, value]) => value !== undefined && value !== ''),
  );
  const read = inviteUserBody.safeParse(given);
  const [issue] = read.error?.issues ?? [];
  if (issue !== undefined) return { fault: toFault(issue, given) };
  if (read.data === undefined) return { fault: 'This row cannot be read.' };
  return read.data;
}

function toFault(issue: z.core.$ZodIssue, given: Record<string, string | undefined>): string {
  const name = String(issue.path[0]);
  const { label, kind } = fields[name] ?? { label: name, kind: 'a value that can be used' };
  const value = given[name];
  if (value === undefined) return `${label} is required`;
  if (issue.code === 'too_big') return `${label} must be at most ${issue.maximum} characters long`;
  // What is wrong with it may not be seen: it is said in the rule's own words.
  if (issue.code === 'custom') return `${label} ${issue.message}`;
  return `"${value}" is not ${kind}`;
}
