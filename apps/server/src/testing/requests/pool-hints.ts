import type { EndpointDefinition } from '@portal/contract/endpoint';
import type { Pool } from './world-names.ts';

/** Kind of id for a parameter name or the last segment of a path. */
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

/** Pool of ids to use; a new endpoint whose path contains no hint gets user ids. */
export function poolOf(name: string, { path }: EndpointDefinition, otherwise: Pool = 'users'): Pool {
  const where = name === 'id' || name === 'userId' ? path : name;
  return hints.find(([hint]) => hint.test(where))?.[1] ?? otherwise;
}
