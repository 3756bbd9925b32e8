/** Text without case, accents and ligatures, for searching: 'zoe' finds 'Zoé'. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
