import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import { formatNumber } from '#lib/format.ts';
import { t } from '#lib/texts.ts';
import { pageNumbers } from './page-numbers.ts';

interface PaginationProps {
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** The way to the other pages: `‹ 1 2 3 … 42 ›`. */
export function Pagination({ page, pages, onPage }: PaginationProps) {
  const last = Math.max(1, pages);
  // All places are as wide as the last page's number, so that none moves from page to page.
  const width = `max(2rem, ${formatNumber(last).length + 2}ch)`;
  return (
    <nav aria-label={t('table.pagination')} className="sheet:min-w-56">
      <ul className="flex items-center justify-end tabular-nums">
        <PageButton label={t('table.previousPage')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <ChevronLeft aria-hidden />
        </PageButton>
        {pageNumbers(page, last).map((slot, index) =>
          slot === 'gap' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap has nothing but its place.
            <li key={`gap-${index}`} aria-hidden className="text-center text-ink-3" style={{ width }}>
              …
            </li>
          ) : (
            <PageButton
              key={slot}
              label={t('table.page', { page: slot })}
              current={slot === page}
              onClick={() => onPage(slot)}
              width={width}
            >
              {formatNumber(slot)}
            </PageButton>
          ),
        )}
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
  width?: string;
}

function PageButton({ label, onClick, children, current = false, disabled = false, width = '2rem' }: PageButtonProps) {
  return (
    <li>
      <button
        type="button"
        aria-label={label}
        aria-current={current ? 'page' : undefined}
        // Not `disabled`: at the last page the focus must not fall off the button just pressed.
        aria-disabled={disabled || undefined}
        onClick={disabled || current ? undefined : onClick}
        style={{ width }}
        className={classNames(
          'grid h-8 place-items-center rounded-control font-medium text-ink-2',
          current ? 'bg-pressed text-ink' : 'hover:bg-hover hover:text-ink',
          disabled && 'opacity-40 hover:bg-transparent',
        )}
      >
        {children}
      </button>
    </li>
  );
}
