import { queryOptions } from '@tanstack/react-query';
import { type ApiAnswer, api } from '#lib/api.ts';

export type InvitationLink = ApiAnswer<'GET /customer-invitations/validate/{token}'>;

/** Current state of an invitation link. */
export function invitationLinkQuery(token: string) {
  return queryOptions({
    queryKey: ['invitation-link', token],
    queryFn: () => api('GET /customer-invitations/validate/{token}', { params: { token } }),
  });
}

/** Accepts an invitation and sets a password. Does not sign in. */
export async function completeRegistration(given: { token: string; email: string; password: string }): Promise<void> {
  await api('POST /auth/complete-invitation', { body: given });
}
