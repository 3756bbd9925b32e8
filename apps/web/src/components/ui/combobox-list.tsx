import { Command } from 'cmdk';
import { Check } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { fold } from '#lib/fold.ts';
import { t } from '#lib/texts.ts';
import { ProgressBar } from './progress-bar.tsx';
import { PopupError, PopupResults, PopupSearch, PopupSummary } from './search-popup.tsx';
import { Skeleton } from './skeleton.tsx';

export interface ComboboxOption {
  id: string;
  label: string;
  /** A second line, which is also searched: an email address. */
  detail?: string | undefined;
}

/** Search on the server, instead of among the options. */
interface ServerSearch {
  /** The last search text. */
  text: string;
  /** Called when typing pauses, and with empty text when the list closes. */
  onChange: (text: string) => void;
  /** The options belong to an earlier text. */
  pending: boolean;
}

/** Prefix of its texts in the message catalog: prompt, search, empty, failed. */
type ComboboxTexts = 'customerPicker' | 'guestPicker' | 'parentPicker';

/** Number of options shown at once; more only make the list slow. */
export const MAX_SHOWN = 100;

/** Debounce delay before a server search, in milliseconds. */
const DEBOUNCE_MS = 300;

export interface ComboboxListProps {
  /**
   * All there is to choose from, or the server's answer to a search: one more than is shown if there are more.
   * Undefined until loaded.
   */
  options: readonly ComboboxOption[] | undefined;
  search?: ServerSearch;
  /** The options could not be loaded. */
  failed?: boolean;
  onRetry?: () => unknown;
  texts: ComboboxTexts;
  /** The selected option. */
  chosen: ComboboxOption | undefined;
  onChoose: (id: string) => void;
}

/** The popup of a combobox: a search field and its results. Arrow keys move, Enter selects, Escape closes. */
export function ComboboxList(props: ComboboxListProps) {
  const { options, search, failed = false, onRetry, texts, chosen, onChoose } = props;
  const [query, setQuery] = useState('');
  const [marked, setMarked] = useState(chosen?.id ?? '');
  // Enter was pressed before the answer to the typed text: its first result is chosen when it arrives.
  const [isQueued, setQueued] = useState(false);
  const searchable = useMemo(() => toSearchable(options ?? []), [options]);
  const found = useMemo(() => findOptions(searchable, search ? '' : query), [searchable, search, query]);
  const shown: ComboboxOption[] = found.slice(0, MAX_SHOWN);
  const isOutdated = useServerSearch(search, query);
  const first = shown[0]?.id ?? '';
  // The selected option is always visible, so that selecting it again clears it.
  if (query === '' && options && chosen && !shown.some(({ id }) => id === chosen.id)) shown.unshift(chosen);

  // The first result of a new answer is the one that Enter chooses.
  useEffect(() => {
    if (query === '' || isOutdated) return;
    setMarked(first);
    setQueued(false);
    if (isQueued && first !== '') onChoose(first);
  }, [query, isOutdated, first, isQueued, onChoose]);

  return (
    <Command
      label={t(`${texts}.search`)}
      shouldFilter={false}
      value={marked}
      onValueChange={setMarked}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !isOutdated) return;
        // What Enter would choose belongs to an earlier text.
        event.preventDefault();
        setQueued(true);
      }}
    >
      <PopupSearch
        value={query}
        onValueChange={(typed) => {
          setQuery(typed);
          setQueued(false);
        }}
        placeholder={t(`${texts}.search`)}
      >
        {search?.pending ? (
          // Late, so that an answer that comes at once shows no flicker.
          <ProgressBar className="absolute inset-x-0 -bottom-px animate-[fade-in_150ms_200ms_backwards]" />
        ) : null}
      </PopupSearch>
      <PopupResults label={t(`${texts}.search`)} busy={isOutdated}>
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
            {option.id === chosen?.id ? (
              <>
                <Check aria-hidden className="text-accent" />
                <span className="sr-only">{t('picker.chosen')}</span>
              </>
            ) : null}
          </Command.Item>
        ))}
      </PopupResults>
      {failed && options === undefined ? (
        <PopupError onRetry={onRetry}>{t(`${texts}.failed`)}</PopupError>
      ) : options === undefined || (isOutdated && shown.length === 0) ? (
        <Loading />
      ) : (
        <PopupSummary shown={shown.length} more={moreText(found, shown, search)} empty={t(`${texts}.empty`)} />
      )}
    </Command>
  );
}

/**
 * Asks the server once typing pauses, and for everything again when the list closes. Returns whether the options are
 * still those of an earlier text; never without `search`.
 */
function useServerSearch(search: ServerSearch | undefined, query: string): boolean {
  const wanted = query.trim();
  const onChange = search?.onChange;
  useEffect(() => {
    const timer = setTimeout(() => onChange?.(wanted), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [wanted, onChange]);
  useEffect(() => () => onChange?.(''), [onChange]);
  return search !== undefined && (search.pending || search.text !== wanted);
}

/** Says that there is more than what is shown: how much of it, unless only the server knows. */
function moreText(found: readonly ComboboxOption[], shown: readonly ComboboxOption[], search?: ServerSearch) {
  if (found.length <= MAX_SHOWN) return undefined;
  return search ? t('picker.moreOnServer') : t('picker.more', { count: found.length - shown.length });
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

/** An option with its normalized search text. */
interface SearchableOption extends ComboboxOption {
  text: string;
}

export function toSearchable(options: readonly ComboboxOption[]): SearchableOption[] {
  return options.map((option) => ({ ...option, text: fold(`${option.label}\n${option.detail ?? ''}`) }));
}

/**
 * The options that hold every word of the query, whatever its case and accents; those that begin with it come first.
 * An empty query finds all.
 */
export function findOptions(options: readonly SearchableOption[], query: string): readonly SearchableOption[] {
  const wanted = fold(query).trim();
  if (wanted === '') return options;
  const words = wanted.split(/\s+/);
  const found = options.filter(({ text }) => words.every((word) => text.includes(word)));
  const begins = ({ text }: SearchableOption) => text.startsWith(wanted);
  return [...found.filter(begins), ...found.filter((option) => !begins(option))];
}
