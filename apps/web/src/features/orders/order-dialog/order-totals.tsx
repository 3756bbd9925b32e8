import type { OrderRawData } from '@portal/contract/orders';
import { classNames } from '#lib/class-names.ts';
import { compareDecimals, subtractDecimals } from '#lib/decimal.ts';
import { formatMoney } from '#lib/format.ts';
import { t } from '#lib/texts.ts';

/** Subtotal, tax, other charges and total of an order in CAD, so that the amounts add up. */
export function OrderTotals({ rawData }: { rawData: OrderRawData }) {
  const rest = otherCharges(rawData);
  return (
    <dl className="grid gap-1.5 rounded-panel border border-line px-4 py-3.5 tabular-nums">
      <Amount label={t('label.subtotal')} value={rawData.subtotal} />
      <Amount label={t('label.tax')} value={rawData.custbody_stc_tax_after_discount} />
      {rest === undefined ? null : <Amount {...rest} />}
      <Amount label={t('label.total')} value={rawData.total} total />
    </dl>
  );
}

/** Part of the total beyond subtotal and tax: shipping, handling, a discount. Undefined if there is none. */
function otherCharges({ subtotal, total, custbody_stc_tax_after_discount: tax }: OrderRawData) {
  if (subtotal === undefined || total === undefined) return undefined;
  const value = subtractDecimals(total, subtotal, tax ?? '0');
  const sign = compareDecimals(value, '0');
  if (sign === 0) return undefined;
  if (sign < 0) return { label: t('order.discount'), value };
  return { label: tax === undefined ? t('order.otherChargesWithTax') : t('order.otherCharges'), value };
}

function Amount({ label, value, total = false }: { label: string; value: string | undefined; total?: boolean }) {
  return (
    <div
      className={classNames(
        'flex items-baseline justify-between gap-4',
        total ? 'mt-1 border-line border-t pt-2.5 font-semibold text-heading text-ink' : 'text-ink-2',
      )}
    >
      <dt>{label}</dt>
      <dd className="min-w-0 text-right [overflow-wrap:anywhere]">
        {value === undefined ? t('value.none') : formatMoney(value)}
      </dd>
    </div>
  );
}
