import { uuid } from '@portal/contract/common';
import { type PaperKind, paperKinds } from '@portal/contract/values';
import { type OrderScope, ordersMissingPapers, ordersOfNotice } from '../../access/scope.ts';
import type { Column } from '../../listing/definition.ts';
import { FilterProblem, parseJsonObject, readFilterValue, refusedQuery } from '../../listing/filter-values.ts';

type Filtered = { filter?: string | undefined };

const missingPapersColumn: Column = { id: 'missingPapers', kind: 'choice', source: '', choices: paperKinds };

/**
 * The filters of a list that match no column: `assignment` (only orders in one email to a guest) and `missingPapers` (of
 * which a visible request for one of these kinds is open). They narrow the scope and are then removed from the query. For
 * users who see neither, these filters do not exist.
 */
export function takeScopeFilters<Query extends Filtered>(
  scope: OrderScope,
  query: Query,
): { scope: OrderScope; query: Query } {
  const filter = query.filter === undefined ? undefined : parseJsonObject(query.filter);
  if (filter === undefined) return { scope, query };
  const { assignment, missingPapers, ...others } = filter;
  const isGuest = scope.orders.kind === 'assigned';
  const seesRequests = scope.paperRequests.kind !== 'none';
  const rest = {
    ...(isGuest || assignment === undefined ? {} : { assignment }),
    ...(seesRequests || missingPapers === undefined ? {} : { missingPapers }),
    ...others,
  };
  const ofNotice = isGuest ? inNotice(scope, assignment) : scope;
  const narrowed = seesRequests ? withMissingPapers(ofNotice, missingPapers) : ofNotice;
  return { scope: narrowed, query: { ...query, filter: JSON.stringify(rest) } };
}

function inNotice(scope: OrderScope, assignment: unknown): OrderScope {
  if (assignment === undefined || assignment === null || assignment === '') return scope;
  const id = uuid.safeParse(assignment);
  if (!id.success) throw refusedQuery({ path: 'filter.assignment', message: 'must be a portal id' });
  return ordersOfNotice(scope, id.data);
}

function withMissingPapers(scope: OrderScope, value: unknown): OrderScope {
  try {
    const filter = readFilterValue(missingPapersColumn, value ?? null);
    return filter?.kind === 'oneOf' ? ordersMissingPapers(scope, filter.values as PaperKind[]) : scope;
  } catch (error) {
    if (!(error instanceof FilterProblem)) throw error;
    throw refusedQuery({ path: 'filter.missingPapers', message: error.message });
  }
}
