import { formatAgo, formatDateTime } from '#lib/format.ts';
import { t } from '#lib/texts.ts';
import { useNow } from '#lib/use-now.ts';

interface AsOfProps {
  /** When the records were last read completely from NetSuite; null before the first time. */
  instant: string | null | undefined;
  label?: 'progress.asOf' | 'progress.statusAsOf';
}

/** How fresh the facts beside it are: 'as of 4 min ago'. */
export function AsOf({ instant, label = 'progress.asOf' }: AsOfProps) {
  const now = useNow(30_000);
  if (typeof instant !== 'string') return null;
  return (
    <span
      className="block whitespace-nowrap text-ink-3 text-small tabular-nums leading-5"
      title={formatDateTime(instant)}
    >
      {t(label, { ago: formatAgo(instant, now) })}
    </span>
  );
}
