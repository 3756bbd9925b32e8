import { api } from '#lib/api.ts';

/** Asks for a reset link by mail. The answer is the same whether the address is known or not. */
export async function sendResetLink(email: string): Promise<void> {
  await api('POST /auth/forgot-password', { body: { email } });
}

export interface NewPassword {
  code: string;
  email: string;
  password: string;
}

/** Sets a new password with the code of a reset link, which ends all sessions of its account. */
export async function setNewPassword(given: NewPassword): Promise<void> {
  await api('PUT /auth/forgot-password', { body: given });
}
