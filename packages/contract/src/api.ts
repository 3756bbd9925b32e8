import * as activity from './activity.ts';
import * as assignments from './assignments.ts';
import * as attachments from './attachments.ts';
import * as auth from './auth.ts';
import * as changeFeed from './change-feed.ts';
import * as customers from './customers.ts';
import type { ApiTypes, EndpointDefinition, EndpointKey } from './endpoint.ts';
import * as health from './health.ts';
import * as invitations from './invitations.ts';
import * as notifications from './notifications.ts';
import * as orders from './orders.ts';
import * as paperRequests from './paper-requests.ts';
import * as preferences from './preferences.ts';
import * as sync from './sync.ts';
import * as timeline from './timeline.ts';
import * as users from './users.ts';
import * as viewers from './viewers.ts';

const files = {
  ...health,
  ...auth,
  ...orders,
  ...timeline,
  ...attachments,
  ...paperRequests,
  ...assignments,
  ...customers,
  ...sync,
  ...changeFeed,
  ...invitations,
  ...users,
  ...viewers,
  ...activity,
  ...preferences,
  ...notifications,
};
type Files = typeof files;

type EndpointName = { [Name in keyof Files]: Files[Name] extends EndpointDefinition ? Name : never }[keyof Files];
type AnyEndpoint = Files[EndpointName];

/** Every endpoint of the API, by its name in the code. */
export const endpoints: Pick<Files, EndpointName> = Object.fromEntries(
  Object.entries(files).filter(([, value]) => typeof value === 'object' && 'method' in value && 'path' in value),
) as Pick<Files, EndpointName>;

/** Every endpoint by `METHOD /path/{param}`: a client needs only these types, and nothing of this package at run time. */
export type ApiMap = { [E in AnyEndpoint as EndpointKey<E>]: ApiTypes<E> };
