import { readFile, writeFile } from 'node:fs/promises';
import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test';
import { expectToast, recordToasts } from './toasts.ts';

export const password = 'portal-demo-2026';

export const accounts = {
  admin: 'admin@demo.test',
  member: 'member@demo.test',
  customerAdmin: 'customer-admin@demo.test',
  customerMember: 'customer-member@demo.test',
  guest: 'guest@demo.test',
} as const;
export type Account = keyof typeof accounts;

export function address(name: 'PORTAL_URL' | 'INBOX_URL'): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is set by the stack's start`);
  return value;
}

interface Mail {
  id: string;
  to: { address: string }[];
  text: string;
  date: string;
}

/** Waits for a mail to the address that is not among `seen`, and returns the matching part of the newest one. */
async function readMail(
  request: APIRequestContext,
  email: string,
  seen: ReadonlySet<string>,
  what: RegExp,
): Promise<string> {
  let found: string | undefined;
  await expect(async () => {
    const mails: Mail[] = await (await request.get(`${address('INBOX_URL')}/email`)).json();
    const fresh = mails.filter((mail) => mail.to.some((to) => to.address === email) && !seen.has(mail.id));
    found = fresh.flatMap((mail) => mail.text.match(what)?.[0] ?? []).at(-1);
    expect(found).toBeDefined();
  }).toPass();
  return found ?? '';
}

/** The one-time code. */
export function readCode(request: APIRequestContext, email: string, seen: ReadonlySet<string>): Promise<string> {
  return readMail(request, email, seen, /\b\d{6}\b/);
}

/** The link into the portal, of a reset or of an invitation. */
export function readLink(request: APIRequestContext, email: string, seen: ReadonlySet<string>): Promise<string> {
  return readMail(request, email, seen, /http\S+\?(code|token)=\S+/);
}

/** Ids of the mails already in the inbox, to recognize new ones. */
export async function mailIds(request: APIRequestContext): Promise<Set<string>> {
  const mails: Mail[] = await (await request.get(`${address('INBOX_URL')}/email`)).json();
  return new Set(mails.map((mail) => mail.id));
}

/** Signs in through both steps of the sign-in screen, with the code from the inbox. */
export async function signIn(page: Page, email: string, secret = password): Promise<void> {
  const seen = await mailIds(page.request);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Enter authentication code')).toBeVisible();
  await expectToast(page, 'Authentication code sent to your email');
  await page.keyboard.type(await readCode(page.request, email, seen));
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expectToast(page, 'Logged in successfully');
}

/** A dedicated account for a test, with the usual password, because mailed codes are limited per account. */
export async function makeAccount(browser: Browser, email: string, groupType: 'admin' | 'member'): Promise<void> {
  const page = await pageAs(browser, 'admin');
  const groups = (await callApi(page, '/groups')).body as { id: string; type: string }[];
  const groupId = groups.find(({ type }) => type === groupType)?.id;
  const data = { email, password, fullName: 'Walker', groupId };
  expect((await callApi(page, '/auth/register', { method: 'POST', data })).status).toBe(201);
  await page.context().close();
}

/** A signed-out page in a new context. */
export async function signedOutPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: address('PORTAL_URL') });
  await recordToasts(context);
  return context.newPage();
}

interface Kept {
  token: string;
  user: string;
}

/** The sessions of this run, kept in a file: after a failed test, the runner continues in a new process. */
async function readKept(): Promise<Partial<Record<Account, Kept>>> {
  return JSON.parse(await readFile(sessionsFile(), 'utf8').catch(() => '{}'));
}

function sessionsFile(): string {
  const value = process.env.PORTAL_SESSIONS;
  if (value === undefined) throw new Error("PORTAL_SESSIONS is set by the stack's start");
  return value;
}

/** A session that is still valid; some tests end the sessions of their account. */
async function findKept(page: Page, account: Account): Promise<Kept | undefined> {
  const kept = (await readKept())[account];
  if (kept === undefined) return undefined;
  const headers = { authorization: `Bearer ${kept.token}` };
  return (await page.request.get(`${address('PORTAL_URL')}/api/auth/validate`, { headers })).ok() ? kept : undefined;
}

/** A page signed in as an account. Signs in once per account if possible, because the sign-in limits apply. */
export async function pageAs(browser: Browser, account: Account, path = '/overview'): Promise<Page> {
  const page = await signedOutPage(browser);
  const kept = await findKept(page, account);
  if (kept === undefined) {
    await page.goto('/login');
    await signIn(page, accounts[account]);
    await expect(page).toHaveURL(/overview/);
    const made = await page.evaluate(() => ({
      token: localStorage.getItem('token') ?? '',
      user: localStorage.getItem('user') ?? '',
    }));
    await writeFile(sessionsFile(), JSON.stringify({ ...(await readKept()), [account]: made }));
  } else {
    await page.addInitScript((values) => {
      if (sessionStorage.getItem('prepared') !== null) return;
      sessionStorage.setItem('prepared', 'yes');
      localStorage.setItem('token', values.token);
      localStorage.setItem('user', values.user);
    }, kept);
  }
  await page.goto(path);
  return page;
}

/** Calls the API with the page's own token. */
export async function callApi(
  page: Page,
  path: string,
  { method = 'GET', data }: { method?: 'GET' | 'POST' | 'PUT' | 'DELETE'; data?: unknown } = {},
): Promise<{ status: number; body: unknown }> {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const answer = await page.request.fetch(`${address('PORTAL_URL')}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(data === undefined ? {} : { data }),
  });
  return { status: answer.status(), body: await answer.json() };
}
