import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { classNames } from '#lib/class-names.ts';
import { t } from '#lib/texts.ts';
import { readDays } from './table-filters.ts';
import { useDebouncedText } from './use-debounced-text.ts';

const quickRanges = [7, 30, 90] as const;

interface DaysEditorProps {
  value: string;
  onChange: (text: string) => void;
}

/** The last so many days, or two days of one's own. */
export function DaysEditor({ value, onChange }: DaysEditorProps) {
  const [draft, setDraft] = useDebouncedText({ value, onCommit: onChange, clean: (text) => text });
  const range = readDays(draft);
  const { from, to } = 'last' in range ? { from: '', to: '' } : range;

  return (
    <div className="grid gap-3">
      <div className="flex gap-1.5">
        {quickRanges.map((count) => {
          const chosen = 'last' in range && range.last === count;
          return (
            <button
              key={count}
              type="button"
              aria-pressed={chosen}
              aria-label={t('table.lastDays', { count })}
              onClick={() => setDraft(chosen ? '' : `last-${count}`)}
              className={classNames(
                'h-7 flex-1 rounded-control border font-medium text-small',
                chosen ? 'border-accent bg-accent-soft text-ink' : 'border-line text-ink-2 hover:bg-pressed',
              )}
            >
              {t('table.dayShort', { count })}
            </button>
          );
        })}
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Field label={t('table.from')}>
          {(control) => (
            <Input
              {...control}
              type="date"
              value={from}
              max={to}
              onChange={(event) => setDraft(daysText(event.target.value, to))}
              className="px-2! tabular-nums"
            />
          )}
        </Field>
        <Field label={t('table.to')}>
          {(control) => (
            <Input
              {...control}
              type="date"
              value={to}
              min={from}
              onChange={(event) => setDraft(daysText(from, event.target.value))}
              className="px-2! tabular-nums"
            />
          )}
        </Field>
      </div>
    </div>
  );
}

function daysText(from: string, to: string): string {
  return from === '' && to === '' ? '' : `${from},${to}`;
}
