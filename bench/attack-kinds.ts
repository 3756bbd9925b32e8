import { randomBytes } from 'node:crypto';
import { MAX_PREFERENCE_LENGTH } from '@portal/contract/values';
import { columns, pick, random, statuses } from './list-cases.ts';

type Attacker = 'staff' | 'members' | 'guests' | 'administrators';
/** `others` are the users who attack nobody. */
export type AttackedPortal = {
  url: string;
  /**
   * An order and a file of customer 1, the group of its members, one of its 10,000 users, and a guest who has 10,000 orders.
   */
  orderId: string;
  fileId: string;
  groupId: string;
  colleague: { id: string; email: string };
  guestId: string;
  tokens: Record<Attacker | 'others', string[]>;
};

/** A request of an attack. */
export type Sent = {
  path: string;
  method?: string;
  token?: string | undefined;
  body?: string | Buffer;
  contentType?: string;
  /** Sent from an address of its own. */
  isFromAnywhere?: boolean;
  /** `br`, as browsers ask for it. */
  acceptEncoding?: string;
  /** When the sender closes the connection without waiting for the response. */
  leaveAfterMs?: number;
};

/** `loops` of requests, each sent when the one before was answered and the pause is over. */
type Part = { loops: number; pauseMs?: number; next: (portal: AttackedPortal, loop: number) => Sent };

const texts = [
  'σ'.repeat(150),
  'a',
  'e'.repeat(150),
  '-',
  'North',
  '1111111',
  'so',
  'é',
  '1',
  'Supply',
  'INV7',
  '44.5',
] as const;
const newName = () => `${random(1_000_000)}`;
const listed = (path: string, values: Record<string, string>) => `${path}?${new URLSearchParams(values)}`;

/** A list that was not asked for before. */
function anyList(path: string): string {
  const search = `${pick(texts)}${random(100)}`;
  return pick([
    () => listed(path, { search }),
    () =>
      listed(path, {
        sortBy: pick([...columns, 'openAmount', 'expected']),
        sortOrder: pick(['ASC', 'DESC']),
        page: `${1 + random(200)}`,
        limit: '100',
      }),
    () =>
      listed(path, {
        filter: JSON.stringify({ status: pick(statuses), tranDate: `20${18 + random(7)}-0${1 + random(9)}-11,` }),
      }),
    () => listed(path, { page: `${1 + random(3000)}` }),
  ])();
}

const orders = '/netsuite-sales-orders';
const form = 'multipart/form-data; boundary=part';
const file = Buffer.concat([
  Buffer.from(
    '--part\r\ncontent-disposition: form-data; name="file"; filename="large.txt"\r\ncontent-type: text/plain\r\n\r\n',
  ),
  Buffer.alloc(3 * 1024 ** 2, 'file'),
  Buffer.from('\r\n--part--\r\n'),
]);
const json = (value: unknown) => ({ body: JSON.stringify(value), contentType: 'application/json' });

const searches: Part = {
  loops: 48,
  next: ({ tokens }, loop) => ({ path: anyList(`${orders}/customer`), token: tokens.members[loop % 12] }),
};
const exports: Part = {
  loops: 24,
  next: ({ tokens }, loop) => ({
    path: `${orders}/export?format=${pick(['csv', 'xlsx'])}`,
    token: tokens.members[loop % 12],
  }),
};
const staff: Part = {
  loops: 50,
  next: ({ tokens }, loop) => ({ path: anyList(`${orders}/customer`), token: tokens.staff[loop % 5] }),
};
const farPages: Part = {
  loops: 50,
  next: ({ tokens }, loop) => ({
    path: listed(`${orders}/customer`, { page: `${1 + random(200)}`, limit: '100' }),
    token: tokens.staff[loop % 5],
    acceptEncoding: 'br',
  }),
};
const staffExports: Part = {
  loops: 10,
  next: ({ tokens }, loop) => ({ path: `${orders}/export?format=csv`, token: tokens.staff[loop % 5] }),
};
const upload = ({ orderId, tokens }: AttackedPortal, loop: number): Sent => ({
  path: `${orders}/${orderId}/attachments`,
  method: 'POST',
  token: tokens.guests[loop % 12],
  body: file,
  contentType: form,
});
const uploads: Part = { loops: 24, next: upload };
const brokenUploads: Part = {
  loops: 20,
  next: (portal) => ({ ...upload(portal, 0), leaveAfterMs: 1 + random(60) }),
};
const downloads: Part = {
  loops: 48,
  next: ({ fileId, tokens }, loop) => ({ path: `${orders}/attachments/${fileId}`, token: tokens.guests[loop % 12] }),
};
const preset = (length: number) => json({ label: `list ${random(50)}`, prefrenceSetting: '-'.repeat(length) });
const presets: Part = {
  loops: 48,
  next: ({ tokens }, loop) => ({
    path: '/prefrences',
    method: 'POST',
    token: tokens.guests[loop % 12],
    ...preset(MAX_PREFERENCE_LENGTH),
  }),
};
const invitation = (groupId: string) => ({ email: `${newName()}@attack.example`, fullName: newName(), groupId });
const invitations: Part = {
  loops: 16,
  next: ({ groupId, tokens }, loop) => ({
    path: loop % 2 === 0 ? '/customer-invitations/invite-user' : '/customer-invitations/list',
    method: 'POST',
    token: tokens.administrators[loop % 8],
    ...json(
      loop % 2 === 0
        ? invitation(groupId)
        : { preview: true, invitations: Array.from({ length: 500 }, () => invitation(groupId)) },
    ),
  }),
};
const syncs: Part = {
  loops: 15,
  next: ({ tokens }) => ({ path: `${orders}/sync`, token: tokens.members[0], leaveAfterMs: 50 }),
};
const streams: Part = {
  loops: 15,
  next: ({ tokens }) => ({ path: '/sync/events', token: tokens.members[1], leaveAfterMs: 50 }),
};
const signIns: Part = {
  loops: 20,
  next: () => ({
    path: '/auth/login/initiate',
    method: 'POST',
    isFromAnywhere: true,
    ...json({ email: `${newName()}@attack.example`, password: 'a wrong password' }),
  }),
};
const madeUpTokens: Part = {
  loops: 30,
  next: () => ({ path: '/auth/profile', token: randomBytes(32).toString('base64url'), isFromAnywhere: true }),
};
const peopleLists: Part = {
  loops: 20,
  next: ({ orderId, guestId, tokens }, loop) => ({
    path: pick([
      `${orders}/${orderId}/viewers`,
      `/auth/assigned-orders/${guestId}`,
      '/users',
      '/users/customers/related',
      '/customer-invitations/guest-users',
    ]),
    token: tokens.staff[loop % 5],
  }),
};
const colleagues: Part = {
  loops: 16,
  next: ({ tokens }, loop) => ({ path: '/users', token: tokens.administrators[loop % 8] }),
};
const renames: Part = {
  loops: 2,
  next: ({ colleague: { id, email }, groupId, tokens }, loop) => ({
    path: `/users/${id}`,
    method: 'PUT',
    token: tokens.administrators[loop],
    ...json({ email, fullName: newName(), groupId }),
  }),
};
/** As many as a filter's text has room for. */
const unknownColumns = JSON.stringify(Object.fromEntries(Array.from({ length: 800 }, (_, n) => [`c${n}`, 1])));
const refusedLists: Part = {
  loops: 24,
  next: ({ tokens }, loop) => ({
    path: listed(pick([`${orders}/customer`, `${orders}/export`]), { format: 'csv', filter: unknownColumns }),
    token: tokens.members[loop % 12],
  }),
};
const healthChecks: Part = { loops: 60, next: () => ({ path: '/health', isFromAnywhere: true }) };
const connections: Part = { loops: 3000, next: (portal) => ({ path: ownList, ...oneMember(portal) }) };
const oneMember = ({ tokens }: AttackedPortal) => ({ token: tokens.members[0] });
const ownList = `${orders}/customer`;

/** What decisions/0029 and the limits in operations.md are for. The last two combine most of the others. */
export const attacks: Record<string, readonly Part[]> = {
  'one member hammers: 600 requests a minute, 30 searches a second, 300 syncs, 150 saves at once': [
    {
      loops: 1,
      pauseMs: 100,
      next: (portal) => ({ path: listed(ownList, { page: `${1 + random(50)}` }), ...oneMember(portal) }),
    },
    {
      loops: 30,
      pauseMs: 1000,
      next: (portal) => ({ path: listed(ownList, { search: pick(texts) }), ...oneMember(portal) }),
    },
    { loops: 60, pauseMs: 1000, next: (portal) => ({ path: `${orders}/sync`, ...oneMember(portal) }) },
    {
      loops: 150,
      pauseMs: 1000,
      next: (portal) => ({ path: '/prefrences', method: 'POST', ...preset(2), ...oneMember(portal) }),
    },
  ],
  'five staff: searches, filters, sorts and far pages': [staff],
  'five staff: far pages of 100 orders, compressed': [farPages],
  'five staff: exports': [staffExports],
  '12 members: searches, filters, sorts and far pages': [searches],
  '12 members: exports': [exports],
  '12 guests: 3 MB files': [uploads],
  'guest: 3 MB files, each broken off after 1 to 60 ms': [brokenUploads],
  '12 guests: 3 MB downloads': [downloads],
  '12 guests: presets of 260 kB': [presets],
  '8 customer administrators: invitations, one and 500 at a time': [invitations],
  'member: syncs left after 50 ms (NetSuite unreachable)': [syncs],
  'member: event streams left after 50 ms': [streams],
  'five staff: who sees an order, 10,000 users, guests and assignments': [peopleLists],
  '8 customer administrators: 10,000 colleagues, one renamed in between': [colleagues, renames],
  '12 members: lists and exports refused for 800 unknown columns': [refusedLists],
  'member: first pages on 3,000 connections': [connections],
  'strangers: health checks from many networks': [healthChecks],
  'strangers: sign-ins from many networks': [signIns],
  'strangers: made-up tokens from many networks': [madeUpTokens],
  'members, guests and strangers at once': [searches, exports, uploads, downloads, signIns, madeUpTokens],
  'all at once': [
    searches,
    exports,
    staffExports,
    uploads,
    downloads,
    presets,
    invitations,
    syncs,
    streams,
    peopleLists,
    colleagues,
    renames,
    refusedLists,
    connections,
    healthChecks,
    signIns,
    madeUpTokens,
  ],
};
