import type { endpoints } from '@portal/contract/api';
import type { TestApp } from '../app.ts';
import type { CallInput } from '../client.ts';
import type { Caller } from './callers.ts';
import { company, type MarkedWorld, orders, type Side } from './marked-world.ts';

/** Data for one request, created for each cell because a request may change or delete its subject. */
export type Making = { app: TestApp; world: MarkedWorld; caller: Caller };
// biome-ignore lint/suspicious/noExplicitAny: each endpoint has an input of its own; a case gives what its endpoint takes.
type Input = CallInput<any> & { file?: string };
type MakeInput = (making: Making) => Input | Promise<Input>;
/** By the subject of the request; '' if it has none. */
export type Case = Readonly<Record<string, MakeInput>>;

type Name = keyof typeof endpoints;

const plain: Case = { '': () => ({}) };
const asCsv: Case = { '': () => ({ query: { format: 'csv' } }) };
const sides = ['own', 'foreign'] as const;

function onEach<Key extends string>(keys: readonly Key[], make: (key: Key, making: Making) => Input | Promise<Input>) {
  return Object.fromEntries(keys.map((key) => [key, (making: Making) => make(key, making)])) as Case;
}

const orderKeys = ['own', 'foreign', 'assigned'] as const;
const onOrders = (more: Input = {}): Case => onEach(orderKeys, (key) => ({ params: { id: orders[key] }, ...more }));
const onCustomers: Case = onEach(sides, (side) => ({ params: { id: company[side] } }));

/** A user of each company, and the caller. */
const onUsers = (body: (user: { email: string }, making: Making) => unknown = () => undefined): Case => ({
  ...onEach([...sides, 'staff'] as const, async (side, making) => {
    const user = await making.world.user(side);
    return { params: { id: user.id }, ...withBody(body(user, making)) };
  }),
  itself: (making) => {
    const user = making.caller.user ?? { id: company.own.padStart(32, '0'), email: 'nobody@test.example' };
    return { params: { id: user.id }, ...withBody(body(user, making)) };
  },
});

const withBody = (body: unknown) => (body === undefined ? {} : { body });
const onInvitations: Case = onEach(sides, async (side, { world }) => ({
  params: { id: (await world.invitation(side)).id },
}));
const onGuests: Case = onEach(sides, async (side, { world }) => ({
  params: { id: (await world.user(side, 'customer_guest')).id },
}));

let people = 0;
const somebody = (making: Making, side: Side, role: Parameters<MarkedWorld['groupId']>[0]) => {
  people += 1;
  const email = `invited-${people}@test.example`;
  const person = { email, fullName: `mark-${side}`, groupId: making.world.groupId(role) };
  return role === 'admin' ? person : { ...person, customerNetsuiteId: company[side] };
};
const newcomer = (more: object = {}): Case => ({
  ...onEach(sides, (side, making) => ({ body: { ...somebody(making, side, 'customer_admin'), ...more } })),
  'as staff': (making) => ({ body: { ...somebody(making, 'own', 'admin'), ...more } }),
});

const attached = (by: 'another' | 'itself', more: Input = {}): Case =>
  onEach(orderKeys, async (key, { world, caller }) => ({
    params: { id: await world.attachment(orders[key], by === 'itself' ? { token: caller.token } : undefined) },
    ...more,
  }));
const titled = (title: string, cases: Case): Case =>
  Object.fromEntries(Object.entries(cases).map(([key, make]) => [`${key}, ${title}`, make]));

const toGuest = (more: object): Case => ({
  ...onEach(orderKeys, async (key, { world }) => {
    const { id } = await world.user('own', 'customer_guest');
    return { params: { userId: id }, body: { userId: id, orderIds: [orders[key]], ...more } };
  }),
  'to no guest': async ({ world }) => {
    const { id } = await world.user('own');
    return { params: { userId: id }, body: { userId: id, orderIds: [orders.own], ...more } };
  },
});

const edit = (
  making: Making,
  { email }: { email: string },
  role: 'customer_member' | 'customer_admin' = 'customer_member',
) => ({
  email,
  fullName: 'mark-own',
  groupId: making.world.groupId(role),
  customerNetsuiteId: company.own,
});
const password = 'a long enough pass phrase 7';
const group =
  (role: 'admin' | 'customer_guest'): MakeInput =>
  ({ world, caller }) => ({
    params: { id: world.groupId(role) },
    body: { name: `${role} named by ${caller.title}`, description: '' },
  });

/** Each endpoint of the contract and its subjects. A missing endpoint is a type error. */
export const matrixCases: Record<Name, Case> = {
  getHealth: plain,
  getReadiness: plain,
  beginSignIn: { '': () => ({ body: { email: 'nobody@test.example', password: 'wrong' } }) },
  finishSignIn: { '': () => ({ body: { email: 'nobody@test.example', otp: '000000' } }) },
  validateToken: plain,
  getProfile: plain,
  listSessions: plain,
  endSession: {
    itself: async ({ app, caller }) => ({ params: { id: await sessionOf(app, caller.user?.id) } }),
    another: async ({ app, world }) => {
      const other = await app.openSession(await world.user('own'));
      return { params: { id: await sessionOf(app, other.id) } };
    },
  },
  endOtherSessions: plain,
  signOut: plain,
  register: newcomer({ password }),
  forgotPassword: { '': () => ({ body: { email: 'nobody@test.example' } }) },
  resetPassword: { '': () => ({ body: { email: 'nobody@test.example', code: 'wrong', password } }) },
  changePassword: { '': () => ({ body: { currentPassword: 'wrong', password } }) },
  confirmEmail: { '': () => ({ body: { email: 'nobody@test.example', code: 'wrong' } }) },
  completeInvitation: { '': () => ({ body: { email: 'nobody@test.example', token: 'wrong', password } }) },

  listOrders: plain,
  listCustomerOrders: plain,
  listAssignedOrders: plain,
  countOpenOrders: { '': () => ({ query: { today: '2026-05-06' } }) },
  exportOrders: asCsv,
  getOrder: onOrders(),
  getTimeline: onOrders(),
  syncOrders: plain,
  uploadAttachment: onOrders({ file: 'a file' }),
  listAttachments: onOrders(),
  downloadAttachment: attached('another'),
  deleteAttachment: { ...titled('by another', attached('another')), ...titled('by itself', attached('itself')) },
  changeAttachment: {
    ...titled('by another', attached('another', { body: { kind: 'invoice' } })),
    ...titled('by itself', attached('itself', { body: { kind: 'invoice' } })),
  },
  requestPaper: {
    ...onEach(orderKeys, async (key, { world }) => {
      const userId = await world.guestOf(orders[key]);
      return { params: { id: orders[key] }, body: { userId, kind: 'invoice' } };
    }),
    'own, of a guest without it': async ({ world }) => {
      const userId = await world.guestOf(orders.foreign);
      return { params: { id: orders.own }, body: { userId, kind: 'invoice' } };
    },
  },
  withdrawPaperRequest: onEach(orderKeys, async (key, { world }) => ({
    params: { id: await world.paperRequest(orders[key]) },
  })),
  listOrderViewers: onOrders(),

  assignOrders: toGuest({}),
  listAssignments: toGuest({}),
  unassignOrders: toGuest({}),

  listCustomers: plain,
  exportCustomers: asCsv,
  getCustomer: onCustomers,
  listOrdersOfCustomer: onCustomers,
  listCustomersForInvitation: plain,
  listCustomerViewers: onCustomers,
  syncCustomers: plain,

  listSyncRuns: plain,
  getSyncRun: onEach(sides, async (side, { app }) => ({ params: { id: await runOf(app, side) } })),
  listHeldDeletions: plain,
  decideHeldDeletions: { '': () => ({ params: { kind: 'orders' }, body: { decision: 'keep' } }) },
  cancelSyncRun: onEach(sides, async (side, { app }) => ({ params: { id: await runOf(app, side) } })),
  syncEvents: plain,
  syncFreshness: plain,
  getSyncOverview: plain,
  checkNetsuite: plain,
  listFailedRecords: plain,
  retryFailedRecord: {
    '': async ({ app }) => {
      const [now, id] = [app.clock.now(), orders.own];
      const failure = {
        kind: 'orders',
        record_id: id,
        reason: 'Locked.',
        first_failed_at: now,
        last_failed_at: now,
      } as const;
      const { db } = app.database;
      await db
        .insertInto('sync_failures')
        .values(failure)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return { params: { kind: 'orders', id } };
    },
  },

  createInvitation: newcomer(),
  inviteUser: newcomer(),
  inviteGuest: newcomer(),
  inviteMany: onEach(sides, (side, making) => ({ body: { invitations: [somebody(making, side, 'customer_guest')] } })),
  validateInvitation: { '': () => ({ params: { token: 'wrong' } }) },
  listInvitations: plain,
  listRelatedInvitations: plain,
  listActiveInvitations: plain,
  resendInvitation: onInvitations,
  revokeInvitation: onInvitations,
  revokeInvitationAlias: onInvitations,
  listGuestUsers: plain,
  deleteGuestUser: onGuests,

  listUsers: plain,
  listRelatedUsers: plain,
  updateUser: {
    ...onUsers((user, making) => edit(making, user)),
    'own, made an administrator of its company': async (making) => {
      const user = await making.world.user('own');
      return { params: { id: user.id }, body: edit(making, user, 'customer_admin') };
    },
    'own, made staff': async (making) => {
      const { id, email } = await making.world.user('own');
      return { params: { id }, body: { email, fullName: 'mark-own', groupId: making.world.groupId('admin') } };
    },
    'own, moved to a foreign company': async (making) => {
      const user = await making.world.user('own');
      return { params: { id: user.id }, body: { ...edit(making, user), customerNetsuiteId: company.foreign } };
    },
    'foreign, taken over': async (making) => {
      const user = await making.world.user('foreign');
      return { params: { id: user.id }, body: edit(making, user) };
    },
  },
  deleteUser: onUsers(),
  setUserPassword: onUsers(() => ({ password })),
  listGroups: plain,
  updateGroup: { 'a staff group': group('admin'), "a customers' group": group('customer_guest') },
  listActivity: plain,

  // Not configured here, so that nobody can use it.
  receiveChanges: { '': () => ({ body: { changes: [{ type: 'salesorder', id: '1' }] } }) },

  listNotifications: plain,
  readNotifications: { '': () => ({ body: { id: '1' } }) },
  getNotificationSettings: plain,
  saveNotificationSettings: { '': () => ({ body: { mails: 'daily' } }) },
  listFollows: plain,
  followOrder: onOrders(),
  unfollowOrder: onOrders(),
  followPreset: { '': () => ({ params: { id: 'preset' }, body: { name: 'Open orders' } }) },
  unfollowPreset: { '': () => ({ params: { id: 'preset' } }) },
  openUnsubscribe: { '': () => ({ query: { token: 'wrong' } }) },
  unsubscribe: { '': () => ({ query: { token: 'wrong' } }) },

  savePreference: { '': () => ({ body: { label: 'filter-presets-orders', prefrenceSetting: '[]' } }) },
  getPreference: { '': () => ({ params: { id: 'filter-presets-orders' } }) },
};

async function sessionOf(app: TestApp, userId = company.own.padStart(32, '0')): Promise<string> {
  const found = await app.database.pool.query<{ id: string }>(
    'select id from sessions where user_id = $1 order by created_at desc, id limit 1',
    [userId],
  );
  return found.rows[0]?.id ?? '00000000-0000-0000-0000-000000000000';
}

/** A completed run, of the whole mirror or of one company. */
async function runOf(app: TestApp, side: Side): Promise<string> {
  const now = app.clock.now();
  const run = { kind: 'orders', status: 'complete', phase: 'ended', mode: 'incremental' } as const;
  const times = { heartbeat_at: now, started_at: now, finished_at: now };
  const inserted = await app.database.db
    .insertInto('sync_runs')
    .values({ ...run, ...times, customer_id: company[side] })
    .returning('id')
    .executeTakeFirstOrThrow();
  return inserted.id;
}
