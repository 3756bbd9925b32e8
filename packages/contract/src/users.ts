import { z } from 'zod';
import {
  email,
  expectedVersion,
  fullName,
  givenInstant,
  idParams,
  instant,
  message,
  netsuiteId,
  newPassword,
  pageAfter,
  plainText,
  uuid,
  version,
  visibleLine,
} from './common.ts';
import { endpointsOf } from './endpoint.ts';
import { roles } from './permissions.ts';
import { MIN_PASSWORD_LENGTH } from './values.ts';

const endpoint = endpointsOf('Users');
const groupEndpoint = endpointsOf('Groups');

const user = z.object({
  id: uuid,
  email: z.string(),
  pendingEmail: z.string().optional().meta({ description: 'New address that has not been confirmed yet' }),
  fullName: z.string().optional(),
  status: z.number().int().meta({ description: '1 Active, 0 Pending, anything else Unknown' }),
  groups: z.array(z.string()).meta({ description: "Group names, in the caller's words" }),
  groupId: uuid.optional(),
  customerNetsuiteId: netsuiteId.optional(),
  customerName: z.string().optional(),
  parentId: uuid.optional(),
  createdAt: instant,
  updatedAt: instant,
  expiresAt: instant.nullable(),
  version,
});
export type User = z.infer<typeof user>;

const orEmpty = <Schema extends z.ZodType>(schema: Schema) => z.union([schema, z.literal('')]).optional();

const listed = { query: pageAfter(uuid), response: z.object({ data: z.array(user) }) } as const;

export const listUsers = endpoint('GET /users', 'users.read', {
  summary: 'The users in scope',
  ...listed,
});

export const listRelatedUsers = endpoint('GET /users/customers/related', 'users.read', {
  summary: "Users who share the caller's customer; for staff, all customer-side users",
  ...listed,
});

export const updateUser = endpoint('PUT /users/{id}', 'users.manage', {
  summary: 'Change a user',
  params: idParams,
  body: z.object({
    email: email.meta({ description: "An active user's new address is mailed a link and used once it is confirmed" }),
    pendingEmail: z.literal('').optional().meta({ description: 'Empty: drop the address that awaits confirmation' }),
    fullName,
    groupId: uuid,
    parentId: orEmpty(uuid).meta({ description: 'Empty for none; left out, it stays' }),
    customerNetsuiteId: orEmpty(netsuiteId).meta({ description: 'Empty for none; left out, it stays' }),
    expiresAt: orEmpty(givenInstant).meta({ description: 'For guests alone. Empty for no end; left out, it stays' }),
    version: expectedVersion,
  }),
  response: user,
  errors: [404, 409, 429],
});

export const deleteUser = endpoint('DELETE /users/{id}', 'users.manage', {
  summary: 'Delete a user',
  params: idParams,
  response: message,
  errors: [404, 409],
});

export const setUserPassword = endpoint('PUT /users/{id}/passeord', 'users.manage', {
  summary: "Set a user's password (the path is spelled so)",
  params: idParams,
  body: z.object({
    password: newPassword(MIN_PASSWORD_LENGTH),
  }),
  response: message,
  errors: [404, 409, 429],
});

const group = z.object({ id: uuid, name: z.string(), description: z.string(), type: z.enum(roles), version });
export type Group = z.infer<typeof group>;

export const listGroups = groupEndpoint('GET /groups', 'groups.read', {
  summary: 'The groups',
  response: z.array(group),
});

export const updateGroup = groupEndpoint('PUT /groups/{id}', 'groups.edit', {
  summary: "Change a group's name and description, never its type",
  params: idParams,
  body: z.object({
    name: visibleLine(100, 'The name'),
    description: plainText(1000, 'The description'),
    version: expectedVersion,
  }),
  response: group,
  errors: [404, 409],
});
