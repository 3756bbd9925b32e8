import { Button } from '#components/ui/button.tsx';
import { messageOf } from '#lib/api-error.ts';
import { t } from '#lib/texts.ts';
import type { Found } from './use-found.ts';

interface SearchSummaryProps {
  found: Found;
  text: string;
  /** Number of matching pages and actions. */
  commands: number;
}

/** Summary of the search: visible if there are no results or the search failed, always available to screen readers. */
export function SearchSummary({ found, text, commands }: SearchSummaryProps) {
  const { orders, customers, pending, error, retry } = found;
  if (error !== null && !pending) {
    return (
      <div role="alert" className="grid justify-items-center gap-2 px-4 pt-2 pb-5 text-center text-ink-2">
        {t('palette.failed')} {messageOf(error, '')}
        <Button size="small" onClick={retry}>
          {t('action.retry')}
        </Button>
      </div>
    );
  }
  const count = commands + (orders?.total ?? 0) + (customers?.total ?? 0);
  const isEmpty = !pending && count === 0;
  return (
    <div role="status">
      {isEmpty ? (
        <p className="px-4 pt-6 pb-8 text-center text-ink-3 [overflow-wrap:anywhere]">
          {t('palette.nothing', { text })}
        </p>
      ) : (
        <span className="sr-only">
          {pending ? t('palette.searching') : text === '' ? null : t('picker.found', { count })}
        </span>
      )}
    </div>
  );
}
