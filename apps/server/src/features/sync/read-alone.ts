import { NetsuiteError } from '@portal/netsuite/client/netsuite-error';
import type { Harvest, RunContext } from './run-context.ts';

/** Attempts for a record that is known to make trouble: enough for a passing fault, and soon over for a lasting one. */
const attempts = 5;

/** Reads one record by the record service. What NetSuite says against it is kept as the reason it is set aside. */
export async function readAlone<Row extends { readonly id: string }>(
  { source, signal }: Pick<RunContext<Row>, 'source' | 'signal'>,
  id: string,
): Promise<Harvest<Row>> {
  try {
    const row = await source.read(id, { signal, attempts });
    return row === null ? { rows: [], gone: [id] } : { rows: [row] };
  } catch (error) {
    if (error instanceof TypeError) return { rows: [], faults: [{ id, reason: error.message }] };
    // Without a sign-in, or without an answer at all, it is not the record's fault.
    if (!(error instanceof NetsuiteError) || error.kind === 'sign-in' || error.status === null) throw error;
    return { rows: [], faults: [{ id, reason: error.detail }] };
  }
}
