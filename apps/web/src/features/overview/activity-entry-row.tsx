import type { ActivityAction, ActivityEntry } from '@portal/contract/activity';
import { CircleAlert } from 'lucide-react';
import { formatDateTime } from '#lib/format.ts';
import { initialsOf } from '#lib/initials.ts';
import { t } from '#lib/texts.ts';

const failures: ReadonlySet<ActivityAction> = new Set(['sign-in-failed', 'sync-failed']);

/** One entry of the activity log: who, what and when. */
export function ActivityEntryRow({ entry }: { entry: ActivityEntry }) {
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <Bubble entry={entry} />
      <div className="grid min-w-0 flex-1 gap-x-6 sheet:grid-cols-[1fr_auto] sheet:items-baseline">
        <p className="pt-0.5 text-ink [overflow-wrap:anywhere]">{entry.content}</p>
        <time dateTime={entry.createdDate} className="whitespace-nowrap pt-0.5 text-ink-3 text-small tabular-nums">
          {formatDateTime(entry.createdDate)}
        </time>
      </div>
    </li>
  );
}

/** The actor's initials. Hidden from screen readers, because the sentence next to it names the actor. */
function Bubble({ entry }: { entry: ActivityEntry }) {
  if (failures.has(entry.action)) {
    return (
      <span aria-hidden className="grid size-6 shrink-0 place-items-center rounded-full bg-danger-soft text-danger">
        <CircleAlert className="size-3.5!" />
      </span>
    );
  }
  return (
    <span
      aria-hidden
      className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-[0.625rem] text-accent leading-none"
    >
      {initialsOf(entry.actor?.name ?? t('activity.system'))}
    </span>
  );
}
