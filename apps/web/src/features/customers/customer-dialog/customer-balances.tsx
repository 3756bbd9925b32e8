import type { CustomerRawData } from '@portal/contract/customers';
import { formatMoney } from '#lib/format.ts';
import { t } from '#lib/texts.ts';

/** Customer balances in CAD. */
export function CustomerBalances({ rawData }: { rawData: CustomerRawData }) {
  const rows = [
    { label: t('customer.depositBalance'), value: rawData.depositBalance },
    { label: t('customer.overdueBalance'), value: rawData.overdueBalance },
    { label: t('customer.unbilledOrders'), value: rawData.unbilledOrders },
  ];
  return (
    <dl className="grid content-start gap-1.5 self-start rounded-panel border border-line px-4 py-3.5 tabular-nums">
      {rows.map(({ label, value }) => (
        <div key={label} className="flex items-baseline justify-between gap-4 text-ink-2">
          <dt>{label}</dt>
          <dd>{amount(value)}</dd>
        </div>
      ))}
      <div className="mt-1 flex items-baseline justify-between gap-4 border-line border-t pt-2.5 font-semibold text-heading text-ink">
        <dt>{t('customer.balance')}</dt>
        <dd>{amount(rawData.balance)}</dd>
      </div>
    </dl>
  );
}

function amount(value: string | undefined): string {
  return value === undefined ? t('value.none') : formatMoney(value);
}
