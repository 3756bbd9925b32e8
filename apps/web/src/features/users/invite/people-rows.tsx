import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { t } from '#lib/texts.ts';
import { PersonRow, personRowClass } from './person-row.tsx';
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
          {ready > 0 ? ` · ${t('inviteMany.readyCount', { count: ready })}` : null}
          {faulty.length > 0 ? (
            <span className="text-danger">{` · ${t('inviteMany.faultCount', { count: faulty.length })}`}</span>
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
        <span>{t('invite.email')}</span>
        <span>{t('invite.fullName')}</span>
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
