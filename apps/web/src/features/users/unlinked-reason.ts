import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '#lib/profile.ts';
import { deriveRole } from '#lib/role.ts';
import { t } from '#lib/texts.ts';

/** Why the current user cannot change users or groups: a customer's administrator without a customer. */
export function useUnlinkedReason(): string | undefined {
  const { data: profile } = useQuery(profileQuery);
  if (profile === undefined || deriveRole(profile.groups) !== 'customer_admin') return undefined;
  return profile.customerNetsuiteId === undefined ? t('users.action.unlinked') : undefined;
}
