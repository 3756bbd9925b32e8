/**
 * An amount as the wire and files have it: at least two decimals, no more zeros than that at the end, never rounded.
 * Takes the text of a PostgreSQL `numeric` or a canonical decimal: `440` gives `440.00`, `0.1250` gives `0.125`.
 */
export function toMoneyText(amount: string): string {
  if (/^-?\d+\.\d\d$/.test(amount)) return amount;
  const [whole = '', fraction = ''] = amount.split('.');
  return `${whole}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`;
}
