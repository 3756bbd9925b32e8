import type { Group, User } from '@portal/contract/users';
import { page } from 'vitest/browser';
import { UsersPage } from '#features/users/users-page.tsx';
import { renderPage } from './render-page.tsx';
import { type Seen, serveApi } from './serve-api.ts';

type Answers = Parameters<typeof serveApi>[0];

/** An internal id, derived from its number. */
export const uuid = (number: number) => `0b0c7f2e-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const groups: Group[] = [
  { id: uuid(901), type: 'admin', name: 'Administration', description: 'Sees everything', version: 1 },
  { id: uuid(902), type: 'member', name: 'Staff', description: 'Assigns orders', version: 1 },
  { id: uuid(903), type: 'customer_admin', name: 'Acheteurs, chefs', description: '', version: 1 },
  { id: uuid(905), type: 'customer_guest', name: 'Guests', description: 'Sees what is assigned', version: 1 },
];

const common = { createdAt: '2026-05-06T10:00:00Z', updatedAt: '2026-06-07T10:00:00Z', expiresAt: null, version: 1 };
const brulerie = { customerNetsuiteId: '1201', customerName: 'Brûlerie Saint-Denis' };

/** Users of each kind. */
export const people = {
  ada: {
    ...common,
    id: uuid(1),
    email: 'ada@portal.example',
    fullName: 'Ada Byron',
    status: 1,
    groups: ['Administration'],
    groupId: uuid(901),
  },
  chef: {
    ...common,
    ...brulerie,
    id: uuid(2),
    email: 'zoe@brulerie.example',
    fullName: 'Zoé Tremblay',
    status: 1,
    groups: ['Acheteurs, chefs'],
    groupId: uuid(903),
  },
  guest: {
    ...common,
    ...brulerie,
    id: uuid(3),
    email: 'guest@brulerie.example',
    fullName: 'Émile Gagnon',
    status: 0,
    groups: ['Guests'],
    groupId: uuid(905),
    parentId: uuid(2),
    expiresAt: '2026-12-31T10:30:00.000Z',
  },
  linked: {
    ...common,
    ...brulerie,
    id: uuid(4),
    email: 'linked@portal.example',
    fullName: 'Linus Member',
    status: 7,
    groups: ['Staff'],
    groupId: uuid(902),
  },
} satisfies Record<string, User>;

const customers = [
  { id: '1201', name: 'Brûlerie Saint-Denis', email: 'info@brulerie.example' },
  { id: '1202', name: 'Café Olimpico', email: 'info@olimpico.example' },
];

interface Options {
  users?: readonly User[];
  groups?: readonly Group[];
  role?: string;
  answers?: Answers;
}

/** Renders User Management at an address as an administrator. Returns the requests. */
export async function showUsers(address: string, options: Options = {}) {
  const profile = {
    id: uuid(1),
    email: 'ada@portal.example',
    groups: [options.role ?? 'admin'],
    createdAt: common.createdAt,
  };
  localStorage.clear();
  localStorage.setItem('token', 'good');
  localStorage.setItem('user', JSON.stringify(profile));
  const calls: Seen[] = serveApi({
    'GET /auth/profile': () => ({ body: profile }),
    'GET /users': () => ({ body: { data: options.users ?? Object.values(people) } }),
    'GET /groups': () => ({ body: options.groups ?? groups }),
    'GET /netsuite-customers/for-invitation': () => ({ body: customers }),
    ...options.answers,
  });
  const rendered = await renderPage(<UsersPage />, address);
  return {
    ...rendered,
    calls,
    /** Number of requests to this endpoint. */
    asked: (key: string) => calls.filter((call) => call.key === key).length,
    /** Body of the last request to this endpoint. */
    sent: (key: string) => calls.findLast((call) => call.key === key)?.body,
  };
}

export const dialog = page.getByRole('dialog');

/** A validation error from the server. */
export function refuse(status: number, message: string, details?: readonly { path: string; message: string }[]) {
  return () => ({ status, body: { statusCode: status, error: 'Refused', message, details } });
}

/** Selects an action in a row's menu. */
export async function chooseAction(name: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}
