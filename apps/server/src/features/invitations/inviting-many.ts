import type { ListedInvitation, ListedInvitationResult } from '@portal/contract/invitations';
import type { Viewer } from '../../access/viewer.ts';
import { PortalError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import { type InvitingDependencies, invite, placeNewcomer } from './inviting.ts';
import { readListedRow } from './listed-row.ts';

type RowResult = Omit<ListedInvitationResult, 'row'>;

const notSent = 'This invitation was not sent, since something went wrong on our side. Please try again.';

/**
 * Invites a list of people, or says in a preview what would come of it. Each row has one result, in the list's order;
 * each good one is sent in a transaction of its own, so that no row costs another its invitation.
 */
export async function inviteMany(
  dependencies: InvitingDependencies & { log: Logger },
  viewer: Viewer,
  rows: readonly ListedInvitation[],
  preview: boolean,
): Promise<ListedInvitationResult[]> {
  const results: ListedInvitationResult[] = [];
  /** By address, where in the list it was good. */
  const good = new Map<string, number>();
  for (const [row, typed] of rows.entries()) {
    try {
      const result = await inviteRow(dependencies, viewer, typed, preview, good);
      if (result.outcome !== 'refused') good.set(result.email, row);
      results.push({ row, ...result });
    } catch (error) {
      // Whoever was invited is told of in any case: a list that is sent again would find those addresses in use.
      if (preview || good.size === 0) throw error;
      dependencies.log.error({ err: error, row }, 'a list of invitations was sent in part');
      const left = rows.slice(row).map((other, index) => ({ row: row + index, ...refuse(typedEmail(other), notSent) }));
      return [...results, ...left];
    }
  }
  return results;
}

async function inviteRow(
  dependencies: InvitingDependencies,
  viewer: Viewer,
  typed: ListedInvitation,
  preview: boolean,
  good: ReadonlyMap<string, number>,
): Promise<RowResult> {
  const wanted = readListedRow(typed);
  if ('fault' in wanted) return refuse(typedEmail(typed), wanted.fault);
  const { email } = wanted;
  const earlier = good.get(email);
  if (earlier !== undefined) {
    return refuse(email, `This address is listed twice (row ${earlier + 1}).`);
  }
  try {
    if (!preview) return { email, outcome: 'invited', id: await invite(dependencies, viewer, wanted) };
    await placeNewcomer(dependencies, viewer, wanted);
    return { email, outcome: 'ready' };
  } catch (error) {
    if (error instanceof PortalError && error.status < 500) return refuse(email, error.publicMessage);
    throw error;
  }
}

function refuse(email: string, message: string): RowResult {
  return { email, outcome: 'refused', message };
}

function typedEmail({ email = '' }: ListedInvitation): string {
  return email.trim();
}
