/** One place in the row of page buttons: a page, or what stands for the pages left out. */
export type PageSlot = number | 'gap';

/**
 * The pages to offer out of `last`: always the first, the current and the last one, in at most five places, so that
 * the buttons stay where they are while one pages on. A gap stands for two pages or more, never for one.
 */
export function pageNumbers(current: number, last: number): PageSlot[] {
  const end = Math.max(1, last);
  const here = Math.min(Math.max(1, current), end);
  if (end <= 5) return Array.from({ length: end }, (_, index) => index + 1);
  if (here <= 3) return [1, 2, 3, 'gap', end];
  if (here >= end - 2) return [1, 'gap', end - 2, end - 1, end];
  return [1, 'gap', here, 'gap', end];
}
