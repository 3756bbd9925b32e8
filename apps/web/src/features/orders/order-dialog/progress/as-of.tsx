import { formatAgo, formatDateTime } from '#lib/format.ts';
import { t } from '#lib/texts.ts';
import { useNow } from '#lib/use-now.ts';

interface AsOfProps {
  /** When the records were last read completely from NetSuite; null before the first time. */
  instant: string | null | undefined;
  label?: 'progress.asOf' | 'progress.statusAsOf';
}

/** How fresh the facts beside it are: 'as of 4 min ago'; on paper, which stays, the time itself. */
export function AsOf({ instant, label = 'progress.asOf' }: AsOfProps) {
  const now = useNow(30_000);
  if (typeof instant !== 'string') return null;
  const time = formatDateTime(instant);
  return (
    <span
      className="block whitespace-nowrap text-ink-3 text-small tabular-nums leading-5 print:after:content-[attr(data-printed)]"
      title={time}
      data-printed={t(label, { ago: time })}
    >
      <span className="print:hidden">{t(label, { ago: formatAgo(instant, now) })}</span>
    </span>
  );
}
