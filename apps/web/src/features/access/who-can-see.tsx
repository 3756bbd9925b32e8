import type { RecordViewer } from '@portal/contract/viewers';
import { useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { FirstRows } from '#components/ui/first-rows.tsx';
import { Input } from '#components/ui/input.tsx';
import { Popover } from '#components/ui/popover.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { TruncatedText } from '#components/ui/truncated-text.tsx';
import { messageOf } from '#lib/api-error.ts';
import { formatDate } from '#lib/format.ts';
import { groupLabel } from '#lib/group-label.ts';
import { useRole } from '#lib/profile.ts';
import { isAdmin, isStaff } from '#lib/role.ts';
import { t } from '#lib/texts.ts';
import { type SeenRecord, viewersQuery } from './viewers-query.ts';

/** Button for staff that shows who can see a record and why. */
export function WhoCanSee(record: SeenRecord) {
  const role = useRole();
  const [open, setOpen] = useState(false);
  if (!isStaff(role)) return null;
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('access.title')}
      align="end"
      className="w-96 p-0!"
      trigger={
        <Button variant="ghost" icon aria-label={t('access.title')} title={t('access.title')}>
          <UsersRound aria-hidden />
        </Button>
      }
    >
      <Viewers {...record} />
    </Popover>
  );
}

/** Below this many people, the list has no search box. */
const manyPeople = 8;

function Viewers(record: SeenRecord) {
  const { data, error, refetch } = useQuery(viewersQuery(record));
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search.trim().toLowerCase());
  if (data === undefined && error !== null) {
    return <ErrorState title={t('access.failed')} hint={messageOf(error, '')} onRetry={refetch} />;
  }
  const shown = data?.filter((viewer) => textOf(viewer).includes(wanted));
  return (
    <div className="flex max-h-96 flex-col">
      <div className="flex items-baseline justify-between gap-4 px-4 pt-3 pb-2">
        <h3 className="font-semibold text-ink">{t('access.title')}</h3>
        <p className="text-ink-3 text-small tabular-nums" role="status">
          {shown === undefined ? t('state.loading') : t('access.count', { count: shown.length })}
        </p>
      </div>
      {data !== undefined && data.length >= manyPeople ? (
        <div className="px-4 pb-2">
          <Input
            type="search"
            aria-label={t('access.search')}
            placeholder={t('access.search')}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable for keyboard users. */}
      <ul tabIndex={0} aria-label={t('access.title')} className="min-h-0 flex-1 overflow-y-auto border-line border-t">
        {shown === undefined ? (
          <ViewersSkeleton />
        ) : (
          <FirstRows key={wanted} rows={shown}>
            {(viewer) => <ViewerRow key={viewer.userId} {...viewer} />}
          </FirstRows>
        )}
        {shown?.length === 0 ? <li className="px-4 py-3 text-ink-3">{t('access.nobody')}</li> : null}
      </ul>
    </div>
  );
}

function ViewerRow(viewer: RecordViewer) {
  const { email, fullName, groupName } = viewer;
  return (
    <li className="grid grid-cols-1 gap-0.5 border-line border-b px-4 py-2.5 last:border-b-0">
      <p className="flex items-baseline justify-between gap-3">
        <TruncatedText className="min-w-0 font-medium text-ink">{fullName ?? email}</TruncatedText>
        <span className="shrink-0 text-ink-3 text-small">{groupLabel(groupName)}</span>
      </p>
      {fullName === undefined ? null : <TruncatedText className="text-ink-2 text-small">{email}</TruncatedText>}
      <p className="text-ink-3 text-small [overflow-wrap:anywhere]">{reasonText(viewer)}</p>
    </li>
  );
}

function ViewersSkeleton() {
  return Array.from({ length: 3 }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are identical.
    <li key={index} className="grid gap-1.5 px-4 py-2.5">
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-3.5 w-56" />
    </li>
  ));
}

function textOf(viewer: RecordViewer): string {
  const { email, fullName = '', groupName } = viewer;
  return `${fullName}\n${email}\n${groupLabel(groupName)}\n${reasonText(viewer)}`.toLowerCase();
}

/** Display text for why a person can see a record. */
function reasonText({ role, reason }: RecordViewer): string {
  switch (reason.kind) {
    case 'role':
      return t(isAdmin(role) ? 'access.byAdmin' : 'access.byMember');
    case 'customer':
      return t('access.byCustomer', { customer: reason.customerName ?? reason.customerNetsuiteId });
    case 'assignment': {
      const date = formatDate(reason.assignedAt);
      if (reason.assignedBy === undefined) return t('access.byFormerUser', { date });
      return t('access.byAssignment', { name: reason.assignedBy, date });
    }
  }
}
