import type { Customer, CustomerDetail, CustomerPage } from '@portal/contract/customers';
import type { ExportQuery, ListQuery } from '@portal/contract/listing';
import type { OrderPage } from '@portal/contract/orders';
import type pg from 'pg';
import type { CurrentUser } from '../../access/current-user.ts';
import { type CustomerScope, customerScope } from '../../access/scope.ts';
import type { DetailField } from '../../config-custom-fields.ts';
import { toDetailFields } from '../../listing/custom-fields.ts';
import type { ListRequest } from '../../listing/definition.ts';
import { readExportColumns } from '../../listing/export/columns.ts';
import type { ExportFile } from '../../listing/export/export-file.ts';
import type { Export } from '../../listing/export/exporter.ts';
import { parseListQuery } from '../../listing/parse-list-query.ts';
import { toRawData } from '../../listing/raw-data.ts';
import { createListRunner, type Row } from '../../listing/run-list.ts';
import type { Database } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { withoutNulls } from '../../platform/without-nulls.ts';
import type { OrderService } from '../orders/service.ts';
import { customerDefinition, customerHeaders, customerSource } from './customers-list.ts';
import { findCustomer, findCustomerNames } from './queries.ts';

export type CustomerDependencies = {
  pool: pg.Pool;
  orders: Pick<OrderService, 'listOfCustomer'>;
  exportList: Export;
  /** Custom fields that the details show. */
  fields: readonly DetailField[];
};
export type CustomerService = ReturnType<typeof createCustomerService>;

type Contains = { [Name in 'companyName' | 'email' | 'category']?: string | undefined };

/** The mirrored customers, limited to what each caller may see. */
export function createCustomerService({ pool, orders, exportList, fields }: CustomerDependencies) {
  const runList = createListRunner(pool);

  async function list(currentUser: CurrentUser, query: ListQuery & Contains): Promise<CustomerPage> {
    const scope = customerScope(currentUser);
    return runList(customerSource(scope), parse(scope, query), (row) => toCustomer(scope, row));
  }

  /** Exports the caller's whole list as a file; aborting `gone` stops it. */
  async function exportAll(
    currentUser: CurrentUser,
    query: ExportQuery & Contains,
    gone: AbortSignal,
  ): Promise<ExportFile> {
    const scope = customerScope(currentUser);
    const request = parse(scope, { page: 1, limit: 1, ...query });
    const columns = readExportColumns(customerDefinition(scope), customerHeaders, query.columns);
    const wanted = { request, columns, format: query.format, reader: currentUser, gone };
    return exportList({ subject: 'customers', source: customerSource(scope), ...wanted });
  }

  /** 404 outside the caller's scope. */
  async function detail(currentUser: CurrentUser, id: string): Promise<CustomerDetail> {
    const scope = customerScope(currentUser);
    const row = await findCustomer(scope, pool, id);
    if (row === undefined) throw notFound('There is no such customer.');
    const visible = fields.filter(({ type }) => type !== 'money' || scope.balances);
    const customFields = await toDetailFields(pool, visible, row.custom_fields);
    return { ...toCustomer(scope, row), ...(visible.length === 0 ? {} : { customFields }) };
  }

  /** Orders in the caller's scope of a customer in its scope; 404 outside it. */
  async function ordersOf(currentUser: CurrentUser, id: string, query: ListQuery): Promise<OrderPage> {
    const found = await findCustomer(customerScope(currentUser), pool, id);
    if (found === undefined) throw notFound('There is no such customer.');
    return orders.listOfCustomer(currentUser, id, query);
  }

  /** Sorted by display name. `search`: words that the name or email contains. */
  async function listForInvitation(
    currentUser: CurrentUser,
    { search = '', limit }: { search?: string | undefined; limit: number },
  ) {
    return (await findCustomerNames(customerScope(currentUser), pool, { search, limit })).map(withoutNulls);
  }

  return { list, exportAll, detail, ordersOf, listForInvitation };
}

/** Customer name for a log entry; null for one that has left the mirror. */
export async function findCustomerName(db: Database, id: string): Promise<string | null> {
  const found = await db.selectFrom('customers').select('name').where('id', '=', id).executeTakeFirst();
  return found?.name ?? null;
}

function parse(scope: CustomerScope, query: ListQuery & Contains): ListRequest {
  const { companyName, email, category } = query;
  return parseListQuery(customerDefinition(scope), query, { companyName, email, category });
}

function toCustomer(scope: CustomerScope, row: Row): Customer {
  return { id: String(row.id), rawData: toRawData(customerDefinition(scope).columns, row) };
}
