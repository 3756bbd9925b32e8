import { MAX_SEARCH_LENGTH } from '@portal/contract/values';
import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { Input } from '#components/ui/input.tsx';
import { Kbd } from '#components/ui/kbd.tsx';
import { useShortcutsOn, useSingleKey } from '#lib/shortcuts.ts';
import { t } from '#lib/texts.ts';
import { useDebouncedText } from './use-debounced-text.ts';

interface SearchFieldProps {
  value: string;
  onSearch: (text: string) => void;
  /** Receives the text on Enter, and empty text when it changes. */
  onConfirm?: ((text: string) => void) | undefined;
  /** Accessible name and placeholder: 'Search orders…'. */
  label: string;
}

/** Search input. `/` focuses it from anywhere on the page. */
export function SearchField({ value, onSearch, onConfirm, label }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const hasKey = useShortcutsOn();
  const [draft, change, flush] = useDebouncedText({ value, onCommit: onSearch, clean: (text) => text.trim() });

  useSingleKey('/', () => field.current?.select());

  function type(text: string) {
    onConfirm?.('');
    change(text);
  }

  function confirm() {
    flush();
    onConfirm?.(draft.trim());
  }

  function clear() {
    type('');
    field.current?.focus();
  }

  return (
    <search className="relative min-w-0 flex-1 basis-full sheet:min-w-50 sheet:max-w-75 sheet:flex-1">
      <Search aria-hidden className="pointer-events-none absolute top-2 left-2.5 text-ink-3" />
      <Input
        ref={field}
        inToolbar
        type="search"
        value={draft}
        onChange={(event) => type(event.target.value)}
        // Commits the typed text before a row is opened or anything else is pressed.
        onBlur={flush}
        onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && confirm()}
        placeholder={label}
        aria-label={label}
        aria-keyshortcuts={hasKey ? '/' : undefined}
        maxLength={MAX_SEARCH_LENGTH}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        className="px-8!"
      />
      {draft === '' ? (
        hasKey && (
          <span aria-hidden className="pointer-events-none absolute top-1.5 right-1.5 hidden sheet:block">
            <Kbd>/</Kbd>
          </span>
        )
      ) : (
        <button
          type="button"
          onClick={clear}
          aria-label={t('table.clearSearch')}
          data-tooltip
          className="absolute top-1 right-1 grid size-6 place-items-center rounded-small text-ink-3 hover:bg-pressed hover:text-ink"
        >
          <X className="size-3.5!" />
        </button>
      )}
    </search>
  );
}
