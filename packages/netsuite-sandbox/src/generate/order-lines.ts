import { between, chance, pick, type Random } from '../random.ts';
import type { Line } from '../records.ts';
import { articles, bundles } from './catalogue.ts';
import type { Province } from './customers.ts';

type Totals = { subtotal: number; total: number; taxTotal: number; shippingCost: number };

/**
 * Lines of an order with its totals: subtotal + tax + shipping = total, to the cent. `extra` draws whether the order has
 * lines of other kinds too.
 */
export function createLines(
  random: Random,
  extra: Random,
  province: Province,
): { totals: Totals; sublist: { links: []; totalResults: number; items: Line[] } } {
  const items: Line[] = [];
  let line = 0;
  const add = (values: Line) => {
    line += 1;
    items.push({ links: [], line, ...values });
  };
  const count = 1 + Math.floor(random() ** 2 * 7);
  for (let index = 0; index < count; index += 1) {
    const { reference, price } = pick(random, articles);
    // Cheap articles are bought in large quantities.
    const quantity = price < 5000 && chance(random, 0.4) ? between(random, 25, 400) : between(random, 1, 16);
    const rate = chance(random, 0.2) ? Math.round(price * 0.9) : price;
    add({ item: reference, quantity, rate: rate / 100, amount: (rate * quantity) / 100 });
  }
  if (chance(extra, 0.06)) addKit();
  if (chance(extra, 0.04)) addGroup();
  if (chance(extra, 0.06)) addDiscount();
  if (chance(extra, 0.05))
    add({ item: bundles.text, itemType: { id: 'Description' }, description: 'Deliver to the rear dock, ring twice.' });
  const subtotal = items.reduce((sum, { amount }) => sum + Math.round(Number(amount ?? 0) * 100), 0);
  const tax = Math.round(subtotal * province.tax);
  const shipping = chance(random, 0.3) ? 0 : between(random, 900, 42_000);
  const totals = {
    subtotal: subtotal / 100,
    total: (subtotal + tax + shipping) / 100,
    taxTotal: tax / 100,
    shippingCost: shipping / 100,
  };
  return { totals, sublist: { links: [], totalResults: items.length, items } };

  /** Sold as one, shipped as its members, whose lines the record service does not show. */
  function addKit(): void {
    const members = [pick(extra, articles), pick(extra, articles)].map(({ reference }) => ({
      item: reference,
      quantity: 1,
    }));
    const quantity = between(extra, 1, 5);
    add({ item: bundles.kit, itemType: { id: 'Kit' }, members, quantity, rate: 125, amount: 125 * quantity });
    line += members.length;
  }

  /** A frame around lines with prices of their own. */
  function addGroup(): void {
    add({ item: bundles.group, itemType: { id: 'Group' }, quantity: 1 });
    for (const { reference, price } of [pick(extra, articles), pick(extra, articles)])
      add({ item: reference, quantity: 2, rate: price / 100, amount: (price * 2) / 100 });
    add({ itemType: { id: 'EndGroup' } });
  }

  /** A tenth off the line before it. */
  function addDiscount(): void {
    const before = items.findLast(({ amount }) => amount !== undefined);
    const amount = -Math.round(Number(before?.amount ?? 0) * 10) / 100;
    add({ item: bundles.discount, itemType: { id: 'Discount' }, rate: amount, amount });
  }
}
