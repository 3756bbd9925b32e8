import { StatusChip } from '#components/ui/status-chip.tsx';
import { t } from '#lib/texts.ts';

/** Where an account stands, for the screens and for the filter. */
export const userStates = ['active', 'pending', 'unknown'] as const;
export type UserState = (typeof userStates)[number];

/** What a user's number of a status means. */
export function userState(status: number): UserState {
  if (status === 1) return 'active';
  return status === 0 ? 'pending' : 'unknown';
}

/** The word for it. */
export function userStateLabel(state: UserState): string {
  return t(`users.status.${state}`);
}

const glyphs = { active: 'Billed', pending: 'Pending Approval', unknown: undefined } as const;

/** A user's status: its glyph and its word. */
export function UserStatus({ state }: { state: UserState }) {
  return <StatusChip status={userStateLabel(state)} like={glyphs[state]} />;
}
