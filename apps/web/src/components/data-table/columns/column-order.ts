/**
 * The order of a table's columns: the reader's, as far as it still fits. A column that the reader never saw stands
 * right after the one that it follows usually; one that is gone is ignored. The first one names the row and stays first.
 * @param usual ids of all columns that there are, in the order they are meant to have
 * @param wanted ids in the order that the reader gave them; unknown, missing and repeated ones do no harm
 */
export function orderColumns(usual: readonly string[], wanted: readonly string[]): string[] {
  const [first, ...others] = usual;
  if (first === undefined) return [];
  const movable = new Set(others);
  const order = [first, ...new Set(wanted.filter((id) => movable.has(id)))];
  const placed = new Set(order);
  for (const [index, id] of others.entries()) {
    if (placed.has(id)) continue;
    // Its usual neighbour has its place by now: the columns are gone through in their usual order.
    order.splice(order.indexOf(usual[index] ?? first) + 1, 0, id);
    placed.add(id);
  }
  return order;
}

/** What to keep of an order: nothing while it is the usual one, so that a later version's usual order applies. */
export function orderToKeep(usual: readonly string[], wanted: readonly string[]): string[] {
  const order = orderColumns(usual, wanted);
  return order.every((id, index) => id === usual[index]) ? [] : order;
}
