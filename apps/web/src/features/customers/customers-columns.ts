import type { Customer, CustomerRawData } from '@portal/contract/customers';
import type { Role } from '@portal/contract/permissions';
import { type DataTableColumn, dateColumn, moneyColumn, textColumn } from '#components/data-table/columns.ts';
import { amountFilter } from '#components/data-table/filters/amount-filter.tsx';
import { daysFilter } from '#components/data-table/filters/days-filter.tsx';
import type { TableFilter } from '#components/data-table/filters/table-filters.ts';
import { textFilter } from '#components/data-table/filters/text-filter.tsx';
import { seesBalances } from '#lib/role.ts';
import { t } from '#lib/texts.ts';

type Column = DataTableColumn<Customer>;

/** Columns of the customers list, in order. Columns that the role cannot see are never built. */
export function customersColumns(role: Role): Column[] {
  return [
    // NetSuite's entity ID may be the number with the name: at least the number is shown.
    text('entityId', t('customer.entityId'), 112, { tone: 'strong', shrink: { to: 104, rank: 1 } }),
    text('companyName', t('customer.companyName'), 200, {
      tone: 'plain',
      grow: true,
      card: 'title',
      shrink: { to: 106, rank: 3 },
    }),
    text('email', t('label.email'), 200, { grow: true, card: 'line', shrink: { to: 76, rank: 2 } }),
    text('phone', t('customer.phone'), 136, { card: 'line', shrink: { to: 126, rank: 1 } }),
    reference('category', t('customer.category'), 150, { card: 'line', shrink: { to: 80, rank: 2 } }),
    // Wide enough for 'CUSTOMER-Former Customer'.
    reference('entityStatus', t('label.status'), 219, {}),
    reference('terms', t('label.terms'), 120, { hidden: true }),
    reference('currency', t('label.currency'), 110, { hidden: true }),
    reference('language', t('customer.language'), 150, { hidden: true }),
    reference('priceLevel', t('customer.priceLevel'), 140, { hidden: true }),
    reference('subsidiary', t('customer.subsidiary'), 180, { hidden: true }),
    reference('salesRep', t('customer.salesRep'), 180, { hidden: true }),
    reference('creditHoldOverride', t('customer.creditHold'), 130, { hidden: true }),
    date('dateCreated', t('label.created')),
    date('lastModifiedDate', t('label.lastModified')),
    ...(seesBalances(role) ? balances() : []),
  ];
}

function balances(): Column[] {
  return [
    money('depositBalance', t('customer.depositBalance'), { hidden: true, width: 150 }),
    money('overdueBalance', t('customer.overdueBalance'), { hidden: true, width: 160 }),
    money('unbilledOrders', t('customer.unbilledOrders'), { hidden: true, width: 150 }),
    money('balance', t('customer.balance'), { tone: 'plain', card: 'figure', shrink: { to: 105, rank: 1 } }),
  ];
}

/** Names of the fields whose value has a given type. */
type FieldOf<Value> = {
  [Key in keyof CustomerRawData]-?: NonNullable<CustomerRawData[Key]> extends Value ? Key : never;
}[keyof CustomerRawData];

function text(id: FieldOf<string>, header: string, width: number, rest: Partial<Column>): Column {
  return textColumn(id, header, width, ({ rawData }) => rawData[id], rest);
}

function reference(id: FieldOf<{ refName: string }>, header: string, width: number, rest: Partial<Column>): Column {
  return textColumn(id, header, width, ({ rawData }) => rawData[id]?.refName, rest);
}

function date(id: FieldOf<string>, header: string): Column {
  return dateColumn(id, header, ({ rawData }) => rawData[id], { hidden: true });
}

type MoneyField = 'balance' | 'depositBalance' | 'overdueBalance' | 'unbilledOrders';

function money(id: MoneyField, header: string, rest: Partial<Column>): Column {
  return moneyColumn(id, header, ({ rawData }) => rawData[id], rest);
}

/** Filters of the customers list. Fields that the role cannot see cannot be filtered either. */
export function customersFilters(role: Role): TableFilter[] {
  return [
    textFor('companyName', t('customer.companyName'), true),
    textFor('email', t('label.email'), true),
    textFor('category', t('customer.category'), true),
    textFor('entityId', t('customer.entityId')),
    textFor('phone', t('customer.phone')),
    textFor('entityStatus', t('label.status')),
    textFor('terms', t('label.terms')),
    textFor('currency', t('label.currency')),
    textFor('priceLevel', t('customer.priceLevel')),
    textFor('subsidiary', t('customer.subsidiary')),
    textFor('salesRep', t('customer.salesRep')),
    { kind: daysFilter, id: 'dateCreated', label: t('label.created') },
    { kind: daysFilter, id: 'lastModifiedDate', label: t('label.lastModified') },
    ...(seesBalances(role) ? balanceFilters() : []),
  ];
}

function textFor(id: string, label: string, common = false): TableFilter {
  return { kind: textFilter, id, label, common };
}

function balanceFilters(): TableFilter[] {
  return [
    { kind: amountFilter, id: 'balance', label: t('customer.balance') },
    { kind: amountFilter, id: 'overdueBalance', label: t('customer.overdueBalance') },
    { kind: amountFilter, id: 'depositBalance', label: t('customer.depositBalance') },
    { kind: amountFilter, id: 'unbilledOrders', label: t('customer.unbilledOrders') },
  ];
}
