/**
 * Formats an amount for the API and for files: at least two decimals, no further trailing zeros, never rounded. Takes
 * the text of a PostgreSQL `numeric` or a canonical decimal: `440` becomes `440.00`, `0.1250` becomes `0.125`.
 */
export function toMoneyText(amount: string): string {
  if (/^-?\d+\.\d\d$/.test(amount)) return amount;
  const [whole = '', fraction = ''] = amount.split('.');
  return `${whole}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`;
}
