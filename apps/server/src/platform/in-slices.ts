import { setImmediate as nextTurn } from 'node:timers/promises';

/** Handling thousands in one piece would keep everyone else waiting. */
export const itemsAtOnce = 100;

let lastSlice: Promise<void> = Promise.resolve();

/** Resolves when the next slice may be handled. Of all long lists together, one is between two rounds of the event loop. */
export function nextSlice(): Promise<void> {
  lastSlice = lastSlice.then(() => nextTurn());
  return lastSlice;
}

/** Maps a list of any length; between its slices, other requests are served. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let first = 0; first < items.length; first += itemsAtOnce) {
    if (first > 0) await nextSlice();
    results.push(...items.slice(first, first + itemsAtOnce).map(map));
  }
  return results;
}
