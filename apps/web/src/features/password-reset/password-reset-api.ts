import { api } from '#lib/api.ts';

/** Requests a reset link by email. The response is the same whether or not the email is known. */
export async function sendResetLink(email: string): Promise<void> {
  await api('POST /auth/forgot-password', { body: { email } });
}

export interface NewPassword {
  code: string;
  email: string;
  password: string;
}

/** Sets a new password with the code from a reset link. Ends all sessions of the account. */
export async function setNewPassword(given: NewPassword): Promise<void> {
  await api('PUT /auth/forgot-password', { body: given });
}
