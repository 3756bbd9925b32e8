import { daysText } from '@portal/contract/day-ranges';
import { type ChangeEvent, type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Field, type FieldControl } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { t } from '#lib/texts.ts';

type Side = 'from' | 'to';
type Days = Readonly<Record<Side, string>>;

interface Typed {
  days: Days;
  /** Inputs with a partial date, for which the browser reports no value. */
  partial: Readonly<Partial<Record<Side, boolean>>>;
}

/** Latest accepted day. It makes the browser limit years to four digits. */
const lastDay = '9999-12-31';

interface DayFieldsProps {
  /** Days of the filter, `YYYY-MM-DD` or empty. */
  days: Days;
  /**
   * Called with the text of a days filter as soon as a date is complete, and at the latest on Enter or blur. Dates in
   * reverse order are passed on only then, so that they never swap while the user is typing.
   */
  onChange: (text: string) => void;
  /** Called after Enter or blur: the change can be applied without debouncing. */
  onDone: () => void;
}

/** Inputs for the two days of a range. */
export function DayFields({ days, onChange, onDone }: DayFieldsProps) {
  // Typed text that has not been passed on yet.
  const [typed, setTyped] = useState<Typed>();
  const [incomplete, setIncomplete] = useState<Side>();
  const shown = typed?.days ?? days;

  const [applied, setApplied] = useState(days);
  if (applied.from !== days.from || applied.to !== days.to) {
    // The range was changed elsewhere: it replaces the typed text.
    setApplied(days);
    setTyped(undefined);
    setIncomplete(undefined);
  }

  function handleChange(side: Side, { value, validity }: HTMLInputElement) {
    const next = { days: { ...shown, [side]: value }, partial: { ...typed?.partial, [side]: validity.badInput } };
    setIncomplete(undefined);
    if (isComplete(next) && !isReversed(next.days)) apply(next);
    else setTyped(next);
  }

  function apply({ days: { from, to } }: Typed) {
    setTyped(undefined);
    onChange(daysText(from, to));
  }

  function finish(side: Side, { validity }: HTMLInputElement) {
    if (validity.badInput || (typed !== undefined && !isComplete(typed))) setIncomplete(incomplete ?? side);
    else if (typed !== undefined) apply(typed);
    onDone();
  }

  // Escape closes the filters and removes the inputs without a blur event.
  const finishOnClose = useRef<() => void>(undefined);
  useEffect(() => {
    finishOnClose.current = () => typed !== undefined && isComplete(typed) && apply(typed);
  });
  useEffect(() => () => finishOnClose.current?.(), []);

  function inputProps(side: Side, control: FieldControl) {
    return {
      ...control,
      type: 'date',
      value: shown[side],
      onChange: (event: ChangeEvent<HTMLInputElement>) => handleChange(side, event.target),
      onBlur: (event: FocusEvent<HTMLInputElement>) => finish(side, event.currentTarget),
      onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
        if (event.key === 'Enter') finish(side, event.currentTarget);
      },
      className: 'px-2! tabular-nums',
    };
  }

  const errorOf = (side: Side) => (incomplete === side ? t('filters.dayIncomplete') : undefined);
  return (
    <>
      <Field label={t('table.from')} error={errorOf('from')}>
        {(control) => <Input {...inputProps('from', control)} max={days.to === '' ? lastDay : days.to} />}
      </Field>
      <Field label={t('table.to')} error={errorOf('to')}>
        {(control) => <Input {...inputProps('to', control)} min={days.from} max={lastDay} />}
      </Field>
    </>
  );
}

/** Whether both dates are valid. Browsers pad years with zeros, so a year below 1000 is still being typed. */
function isComplete({ days: { from, to }, partial }: Typed): boolean {
  if (partial.from === true || partial.to === true) return false;
  return [from, to].every((day) => day === '' || day >= '1000');
}

function isReversed({ from, to }: Days): boolean {
  return from !== '' && to !== '' && from > to;
}
