import { Command } from 'cmdk';
import { Check, Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { t } from '#lib/texts.ts';
import { Button } from './button.tsx';
import type { ComboboxTexts } from './combobox.tsx';
import { type ComboboxOption, findOptions, toSearchable } from './combobox-search.ts';
import { Skeleton } from './skeleton.tsx';

/** As many as a reader looks through; more only make the list slow. */
const MAX_SHOWN = 100;

interface ComboboxListProps {
  options: readonly ComboboxOption[] | undefined;
  failed?: boolean;
  onRetry?: () => unknown;
  texts: ComboboxTexts;
  /** The id of what is chosen at present; empty for nothing. */
  value: string;
  onChoose: (id: string) => void;
}

/** The open part of a combobox: a box to search in, and what it finds. Arrows move, Enter chooses, Escape closes. */
export function ComboboxList({ options, failed = false, onRetry, texts, value, onChoose }: ComboboxListProps) {
  const [query, setQuery] = useState('');
  const [marked, setMarked] = useState(value);
  const searchable = useMemo(() => toSearchable(options ?? []), [options]);
  const found = useMemo(() => findOptions(searchable, query), [searchable, query]);
  const shown = found.slice(0, MAX_SHOWN);
  const chosen = query === '' ? found.slice(MAX_SHOWN).find(({ id }) => id === value) : undefined;
  // What is chosen can always be seen, and chosen again to clear it.
  if (chosen !== undefined) shown.unshift(chosen);
  const more = found.length - shown.length;

  return (
    <Command label={texts.search} shouldFilter={false} value={marked} onValueChange={setMarked}>
      <div className="relative border-line border-b">
        <Search aria-hidden className="pointer-events-none absolute top-2.75 left-3 size-3.5! text-ink-3" />
        <Command.Input
          value={query}
          onValueChange={setQuery}
          placeholder={texts.search}
          className="h-9 w-full rounded-t-panel bg-transparent pr-3 pl-8.5 text-ink outline-none"
        />
      </div>
      <Command.List label={texts.search} className="max-h-50 overflow-y-auto overscroll-contain p-1 empty:p-0">
        {shown.map((option) => (
          <Command.Item
            key={option.id}
            value={option.id}
            onSelect={onChoose}
            className="flex min-h-8 cursor-default items-center gap-2 rounded-small px-2 py-1 data-[selected=true]:bg-pressed"
          >
            <span className="min-w-0 flex-1">
              <span className="block [overflow-wrap:anywhere]">{option.label}</span>
              {option.detail === undefined ? null : (
                <span className="block text-ink-2 text-small [overflow-wrap:anywhere]">{option.detail}</span>
              )}
            </span>
            {option.id === value ? (
              <>
                <Check aria-hidden className="text-accent" />
                <span className="sr-only">{t('picker.chosen')}</span>
              </>
            ) : null}
          </Command.Item>
        ))}
      </Command.List>
      {failed && options === undefined ? (
        <div role="alert" className="grid justify-items-center gap-2 px-3 py-4 text-ink-2">
          {texts.failed}
          <Button size="small" onClick={onRetry}>
            {t('action.retry')}
          </Button>
        </div>
      ) : options === undefined ? (
        <Loading />
      ) : (
        <Summary found={found.length} more={more} empty={texts.empty} />
      )}
    </Command>
  );
}

function Loading() {
  return (
    <div className="grid gap-3 px-3 py-3">
      <span className="sr-only">{t('state.loading')}</span>
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-4 w-28" />
      <Skeleton className="h-4 w-36" />
    </div>
  );
}

/** How much was found: what does not show of it, and nothing at all. Read out as it changes. */
function Summary({ found, more, empty }: { found: number; more: number; empty: string }) {
  return (
    <div role="status">
      {found === 0 ? <p className="px-3 py-4 text-center text-ink-3">{empty}</p> : null}
      {more > 0 ? (
        <p className="border-line border-t px-3 py-1.5 text-ink-3 text-small">{t('picker.more', { count: more })}</p>
      ) : null}
      {found > 0 && more <= 0 ? <span className="sr-only">{t('picker.found', { count: found })}</span> : null}
    </div>
  );
}
