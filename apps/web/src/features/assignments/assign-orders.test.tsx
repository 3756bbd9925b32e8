import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  assigned,
  dialog,
  expectToast,
  guests,
  gustav,
  had,
  inList,
  openButton,
  openWithTwo,
  orders,
  pickGuest,
  select,
  showOrders,
  submit,
} from './testing/assign-page.tsx';

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  await page.viewport(1280, 900);
});

test.each(['admin', 'member'])('lets %s select and assign orders', async (role) => {
  const { sent, address } = await openWithTwo({ role, answers: { 'POST /auth/assign-orders': () => assigned } });
  expect(address()).toBe('/orders?page=2&assign=1');
  await expect.element(dialog.getByLabelText('Guest user')).toHaveFocus();
  await expect.element(dialog.getByLabelText('Guest user')).toHaveTextContent('Select a guest user...');
  await expect.element(inList('SO2')).toBeChecked();
  await expect.element(inList('SO11')).toBeChecked();
  await expect.element(dialog.getByRole('list').getByText('$101.00')).toBeVisible();
  await expect.element(dialog.getByRole('list').getByText('Café Olimpico')).toBeVisible();

  await pickGuest('Gustav Guest');
  await dialog.getByLabelText('Note').fill('  Dock 4, before noon ');
  await dialog.getByLabelText('Access ends').fill('2031-12-31');
  await submit().click();
  await expectToast('Orders assigned successfully');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent()).toEqual([
    { userId: gustav.id, orderIds: ['2', '11'], note: 'Dock 4, before noon', endsAt: '2031-12-31T23:59:59.999Z' },
  ]);
  await expect.element(openButton(0)).toHaveFocus();
  expect(address()).toBe('/orders?page=2');
  expect(sessionStorage.getItem('drafts')).toBeNull();
});

test('the Assign Orders button stands out only while orders are selected', async () => {
  await showOrders();
  const lookOf = (count: number) => {
    const { color, backgroundColor } = getComputedStyle(openButton(count).element());
    return { color, backgroundColor };
  };
  await expect.element(openButton(0)).toBeVisible();
  const quiet = lookOf(0);
  const refresh = getComputedStyle(page.getByRole('button', { name: 'Filter' }).element());
  expect(quiet.backgroundColor).toBe(refresh.backgroundColor);
  expect(quiet.color).not.toBe(refresh.color);
  await select('SO2');
  await expect.poll(() => lookOf(1).backgroundColor).not.toBe(quiet.backgroundColor);
  await select('SO2');
  await expect.poll(() => lookOf(0)).toEqual(quiet);
});

test.each(['customer_admin', 'customer_member', 'customer_guest'])(
  'does not let %s select or assign orders',
  async (role) => {
    await showOrders({ role, address: '/orders?assign=1' });
    await expect.element(page.getByText('1–10 of 25')).toBeVisible();
    expect(page.getByRole('checkbox').elements()).toEqual([]);
    expect(page.getByRole('button', { name: /Assign Orders/ }).elements()).toEqual([]);
    expect(dialog.elements()).toEqual([]);
  },
);

test('reports missing fields in a toast and at each field', async () => {
  const { sent } = await showOrders();
  await openButton(0).click();
  await submit().click();
  await expectToast('Please select at least one order to assign');
  await expectToast('Please select a guest user');
  const guest = dialog.getByLabelText('Guest user');
  await expect.element(guest).toHaveAccessibleDescription('Please select a guest user');
  await expect.element(guest).toHaveFocus();
  const add = dialog.getByRole('button', { name: 'Add orders' });
  await expect.element(add).toHaveAccessibleDescription('Please select at least one order to assign');

  await pickGuest('Gustav');
  await expect.element(guest).not.toHaveAttribute('aria-invalid');
  await dialog.getByRole('tab', { name: /^Already assigned/ }).click();
  await submit().click();
  await expect.element(dialog.getByRole('tab', { name: /Orders to assign/ })).toHaveAttribute('aria-selected', 'true');
  await expect.element(add).toHaveFocus();
  expect(sent()).toEqual([]);
});

test("assigns only the row's order from the row menu and keeps the selection", async () => {
  const { sent } = await openWithTwo({ answers: { 'POST /auth/assign-orders': () => assigned } });
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Actions for SO15', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Assign' }).click();
  await expect.element(inList('SO15')).toBeChecked();
  await expect.element(dialog.getByText('1 of 1 selected')).toBeVisible();
  await pickGuest('Gustav');
  await submit().click();
  await expectToast('Orders assigned successfully');
  expect(sent()).toMatchObject([{ orderIds: ['15'] }]);
  await expect.element(openButton(2)).toBeVisible();
});

test('warns of orders of another customer than the guest and still assigns them', async () => {
  const linked = { ...gustav, customerNetsuiteId: '12', customerName: 'Brûlerie Saint-Denis' };
  const { sent } = await openWithTwo({
    answers: {
      'GET /customer-invitations/guest-users': () => ({ body: [linked, guests[1]] }),
      'POST /auth/assign-orders': () => assigned,
    },
  });
  const warning = dialog.getByRole('alert');
  await expect.element(inList('SO2')).toBeChecked();
  expect(warning.elements()).toEqual([]);
  await pickGuest('Gustav');
  const text =
    'Gustav Guest is a guest of Brûlerie Saint-Denis, but one selected order belongs to another customer: Café Olimpico';
  await expect.element(warning).toHaveTextContent(text);
  await inList('SO2').click();
  await expect.element(warning).not.toBeInTheDocument();
  await inList('SO2').click();
  await expect.element(warning).toHaveTextContent(text);
  await submit().click();
  await expectToast('Orders assigned successfully');
  expect(sent()).toMatchObject([{ userId: gustav.id, orderIds: ['2', '11'] }]);
});

test('shows the button as inactive until an order is selected', async () => {
  await showOrders();
  const background = (count: number) => getComputedStyle(openButton(count).element()).backgroundColor;
  await expect.element(openButton(0)).toBeVisible();
  const quiet = background(0);
  await page.getByRole('checkbox', { name: 'Select SO1', exact: true }).click();
  await expect.element(openButton(1)).toBeVisible();
  expect(background(1)).not.toBe(quiet);
});

test('does not assign unchecked orders; search adds more orders', async () => {
  const { sent, calls } = await openWithTwo({ answers: { 'POST /auth/assign-orders': () => assigned } });
  await inList('SO2').click();
  await expect.element(dialog.getByText('1 of 2 selected')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add orders' }).click();
  await page.getByPlaceholder('Search orders...').last().fill('SO2');
  await expect.element(page.getByRole('option', { name: /^SO25/ })).toBeVisible();
  await expect.poll(() => page.getByRole('option').elements().length).toBe(7);
  await expect.element(page.getByRole('option', { name: /^SO2 / })).toBeVisible();
  await page.getByRole('option', { name: /^SO23/ }).click();
  await expect.element(page.getByRole('option', { name: /^SO23.*, selected/ })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(inList('SO23')).toBeChecked();
  const searches = calls.map(({ query }) => new URLSearchParams(query)).filter((query) => query.has('search'));
  expect(searches.map((query) => [query.get('search'), query.get('limit')])).toEqual([['SO2', '10']]);

  await pickGuest('nameless');
  await submit().click();
  await expectToast('Orders assigned successfully');
  expect(sent()).toEqual([{ userId: guests[1].id, orderIds: ['23', '11'] }]);
});

test('shows a 400 as Permission Denied and any other failure as Error, with the reason, and keeps the input', async () => {
  const refusals = [
    {
      status: 400,
      body: {
        statusCode: 400,
        message: 'There is no order 11.',
        details: [{ path: 'orderIds', message: 'There is no order 11.' }],
      },
    },
    { status: 403, body: { statusCode: 403, message: 'You may not do this.' } },
    { status: 400, body: { statusCode: 400 } },
    { status: 500, body: {} },
  ];
  const { sent } = await openWithTwo({ answers: { 'POST /auth/assign-orders': () => refusals.shift() ?? assigned } });
  await pickGuest('Gustav');
  await submit().click();
  await expectToast('Permission Denied');
  await expectToast('There is no order 11.');
  const add = dialog.getByRole('button', { name: 'Add orders' });
  await expect.element(add).toHaveAccessibleDescription('There is no order 11.');
  await submit().click();
  await expectToast('Error');
  await expectToast('You may not do this.');
  await submit().click();
  await expectToast('Failed to assign orders');
  await expect.poll(() => page.getByText('Permission Denied').elements().length).toBe(2);
  await submit().click();
  await expect.poll(() => page.getByText('Failed to assign orders').elements().length).toBe(2);
  await expect.element(inList('SO11')).toBeChecked();
  expect(sent()).toHaveLength(4);
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.element(openButton(2)).toBeVisible();
});

test('shows Assigning... and cannot be submitted twice', async () => {
  let answer: () => void = () => undefined;
  const { sent } = await openWithTwo({
    answers: { 'POST /auth/assign-orders': () => new Promise((resolve) => (answer = () => resolve(assigned))) },
  });
  await pickGuest('Gustav');
  await submit().click();
  await expect.element(dialog.getByRole('button', { name: 'Assigning...' })).toBeVisible();
  await dialog.getByLabelText('Access ends').click();
  await userEvent.keyboard('{Enter}');
  answer();
  await expectToast('Orders assigned successfully');
  expect(sent()).toHaveLength(1);
});

test('cannot be closed while sending, and keeps the input after a failure', async () => {
  let answer: () => void = () => undefined;
  await openWithTwo({
    answers: {
      'POST /auth/assign-orders': () =>
        new Promise((resolve) => (answer = () => resolve({ status: 503, text: 'Service Unavailable' }))),
    },
  });
  await pickGuest('Gustav');
  await dialog.getByLabelText('Note').fill('Dock 4');
  await submit().click();
  await expect.element(dialog.getByRole('button', { name: 'Assigning...' })).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await expect.element(dialog.getByRole('button', { name: 'Close' })).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  answer();
  await expectToast('Failed to assign orders');
  await expect.element(page.getByText(/Failed to assign orders/)).toMatchTextContent(/^Failed to assign orders$/);
  await expect.element(dialog.getByLabelText('Note')).toHaveValue('Dock 4');
  await expect.element(inList('SO2')).toBeChecked();
  expect(page.getByText('Discard changes?').elements()).toEqual([]);
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeEnabled();
});

test('asks before discarding input and closes at once without any', async () => {
  await openWithTwo();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await openButton(2).click();
  await dialog.getByLabelText('Note').fill('Dock 4');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Discard changes?')).toBeVisible();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(dialog.getByLabelText('Note')).toHaveValue('Dock 4');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await openButton(2).click();
  await expect.element(dialog.getByLabelText('Note')).toHaveValue('');
});

test('restores the input after the session expires', async () => {
  const kept = { id: '7', number: 'SO7', customer: 'Café Olimpico', total: 106, ticked: true };
  const values = { userId: gustav.id, note: 'Dock 4', lastDay: '2031-12-31', orders: JSON.stringify([kept]) };
  const draft = { owner: 'ada', forms: { 'assign-orders': { at: Date.now(), values } } };
  sessionStorage.setItem('drafts', JSON.stringify(draft));
  await showOrders({ address: '/orders?assign=1' });
  await expect.element(inList('SO7')).toBeChecked();
  await expect.element(dialog.getByLabelText('Guest user')).toHaveTextContent('Gustav Guest');
  await expect.element(dialog.getByLabelText('Note')).toHaveValue('Dock 4');
  await expect.element(dialog.getByLabelText('Access ends')).toHaveValue('2031-12-31');
});

test('opens with the current selection, ignoring a draft from before a page reload', async () => {
  const leave = () => {
    const kept = { id: '7', number: 'SO7', customer: 'Café Olimpico', total: 106, ticked: true };
    const values = { userId: gustav.id, note: 'Dock 4', lastDay: '', orders: JSON.stringify([kept]) };
    sessionStorage.setItem(
      'drafts',
      JSON.stringify({ owner: 'ada', forms: { 'assign-orders': { at: Date.now(), values } } }),
    );
  };
  leave();
  await openWithTwo();
  await expect.element(inList('SO2')).toBeChecked();
  await expect.element(inList('SO11')).toBeChecked();
  expect(inList('SO7').elements()).toEqual([]);
  await expect.element(dialog.getByLabelText('Guest user')).toHaveTextContent('Select a guest user...');
  await expect.element(dialog.getByLabelText('Note')).toHaveValue('');
  expect(sessionStorage.getItem('drafts')).toBeNull();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();

  await page.getByRole('button', { name: /^Clear/ }).click();
  leave();
  await openButton(0).click();
  await expect.element(dialog).toBeVisible();
  expect(inList('SO7').elements()).toEqual([]);
});

test('limits an assignment to 1,000 orders', async () => {
  const many = Array.from({ length: 1001 }, (_, index) => ({ id: String(index), number: `N${index}`, ticked: true }));
  const values = { userId: gustav.id, note: '', lastDay: '', orders: JSON.stringify(many) };
  const draft = { owner: 'ada', forms: { 'assign-orders': { at: Date.now(), values } } };
  sessionStorage.setItem('drafts', JSON.stringify(draft));
  const { sent } = await showOrders({ address: '/orders?assign=1' });
  await submit().click();
  await expectToast('At most 1,000 orders can be assigned at a time');
  expect(sent()).toEqual([]);
  expect(orders).toHaveLength(25);
});

test('Enter right after typing a search does not take an order of the results before it', async () => {
  await openWithTwo();
  await dialog.getByRole('button', { name: 'Add orders' }).click();
  await expect.poll(() => page.getByRole('option').elements().length).toBeGreaterThan(7);
  await page.getByPlaceholder('Search orders...').last().fill('SO23');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => page.getByRole('option').elements().length).toBe(1);
  await expect.element(dialog.getByText('2 of 2 selected')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('option', { name: /^SO23.*, selected/ })).toBeVisible();
  await expect.element(dialog.getByText('3 of 3 selected')).toBeVisible();
});

test('shows two lines per search result: number and total, then customer and whether the guest has access', async () => {
  await openWithTwo({ answers: { [`GET /auth/assigned-orders/${gustav.id}`]: () => ({ body: [had] }) } });
  await pickGuest('Gustav');
  await dialog.getByRole('button', { name: 'Add orders' }).click();
  const found = page.getByRole('option', { name: /^SO2 \$101\.00 Café Olimpico Already assigned ?, selected$/ });
  await expect.element(found).toBeVisible();
  const boxOf = (text: string) => found.getByText(text, { exact: true }).element().getBoundingClientRect();
  expect(boxOf('$101.00').top).toBe(boxOf('SO2').top);
  expect(boxOf('Already assigned').top).toBe(boxOf('Café Olimpico').top);
  expect(boxOf('Already assigned').right).toBe(boxOf('$101.00').right);
  expect(boxOf('Café Olimpico').top).toBeGreaterThanOrEqual(boxOf('SO2').bottom);
  expect(page.getByRole('listbox').element().getBoundingClientRect().height).toBeLessThanOrEqual(200);
});
