import { type ChangeEvent, type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Field, type FieldControl } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { t } from '#lib/texts.ts';
import { daysText } from './day-ranges.ts';

type Side = 'from' | 'to';
type Days = Readonly<Record<Side, string>>;

interface Typed {
  days: Days;
  /** The boxes that hold part of a date, of which the browser tells no value. */
  partial: Readonly<Partial<Record<Side, boolean>>>;
}

/** The latest day that can be typed: with it the browser knows that a year has four digits. */
const lastDay = '9999-12-31';

interface DayFieldsProps {
  /** The days of the filter, `YYYY-MM-DD` or empty. */
  days: Days;
  /**
   * Called with the text of a days filter: as soon as a date is complete, and at the latest on Enter or when its box
   * loses the focus. Dates in reverse order are passed on only then, so that they never swap while somebody types.
   */
  onChange: (text: string) => void;
  /** Called after Enter or the loss of the focus: what was passed on need not wait for another key. */
  onDone: () => void;
}

/** The boxes in which the two days of a range are typed. */
export function DayFields({ days, onChange, onDone }: DayFieldsProps) {
  // What is typed and not yet passed on.
  const [typed, setTyped] = useState<Typed>();
  const [incomplete, setIncomplete] = useState<Side>();
  const shown = typed?.days ?? days;

  const [applied, setApplied] = useState(days);
  if (applied.from !== days.from || applied.to !== days.to) {
    // Another range was chosen: it replaces what was typed.
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

  // Escape closes the filters and removes the boxes without a loss of focus.
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

/** Whether both dates can be read. A year of fewer than four digits is still being typed: browsers pad it with zeros. */
function isComplete({ days: { from, to }, partial }: Typed): boolean {
  if (partial.from === true || partial.to === true) return false;
  return [from, to].every((day) => day === '' || day >= '1000');
}

function isReversed({ from, to }: Days): boolean {
  return from !== '' && to !== '' && from > to;
}
