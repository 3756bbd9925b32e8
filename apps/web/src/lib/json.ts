/** Parses stored or received JSON; undefined if it is missing or invalid. */
export function parseJson(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The entries of a record whose value is a boolean. */
export function booleansOf(record: Record<string, unknown>): Record<string, boolean> {
  return Object.fromEntries(
    Object.entries(record).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'),
  );
}
