import { failedAs, type NetsuiteError } from '../client/netsuite-error.ts';
import type { RecordSource } from './record-source.ts';

/**
 * Reads by SuiteQL, or by the record service alone where the role may not use SuiteQL. Each survey, with which a run
 * begins, asks anew, so that a permission granted later is taken up.
 */
export function withFallback<Row extends { readonly id: string }>(
  bySuiteql: RecordSource<Row>,
  byRecords: RecordSource<Row>,
  onFallback: (error: NetsuiteError) => void,
): RecordSource<Row> {
  let current = bySuiteql;
  return {
    async prepare(call) {
      // Whether SuiteQL may be used at all is the survey's to say.
      await bySuiteql.prepare(call).catch(() => undefined);
    },
    async survey(selection, call) {
      try {
        const survey = await bySuiteql.survey(selection, call);
        current = bySuiteql;
        return survey;
      } catch (error) {
        if (!failedAs(error, 'permission')) throw error;
        onFallback(error);
        current = byRecords;
        return byRecords.survey(selection, call);
      }
    },
    open: (selection, survey, serverTime) => current.open(selection, survey, serverTime),
    read: (id, call) => current.read(id, call),
    groups: (selection, width, call) => current.groups(selection, width, call),
    deletedSince: (since, call) => current.deletedSince(since, call),
    listedCount: (call) => current.listedCount(call),
    listedIds: (call) => current.listedIds(call),
  };
}
