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
 * Validates one row of a pasted list by the rules of a single invitation. Returns the row, or an error sentence for the
 * user. Ignores surrounding whitespace and treats empty values as absent.
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
  // The invalid characters may be invisible, so the rule's own message is used.
  if (issue.code === 'custom') return `${label} ${issue.message}`;
  return `"${value}" is not ${kind}`;
}
