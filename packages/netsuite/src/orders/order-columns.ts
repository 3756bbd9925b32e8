import type { NetsuiteClient } from '../client/netsuite-client.ts';
import type { CallOptions } from '../client/transport.ts';
import { findKnownColumns } from '../source/known-columns.ts';

/** What an account's SuiteQL has of an order. Accounts differ in features, custom fields and the role's permissions. */
export interface OrderColumns {
  /** Columns of `transaction` that not every account has, without their letter. */
  readonly own: ReadonlySet<string>;
  /** Columns of `transactionline`; null where the role may not see it. */
  readonly line: ReadonlySet<string> | null;
  readonly addresses: boolean;
}

/** The first of each list are those that accounts have been seen to lack: each is asked for by itself. */
const ownColumns = [
  ['saleseffectivedate'],
  ['subtotal'],
  ['location'],
  ['custbody_ns_project', 'custbody_stc_tax_after_discount', 'email', 'otherrefnum', 'terms', 'currency'],
];
const lineColumns = [['transactiondiscount'], ['mainline', 'taxline', 'itemtype', 'foreignamount', 'location']];

/** Asks an account, side by side: a request for each list above, and more where some column of it is missing. */
export async function findOrderColumns(client: NetsuiteClient, call?: CallOptions): Promise<OrderColumns> {
  const find = (from: string, letter: string, lists: readonly (readonly string[])[]) =>
    Promise.all(lists.map((list) => findKnownColumns(client, from, withLetter(letter, list), call)));
  const [own, line, billing, shipping] = await Promise.all([
    find('transaction t', 't', ownColumns),
    find('transactionline l', 'l', lineColumns),
    findKnownColumns(client, 'transactionbillingaddress a', ['a.nkey', 'a.addrtext'], call),
    findKnownColumns(client, 'transactionshippingaddress a', ['a.nkey', 'a.addrtext'], call),
  ]);
  const addresses = billing?.size === 2 && shipping?.size === 2;
  return { own: withoutLetter(own), line: line.at(-1) === null ? null : withoutLetter(line), addresses };
}

function withLetter(letter: string, columns: readonly string[]): string[] {
  return columns.map((column) => `${letter}.${column}`);
}

function withoutLetter(known: readonly (ReadonlySet<string> | null)[]): ReadonlySet<string> {
  return new Set(known.flatMap((columns) => [...(columns ?? [])]).map((column) => column.slice(2)));
}

/** Whether the lines tell the subtotal: amounts, and what of them is tax and shipping. */
export function linesTellSubtotal({ line }: OrderColumns): boolean {
  return line !== null && ['mainline', 'taxline', 'itemtype', 'foreignamount'].every((column) => line.has(column));
}

/** Whether the main line tells the location, for accounts in which the order does not. */
export function linesTellLocation({ line }: OrderColumns): boolean {
  return line?.has('mainline') === true && line.has('location');
}
