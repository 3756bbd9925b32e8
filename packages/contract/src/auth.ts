import { z } from 'zod';
import { email, fullName, givenInstant, idParams, instant, message, netsuiteId, newPassword, uuid } from './common.ts';
import { endpointsOf } from './endpoint.ts';
import { roles } from './permissions.ts';
import { MIN_LINK_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './values.ts';

const endpoint = endpointsOf('Auth');

/** A password as typed. Only its length is limited, because passwords accepted earlier must stay usable. */
const password = z.string().min(1, 'is required').max(128, 'must be at most 128 characters');

const linkPassword = newPassword(MIN_LINK_PASSWORD_LENGTH);

export const beginSignIn = endpoint('POST /auth/login/initiate', 'public', {
  summary: 'Check email and password, mail a one-time code. Called again, it replaces the code (resend).',
  body: z.object({ email, password }),
  response: message,
  errors: [429, 503],
});

export const finishSignIn = endpoint('POST /auth/login/verify', 'public', {
  summary: 'Exchange the one-time code for an access token',
  body: z.object({ email, otp: z.string().trim().min(1, 'is required').max(20) }),
  response: z.object({ access_token: z.string() }),
  errors: [429],
});

export const validateToken = endpoint('GET /auth/validate', 'signedIn', {
  summary: 'Check whether the token is valid',
  response: z.object({ valid: z.literal(true) }),
});

export const profile = z.object({
  id: uuid,
  email: z.string(),
  fullName: z.string().optional(),
  groups: z.array(z.enum(roles)).meta({ description: "The types of the caller's groups" }),
  customerNetsuiteId: netsuiteId.optional(),
  customerName: z.string().optional(),
  createdAt: instant,
  // Always sent. Optional because a browser may hold a profile that it stored before this field existed.
  limits: z
    .object({ attachmentMaxBytes: z.int().meta({ description: 'Largest file that can be attached' }) })
    .optional(),
});
export type Profile = z.infer<typeof profile>;

export const getProfile = endpoint('GET /auth/profile', 'signedIn', {
  summary: 'The current user',
  response: profile,
});

export const signOut = endpoint('POST /auth/logout', 'signedIn', {
  summary: 'End the session of this token',
  response: message,
});

const session = z.object({
  id: uuid,
  createdAt: instant,
  lastUsedAt: instant,
  expiresAt: instant,
  userAgent: z.string().optional(),
  current: z.boolean(),
});
export type Session = z.infer<typeof session>;

export const listSessions = endpoint('GET /auth/sessions', 'signedIn', {
  summary: "The caller's live sessions",
  response: z.object({ data: z.array(session) }),
});

export const endOtherSessions = endpoint('DELETE /auth/sessions', 'signedIn', {
  summary: "End all of the caller's sessions but this one",
  response: z.object({ ended: z.number().int() }),
});

export const endSession = endpoint('DELETE /auth/sessions/{id}', 'signedIn', {
  summary: "End one of the caller's sessions",
  params: idParams,
  response: message,
  errors: [404],
});

export const register = endpoint('POST /auth/register', 'users.create', {
  summary: 'Create an active user, without an invitation',
  body: z.object({
    email,
    password: linkPassword,
    fullName,
    groupId: uuid,
    customerNetsuiteId: netsuiteId.optional(),
    expiresAt: givenInstant.optional().meta({ description: 'For guests alone: when their access ends' }),
  }),
  status: 201,
  response: z.object({ id: uuid, message: z.string() }),
  errors: [409],
});

export const forgotPassword = endpoint('POST /auth/forgot-password', 'public', {
  summary: 'Mail a reset link if the address is known; the response is the same for unknown addresses',
  body: z.object({ email }),
  response: message,
  errors: [429, 503],
});

export const resetPassword = endpoint('PUT /auth/forgot-password', 'public', {
  summary: 'Set a new password with the code of a reset link',
  body: z.object({ code: z.string().min(1).max(200), password: linkPassword, email }),
  response: message,
  errors: [429],
});

export const changePassword = endpoint('PUT /auth/password', 'signedIn', {
  summary: "Change the caller's own password; ends the caller's other sessions",
  body: z.object({
    currentPassword: password,
    password: newPassword(MIN_PASSWORD_LENGTH),
  }),
  response: message,
  errors: [429],
});

export const confirmEmail = endpoint('POST /auth/confirm-email', 'public', {
  summary: 'Confirm a changed email address with the code of the mailed link',
  body: z.object({ code: z.string().min(1).max(200), email }),
  response: message,
  errors: [429],
});

export const completeInvitation = endpoint('POST /auth/complete-invitation', 'public', {
  summary: 'Accept an invitation and choose a password',
  body: z.object({ token: z.string().min(1).max(200), password: linkPassword, email }),
  response: message,
  errors: [409, 429],
});
