import { negateDecimal, sumDecimals } from '../decimal.ts';
import { type Decimal, toDecimalText } from '../exact-json.ts';
import type { OrderLine, SalesOrder } from '../record-types.ts';
import type { Row } from './tables.ts';

type Line = Row<'transactionline'>;

/**
 * The lines of a sales order as SuiteQL has them: the main line with the total, the items, shipping and tax. Sales
 * are credits, so that all but the main line are negative.
 */
export function deriveLines(order: SalesOrder): Line[] {
  const lines: Line[] = [];
  addLine(lines, order, {
    mainline: 'T',
    memo: order.memo,
    foreignamount: order.total === undefined ? undefined : toDecimalText(order.total),
  });
  const items = order.item?.items ?? [];
  for (const line of items) addLine(lines, order, itemValues(line));
  addRounding(lines, order, items);
  if (order.shippingCost) addLine(lines, order, { itemtype: 'ShipItem', foreignamount: negated(order.shippingCost) });
  if (order.taxTotal)
    addLine(lines, order, { itemtype: 'TaxGroup', taxline: 'T', foreignamount: negated(order.taxTotal) });
  return lines;
}

/** In NetSuite the lines make up the subtotal exactly; a loaded record may have rounded differently. */
function addRounding(lines: Line[], order: SalesOrder, items: readonly OrderLine[]): void {
  if (order.subtotal === undefined) return;
  const listed = items.map(({ amount = 0 }) => negateDecimal(toDecimalText(amount)));
  const missing = sumDecimals([toDecimalText(order.subtotal), ...listed]);
  if (missing === '0') return;
  const last = lines.at(-1);
  if (items.length === 0 || last === undefined) {
    addLine(lines, order, { itemtype: 'OthCharge', foreignamount: negateDecimal(missing) });
  } else {
    last.foreignamount = sumDecimals([last.foreignamount ?? '0', negateDecimal(missing)]);
  }
}

function itemValues(line: OrderLine): Line {
  const { item, quantity, rate, amount, description } = line;
  return {
    item: item === undefined ? undefined : Number(item.id),
    item$name: item?.refName,
    itemtype: 'InvtPart',
    memo: description,
    quantity: negated(quantity),
    quantityshiprecv: line.quantityFulfilled === undefined ? undefined : toDecimalText(line.quantityFulfilled),
    quantitybilled: line.quantityBilled === undefined ? undefined : toDecimalText(line.quantityBilled),
    quantitybackordered: line.quantityBackOrdered === undefined ? undefined : toDecimalText(line.quantityBackOrdered),
    isclosed: line.isClosed === true ? 'T' : 'F',
    rate: rate === undefined ? undefined : toDecimalText(rate),
    foreignamount: negated(amount),
  };
}

function addLine(lines: Line[], order: SalesOrder, values: Line): void {
  const transaction = Number(order.id);
  const id = lines.length;
  lines.push({
    transaction,
    id,
    uniquekey: transaction * 1000 + id,
    mainline: values.mainline ?? 'F',
    taxline: values.taxline ?? 'F',
    item: values.item,
    item$name: values.item$name,
    itemtype: values.itemtype,
    memo: values.memo,
    quantity: values.quantity,
    quantityshiprecv: values.quantityshiprecv,
    quantitybilled: values.quantitybilled,
    quantitybackordered: values.quantitybackordered,
    isclosed: values.isclosed ?? 'F',
    rate: values.rate,
    foreignamount: values.foreignamount,
    linelastmodifieddate: order.lastModifiedDate,
    location: order.location === undefined ? undefined : Number(order.location.id),
    location$name: order.location?.refName,
    subsidiary: order.subsidiary === undefined ? undefined : Number(order.subsidiary.id),
    subsidiary$name: order.subsidiary?.refName,
  });
}

function negated(amount: Decimal | undefined): string | undefined {
  return amount === undefined ? undefined : negateDecimal(toDecimalText(amount));
}
