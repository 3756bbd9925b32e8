import { NetsuiteError } from '@portal/netsuite/client/netsuite-error';
import type { ReadResult, RunContext } from './run-context.ts';

/** Attempts for a record that is known to fail: enough for a passing fault, and soon over for a lasting one. */
const attempts = 5;

/**
 * Reads one record by SuiteQL. NetSuite's words against it become the reason of the failed record. A record that SuiteQL
 * does not return is left alone: whether it was deleted is for the check at the end of the run to find out.
 */
export async function readSingleRecord<Row extends { readonly id: string }>(
  { reader, signal }: Pick<RunContext<Row>, 'reader' | 'signal'>,
  id: string,
): Promise<ReadResult<Row>> {
  try {
    const { rows, failures } = await reader.read([id], { signal, attempts });
    return { rows, failures };
  } catch (error) {
    // Without a sign-in, or without an answer at all, it is not the record's fault.
    if (!(error instanceof NetsuiteError) || error.kind === 'sign-in' || error.status === null) throw error;
    return { rows: [], failures: [{ id, reason: error.detail }] };
  }
}
