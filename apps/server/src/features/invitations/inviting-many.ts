import type { ListedInvitation, ListedInvitationResult, WantedInvitation } from '@portal/contract/invitations';
import type { CurrentUser } from '../../access/current-user.ts';
import { PortalError } from '../../platform/errors.ts';
import { type InvitingDependencies, inviteAll, type Newcomer, placeNewcomers } from './inviting.ts';
import { readListedRow } from './listed-row.ts';

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
