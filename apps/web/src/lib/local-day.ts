/** Today in the user's time zone, as `YYYY-MM-DD`, to compare with date-only fields such as due dates. */
export function localToday(now = new Date()): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
