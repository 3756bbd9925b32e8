import type { ColumnHeaders } from '../../listing/export/columns.ts';

/** Column headers, in the same words and order as the web app's list and customer dialog. */
export const customerHeaders: ColumnHeaders = {
  entityId: 'Entity ID',
  companyName: 'Company Name',
  email: 'Email',
  phone: 'Phone',
  category: 'Category',
  entityStatus: 'Status',
  terms: 'Terms',
  currency: 'Currency',
  language: 'Language',
  priceLevel: 'Price Level',
  subsidiary: 'Subsidiary',
  salesRep: 'Sales Rep',
  creditHoldOverride: 'Credit Hold',
  defaultAddress: 'Default Address',
  dateCreated: 'Created',
  lastModifiedDate: 'Last Modified',
  depositBalance: 'Deposit Balance',
  overdueBalance: 'Overdue Balance',
  unbilledOrders: 'Unbilled Orders',
  balance: 'Balance',
};
