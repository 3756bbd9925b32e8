import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import type { ProgressStep, StepState } from './progress-steps.ts';

/** The shape of a step's state: a check, a pie as full as the step, a dot, a clock, a ring, a bar or a cross. */
export function StepMarker({ state, part = 0 }: Pick<ProgressStep, 'state' | 'part'>) {
  const { color, shape } = looks[state];
  return (
    <svg aria-hidden viewBox="0 0 22 22" className={classNames('size-5.5', color)}>
      {state === 'partial' ? pie(part) : shape}
    </svg>
  );
}

const ring = <circle cx="11" cy="11" r="9" fill="none" stroke="currentColor" strokeWidth="2" />;
const disc = <circle cx="11" cy="11" r="10" fill="currentColor" />;

/** A symbol cut out of the disc, in the background color. */
function cut(path: string): ReactNode {
  return (
    <>
      {disc}
      <path d={path} fill="none" className="stroke-page" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
    </>
  );
}

/** A ring with a slice, clockwise from the top. Visible, and visibly not whole, however small or large the part. */
function pie(part: number): ReactNode {
  const angle = Math.min(0.9, Math.max(0.1, part)) * 2 * Math.PI;
  const radius = 5.8;
  const end = `${11 + radius * Math.sin(angle)} ${11 - radius * Math.cos(angle)}`;
  return (
    <>
      {ring}
      <path
        d={`M11 11V${11 - radius}A${radius} ${radius} 0 ${Number(angle > Math.PI)} 1 ${end}Z`}
        fill="currentColor"
      />
    </>
  );
}

function ringWith(inside: ReactNode): ReactNode {
  return (
    <>
      {ring}
      {inside}
    </>
  );
}

const looks: Record<StepState, { color: string; shape?: ReactNode }> = {
  done: { color: 'text-status-green', shape: cut('M6.8 11.4 9.7 14.2 15.3 8.2') },
  partial: { color: 'text-status-violet' },
  current: { color: 'text-status-blue', shape: ringWith(<circle cx="11" cy="11" r="3.6" fill="currentColor" />) },
  late: {
    color: 'text-status-red',
    shape: ringWith(
      <path d="M11 6.4V11L14 13" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />,
    ),
  },
  upcoming: {
    color: 'text-field',
    shape: <circle cx="11" cy="11" r="9" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  },
  closed: { color: 'text-status-grey', shape: cut('M7 11H15') },
  cancelled: { color: 'text-status-red', shape: cut('M7.7 7.7 14.3 14.3M14.3 7.7 7.7 14.3') },
};
