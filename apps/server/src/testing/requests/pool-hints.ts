import type { EndpointDefinition } from '@portal/contract/endpoint';
import type { Pool } from './world-names.ts';

/** Kind of id for a parameter name or the last segment of a path. */
const hints: readonly (readonly [RegExp, Pool])[] = [
  [/group/i, 'groups'],
  [/attachments\/\{id/, 'attachments'],
  [/paper-requests\/\{id/, 'papers'],
  [/^userId$/, 'guests'],
  [/runs\//, 'runs'],
  [/sessions\//, 'sessions'],
  [/before/i, 'lines'],
  [/guest-users\//, 'guests'],
  [/invitations\/\{id/, 'invitations'],
  [/customers\/\{id|customerNetsuite/, 'customers'],
];

/** Pool of ids to use; a new endpoint whose path contains no hint gets user ids. */
export function poolOf(name: string, { path }: EndpointDefinition, otherwise: Pool = 'users'): Pool {
  const where = name === 'id' ? path : name;
  return hints.find(([hint]) => hint.test(where))?.[1] ?? otherwise;
}
