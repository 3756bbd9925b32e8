import type { EndpointDefinition } from '@portal/contract/endpoint';
import type { Pool } from './world-names.ts';

/** What a parameter of a name, or the last thing that a path names, is an id of. */
const hints: readonly (readonly [RegExp, Pool])[] = [
  [/group/i, 'groups'],
  [/attachments\/\{id/, 'attachments'],
  [/runs\//, 'runs'],
  [/sessions\//, 'sessions'],
  [/before/i, 'lines'],
  [/guest-users\/|assigned-orders\/|assign-orders/, 'guests'],
  [/invitations\/\{id/, 'invitations'],
  [/customers\/\{id|customerNetsuite/, 'customers'],
];

/** Whose ids to send; a new call whose path says nothing of it gets ids all the same, of users. */
export function poolOf(name: string, { path }: EndpointDefinition, otherwise: Pool = 'users'): Pool {
  const where = name === 'id' || name === 'userId' ? path : name;
  return hints.find(([hint]) => hint.test(where))?.[1] ?? otherwise;
}
