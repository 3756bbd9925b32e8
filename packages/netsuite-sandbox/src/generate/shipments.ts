import { between, chance, createRandom, fill, mixSeed, pick, type Random } from '../random.ts';
import { type Package, type RecordBody, type StatusLetter, transactionTypes } from '../records.ts';
import { bill, type Carrier, carriers, fulfill, pay, quantityLines, remaining } from '../shipments.ts';
import type { TypedRecord } from '../store/write-records.ts';

/** Days until payment is due, by the name of the terms. */
const dueDays: Record<string, number> = { 'Net 15': 15, 'Net 30': 30, '2% 10 Net 30': 30, 'Net 60': 60 };

/**
 * Ships and bills an order as far as its status says, and answers the fulfillments and invoices. The order's own lines
 * get their quantities. `to` is the end of the generated time; all times in milliseconds.
 */
export function shipAndBill(
  order: RecordBody,
  letter: StatusLetter,
  seed: number,
  { from, to }: { from: number; to: number },
): TypedRecord[] {
  const random = createRandom(mixSeed(seed, 4, Number(order.id)));
  const lines = quantityLines(order);
  const records: TypedRecord[] = [];
  let [time, count] = [from, 0];
  const next = () => {
    time += Math.floor((to - time) * 0.1 * random());
    count += 1;
    return { id: String(10_000_000 + Number(order.id) * 8 + count), at: new Date(time) };
  };
  for (const line of lines) [line.quantityFulfilled, line.quantityBilled, line.isClosed] = [0, 0, letter === 'H'];
  const billShipped = () => {
    const invoice = bill(
      order,
      remaining(order, 'billing'),
      next(),
      dueDays[String((order.terms as { refName?: string } | undefined)?.refName)] ?? 0,
    );
    const isOld = to - time > 60 * 86_400_000;
    if (chance(random, isOld ? 0.9 : 0.35))
      Object.assign(invoice, pay(invoice, Math.round(Number(invoice.total) * 100)));
    else if (chance(random, 0.3)) Object.assign(invoice, pay(invoice, Math.round(Number(invoice.total) * 40)));
    records.push({ type: 'invoice', body: invoice });
  };
  const ship = (quantities: Map<number, number>) => {
    if (quantities.size === 0) return;
    const way = pick(random, carriers);
    records.push({ type: 'itemFulfillment', body: fulfill(order, quantities, next(), way, packagesBy(random, way)) });
  };
  /** Picked or packed: the order counts it as shipped only once it is (suiteql-facts, section 3: quantitypicked, -packed). */
  const prepare = (quantities: Map<number, number>) => {
    if (quantities.size === 0) return;
    const status = pick(random, [
      { id: 'A', refName: transactionTypes.itemFulfillment.statuses.A },
      { id: 'B', refName: transactionTypes.itemFulfillment.statuses.B },
    ]);
    const way = pick(random, carriers);
    const boxes = status.id === 'B' ? [{ packageDescr: 'Carton' }] : [];
    const body = fulfill(structuredClone(order), quantities, next(), way, boxes);
    records.push({ type: 'itemFulfillment', body: { ...body, status, shipStatus: status, shippedDate: undefined } });
  };
  if ('DEFG'.includes(letter)) {
    const isPartial = letter === 'D' || letter === 'E';
    if (isPartial || chance(random, 0.2)) ship(part(lines));
    if (letter === 'D') billShipped();
    if (!isPartial) ship(remaining(order, 'shipping'));
    if (letter === 'G') billShipped();
  }
  if ('BDE'.includes(letter))
    for (const [index, left] of remaining(order, 'shipping')) {
      const line = lines.find((each) => each.line === index);
      if (line !== undefined && chance(random, 0.3)) line.quantityBackOrdered = left;
    }
  if ('BDE'.includes(letter) && chance(random, 0.25)) {
    // Backordered units wait for stock: only others can be picked (suiteql-facts, section 3).
    const waiting = new Set(lines.filter((line) => line.quantityBackOrdered !== undefined).map(({ line }) => line));
    prepare(new Map([...remaining(order, 'shipping')].filter(([line]) => !waiting.has(line))));
  }
  return records;
}

/** The first half of an order: of its lines, or of the quantity of its only one. */
function part(lines: ReturnType<typeof quantityLines>): Map<number, number> {
  const [first] = lines;
  if (lines.length === 1 && first !== undefined)
    return new Map(first.quantity > 1 ? [[first.line, Math.floor(first.quantity / 2)]] : []);
  return new Map(
    lines
      .slice(0, Math.ceil(lines.length / 2))
      .map(({ line, quantity }, index) => [line, index === 0 && quantity > 2 ? quantity - 1 : quantity]),
  );
}

/** Most packages have no tracking number (suiteql-facts, section 4). */
function packagesBy(random: Random, way: Carrier): Package[] {
  const isTracked = chance(random, 0.4);
  return Array.from({ length: chance(random, 0.7) ? 1 : between(random, 2, 3) }, () => ({
    ...(isTracked ? { packageTrackingNumber: fill(random, way.tracking) } : {}),
    packageWeight: between(random, 5, 600) / 10,
    packageDescr: 'Carton',
  }));
}
