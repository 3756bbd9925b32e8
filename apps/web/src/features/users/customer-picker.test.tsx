import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Field } from '#components/ui/field.tsx';
import { storeToken } from '#lib/session.ts';
import { renderPage } from '#testing/render-page.tsx';
import { type Seen, serveApi } from '#testing/serve-api.ts';
import { typeQuickly } from '#testing/type-quickly.ts';
import { CustomerPicker } from './customer-picker.tsx';
import { findCustomers } from './invite/testing/people.ts';

const customers = Array.from({ length: 300 }, (_, index) => ({
  id: `${index + 1}`,
  name: `Bakery ${index + 1}`,
  email: `office@bakery-${index + 1}.example`,
}));
const list = 'GET /netsuite-customers/for-invitation';

function Sample({ initial, name }: { initial: string; name?: string | undefined }) {
  const [value, setValue] = useState(initial);
  return (
    <Field label="Customer">
      {({ id }) => (
        <CustomerPicker id={id} value={value} onChange={setValue} name={value === initial ? name : undefined} />
      )}
    </Field>
  );
}

interface Options {
  value?: string;
  name?: string;
  answer?: (seen: Seen) => Promise<{ status?: number; body: unknown }>;
}

async function show({ value = '', name, answer }: Options = {}) {
  const calls = serveApi({
    [list]: answer ?? (({ query }) => ({ body: findCustomers(customers, query) })),
    'GET /netsuite-customers/290': () => ({ body: { id: '290', rawData: { companyName: 'Bakery 290' } } }),
  });
  await renderPage(<Sample initial={value} name={name} />, '/users');
  /** The texts that were searched for, without what is asked for by the empty box. */
  const searches = () =>
    calls.flatMap(({ key, query }) => (key === list ? (new URLSearchParams(query).get('search') ?? []) : []));
  return { calls, searches };
}

const box = () => page.getByRole('combobox', { name: 'Customer', exact: true });
const search = () => page.getByPlaceholder('Search customers...');
const options = () => page.getByRole('option').elements();
const status = () => page.getByRole('status');

beforeEach(() => storeToken('a token'));

test('loads a hundred customers, says that there are more, and finds the others on the server by name and email', async () => {
  const { calls, searches } = await show();
  await box().click();
  await expect.poll(options).toHaveLength(100);
  await expect.element(status()).toHaveTextContent('There are more. Type to narrow the list.');
  await search().fill('bakery 287');
  await expect.poll(options).toHaveLength(1);
  await expect.element(status()).toHaveTextContent('1 found');
  await search().fill(' office@bakery-299 ');
  await expect.element(page.getByRole('option', { name: /^Bakery 299/ })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(box()).toHaveTextContent('Bakery 299');
  await expect.element(box()).toHaveFocus();
  expect(searches()).toEqual(['bakery 287', 'office@bakery-299']);
  expect(calls.every(({ query }) => new URLSearchParams(query).get('limit') === '101')).toBe(true);
});

test('asks once for what is typed without a pause, and for everything after it is closed', async () => {
  const { searches } = await show();
  await box().click();
  await expect.element(search()).toBeVisible();
  await typeQuickly(search(), 'bakery', 'bakery 3');
  await expect.poll(searches).toEqual(['bakery 3']);
  await expect.element(page.getByRole('option').first()).toMatchTextContent(/^Bakery 3office/);
  await userEvent.keyboard('{Escape}');
  await box().click();
  await expect.element(search()).toHaveValue('');
  await expect.element(page.getByRole('option').first()).toMatchTextContent(/^Bakery 1office/);
});

test('Enter pressed before the answer chooses its first option, not one of the earlier ones', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const { searches } = await show({
    answer: async ({ query }) => {
      const isSearch = new URLSearchParams(query).has('search');
      if (isSearch) await held;
      return { body: isSearch ? findCustomers(customers, query) : [{ id: '9001', name: 'Old option' }] };
    },
  });
  await box().click();
  await expect.element(page.getByRole('option', { name: 'Old option' })).toBeVisible();
  await search().fill('bakery 25');
  await expect.poll(searches).toEqual(['bakery 25']);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('option', { name: 'Old option' })).toBeVisible();
  await expect.element(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'true');
  // Typing on withdraws the Enter.
  await search().fill('bakery 26');
  await expect.poll(searches).toEqual(['bakery 25', 'bakery 26']);
  release();
  await expect.element(page.getByRole('option').first()).toMatchTextContent(/^Bakery 26office/);
  await expect.element(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await expect.element(box()).toHaveTextContent('Select a customer...');

  await userEvent.keyboard('7{Enter}');
  await expect.element(box()).toHaveTextContent('Bakery 267');
  await expect.element(box()).toHaveFocus();
});

test('says that nothing was found only once the server has answered', async () => {
  const isSaidWhenAsked: boolean[] = [];
  const { searches } = await show({
    answer: async ({ query }) => {
      isSaidWhenAsked.push(page.getByText('No customers found').query() !== null);
      return { body: findCustomers(customers, query) };
    },
  });
  await box().click();
  await expect.poll(options).toHaveLength(100);
  await search().fill('nobody');
  await expect.element(status()).toHaveTextContent('No customers found');
  await search().fill('bakery 7');
  await expect.element(page.getByRole('option').first()).toMatchTextContent(/^Bakery 7office/);
  expect(searches()).toEqual(['nobody', 'bakery 7']);
  expect(isSaidWhenAsked).not.toContain(true);
});

test('shows and clears a chosen customer that is not among the first', async () => {
  await show({ value: '290' });
  await expect.element(box()).toHaveTextContent('Bakery 290');
  await box().click();
  await expect.poll(options).toHaveLength(101);
  const chosen = page.getByRole('option', { name: /^Bakery 290.*selected/ });
  await expect.element(chosen).toHaveAttribute('aria-selected', 'true');
  await chosen.click();
  await expect.element(box()).toHaveTextContent('Select a customer...');
});

test('a chosen customer with a known name is not looked up', async () => {
  const { calls } = await show({ value: '290', name: 'Known name' });
  await expect.element(box()).toHaveTextContent('Known name');
  await box().click();
  await expect.poll(options).toHaveLength(101);
  expect(new Set(calls.map(({ key }) => key))).toEqual(new Set([list]));
});

test('a search that fails can be repeated', async () => {
  let broken = true;
  await show({
    answer: async ({ query }) => {
      if (broken && query.includes('search')) return { status: 500, body: { message: 'no' } };
      return { body: findCustomers(customers, query) };
    },
  });
  await box().click();
  await search().fill('bakery 42');
  await expect.element(page.getByRole('alert')).toMatchTextContent(/^The customers could not be loaded\./);
  broken = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(page.getByRole('option').first()).toMatchTextContent(/^Bakery 42office/);
});
