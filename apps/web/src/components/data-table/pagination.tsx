import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import { formatNumber } from '#lib/format.ts';
import { t } from '#lib/texts.ts';

interface PaginationProps {
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** Page navigation: `‹ 1 2 3 … 42 ›`. */
export function Pagination({ page, pages, onPage }: PaginationProps) {
  const last = Math.max(1, pages);
  // Slots that may hold a large number are as wide as the largest, so that nothing moves between pages. The button
  // inside is as wide as its own number, except on a small screen, where it fills the slot.
  const slot = { '--slot': `max(2rem, ${formatNumber(last).length + 1}ch)` } as CSSProperties;
  return (
    <nav aria-label={t('table.pagination')} className="sheet:min-w-56">
      <ul className="flex items-center justify-end tabular-nums" style={slot}>
        <PageButton label={t('table.previousPage')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <ChevronLeft aria-hidden />
        </PageButton>
        {pageNumbers(page, last).map((place, index) => {
          const width = index < 2 ? 'sheet:w-8' : 'sheet:w-(--slot)';
          return place === 'gap' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap is identified only by its position.
            <li key={`gap-${index}`} aria-hidden className={classNames('w-5 text-center text-ink-3', width)}>
              …
            </li>
          ) : (
            <PageButton
              key={place}
              label={t('table.page', { page: place })}
              current={place === page}
              onClick={() => onPage(place)}
              width={width}
            >
              <span className="px-1">{formatNumber(place)}</span>
            </PageButton>
          );
        })}
        <PageButton label={t('table.nextPage')} disabled={page >= last} onClick={() => onPage(page + 1)}>
          <ChevronRight aria-hidden />
        </PageButton>
      </ul>
    </nav>
  );
}

interface PageButtonProps {
  label: string;
  onClick: () => void;
  children: ReactNode;
  current?: boolean;
  disabled?: boolean;
  /** Class of the slot, which may be wider than the button. */
  width?: string;
}

function PageButton({ label, onClick, children, current = false, disabled = false, width }: PageButtonProps) {
  return (
    <li className={classNames('flex justify-center', width)}>
      <button
        type="button"
        aria-label={label}
        aria-current={current ? 'page' : undefined}
        // Not `disabled`: on the last page, the button just pressed must keep the focus.
        aria-disabled={disabled || undefined}
        onClick={disabled || current ? undefined : onClick}
        className={classNames(
          'grid h-8 min-w-8 place-items-center rounded-control font-medium text-ink-2',
          current ? 'bg-pressed text-ink' : 'hover:bg-hover hover:text-ink',
          disabled && 'opacity-40 hover:bg-transparent',
        )}
      >
        {children}
      </button>
    </li>
  );
}

/** One slot in the row of page buttons: a page, or a gap for omitted pages. */
type PageSlot = number | 'gap';

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
