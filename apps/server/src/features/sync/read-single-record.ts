import { NetsuiteError } from '@portal/netsuite/client/netsuite-error';
import type { ReadResult, RunContext } from './run-context.ts';

/** Attempts for a record that is known to fail: enough for a transient error, few enough for a permanent one. */
const ATTEMPTS = 5;

/**
 * Reads one record by SuiteQL. NetSuite's error message becomes the reason of the failed record. A record that SuiteQL
 * does not return is ignored: the check at the end of the run finds out whether it was deleted.
 */
export async function readSingleRecord(
  { reader, signal }: Pick<RunContext, 'reader' | 'signal'>,
  id: string,
  attempts = ATTEMPTS,
): Promise<ReadResult> {
  try {
    const { rows, failures } = await reader.read([id], { signal, attempts });
    return { rows, failures };
  } catch (error) {
    // Authentication and connection errors are not caused by the record.
    if (!(error instanceof NetsuiteError) || error.kind === 'sign-in' || error.status === null) throw error;
    return { rows: [], failures: [{ id, reason: error.detail }] };
  }
}
