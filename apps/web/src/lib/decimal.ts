/** Exact arithmetic on decimal text such as `139.80`: amounts can have more digits than a JavaScript number holds. */

/** Subtracts all `amounts` from `from`. The result has as many decimals as the most precise of them. */
export function subtractDecimals(from: string, ...amounts: readonly string[]): string {
  const decimals = mostDecimals([from, ...amounts]);
  const difference = amounts.reduce((left, amount) => left - toUnits(amount, decimals), toUnits(from, decimals));
  const digits = String(difference < 0n ? -difference : difference).padStart(decimals + 1, '0');
  const whole = `${difference < 0n ? '-' : ''}${digits.slice(0, digits.length - decimals)}`;
  return decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`;
}

/** Negative when `one` is smaller than `other`, positive when it is larger, 0 when they are equal. */
export function compareDecimals(one: string, other: string): number {
  const decimals = mostDecimals([one, other]);
  const [left, right] = [toUnits(one, decimals), toUnits(other, decimals)];
  return left < right ? -1 : Number(left > right);
}

function mostDecimals(amounts: readonly string[]): number {
  return Math.max(...amounts.map((amount) => amount.split('.')[1]?.length ?? 0));
}

/** The amount as an integer in its smallest unit. */
function toUnits(amount: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}
