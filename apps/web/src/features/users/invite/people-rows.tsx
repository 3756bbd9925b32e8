import { CircleAlert, CircleCheck, Plus, X } from 'lucide-react';
import { memo, useId, useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Input } from '#components/ui/input.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { t } from '#lib/texts.ts';
import type { ListedPerson } from './read-people.ts';
import type { RowCheck } from './use-list-check.ts';
import type { ListedRow } from './use-people-list.ts';

interface PeopleRowsProps {
  /** Rows of the next request. */
  rows: readonly ListedRow[];
  /** Number of rows beyond these. */
  beyond: number;
  checkOf: (row: ListedRow) => RowCheck;
  /** Whether the server is checking rows whose status is unknown. */
  checking: boolean;
  onEdit: (key: number, part: Partial<ListedPerson>) => void;
  onRemove: (key: number) => void;
  /** Shows the input for more people; undefined while it is open. */
  onAddMore: (() => void) | undefined;
}

/** People still to invite, each with its errors, and a summary of the whole list. */
export function PeopleRows({ rows, beyond, checkOf, checking, onEdit, onRemove, onAddMore }: PeopleRowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const lastVisited = useRef(0);
  const checked = rows.map((row) => {
    const check = checkOf(row);
    const refused = check?.outcome === 'refused';
    return { row, ready: check && !refused, fault: refused ? (check.message ?? '') : undefined };
  });
  const ready = checked.filter((row) => row.ready === true).length;
  const faulty = checked.flatMap(({ row, fault }) => (fault === undefined ? [] : [row.key]));

  function goToNextFault() {
    const next = faulty.find((key) => key > lastVisited.current) ?? faulty[0];
    if (next === undefined) return;
    lastVisited.current = next;
    list.current?.querySelector<HTMLElement>(`[data-row="${next}"] [aria-invalid]`)?.focus();
  }

  return (
    <section aria-label={t('inviteMany.rows')} className="grid gap-2">
      <div className="flex min-h-8 flex-wrap items-center gap-x-6 gap-y-1">
        <p role="status" className="mr-auto text-ink-2 max-sheet:basis-full">
          <span className="font-medium text-ink">{t('inviteMany.people', { count: rows.length + beyond })}</span>
          {ready > 0 ? t('facts.separator') + t('inviteMany.readyCount', { count: ready }) : null}
          {faulty.length > 0 ? (
            <span className="text-danger">
              {t('facts.separator')}
              {t('inviteMany.faultCount', { count: faulty.length })}
            </span>
          ) : null}
        </p>
        {faulty.length > 0 ? (
          <Button variant="ghost" size="small" onClick={goToNextFault} className="-mx-2">
            {t('inviteMany.nextFault')}
          </Button>
        ) : null}
        {onAddMore === undefined ? null : (
          <Button variant="ghost" size="small" onClick={onAddMore} className="-mx-2">
            <Plus aria-hidden />
            {t('inviteMany.addMore')}
          </Button>
        )}
      </div>
      {beyond > 0 ? (
        <p role="alert" className="rounded-control bg-accent-soft px-3 py-2 text-ink">
          {t('inviteMany.tooMany', { most: rows.length, count: beyond })}
        </p>
      ) : null}
      <div aria-hidden className={`${personRowClass} hidden! text-ink-3 text-small sheet:grid!`}>
        <span />
        <span>{t('label.email')}</span>
        <span>{t('label.fullName')}</span>
      </div>
      <ul ref={list} className="grid gap-3 sheet:gap-1.5">
        {checked.map(({ row, ready, fault }, index) => (
          <PersonRow
            key={row.key}
            row={row}
            number={index + 1}
            ready={ready}
            checking={checking}
            fault={fault}
            onEdit={onEdit}
            onRemove={onRemove}
          />
        ))}
      </ul>
    </section>
  );
}

interface PersonRowProps extends Pick<PeopleRowsProps, 'onEdit' | 'onRemove'> {
  row: ListedRow;
  /** Position in the list, from 1. */
  number: number;
  /** Whether the row can be sent; undefined while unknown. */
  ready: boolean | undefined;
  /** Whether the server is checking the row. */
  checking: boolean;
  /** Why the row cannot be sent. */
  fault: string | undefined;
}

/** Grid columns of a row and of the header. */
const personRowClass =
  'grid grid-cols-[1.75rem_minmax(0,1fr)_2rem] items-center gap-x-2 gap-y-1.5 sheet:grid-cols-[1.75rem_minmax(0,3fr)_minmax(0,2fr)_1rem_2rem]';

/** A person on the list, who can be edited in place or removed. */
const PersonRow = memo((props: PersonRowProps) => {
  const { row, number, ready, checking, fault, onEdit, onRemove } = props;
  const noteId = useId();
  const note = fault ?? row.refused;
  // The error text does not say in machine-readable form which field it is about. Only the name can be missing on its
  // own.
  const atName = row.fullName.trim() === '' && row.email.trim() !== '';
  const box = {
    'aria-describedby': note === undefined ? undefined : noteId,
    autoComplete: 'off',
    spellCheck: false,
  };
  return (
    <li className={personRowClass} data-row={row.key}>
      <span aria-hidden className="text-right text-ink-3 text-small tabular-nums">
        {number}
      </span>
      <Input
        {...box}
        type="email"
        inputMode="email"
        value={row.email}
        onChange={(event) => onEdit(row.key, { email: event.target.value })}
        aria-label={t('inviteMany.emailOf', { number })}
        aria-invalid={(fault !== undefined && !atName) || undefined}
        placeholder={t('label.email')}
        className="h-8! col-start-2"
      />
      <Input
        {...box}
        value={row.fullName}
        onChange={(event) => onEdit(row.key, { fullName: event.target.value })}
        aria-label={t('inviteMany.nameOf', { number })}
        aria-invalid={(fault !== undefined && atName) || undefined}
        placeholder={t('label.fullName')}
        className="h-8! col-start-2 sheet:col-start-3 sheet:row-start-1"
      />
      <span className="hidden sheet:col-start-4 sheet:row-start-1 sheet:block">
        <StateIcon ready={ready} checking={checking} refused={fault !== undefined} />
      </span>
      <Button
        variant="ghost"
        icon
        onClick={() => onRemove(row.key)}
        aria-label={t('inviteMany.remove', { number })}
        className="col-start-3 row-start-1 sheet:col-start-5"
      >
        <X aria-hidden />
      </Button>
      {note === undefined ? null : (
        <p id={noteId} className="col-start-2 mb-1 text-danger text-small [overflow-wrap:anywhere] sheet:col-end-6">
          {note}
        </p>
      )}
    </li>
  );
});

function StateIcon({ ready, checking, refused }: { ready: boolean | undefined; checking: boolean; refused: boolean }) {
  if (refused) return <CircleAlert aria-hidden className="text-danger" />;
  if (ready) return <CircleCheck role="img" aria-label={t('inviteMany.ready')} className="text-success" />;
  return checking ? <Spinner /> : null;
}
