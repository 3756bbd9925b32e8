/** One slot in the row of page buttons: a page, or a gap for omitted pages. */
export type PageSlot = number | 'gap';

/**
 * The pages to offer out of `last`: always the first, current and last one, in at most five slots, so that the buttons
 * do not move during paging. A gap stands for two or more pages, never for one.
 */
export function pageNumbers(current: number, last: number): PageSlot[] {
  const end = Math.max(1, last);
  const here = Math.min(Math.max(1, current), end);
  if (end <= 5) return Array.from({ length: end }, (_, index) => index + 1);
  if (here <= 3) return [1, 2, 3, 'gap', end];
  if (here >= end - 2) return [1, 'gap', end - 2, end - 1, end];
  return [1, 'gap', here, 'gap', end];
}
