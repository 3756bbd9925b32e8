import { Input } from '#components/ui/input.tsx';
import { useDebouncedText } from '../use-debounced-text.ts';
import { cleanFilter, type TableFilter } from './table-filters.ts';

interface TextEditorProps {
  filter: Extract<TableFilter, { kind: 'text' }>;
  value: string;
  onChange: (text: string) => void;
}

/** Input for a text filter. */
export function TextEditor({ filter, value, onChange }: TextEditorProps) {
  const clean = (text: string) => cleanFilter(filter, text) ?? '';
  const [draft, setDraft] = useDebouncedText({ value, onCommit: (text) => onChange(clean(text)), clean });
  return (
    <Input
      type="search"
      aria-label={filter.label}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      autoComplete="off"
      spellCheck={false}
    />
  );
}
