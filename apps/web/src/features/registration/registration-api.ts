import { queryOptions } from '@tanstack/react-query';
import { type ApiAnswer, api } from '#lib/api.ts';

export type InvitationLink = ApiAnswer<'GET /customer-invitations/validate/{token}'>;

/** What an invitation's link stands for, as it is now. */
export function invitationLinkQuery(token: string) {
  return queryOptions({
    queryKey: ['invitation-link', token],
    queryFn: () => api('GET /customer-invitations/validate/{token}', { params: { token } }),
  });
}

/** Accepts an invitation with a password of one's own. Signs nobody in. */
export async function completeRegistration(given: { token: string; email: string; password: string }): Promise<void> {
  await api('POST /auth/complete-invitation', { body: given });
}
