import type { OrderRawData } from '@portal/contract/orders';
import { classNames } from '#lib/class-names.ts';
import { formatMoney } from '#lib/format.ts';
import { t } from '#lib/texts.ts';

/** What the order comes to, in CAD. */
export function OrderTotals({ rawData }: { rawData: OrderRawData }) {
  return (
    <dl className="grid gap-1.5 rounded-panel border border-line px-4 py-3.5 tabular-nums">
      <Amount label={t('order.subtotal')} value={rawData.subtotal} />
      <Amount label={t('order.tax')} value={rawData.custbody_stc_tax_after_discount} />
      <Amount label={t('order.total')} value={rawData.total} total />
    </dl>
  );
}

function Amount({ label, value, total = false }: { label: string; value: number | undefined; total?: boolean }) {
  return (
    <div
      className={classNames(
        'flex items-baseline justify-between gap-4',
        total ? 'mt-1 border-line border-t pt-2.5 font-semibold text-heading text-ink' : 'text-ink-2',
      )}
    >
      <dt>{label}</dt>
      <dd>{value === undefined ? t('value.none') : formatMoney(value)}</dd>
    </div>
  );
}
