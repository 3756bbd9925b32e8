import type { ColumnHeaders } from '../../listing/export/columns.ts';

/** Column headers, in the same words and order as the web app's list and order dialog. */
export const orderHeaders: ColumnHeaders = {
  tranId: 'Sales Order #',
  memo: 'BOL In #',
  otherRefNum: 'Purchase Order #',
  entity: 'Customer',
  status: 'Status',
  tranDate: 'Order Date',
  createdDate: 'Created Date',
  lastModifiedDate: 'Last Modified',
  salesEffectiveDate: 'Sales Effective Date',
  email: 'Email',
  terms: 'Terms',
  location: 'Location',
  currency: 'Currency',
  custbody_ns_project: 'Project',
  billAddress: 'Billing Address',
  shipAddress: 'Shipping Address',
  subtotal: 'Subtotal',
  custbody_stc_tax_after_discount: 'Tax',
  total: 'Total',
};
