import type { Role } from '@portal/contract/permissions';
import { amountFilter } from '#components/data-table/filters/amount-filter.tsx';
import { daysFilter } from '#components/data-table/filters/days-filter.tsx';
import type { TableFilter } from '#components/data-table/filters/table-filters.ts';
import { textFilter } from '#components/data-table/filters/text-filter.tsx';
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
    { kind: daysFilter, id: 'dateCreated', label: t('customer.created') },
    { kind: daysFilter, id: 'lastModifiedDate', label: t('customer.lastModified') },
    ...(seesBalances(role) ? balances() : []),
  ];
}

function text(id: string, label: string, common = false): TableFilter {
  return { kind: textFilter, id, label, common };
}

function balances(): TableFilter[] {
  return [
    { kind: amountFilter, id: 'balance', label: t('customer.balance') },
    { kind: amountFilter, id: 'overdueBalance', label: t('customer.overdueBalance') },
    { kind: amountFilter, id: 'depositBalance', label: t('customer.depositBalance') },
    { kind: amountFilter, id: 'unbilledOrders', label: t('customer.unbilledOrders') },
  ];
}
