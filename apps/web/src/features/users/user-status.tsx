import { StatusChip } from '#components/ui/status-chip.tsx';
import { t } from '#lib/texts.ts';

/** States of an account, used by the screens and the filter. */
export const userStates = ['active', 'pending', 'unknown'] as const;
export type UserState = (typeof userStates)[number];

/** Maps a user's numeric status to a state. */
export function userState(status: number): UserState {
  if (status === 1) return 'active';
  return status === 0 ? 'pending' : 'unknown';
}

/** Display name of a state. */
export function userStateLabel(state: UserState): string {
  return t(`users.status.${state}`);
}

const glyphs = { active: 'Billed', pending: 'Pending Approval', unknown: undefined } as const;

/** A user's status as icon and text. */
export function UserStatus({ state }: { state: UserState }) {
  return <StatusChip status={userStateLabel(state)} like={glyphs[state]} />;
}
