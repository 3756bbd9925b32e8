/**
 * Merges the user's column order with the columns that exist. A column that is missing from the user's order comes
 * right after its default predecessor; unknown columns are ignored. The first column names the row and stays first.
 * @param usual ids of all existing columns in default order
 * @param wanted ids in the user's order; unknown, missing and repeated ids are allowed
 */
export function orderColumns(usual: readonly string[], wanted: readonly string[]): string[] {
  const [first, ...others] = usual;
  if (first === undefined) return [];
  const movable = new Set(others);
  const order = [first, ...new Set(wanted.filter((id) => movable.has(id)))];
  const placed = new Set(order);
  for (const [index, id] of others.entries()) {
    if (placed.has(id)) continue;
    // Its default predecessor is already placed, because columns are processed in default order.
    order.splice(order.indexOf(usual[index] ?? first) + 1, 0, id);
    placed.add(id);
  }
  return order;
}

/** The order to store: undefined for the default order, so that a later version's default applies. */
export function orderToKeep(usual: readonly string[], wanted: readonly string[]): string[] {
  const order = orderColumns(usual, wanted);
  return order.every((id, index) => id === usual[index]) ? [] : order;
}
