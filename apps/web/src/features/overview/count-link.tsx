import { Link } from '@tanstack/react-router';
import { classNames } from '#lib/class-names.ts';
import { t } from '#lib/texts.ts';

interface CountLinkProps {
  label: string;
  /** A number or an amount; undefined while loading and after an error, null if the server does not know it. */
  value: string | null | undefined;
  /** What the value is in, such as a currency. */
  unit?: string | undefined;
  /** Filters of the orders list, as in its URL. */
  filters: Record<string, string>;
  /** Color of the value where these orders need attention. */
  tone?: 'danger' | 'amber' | undefined;
}

/** A number of orders, or an amount, that links to these orders in the list. */
export function CountLink({ label, value, unit, filters, tone }: CountLinkProps) {
  return (
    <Link
      to="/orders"
      search={{ page: 1, ...filters }}
      className="grid min-w-0 content-between gap-0.5 bg-page px-4 py-3 -outline-offset-2! hover:bg-hover"
    >
      <span className="text-ink-3">{label}</span>
      <span
        className={classNames(
          'font-semibold text-title tabular-nums [overflow-wrap:anywhere]',
          tone === undefined ? 'text-ink' : tone === 'danger' ? 'text-danger' : 'text-status-amber',
        )}
      >
        {value === null ? t('value.none') : (value ?? t('overview.loading'))}
        {unit === undefined ? null : <span className="font-regular text-ink-3 text-small"> {unit}</span>}
      </span>
    </Link>
  );
}
