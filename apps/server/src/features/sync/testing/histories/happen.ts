import { type SyncKind, syncKinds } from '@portal/contract/values';
import type { SandboxControl } from '@portal/netsuite-sandbox/control-client';
import { recordTypes } from '../records.ts';
import type { Round } from './rounds.ts';

const noFaults = { tooManyRequests: 0, serverError: 0, truncatedBody: 0, droppedConnection: 0 };
const nothing = { salesOrder: [], itemFulfillment: [], invoice: [] };
/** Tables that an account may lack. */
const tables = {
  addresses: ['transactionshippingaddress'],
  deletions: ['deletedrecord'],
  packages: ['itemfulfillmentpackage'],
  trackingNumbers: ['trackingnumbermap', 'trackingnumber'],
};

/** Settings of an account that hides nothing and in which nothing goes wrong. */
export const calm = {
  faults: noFaults,
  locked: { salesOrder: [] },
  unreadable: nothing,
  restrictedTo: { salesOrder: null },
  features: { locations: true },
  hiddenTables: [],
  pageRows: 1000,
};

/** Suspends what disturbs NetSuite for the test's own reading of it. */
export async function quietly<Answer>(control: SandboxControl, work: () => Promise<Answer>): Promise<Answer> {
  const { faults } = await control.settings();
  await control.change({ faults: noFaults });
  const answer = await work();
  await control.change({ faults });
  return answer;
}

/** Makes in the sandbox what happens in NetSuite. */
export function createAccount(control: SandboxControl) {
  let created = 0;
  /** Of records that are visible a while longer, and that nothing in NetSuite changes any more. */
  const deletedIds = new Set<string>();

  async function idAt(of: SyncKind, at: number): Promise<string> {
    const ids = (await control.listRecords(recordTypes[of])).flatMap(({ id }) => (deletedIds.has(id) ? [] : id));
    return ids[Math.floor(at * ids.length)] ?? '';
  }

  async function late(minutes: number, change: () => Promise<unknown>): Promise<void> {
    await control.change({ visibleAfter: minutes * 60 });
    await change();
    await control.change({ visibleAfter: 0 });
  }

  /** A new order like another one, of which nothing was shipped. */
  async function create(like: number): Promise<void> {
    const {
      lastModifiedDate: _,
      createdDate: __,
      ...template
    } = await control.getRecord('salesOrder', await idAt('orders', like));
    created += 1;
    // Fulfillments and invoices get the ids in between.
    const id = String(20_000_000 + created * 1000);
    const reset = { quantityFulfilled: 0, quantityBilled: 0, quantityBackOrdered: undefined, isClosed: false };
    const items = (template.item?.items ?? []).map((line) => ({ ...line, ...reset }));
    const status = { id: 'B', refName: 'Pending Fulfillment' };
    await control.putRecord('salesOrder', id, { ...template, id, tranId: `SO-${id}`, status, item: { items } });
  }

  function edit(of: SyncKind, id: string, at: number, seed: number, options = { touch: true }): Promise<unknown> {
    const email = `${seed % 1000}@test.example`;
    const name = `${seed % 1000}-${at}`;
    const day = `2026-0${1 + Math.floor(at * 9)}-15`;
    const box = { packageTrackingNumber: `T${seed % 7}`, packageWeight: 1 + at };
    const noBoxes = { packageUps: null, packageFedex: null };
    const fields: Record<SyncKind, object> = {
      orders: { email, memo: `edit ${at}`, total: at },
      customers: { email, phone: `${at}` },
      fulfillments: { tranId: `IF-${name}`, shippedDate: day, ...noBoxes, package: { items: [box, box] } },
      invoices: { tranId: `INV-${name}`, dueDate: day },
    };
    return control.patchRecord(recordTypes[of], id, { ...fields[of] }, options);
  }

  /** Ships an order, or one unit of it. An order of which nothing is left to ship stays as it is. */
  async function ship(id: string, { isPartial, isBilled }: Round['shipped'][number], seed: number): Promise<void> {
    const items = (await control.getRecord('salesOrder', id)).item?.items ?? [];
    const line = items.find(
      ({ itemType, quantity, quantityFulfilled = 0 }) =>
        itemType === undefined && Number(quantity) - Number(quantityFulfilled) > 1,
    );
    const quantities = isPartial && line?.line !== undefined ? { quantities: { [String(line.line)]: 1 } } : {};
    const packages = [{ packageTrackingNumber: `S${seed % 100}` }, { packageWeight: 2 }];
    await control.fulfill(id, { ...quantities, packages }).then(
      () => (isBilled ? control.bill(id).catch(() => undefined) : undefined),
      () => undefined,
    );
  }

  async function pay(id: string, isPartial: boolean): Promise<void> {
    const { amountRemaining } = await control.getRecord('invoice', id);
    const open = Number(amountRemaining);
    if (open > 0) await control.pay(id, isPartial ? Math.ceil(open * 50) / 100 : open);
  }

  async function payWithoutDate(id: string): Promise<void> {
    const { total } = await control.getRecord('invoice', id);
    const fields = { amountPaid: total, amountRemaining: 0, status: { id: 'B', refName: 'Paid In Full' } };
    await control.patchRecord('invoice', id, fields, { touch: false });
  }

  /** Changes a line whose date is older than any that a sync reads again. */
  async function backorder(id: string, at: number): Promise<void> {
    const { item } = await control.getRecord('salesOrder', id);
    const items = item?.items?.map((line, index) =>
      index === 0 ? { ...line, quantityBackOrdered: Math.round(at * 100) } : line,
    );
    await control.advanceClock(-40 * 86_400);
    await control.patchRecord('salesOrder', id, { item: { ...item, items } }, { touch: false });
    await control.advanceClock(40 * 86_400);
  }

  async function changeAccount({ shortPages: pageRows, timeZone, account }: Round): Promise<void> {
    await control.change({ pageRows, ...(timeZone === null ? {} : { timeZone }) });
    if (account === null) return;
    const { locations, ...shown } = account;
    const hiddenTables = Object.entries(tables).flatMap(([part, names]) =>
      shown[part as keyof typeof tables] ? [] : names,
    );
    await control.change({ features: { locations }, hiddenTables });
  }

  async function changeTransactions(step: Round): Promise<void> {
    const { seed } = step;
    // Not late: the names in a record that is written later would undo a renaming meanwhile.
    for (const like of step.created) await create(like);
    for (const { kind, at, minutesLate } of step.edits) {
      const id = await idAt(kind, at);
      await late(minutesLate, () => edit(kind, id, at, seed));
    }
    for (const { at, letter } of step.statuses)
      await control.patchRecord('salesOrder', await idAt('orders', at), { status: { id: letter } });
    for (const each of step.shipped) {
      const id = await idAt('orders', each.at);
      await late(each.minutesLate, () => ship(id, each, seed));
    }
    for (const { at, letter } of step.packed) {
      const status = { id: letter };
      await control.patchRecord('itemFulfillment', await idAt('fulfillments', at), { status, shipStatus: status });
    }
    for (const { at, isPartial, minutesLate } of step.paid) {
      const id = await idAt('invoices', at);
      await late(minutesLate, () => pay(id, isPartial));
    }
    for (const { kind, at, to } of step.moved) {
      const { id, entity } = await control.getRecord('salesOrder', await idAt('orders', to));
      const createdFrom = { id, refName: 'Sales Order' };
      await control.patchRecord(recordTypes[kind], await idAt(kind, at), { createdFrom, entity });
    }
    for (const { kind, at, minutesLate } of step.deleted) {
      const id = await idAt(kind, at);
      await late(minutesLate, () => control.deleteRecord(recordTypes[kind], id));
      deletedIds.add(id);
    }
  }

  async function changeWithoutDates({ night, renamedCustomer, seed }: Round): Promise<void> {
    if (renamedCustomer !== null)
      await control.patchRecord('customer', await idAt('customers', renamedCustomer), {
        companyName: `Renamed ${seed}`,
      });
    if (night === null) return;
    const ids = { term: '2', location: '2', item: '301', shipitem: '51' };
    await control.rename(night.renamed, ids[night.renamed], `Renamed ${seed}`);
    for (const at of night.balances)
      await control.patchRecord('customer', await idAt('customers', at), { balance: at }, { touch: false });
    for (const at of night.paid) await payWithoutDate(await idAt('invoices', at));
    for (const { kind, at } of night.edits) await edit(kind, await idAt(kind, at), at, seed + 1, { touch: false });
    for (const at of night.backordered) await backorder(await idAt('orders', at), at);
  }

  async function restrict({ locked, unreadable, hidden }: Round): Promise<void> {
    const hiddenId = hidden === null ? null : await idAt('orders', hidden);
    const ids = (await control.listRecords('salesOrder')).map(({ id }) => id);
    await control.change({
      locked: { salesOrder: await Promise.all(locked.map((at) => idAt('orders', at))) },
      unreadable: {
        ...nothing,
        ...(unreadable === null
          ? {}
          : { [recordTypes[unreadable.kind]]: [await idAt(unreadable.kind, unreadable.at)] }),
      },
      restrictedTo: { salesOrder: hiddenId === null ? null : ids.filter((id) => id !== hiddenId) },
    });
  }

  /** Changes a record of each kind, which every sync then has to read, so that it looks at the account's columns too. */
  async function touch(at: number, seed: number): Promise<void> {
    for (const of of syncKinds)
      await control.patchRecord(recordTypes[of], await idAt(of, at), { email: `${seed}@round.example` });
  }

  async function happen(step: Round): Promise<void> {
    await changeAccount(step);
    await changeTransactions(step);
    await changeWithoutDates(step);
    await restrict(step);
    await touch(0.5, step.seed);
    await control.advanceClock(step.passed * 60);
    const { faults: share, seed } = step;
    await control.change({
      faults: { tooManyRequests: share, serverError: share, truncatedBody: share, droppedConnection: share, seed },
    });
  }

  return { happen, touch };
}
