import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { memo, useId } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Input } from '#components/ui/input.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { t } from '#lib/texts.ts';
import type { ListedPerson } from './read-people.ts';
import type { ListedRow } from './use-people-list.ts';

interface PersonRowProps {
  row: ListedRow;
  /** Position in the list, from 1. */
  number: number;
  /** Whether the row can be sent; undefined while unknown. */
  ready: boolean | undefined;
  /** Whether the server is checking the row. */
  checking: boolean;
  /** Why the row cannot be sent. */
  fault: string | undefined;
  onEdit: (key: number, part: Partial<ListedPerson>) => void;
  onRemove: (key: number) => void;
}

/** Grid columns of a row and of the header. */
export const personRowClass =
  'grid grid-cols-[1.75rem_minmax(0,1fr)_2rem] items-center gap-x-2 gap-y-1.5 sheet:grid-cols-[1.75rem_minmax(0,3fr)_minmax(0,2fr)_1rem_2rem]';

/** A person on the list, who can be edited in place or removed. */
export const PersonRow = memo((props: PersonRowProps) => {
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
        placeholder={t('invite.email')}
        className="h-8! col-start-2"
      />
      <Input
        {...box}
        value={row.fullName}
        onChange={(event) => onEdit(row.key, { fullName: event.target.value })}
        aria-label={t('inviteMany.nameOf', { number })}
        aria-invalid={(fault !== undefined && atName) || undefined}
        placeholder={t('invite.fullName')}
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
