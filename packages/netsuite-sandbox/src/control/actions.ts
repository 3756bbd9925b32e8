import type pg from 'pg';
import { parseExactJson } from '../exact-json.ts';
import { readBody } from '../record-service/read-records.ts';
import type { RecordBody } from '../records.ts';
import { bill, type Carrier, carriers, fulfill, pay, remaining, statusOf, voided } from '../shipments.ts';
import type { Target } from '../store/derive.ts';
import { patchRecord, putRecord } from '../store/edit-records.ts';

export type Action = 'fulfill' | 'bill' | 'pay' | 'void';

/** Options of an action: quantities by line (all that is left unless given), packages, the amount paid. */
export type ActionOptions = {
  quantities?: Record<string, number>;
  packages?: { packageTrackingNumber?: string; packageWeight?: number }[];
  amount?: number | undefined;
};

/** Ships or bills an order, or pays or voids an invoice; answers the fulfillment or the invoice. */
export async function act(
  client: pg.ClientBase,
  target: Target,
  action: Action,
  options: ActionOptions,
  now: Date,
): Promise<RecordBody> {
  const stored = await readBody(client, target.type, target.id);
  if (stored === undefined || (action === 'pay' || action === 'void') !== (target.type === 'invoice')) {
    throw new Error(`There is no ${target.type} ${target.id} to ${action}.`);
  }
  const record = parseExactJson(stored) as RecordBody;
  if (action === 'pay') {
    const amount = options.amount ?? Number(record.amountRemaining);
    return patchRecord(client, target, pay(record, Math.round(amount * 100)), { now, touch: true });
  }
  if (action === 'void') return patchRecord(client, target, voided(record), { now, touch: true });
  const left = remaining(record, action === 'fulfill' ? 'shipping' : 'billing');
  const entries = Object.entries(options.quantities ?? {});
  const asked = entries.map(([line, quantity]): [number, number] => [Number(line), quantity]);
  const quantities = options.quantities === undefined ? left : new Map(asked);
  if (quantities.size === 0 || asked.some(([line, quantity]) => quantity > (left.get(line) ?? 0))) {
    throw new Error(`Nothing like that is left to ${action}.`);
  }
  const { rows } = await client.query<{ id: string }>('SELECT (max(id) + 1)::text AS id FROM "transaction"');
  const made = { id: rows[0]?.id ?? '1', at: now };
  const way = carriers[Number(target.id) % carriers.length] as Carrier;
  const { rows: named } = await client.query<{ refName: string }>(
    `SELECT name AS "refName" FROM display_name WHERE record_type = 'shipitem' AND id = $1`,
    [way.method.id],
  );
  const method = { ...way.method, ...named[0] };
  const body =
    action === 'fulfill'
      ? fulfill(record, quantities, made, { ...way, method }, options.packages ?? [{}])
      : bill(record, quantities, made, 30);
  // The order's lines and status change, its own date does not (rest-facts, section 4).
  await patchRecord(client, target, { item: record.item, status: statusOf(record) }, { now, touch: false });
  const type = action === 'fulfill' ? 'itemFulfillment' : 'invoice';
  return putRecord(client, { type, id: made.id }, body, { now, touch: true });
}
