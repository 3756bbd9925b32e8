import { between, chance, pick, type Random } from '../random.ts';
import type { OrderLine } from '../record-types.ts';
import { articles } from './catalogue.ts';
import type { Province } from './places.ts';

type Totals = { subtotal: number; total: number; taxTotal: number; shippingCost: number };

/** Lines of an order with its totals: subtotal + tax + shipping = total, to the cent. */
export function createLines(
  random: Random,
  province: Province,
): { totals: Totals; sublist: { links: []; totalResults: number; items: OrderLine[] } } {
  const items: OrderLine[] = [];
  let subtotal = 0;
  const count = 1 + Math.floor(random() ** 2 * 7);
  for (let line = 1; line <= count; line += 1) {
    const { reference, price } = pick(random, articles);
    // Cheap articles are bought in large quantities.
    const quantity = price < 5000 && chance(random, 0.4) ? between(random, 25, 400) : between(random, 1, 16);
    const rate = chance(random, 0.2) ? Math.round(price * 0.9) : price;
    subtotal += rate * quantity;
    items.push({ links: [], line, item: reference, quantity, rate: rate / 100, amount: (rate * quantity) / 100 });
  }
  const tax = Math.round(subtotal * province.tax);
  const shipping = chance(random, 0.3) ? 0 : between(random, 900, 42_000);
  return {
    totals: {
      subtotal: subtotal / 100,
      total: (subtotal + tax + shipping) / 100,
      taxTotal: tax / 100,
      shippingCost: shipping / 100,
    },
    sublist: { links: [], totalResults: items.length, items },
  };
}
