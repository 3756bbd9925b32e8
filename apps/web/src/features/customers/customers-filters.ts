import type { Role } from '@portal/contract/permissions';
import type { TableFilter } from '#components/data-table/filters/table-filters.ts';
import { t } from '#lib/texts.ts';
import { seesBalances } from './customers-columns.ts';

/** Filters of the customers list. Fields that the role cannot see cannot be filtered either. */
export function customersFilters(role: Role): TableFilter[] {
  return [
    text('companyName', t('customer.companyName'), true),
    text('email', t('customer.email'), true),
    text('category', t('customer.category'), true),
    text('entityId', t('customer.entityId')),
    text('phone', t('customer.phone')),
    text('entityStatus', t('customer.status')),
    text('terms', t('customer.terms')),
    text('currency', t('customer.currency')),
    text('priceLevel', t('customer.priceLevel')),
    text('subsidiary', t('customer.subsidiary')),
    text('salesRep', t('customer.salesRep')),
    { kind: 'days', id: 'dateCreated', label: t('customer.created') },
    { kind: 'days', id: 'lastModifiedDate', label: t('customer.lastModified') },
    ...(seesBalances(role) ? balances() : []),
  ];
}

function text(id: string, label: string, common = false): TableFilter {
  return { kind: 'text', id, label, common };
}

function balances(): TableFilter[] {
  return [
    { kind: 'amount', id: 'balance', label: t('customer.balance') },
    { kind: 'amount', id: 'overdueBalance', label: t('customer.overdueBalance') },
    { kind: 'amount', id: 'depositBalance', label: t('customer.depositBalance') },
    { kind: 'amount', id: 'unbilledOrders', label: t('customer.unbilledOrders') },
  ];
}
