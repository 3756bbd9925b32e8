import type { Attachment } from '@portal/contract/attachments';
import type { PaperRequest } from '@portal/contract/paper-requests';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endOfLocalDay } from '#lib/local-day.ts';
import { fileNameOf, holdUploads } from './testing/held-uploads.ts';
import { attachment, dialog, fileOf, list, showOrder } from './testing/order-page.tsx';

const address = '/orders?order=7&tab=attachments';
const order = { id: '7', rawData: { tranId: 'SO7', entity: { id: '1', refName: 'Café Olimpico' } } };
const guest = { id: '0b0c7f2e-0000-4000-8000-000000000901', name: 'Gus Guest' };
const request: PaperRequest = {
  id: '5',
  kind: 'proof-of-delivery',
  note: 'Signed, please',
  askedBy: 'Ada Byron',
  askedAt: new Date(2026, 10, 20, 9, 41).toISOString(),
  completedAt: null,
};
const papers = dialog.getByRole('list', { name: 'Wanted papers' });
/** Without surrounding white space, each element's text on its own. */
const textOf = () => [...papers.element().querySelectorAll('p')].map((line) => line.textContent);

/** An order whose requests change with the answers. */
function servePapers(requests: PaperRequest[]) {
  let shown = requests;
  const set = (next: PaperRequest[]) => {
    shown = next;
  };
  return { set, answers: { 'GET /netsuite-sales-orders/7': () => ({ body: { ...order, paperRequests: shown } }) } };
}

const showGuest = (answers: Parameters<typeof showOrder>[2]) =>
  showOrder(
    address,
    [],
    {
      ...answers,
      'GET /netsuite-sales-orders/assigned-orders': () => ({
        body: { items: [order], total: 1, pages: 1, page: 1, limit: 10 },
      }),
    },
    'customer_guest',
  );

beforeEach(() => page.viewport(1280, 900));

test('a guest sees what it is asked for, and uploads it with that kind at once', async () => {
  const held = holdUploads();
  const { set, answers } = servePapers([request]);
  await showGuest(answers);
  await expect.element(papers).toBeVisible();
  expect(textOf()).toEqual([
    'Wanted: Proof of delivery',
    'Signed, please',
    'Asked by Ada Byron · Nov 20, 2026, 09:41 AM',
  ]);
  expect(dialog.getByRole('button', { name: 'Ask for a paper' }).elements()).toEqual([]);
  const input = papers.element().querySelector('input');
  if (input === null) throw new Error('There is no file input.');
  await dialog.getByRole('textbox', { name: 'Description (optional)' }).fill('For another file');
  await userEvent.upload(input, fileOf('signed.pdf'));
  await expect.poll(() => held.map(fileNameOf)).toEqual(['signed.pdf']);
  expect(held[0]?.form.get('kind')).toBe('proof-of-delivery');
  expect(held[0]?.form.has('description')).toBe(false);
  set([]);
  held[0]?.answer(201, attachment(1, { originalName: 'signed.pdf', kind: 'proof-of-delivery' }));
  await expect.element(papers).not.toBeInTheDocument();
});

test('staff ask a guest of the order for a paper, and see and withdraw the request', async () => {
  const { set, answers } = servePapers([]);
  const viewer = {
    userId: guest.id,
    email: 'gus@guest.example',
    fullName: 'Gus Guest',
    role: 'customer_guest',
    groupName: 'Guests',
  };
  const staff = { ...viewer, userId: '1', fullName: 'Ada Byron', role: 'admin', reason: { kind: 'role' } };
  const { calls } = await showOrder(address, [], {
    ...answers,
    'GET /netsuite-sales-orders/7/viewers': () => ({
      body: { data: [staff, { ...viewer, reason: { kind: 'assignment', assignedAt: request.askedAt } }] },
    }),
    'POST /netsuite-sales-orders/7/paper-requests': () => {
      set([{ ...request, guest }]);
      return { status: 201, body: { ...request, guest } };
    },
    'DELETE /netsuite-sales-orders/paper-requests/5': () => {
      set([]);
      return { body: { message: 'The request was withdrawn.' } };
    },
  });
  await dialog.getByRole('button', { name: 'Ask for a paper' }).click();
  const form = dialog.getByRole('form', { name: 'Ask for a paper' });
  await expect.poll(() => form.element().contains(document.activeElement)).toBe(true);
  const guests = form.getByRole('combobox', { name: 'Guest' });
  await expect.element(guests).toHaveValue(guest.id);
  expect(guests.element().textContent).toBe('Gus Guest');
  await expect.element(form.getByRole('combobox', { name: 'Kind of paper' })).toHaveValue('proof-of-delivery');
  await form.getByRole('textbox', { name: 'Note (optional)' }).fill(' Signed, please ');
  await form.getByRole('button', { name: 'Ask' }).click();
  await expect.element(papers).toBeVisible();
  await expect.element(form).not.toBeInTheDocument();
  await expect.element(dialog.getByRole('button', { name: 'Ask for a paper' })).toHaveFocus();
  expect(calls.find(({ key }) => key.endsWith('7/paper-requests'))?.body).toEqual({
    userId: guest.id,
    kind: 'proof-of-delivery',
    note: 'Signed, please',
  });
  expect(textOf().at(-1)).toBe('Gus Guest · Asked by Ada Byron · Nov 20, 2026, 09:41 AM');
  await papers.getByRole('button', { name: 'Withdraw the request to Gus Guest: Proof of delivery' }).click();
  await expect.element(papers).not.toBeInTheDocument();
  expect(dialog.element().contains(document.activeElement)).toBe(true);
});

test('staff see that the access of a guest who was asked has ended', async () => {
  const endedAt = endOfLocalDay('2026-11-21');
  await showOrder(address, [], servePapers([{ ...request, guest, endedAt }]).answers);
  await expect.element(papers).toBeVisible();
  expect(textOf()).toEqual([
    'Not uploaded: Proof of delivery',
    'Signed, please',
    'Gus Guest · access ended Nov 21, 2026',
  ]);
  await expect.element(papers.getByRole('button', { name: /^Withdraw/ })).toBeVisible();
});

test('staff see why nobody can be asked, and why a request was refused', async () => {
  const { answers } = servePapers([{ ...request, guest, completedAt: request.askedAt }]);
  let viewers: object[] = [];
  await showOrder(address, [], {
    ...answers,
    'GET /netsuite-sales-orders/7/viewers': () => ({ body: { data: viewers } }),
    'POST /netsuite-sales-orders/7/paper-requests': () => ({
      status: 400,
      body: { statusCode: 400, message: 'This guest cannot see the order.' },
    }),
  });
  const ask = dialog.getByRole('button', { name: 'Ask for a paper' });
  await ask.click();
  await expect.element(dialog.getByText('This order is not assigned to any guest.')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Ask', exact: true })).toBeDisabled();
  // A completed request is no longer wanted.
  expect(papers.elements()).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(ask).toHaveFocus();
  viewers = [
    { userId: guest.id, email: 'gus@guest.example', reason: { kind: 'assignment', assignedAt: request.askedAt } },
  ];
  await ask.click();
  await expect.element(dialog.getByRole('combobox', { name: 'Guest' })).toHaveValue(guest.id);
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect.element(page.getByText('This guest cannot see the order.')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Ask', exact: true })).toBeEnabled();
});

test.each([
  ['admin', '', 'Missing Papers'],
  ['customer_guest', '/assigned-orders', 'Wanted Papers'],
])('the list of %s is filtered by papers, and a guest sees which ones are wanted', async (role, path, label) => {
  const wanted = {
    ...order,
    rawData: { status: { refName: 'Billed' } },
    assignment: { until: null, wanted: ['proof-of-delivery', 'other'] },
  };
  const { calls } = await showOrder(
    '/orders?missingPapers=proof-of-delivery',
    [],
    {
      [`GET /netsuite-sales-orders${path}`]: () => ({
        body: { items: [role === 'admin' ? order : wanted], total: 1, pages: 1, page: 1, limit: 10 },
      }),
    },
    role,
  );
  await expect.element(page.getByRole('button', { name: `Remove filter ${label} Proof of delivery` })).toBeVisible();
  const { query = '' } = calls.findLast(({ key }) => key === `GET /netsuite-sales-orders${path}`) ?? {};
  expect(new URLSearchParams(query).get('filter')).toBe('{"missingPapers":"proof-of-delivery"}');
  const all = page.getByText('2 papers wanted: Proof of delivery, Other paper');
  await expect.poll(() => all.elements()).toHaveLength(role === 'admin' ? 0 : 1);
});

test('customers neither see nor make requests', async () => {
  await showOrder(
    address,
    [attachment(1)],
    {
      'GET /netsuite-sales-orders/customer': () => ({
        body: { items: [order], total: 1, pages: 1, page: 1, limit: 10 },
      }),
    },
    'customer_admin',
  );
  await expect.element(list.getByRole('listitem')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Ask for a paper' }).elements()).toEqual([]);
});

test('a file shows its kind, which those who may delete it set and clear', async () => {
  const other: Attachment = attachment(2, { mayDelete: false, kind: 'packing-slip' });
  let kind: Attachment['kind'] = null;
  const { calls } = await showOrder(address, [], {
    'GET /netsuite-sales-orders/7/attachments': () => ({ body: [attachment(1, { kind }), other] }),
    [`PATCH /netsuite-sales-orders/attachments/${attachment(1).id}`]: ({ body }) => {
      kind = (body as { kind: Attachment['kind'] }).kind;
      return { body: attachment(1, { kind }) };
    },
  });
  const [own, foreign] = [list.getByRole('listitem').first(), list.getByRole('listitem').nth(1)];
  await expect.element(foreign.getByText('Packing slip')).toBeVisible();
  expect(foreign.getByRole('button', { name: 'Kind of file-2.bin' }).elements()).toEqual([]);
  const menu = own.getByRole('button', { name: 'Kind of file-1.bin' });
  await menu.click();
  expect(
    page
      .getByRole('menuitemradio')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Bill of lading', 'Proof of delivery', 'Packing slip', 'Invoice', 'Other paper']);
  await page.getByRole('menuitemradio', { name: 'Proof of delivery' }).click();
  await expect.element(own.getByText('Proof of delivery')).toBeVisible();
  await menu.click();
  await expect
    .element(page.getByRole('menuitemradio', { name: 'Proof of delivery' }))
    .toHaveAttribute('aria-checked', 'true');
  await page.getByRole('menuitem', { name: 'No kind' }).click();
  await expect.element(own.getByText('Proof of delivery')).not.toBeInTheDocument();
  const changes = calls.filter(({ key }) => key.startsWith('PATCH'));
  expect(changes.map(({ body }) => body)).toEqual([{ kind: 'proof-of-delivery' }, { kind: null }]);
});

test('deleting a file without a kind refetches the wanted papers', async () => {
  const { set, answers } = servePapers([]);
  await showOrder(address, [attachment(1)], {
    ...answers,
    [`DELETE /netsuite-sales-orders/attachments/${attachment(1).id}`]: () => ({ body: { message: 'Deleted.' } }),
  });
  await list.getByRole('button', { name: 'Delete file-1.bin' }).click();
  set([{ ...request, guest }]);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.element(papers).toBeVisible();
});

test('a request made meanwhile shows when the tab opens', async () => {
  const { set, answers } = servePapers([]);
  await showOrder('/orders?order=7&tab=details', [], answers);
  const tab = dialog.getByRole('tab', { name: /^Attachments/ });
  await expect.element(tab).toBeVisible();
  set([{ ...request, guest }]);
  // Longer than the order counts as fresh.
  await new Promise((resolve) => setTimeout(resolve, 2200));
  await tab.click();
  await expect.element(papers).toBeVisible();
});

test('an order opened at the tab is fetched once', async () => {
  const { answers } = servePapers([{ ...request, guest }]);
  const { calls } = await showOrder(address, [], answers);
  await expect.element(papers).toBeVisible();
  await expect.element(list.getByText('No attachments found')).toBeVisible();
  // StrictMode starts each first request twice: the order is fetched as often as the list.
  const times = (wanted: string) => calls.filter(({ key }) => key === wanted).length;
  expect(times('GET /netsuite-sales-orders/7')).toBe(times('GET /netsuite-sales-orders'));
});

test('withdrawing one of two requests by keyboard moves the focus to the tab', async () => {
  const other: PaperRequest = { ...request, id: '6', kind: 'packing-slip', guest };
  const { set, answers } = servePapers([{ ...request, guest }, other]);
  await showOrder(address, [], {
    ...answers,
    'DELETE /netsuite-sales-orders/paper-requests/5': () => {
      set([other]);
      return { body: { message: 'The request was withdrawn.' } };
    },
  });
  const withdraw = papers.getByRole('button', { name: 'Withdraw the request to Gus Guest: Proof of delivery' });
  await expect.element(withdraw).toBeVisible();
  (withdraw.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => papers.getByRole('listitem').elements()).toHaveLength(1);
  expect(document.activeElement?.getAttribute('role')).toBe('tabpanel');
});

test('the Withdraw button keeps no room for another label', async () => {
  const { answers } = servePapers([{ ...request, guest }]);
  await showOrder(address, [], answers);
  const withdraw = papers.getByRole('button', { name: /^Withdraw/ });
  await expect.element(withdraw).toBeVisible();
  expect(withdraw.element().textContent).toBe('Withdraw');
});

test('an expired session is not reported a second time', async () => {
  const refused = () => ({ status: 401, body: { statusCode: 401, message: 'Sign in first' } });
  const { answers } = servePapers([{ ...request, guest }]);
  const { calls } = await showOrder(address, [attachment(1)], {
    ...answers,
    'GET /netsuite-sales-orders/7/viewers': () => ({
      body: {
        data: [
          { userId: guest.id, email: 'gus@guest.example', reason: { kind: 'assignment', assignedAt: request.askedAt } },
        ],
      },
    }),
    'POST /netsuite-sales-orders/7/paper-requests': refused,
    'DELETE /netsuite-sales-orders/paper-requests/5': refused,
    [`PATCH /netsuite-sales-orders/attachments/${attachment(1).id}`]: refused,
  });
  const shown: string[] = [];
  const observer = new MutationObserver(() => {
    for (const toast of document.querySelectorAll('[data-sonner-toast]')) shown.push(toast.textContent);
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  await dialog.getByRole('button', { name: 'Ask for a paper' }).click();
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
  await papers.getByRole('button', { name: /^Withdraw/ }).click();
  await list.getByRole('button', { name: 'Kind of file-1.bin' }).click();
  await page.getByRole('menu').getByText('Invoice', { exact: true }).click();
  await expect.poll(() => calls.filter(({ key }) => /^(POST|DELETE|PATCH)/.test(key)).length).toBe(3);
  await new Promise((resolve) => setTimeout(resolve, 500));
  observer.disconnect();
  expect([...new Set(shown)].filter((text) => /could not/.test(text))).toEqual([]);
});
