import type { ExportQuery, ListQuery } from '@portal/contract/listing';
import type { OpenOrders, Order, OrderDetail, OrderLine, OrderPage, OrdersQuery } from '@portal/contract/orders';
import type pg from 'pg';
import type { CurrentUser } from '../../access/current-user.ts';
import { hidingUnbilled, type OrderScope, orderScope, ordersOfCustomer } from '../../access/scope.ts';
import type { DetailField } from '../../config-custom-fields.ts';
import { defaultTrackingUrls, type TrackingUrls } from '../../config-tracking-urls.ts';
import { toDetailFields } from '../../listing/custom-fields.ts';
import { readExportColumns } from '../../listing/export/columns.ts';
import type { ExportFile } from '../../listing/export/export-file.ts';
import type { Export } from '../../listing/export/exporter.ts';
import { parseListQuery } from '../../listing/parse-list-query.ts';
import { toMoneyText, toRawData } from '../../listing/raw-data.ts';
import { createListRunner, type Row } from '../../listing/run-list.ts';
import { jsonInstantToIso } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { runPrepared, type Sql, sql } from '../../platform/sql.ts';
import { withLastChanges } from '../order-events/service.ts';
import { countMissingPapers, paperRequestsOf, type RequestRow, toPaperRequests } from '../paper-requests/service.ts';
import { assignmentColumns } from './assignment-columns.ts';
import { createOpenAmountReader, createOpenOrderCounter } from './open-orders.ts';
import { toProgress } from './order-progress.ts';
import { toInvoices, toShipments } from './order-shipments.ts';
import { orderDefinition, orderHeaders, rawDataColumns } from './orders-list.ts';
import { exportOrders, findOrder, findOrders, findOwnAssignments } from './queries.ts';
import { takeScopeFilters } from './scope-filters.ts';

export type OrderDependencies = {
  pool: pg.Pool;
  exportList: Export;
  /** Custom fields that the details show; none by default. */
  fields?: readonly DetailField[];
  /** Tracking pages of carriers; by default those that need no configuration. */
  trackingUrls?: TrackingUrls;
  /** A query for when each mirror, or an order's part of it, was last updated; without it, none counts as read. */
  selectFreshness?: (currentUser: CurrentUser, orderId?: string) => Sql;
};
type FreshAt = NonNullable<OrderDetail['freshAt']>;
/** What the details show of an order from other features, as JSON. Null: the scope sees no requests. */
type Related = { paperRequests: RequestRow[] | null; freshness: Partial<FreshAt> };

export type OrderService = ReturnType<typeof createOrderService>;

/** The mirrored sales orders, limited to what each caller may see. */
export function createOrderService({
  pool,
  exportList,
  fields = [],
  trackingUrls = defaultTrackingUrls,
  selectFreshness,
}: OrderDependencies) {
  const runList = createListRunner(pool);
  /** Customers of users for whose orders invoices were found, so that their lists need not ask again; null: of all. */
  const withInvoices = new Set<CurrentUser['customerId']>();
  const countOpenOrders = createOpenOrderCounter(pool);
  const readOpenAmounts = createOpenAmountReader(pool);

  async function listIn(scope: OrderScope, query: OrdersQuery, currentUser: CurrentUser): Promise<OrderPage> {
    const { scope: narrowed, query: listQuery } = takeScopeFilters(scope, query);
    const request = parseListQuery(orderDefinition(scope), listQuery);
    const page = await findOrders(
      narrowed,
      runList,
      request,
      (row) => toOrder(scope, row),
      currentUser.versions?.orders,
    );
    const assigned = await withAssignments(scope, page.items);
    const items = query.withChangedAt ? await withLastChanges(pool, currentUser, assigned) : assigned;
    // A cached page that is returned unchanged is answered with the text that was sent before; see `createResponseSerializer`.
    return items === page.items ? page : { ...page, items };
  }

  /** The caller's scope, in which orders do not say that they are not billed until invoices were read. */
  async function scopeOf(currentUser: CurrentUser): Promise<OrderScope> {
    const { customerId } = currentUser;
    const scope = orderScope(currentUser);
    if (!scope.seesInvoices || withInvoices.has(customerId)) return scope;
    if (!(await areInvoicesRead(currentUser))) return hidingUnbilled(scope);
    withInvoices.add(customerId);
    return scope;
  }

  /** Adds a guest's own assignments to its orders. */
  async function withAssignments<Found extends Order>(scope: OrderScope, orders: Found[]): Promise<Found[]> {
    const ids = orders.map(({ id }) => id);
    const assignments = await findOwnAssignments(scope, pool, ids);
    return assignments.size === 0
      ? orders
      : orders.map((order) => ({ ...order, assignment: assignments.get(order.id) }));
  }

  /** Exports the caller's whole list as a file; aborting `gone` stops it. */
  async function exportAll(currentUser: CurrentUser, query: ExportQuery, gone: AbortSignal): Promise<ExportFile> {
    const { scope, query: listQuery } = takeScopeFilters(await scopeOf(currentUser), query);
    const definition = orderDefinition(scope);
    const request = parseListQuery(definition, { page: 1, limit: 1, ...listQuery });
    const exported = { ...definition, columns: [...definition.columns, ...assignmentColumns(scope)] };
    const columns = readExportColumns(exported, orderHeaders, query.columns);
    return exportOrders(scope, exportList, { request, columns, format: query.format, reader: currentUser, gone });
  }

  /**
   * When each mirror, or an order's part of it, was last updated, as JSON. Invoices count as never read while there are
   * none: a NetSuite role that may not view them gets no rows, without an error.
   */
  function freshnessFor(currentUser: CurrentUser, orderId?: string): Sql {
    const unknown = sql`case when exists (select from invoices) then '' else 'invoices' end`;
    return sql`(select to_jsonb(latest) - ${unknown} from (${selectFreshness?.(currentUser, orderId) ?? sql`select null`}) latest)`;
  }

  /** Of other features; see `Related`. */
  function relatedTo(currentUser: CurrentUser, scope: OrderScope, id: string): Sql {
    return sql`json_build_object('paperRequests', ${paperRequestsOf(scope, id)}, 'freshness', ${freshnessFor(currentUser, id)})`;
  }

  /** Whether the invoices of the caller's orders were ever read completely. Until then, all orders look unbilled. */
  async function areInvoicesRead(currentUser: CurrentUser): Promise<boolean> {
    const statement = sql`select ${freshnessFor(currentUser)} as freshness`;
    const rows = await runPrepared<Pick<Related, 'freshness'>>(pool, statement);
    return rows.some(({ freshness }) => Boolean(freshness.invoices));
  }

  /** 404 outside the caller's scope. */
  async function detail(currentUser: CurrentUser, id: string): Promise<OrderDetail> {
    const scope = await scopeOf(currentUser);
    const found = await findOrder<Related>(scope, pool, id, relatedTo(currentUser, scope, id));
    if (found === undefined) throw notFound('There is no such order.');
    const visible = fields.filter(({ guests }) => guests || scope.seesOrderNumbers);
    const { paperRequests, freshness } = found.related;
    const read = toOrder(scope, found.row);
    const [listed = read] = await withAssignments(scope, [read]);
    const order: OrderDetail = {
      ...listed,
      shipments: toShipments(scope, found.fulfillments, trackingUrls),
      ...(scope.seesInvoices ? { invoices: toInvoices(scope, found.invoices) } : {}),
      ...(paperRequests === null ? {} : { paperRequests: toPaperRequests(paperRequests) }),
      freshAt: toFreshAt(freshness),
      ...(visible.length === 0 ? {} : { customFields: await toDetailFields(pool, visible, found.customFields) }),
    };
    const { lines } = found;
    if (lines === undefined) return order;
    const item = { items: lines.map((line) => toOrderLine(scope, line)), totalResults: lines.length };
    return { ...order, rawData: { ...order.rawData, item } };
  }

  return {
    list: async (currentUser: CurrentUser, query: OrdersQuery) =>
      listIn(await scopeOf(currentUser), query, currentUser),
    /** Orders of one customer within the caller's scope. */
    listOfCustomer: async (currentUser: CurrentUser, customerId: string, query: ListQuery) =>
      listIn(ordersOfCustomer(await scopeOf(currentUser), customerId), query, currentUser),
    /**
     * Numbers of the caller's open and late orders and of those that miss papers, and once invoices were read, of overdue
     * ones and what a customer has to pay; `today` is the reader's day, YYYY-MM-DD.
     */
    countOpen: async (currentUser: CurrentUser, today: string): Promise<OpenOrders> => {
      const scope = orderScope(currentUser);
      const [{ overdue, ...open }, amounts, missing, areRead] = await Promise.all([
        countOpenOrders(scope, today, currentUser.versions?.orders),
        readOpenAmounts(scope, today, currentUser.versions?.orders),
        countMissingPapers(scope, pool),
        scope.seesInvoices && areInvoicesRead(currentUser),
      ]);
      return { ...open, ...(areRead ? { overdue, ...amounts } : {}), ...missing };
    },
    exportAll,
    detail,
  };
}

function toFreshAt(freshness: Related['freshness']): FreshAt {
  const at = (kind: keyof FreshAt) => (freshness[kind] ? jsonInstantToIso(freshness[kind]) : null);
  return { orders: at('orders'), fulfillments: at('fulfillments'), invoices: at('invoices') };
}

/** Lines are stored with canonical decimals. */
function toOrderLine(scope: OrderScope, { rate, amount, quantityBilled, ...line }: OrderLine): OrderLine {
  return {
    ...line,
    ...(quantityBilled === undefined || !scope.seesInvoices ? {} : { quantityBilled }),
    ...(rate === undefined ? {} : { rate: toMoneyText(rate) }),
    ...(amount === undefined ? {} : { amount: toMoneyText(amount) }),
  };
}

function toOrder(scope: OrderScope, row: Row): Order {
  return {
    id: String(row.id),
    rawData: toRawData(rawDataColumns(scope), row),
    progress: toProgress(scope, row),
  };
}
