import type { ListQuery } from '@portal/contract/listing';
import type { Role } from '@portal/contract/permissions';
import { expect, test } from 'vitest';
import { orderScope } from '../../access/scope.ts';
import { parseListQuery } from '../../listing/parse-list-query.ts';
import { nearestPageWindow, pageWindow, planList } from '../../listing/plan.ts';
import { compile, type Sql, sql } from '../../platform/sql.ts';
import { createTestCurrentUser } from '../../testing/current-user.ts';
import { orderSource } from './orders-list.ts';

/** Every statement that a list may run, one after the other, so that query changes are visible in review. */
function statementsOf(role: Role, query: Partial<ListQuery>): string {
  const source = orderSource(orderScope(createTestCurrentUser(role, '7', 'user')));
  const request = parseListQuery(source.definition, { page: 1, limit: 10, ...query });
  const plan = planList(source, request);
  const write = (name: string, statement: Sql) => {
    const { text, values } = compile(statement);
    return `-- ${name}: ${JSON.stringify(values)}\n${text};\n`;
  };
  if (plan.kind === 'unfilteredNearStart') return write('page and total', plan.statement);
  const { sortAll, indexScan } = plan.steps;
  const pages = [
    write('page of few', sortAll(pageWindow(request), null)),
    write('page of many', indexScan(nearestPageWindow(request, 1_000_000), sql`${1_000_000}`, null, 20_000)),
  ];
  return [write('total', plan.kind === 'totalKnown' ? plan.total.statement : plan.count), ...pages].join('\n');
}

const filter = (filters: object) => ({ filter: JSON.stringify(filters) });

test.each<[string, Role, Partial<ListQuery>]>([
  ['first-page', 'admin', {}],
  ['first-page-of-customer', 'customer_member', {}],
  ['first-page-of-guest', 'customer_guest', {}],
  ['last-page', 'admin', { page: 100_000, sortBy: 'memo', sortOrder: 'ASC' }],
  ['status-and-dates', 'admin', filter({ status: 'Billed,Closed', createData: '2024-01-01,2024-12-31T12:00:00Z' })],
  ['amount', 'admin', { ...filter({ minAmount: 1000 }), sortBy: 'total', sortOrder: 'DESC' }],
  ['shipped-in', 'admin', filter({ lastShipped: '2024-05-01,2024-05-31' })],
  ['names-and-places', 'customer_admin', filter({ entity: 'vins', location: 'federal', tranId: 'SO1' })],
  ['search', 'admin', { search: 'SO10248' }],
  ['search-in-customer', 'customer_admin', { search: 'granite hill logistics', ...filter({ status: 'Billed' }) }],
  ['search-of-guest', 'customer_guest', { search: '100%' }],
])('%s', async (name, role, query) => {
  await expect(statementsOf(role, query)).toMatchFileSnapshot(`./orders-statements/${name}.sql`);
});
