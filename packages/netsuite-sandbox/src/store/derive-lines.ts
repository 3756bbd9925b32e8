import { negateDecimal, sumDecimals } from '../decimal.ts';
import { type Decimal, toDecimalText } from '../exact-json.ts';
import type { Line, RecordBody, RecordType, Reference } from '../records.ts';
import type { Row } from './tables.ts';

/** Members of kits stand on lines that the record service does not show: the next line's number leaves room for them. */
const technical = new Set(['Group', 'EndGroup', 'Description', 'Subtotal']);

/**
 * The lines of a transaction as SuiteQL has them: the main line with the total, the items with the members of kits,
 * shipping and tax. Sales are credits, so that all but the main line are negative (suiteql-facts, section 3).
 */
export function deriveLines(type: RecordType, body: RecordBody, modified?: string): Row[] {
  const lines: Row[] = [];
  const [total, shipping, tax] = [body.total, body.shippingCost, body.taxTotal] as (Decimal | undefined)[];
  const add = (values: Row) =>
    lines.push(complete(body, { id: Number(lines.at(-1)?.id ?? -1) + 1, ...values }, modified));
  add({ mainline: 'T', memo: body.memo as string | undefined, foreignamount: text(total) });
  for (const line of body.item?.items ?? []) {
    add({ ...itemValues(line), ...(line.line === undefined ? {} : { id: line.line }) });
    const of = Number(lines.at(-1)?.id);
    for (const { item, quantity } of line.members ?? [])
      add({ item: Number(item.id), itemtype: 'InvtPart', quantity: -quantity, kitmemberof: of, kitcomponent: 'T' });
  }
  if (type !== 'salesOrder') return lines;
  addRounding(lines, body, add);
  if (shipping) add({ itemtype: 'ShipItem', foreignamount: negated(shipping) });
  if (tax) add({ itemtype: 'TaxGroup', taxline: 'T', foreignamount: negated(tax) });
  return lines;
}

/** In NetSuite the lines make up the subtotal exactly; a loaded record may have rounded differently. */
function addRounding(lines: Row[], body: RecordBody, add: (values: Row) => void): void {
  if (body.subtotal === undefined) return;
  const sold = lines.filter(({ mainline, foreignamount }) => mainline !== 'T' && foreignamount !== undefined);
  const missing = sumDecimals([
    toDecimalText(body.subtotal as Decimal),
    ...sold.map(({ foreignamount }) => String(foreignamount)),
  ]);
  if (missing === '0') return;
  const last = sold.at(-1);
  if (last === undefined) add({ itemtype: 'OthCharge', foreignamount: negateDecimal(missing) });
  else last.foreignamount = sumDecimals([String(last.foreignamount), negateDecimal(missing)]);
}

function itemValues(line: Line): Row {
  const itemtype = line.itemType?.id ?? 'InvtPart';
  return {
    itemtype,
    item: line.item === undefined ? undefined : Number(line.item.id),
    memo: line.description,
    quantity: negated(line.quantity),
    quantityshiprecv: negated(line.quantityFulfilled),
    quantitybilled: negated(line.quantityBilled),
    quantitybackordered: negated(line.quantityBackOrdered),
    isclosed: line.isClosed === true ? 'T' : 'F',
    rate: text(line.rate),
    foreignamount: technical.has(itemtype) ? undefined : negated(line.amount),
    previousline: line.orderLine,
  };
}

function complete(body: RecordBody, values: Row, modified: string | undefined): Row {
  const transaction = Number(body.id);
  return {
    transaction,
    uniquekey: transaction * 1000 + Number(values.id),
    mainline: 'F',
    taxline: 'F',
    isclosed: 'F',
    transactiondiscount: 'F',
    kitcomponent: 'F',
    linelastmodifieddate: modified ?? (body.lastModifiedDate as string | undefined),
    location: idOf(body.location),
    subsidiary: idOf(body.subsidiary),
    createdfrom: idOf(body.createdFrom),
    ...values,
  };
}

function idOf(value: unknown): number | undefined {
  return value === undefined ? undefined : Number((value as Reference).id);
}

function text(amount: Decimal | undefined): string | undefined {
  return amount === undefined ? undefined : toDecimalText(amount);
}

function negated(amount: Decimal | undefined): string | undefined {
  return amount === undefined ? undefined : negateDecimal(toDecimalText(amount));
}
