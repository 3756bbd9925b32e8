import { setTimeout as delay } from 'node:timers/promises';
import type { Driver } from './driver.ts';
import { click, seeText, settle, waitFor } from './page.ts';

interface Addresses {
  portal: string;
  inbox: string;
}

interface Mail {
  id: string;
  to: { address: string }[];
  text: string;
}

/** Signs in with a mailed code, finds an order and reads it. Takes a picture of each screen on the way. */
export async function playStory(
  driver: Driver,
  { portal, inbox }: Addresses,
  account: { email: string; password: string },
  onScreen: (name: string) => Promise<void>,
): Promise<void> {
  const seen = new Set((await readInbox(inbox)).map(({ id }) => id));
  await driver.open(`${portal}/login`);
  await click(driver, { selector: 'input[type=email]' });
  await driver.type(account.email);
  await click(driver, { selector: 'input[type=password]' });
  await driver.type(account.password);
  await settle(driver);
  await onScreen('login');
  await click(driver, { selector: 'button', text: 'Continue' });
  await seeText(driver, 'Enter authentication code');
  await driver.type(await readCode(inbox, account.email, seen));
  await click(driver, { selector: 'button', text: 'Login' });
  await seeText(driver, 'Dashboard overview and statistics');
  await settle(driver);
  await onScreen('overview');

  await click(driver, { selector: 'a', text: 'Orders' });
  await seeText(driver, 'Manage and track all orders');
  await settle(driver);
  await onScreen('orders');
  const number = await waitFor('a row', () =>
    driver.run(() => document.querySelector('main [data-row-link]')?.textContent ?? null, null),
  );
  await click(driver, { selector: 'input[type=search]' });
  await driver.type(number);
  await waitFor('one order', () =>
    driver.run(() => document.querySelectorAll('main [data-row-link]').length === 1, null),
  );
  await click(driver, { selector: 'main [data-row-link]', text: number });
  await waitFor('the order', () =>
    driver.run(
      (wanted: string) => document.querySelector('[role=dialog]')?.textContent?.includes(wanted) ?? false,
      number,
    ),
  );
  await settle(driver);
  await driver.press('Escape');
  await waitFor('no dialog', () => driver.run(() => document.querySelector('[role=dialog]') === null, null));

  for (const [path, title] of [
    ['/customers', 'Manage NetSuite customers'],
    ['/users', 'Manage user accounts and permissions'],
    ['/profile', 'View and edit your profile'],
    ['/settings', 'Application settings and preferences'],
  ] as const) {
    await driver.open(portal + path);
    await seeText(driver, title);
    await settle(driver);
    await onScreen(path.slice(1));
  }
}

/** All mails in the inbox. */
export async function readInbox(inbox: string): Promise<Mail[]> {
  return (await (await fetch(`${inbox}/email`)).json()) as Mail[];
}

/** Waits for the one-time code that is mailed to an address, in a mail that is not among `seen`. */
export async function readCode(inbox: string, email: string, seen: ReadonlySet<string>): Promise<string> {
  for (let tries = 0; tries < 300; tries += 1) {
    const mails = await readInbox(inbox);
    const fresh = mails.filter(({ id, to }) => !seen.has(id) && to.some(({ address }) => address === email));
    const code = fresh.flatMap(({ text }) => text.match(/\b\d{6}\b/)?.[0] ?? []).at(-1);
    if (code !== undefined) return code;
    await delay(200);
  }
  throw new Error('no code was mailed within a minute');
}
