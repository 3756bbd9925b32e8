import { MAX_SEARCH_LENGTH } from '@portal/contract/values';
import { Input } from '#components/ui/input.tsx';
import { t } from '#lib/texts.ts';
import { useDebouncedText } from '../use-debounced-text.ts';
import type { FilterEditorProps, FilterKind } from './table-filters.ts';

/** Text that the value contains, ignoring case. */
export const textFilter: FilterKind = {
  clean: (text) => clean(text) || undefined,
  summarize: (text) => t('filters.contains', { text }),
  renderEditor: (props) => <TextEditor {...props} />,
  replacesHistory: true,
};

/** Removes control characters, one of which the server rejects. Truncation may leave trailing whitespace. */
function clean(text: string): string {
  return text
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, MAX_SEARCH_LENGTH)
    .trim();
}

function TextEditor({ label, value, onChange }: FilterEditorProps) {
  const [draft, setDraft] = useDebouncedText({ value, onCommit: (text) => onChange(clean(text)), clean });
  return (
    <Input
      type="search"
      aria-label={label}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      autoComplete="off"
      spellCheck={false}
    />
  );
}
