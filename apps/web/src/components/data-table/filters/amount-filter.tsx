import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { compareDecimals } from '#lib/decimal.ts';
import { formatMoney } from '#lib/format.ts';
import { t } from '#lib/texts.ts';
import { useDebouncedText } from '../use-debounced-text.ts';
import { cleanAmounts, readAmount, readAmounts } from './amounts.ts';
import type { FilterEditorProps, FilterKind } from './table-filters.ts';

/** A range of amounts; see `amounts.ts`. */
export const amountFilter: FilterKind = {
  clean: cleanAmounts,
  summarize,
  renderEditor: (props) => <AmountEditor {...props} />,
  replacesHistory: true,
};

function summarize(value: string): string {
  const { min, max } = readAmounts(value);
  const [from, to] = [formatMoney(min), formatMoney(max)];
  if (max === '') return t('filters.atLeast', { amount: from });
  if (min === '') return t('filters.atMost', { amount: to });
  return min === max ? from : t('table.between', { from, to });
}

/** Range of amounts, either end optional. Invalid input stays as typed and shows an error. */
export function AmountEditor({ value, onChange }: Omit<FilterEditorProps, 'label'>) {
  const [draft, setDraft] = useDebouncedText({
    value,
    onCommit: (text) => {
      const amounts = committed(text);
      if (amounts !== undefined) onChange(amounts);
    },
    clean: (text) => committed(text) ?? value,
  });
  const [min, max] = typedOf(draft);
  const [least, most] = [readAmount(min), readAmount(max)];
  const isReversed = least !== undefined && most !== undefined && committed(draft) === undefined;

  return (
    <div className="grid grid-cols-2 items-start gap-2">
      <Field label={t('filters.min')} error={least === undefined ? t('filters.notAmount') : undefined}>
        {(control) => <AmountInput {...control} value={min} onType={(text) => setDraft(draftOf(text, max))} />}
      </Field>
      <Field label={t('filters.max')} error={errorOfMax(most, isReversed)}>
        {(control) => <AmountInput {...control} value={max} onType={(text) => setDraft(draftOf(min, text))} />}
      </Field>
    </div>
  );
}

function errorOfMax(most: string | undefined, isReversed: boolean): string | undefined {
  if (most === undefined) return t('filters.notAmount');
  return isReversed ? t('filters.reversed') : undefined;
}

interface AmountInputProps {
  id: string;
  value: string;
  onType: (text: string) => void;
}

function AmountInput({ onType, ...rest }: AmountInputProps) {
  return (
    <Input
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      maxLength={40}
      onChange={(event) => onType(event.target.value)}
      className="text-right tabular-nums"
    />
  );
}

/** Text of two amounts that are still being typed, as JSON: no filter text starts like it. */
function draftOf(min: string, max: string): string {
  return JSON.stringify([min, max]);
}

function typedOf(draft: string): readonly string[] & { 0: string; 1: string } {
  if (draft.startsWith('[')) return JSON.parse(draft);
  const [min = '', max = ''] = draft.split(',');
  return [min, max];
}

/** The filter text of the input; undefined if an amount is invalid or the minimum exceeds the maximum. */
function committed(draft: string): string | undefined {
  const [min, max] = typedOf(draft).map(readAmount);
  if (min === undefined || max === undefined) return undefined;
  if (min !== '' && max !== '' && compareDecimals(min, max) > 0) return undefined;
  return min === '' && max === '' ? '' : `${min},${max}`;
}
