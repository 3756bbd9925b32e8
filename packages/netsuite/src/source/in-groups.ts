/** The items in their order, so many to a group; the last group holds what is left. */
export function inGroups<Item>(items: readonly Item[], size: number): Item[][] {
  const groups: Item[][] = [];
  for (let start = 0; start < items.length; start += size) groups.push(items.slice(start, start + size));
  return groups;
}
