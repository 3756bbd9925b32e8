import { z } from 'zod';
import { email, fullName, givenInstant, idParams, instant, message, netsuiteId, newPassword, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { roles } from './permissions.ts';
import { MIN_LINK_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './values.ts';

/** A password as typed. Only its length is limited, because passwords accepted earlier must stay usable. */
const password = z.string().min(1, 'is required').max(128, 'must be at most 128 characters');

const linkPassword = newPassword(MIN_LINK_PASSWORD_LENGTH);

export const beginSignIn = endpoint({
  method: 'POST',
  path: '/auth/login/initiate',
  tag: 'Auth',
  summary: 'Check email and password, mail a one-time code. Called again, it replaces the code (resend).',
  permission: 'public',
  body: z.object({ email, password }),
  response: message,
  errors: [400, 429, 503],
});

export const finishSignIn = endpoint({
  method: 'POST',
  path: '/auth/login/verify',
  tag: 'Auth',
  summary: 'Exchange the one-time code for an access token',
  permission: 'public',
  body: z.object({ email, otp: z.string().trim().min(1, 'is required').max(20) }),
  response: z.object({ access_token: z.string() }),
  errors: [400, 429],
});

export const validateToken = endpoint({
  method: 'GET',
  path: '/auth/validate',
  tag: 'Auth',
  summary: 'Is the token still good?',
  permission: 'signedIn',
  response: z.object({ valid: z.literal(true) }),
  errors: [401],
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

export const getProfile = endpoint({
  method: 'GET',
  path: '/auth/profile',
  tag: 'Auth',
  summary: 'The caller',
  permission: 'signedIn',
  response: profile,
  errors: [401],
});

export const signOut = endpoint({
  method: 'POST',
  path: '/auth/logout',
  tag: 'Auth',
  summary: 'End the session of this token',
  permission: 'signedIn',
  response: message,
  errors: [401],
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

export const listSessions = endpoint({
  method: 'GET',
  path: '/auth/sessions',
  tag: 'Auth',
  summary: "The caller's live sessions",
  permission: 'signedIn',
  response: z.object({ data: z.array(session) }),
  errors: [401],
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/auth/sessions',
  tag: 'Auth',
  summary: "End all of the caller's sessions but this one",
  permission: 'signedIn',
  response: z.object({ ended: z.number().int() }),
  errors: [401],
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/auth/sessions/{id}',
  tag: 'Auth',
  summary: "End one of the caller's sessions",
  permission: 'signedIn',
  params: idParams,
  response: message,
  errors: [400, 401, 404],
});

export const register = endpoint({
  method: 'POST',
  path: '/auth/register',
  tag: 'Auth',
  summary: 'Create an active user, without an invitation',
  permission: 'users.create',
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
  errors: [400, 401, 403, 409],
});

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/auth/forgot-password',
  tag: 'Auth',
  summary: 'Mail a reset link, if the address is known; the answer is the same either way',
  permission: 'public',
  body: z.object({ email }),
  response: message,
  errors: [400, 429, 503],
});

export const resetPassword = endpoint({
  method: 'PUT',
  path: '/auth/forgot-password',
  tag: 'Auth',
  summary: 'Set a new password with the code of a reset link',
  permission: 'public',
  body: z.object({ code: z.string().min(1).max(200), password: linkPassword, email }),
  response: message,
  errors: [400, 429],
});

export const changePassword = endpoint({
  method: 'PUT',
  path: '/auth/password',
  tag: 'Auth',
  summary: "Change the caller's own password; ends the caller's other sessions",
  permission: 'signedIn',
  body: z.object({
    currentPassword: password,
    password: newPassword(MIN_PASSWORD_LENGTH),
  }),
  response: message,
  errors: [400, 401, 429],
});

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/auth/confirm-email',
  tag: 'Auth',
  summary: 'Confirm a changed email address with the code of the mailed link',
  permission: 'public',
  body: z.object({ code: z.string().min(1).max(200), email }),
  response: message,
  errors: [400, 429],
});

export const completeInvitation = endpoint({
  method: 'POST',
  path: '/auth/complete-invitation',
  tag: 'Auth',
  summary: 'Accept an invitation and choose a password',
  permission: 'public',
  body: z.object({ token: z.string().min(1).max(200), password: linkPassword, email }),
  response: message,
  errors: [400, 409, 429],
});
