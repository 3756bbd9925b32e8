import {
  inviteUserBody,
  type ListedInvitation,
  type ListedInvitationResult,
  type WantedInvitation,
} from '@portal/contract/invitations';
import type { z } from 'zod';
import type { CurrentUser } from '../../access/current-user.ts';
import { PortalError } from '../../platform/errors.ts';
import { type InvitingDependencies, inviteAll, type Newcomer, placeNewcomers } from './inviting.ts';

type RowResult = Omit<ListedInvitationResult, 'row'>;

/**
 * Invites a list of people, or returns the expected results in a preview. Returns one result per row, in the order of
 * the list; a rejected row does not affect the others. The valid rows are sent together or, on a failure, not at all.
 * Throws 429 if they exceed the caller's hourly limit.
 */
export async function inviteMany(
  dependencies: InvitingDependencies,
  currentUser: CurrentUser,
  rows: readonly ListedInvitation[],
  preview: boolean,
): Promise<ListedInvitationResult[]> {
  const read = rows.map(readListedRow);
  const people = read.filter((person): person is WantedInvitation => !('fault' in person));
  const placements = await placeNewcomers(dependencies, currentUser, people);
  const placementOf = new Map(people.map((person, index) => [person, placements[index]]));
  /** Valid rows by address. */
  const good = new Map<string, { row: number; newcomer: Newcomer }>();
  const refused = read.map((person, row): RowResult | undefined => {
    if ('fault' in person) return refuse(rows[row]?.email?.trim() ?? '', person.fault);
    const earlier = good.get(person.email);
    if (earlier !== undefined) return refuse(person.email, `This address is listed twice (row ${earlier.row + 1}).`);
    const placement = placementOf.get(person);
    if (placement === undefined) return refuse(person.email, 'This row cannot be read.');
    if (placement instanceof PortalError) return refuse(person.email, placement.publicMessage);
    good.set(person.email, { row, newcomer: { ...person, placement } });
    return undefined;
  });
  const newcomers = [...good.values()].map(({ newcomer }) => newcomer);
  const sent = preview || newcomers.length === 0 ? undefined : await inviteAll(dependencies, currentUser, newcomers);
  return read.map((person, row) => ({ row, ...(refused[row] ?? resultOf(person as WantedInvitation, sent)) }));
}

/** `sent` is undefined in a preview. */
function resultOf({ email }: WantedInvitation, sent: Map<string, string | PortalError> | undefined): RowResult {
  if (sent === undefined) return { email, outcome: 'ready' };
  const id = sent.get(email);
  if (id instanceof PortalError) return refuse(email, id.publicMessage);
  return { email, outcome: 'invited', ...(id === undefined ? {} : { id }) };
}

function refuse(email: string, message: string): RowResult {
  return { email, outcome: 'refused', message };
}

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
function readListedRow(typed: ListedInvitation): WantedInvitation | { fault: string } {
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
