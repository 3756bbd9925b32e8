import type { CustomFieldValue } from '@portal/contract/common';
import { formatDate, formatDecimal, formatMoney } from '#lib/format.ts';
import { t } from '#lib/texts.ts';
import { Fact } from './fact.tsx';

/** Custom fields of a record in the order and with the labels that are configured, within a `dl`. */
export function CustomFacts({ fields = [] }: { fields: readonly CustomFieldValue[] | undefined }) {
  return fields.map(({ id, label, type, value }) => (
    <Fact key={id} label={label}>
      {value === undefined ? undefined : formatValue(type, value)}
    </Fact>
  ));
}

function formatValue(type: CustomFieldValue['type'], value: string): string {
  // A value that does not fit its type is shown as it is.
  const isNumber = /^-?\d+(\.\d+)?$/.test(value);
  if (type === 'money' && isNumber) return formatMoney(value);
  if (type === 'number' && isNumber) return formatDecimal(value);
  if (type === 'date') return formatDate(value);
  if (type === 'checkbox') return value === 'true' ? t('value.yes') : t('value.no');
  return value;
}
