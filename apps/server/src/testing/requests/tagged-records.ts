import type { SandboxControl } from '@portal/netsuite-sandbox/control-client';

/** Customers and their number of orders. Order ids begin with the customer's id: 101, 102 … */
const orderCounts = { 1: 6, 2: 6, 3: 3 } as const;
export const customerIds = Object.keys(orderCounts);
export const orderIds = Object.entries(orderCounts).flatMap(([customer, count]) =>
  Array.from({ length: count }, (_, index) => `${customer}0${index + 1}`),
);
export const customerOf = (orderId: string) => orderId.slice(0, 1);

/** The tags in any text: `kind-id-tag`. */
export function tagsIn(text: string): { kind: string; id: string }[] {
  const found = new Set(text.match(/\b(customer|order|numbers)-\d+-tag\b/g));
  return [...found].map((tag) => {
    const [kind = '', id = ''] = tag.split('-');
    return { kind, id };
  });
}

const tag = (kind: 'customer' | 'order' | 'numbers', id: string) => `${kind}-${id}-tag`;
/** The tag in all texts of an order. */
export const orderTag = (id: string) => tag('order', id);
const statuses = ['A', 'B', 'D', 'F', 'G', 'H'];

/**
 * Adds records to NetSuite whose texts all name their owner, with separate tags for values that guests must not see.
 */
export async function putTaggedRecords(control: SandboxControl): Promise<void> {
  for (const id of customerIds) {
    await control.putRecord('customer', id, {
      entityId: tag('customer', id),
      companyName: `Company ${tag('customer', id)}`,
      email: `${tag('customer', id)}@company.example`,
      phone: tag('customer', id),
      category: { id, refName: tag('customer', id) },
      dateCreated: '2025-01-01T00:00:00Z',
      defaultAddress: tag('customer', id),
      balance: 1234.5,
      overdueBalance: 7,
    });
  }
  for (const [index, id] of orderIds.entries()) {
    const customer = tag('customer', customerOf(id));
    const reference = { id, refName: tag('order', id) };
    const item = { item: reference, description: tag('order', id), quantity: 2, rate: 5, amount: 10 };
    await control.putRecord('salesOrder', id, {
      tranId: `SO ${tag('numbers', id)}`,
      memo: tag('numbers', id),
      otherRefNum: `PO ${tag('numbers', id)}`,
      tranDate: `2026-0${1 + (index % 9)}-15`,
      createdDate: `2026-0${1 + (index % 9)}-15T10:00:00Z`,
      salesEffectiveDate: `2026-0${1 + (index % 9)}-16`,
      entity: { id: customerOf(id), refName: `Company ${customer}` },
      email: `${tag('order', id)}@company.example`,
      status: { id: statuses[index % statuses.length] },
      terms: reference,
      location: reference,
      currency: { id: '1', refName: 'CAD' },
      custbody_ns_project: reference,
      billAddress: `${tag('order', id)}\nMain Street`,
      shipAddress: tag('order', id),
      subtotal: 10 * index,
      custbody_stc_tax_after_discount: index,
      total: 11 * index,
      item: { items: [item] },
    });
  }
}
