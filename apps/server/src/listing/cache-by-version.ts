import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { compile, runPrepared, type Sql, sql } from '../platform/sql.ts';

/**
 * A result with the version of the data; not cached without one. Unfiltered pages: the version their own statement read.
 * Others: a version that was read before them.
 */
export type VersionedResult<Result> = { readonly result: Result; readonly version: unknown };

/** What a result depends on, beside the data: its statement. `version` reads the version of the data; null if there is none. */
export type VersionedSource = {
  readonly statement: Sql;
  readonly version: Sql | null;
  /** The version at the time of the request, if it was read then. */
  readonly currentVersion: string | undefined;
};

/**
 * Returns a function that caches results in memory for as long as the data has the same version, which changes with the data
 * in any process (docs/decisions/0020). `sizeOf` counts towards `maxSize`.
 */
export function createVersionCache<Result extends object>(
  pool: Pick<pg.Pool, 'query'>,
  maxSize: number,
  sizeOf: (result: Result) => number,
) {
  const cache = new LRUCache<string, VersionedResult<Result>>({
    maxSize,
    sizeCalculation: ({ result }) => Math.max(1, sizeOf(result)),
  });

  return async (
    { statement, version, currentVersion }: VersionedSource,
    read: () => Promise<VersionedResult<Result>>,
  ): Promise<Result> => {
    if (version === null) return (await read()).result;
    const key = JSON.stringify(compile(statement));
    const found = cache.get(key);
    if (found !== undefined) {
      const now = currentVersion ?? (await runPrepared(pool, sql`select (${version})::text as version`))[0]?.version;
      if (now === found.version) return found.result;
    }
    const fresh = await read();
    if (typeof fresh.version === 'string') cache.set(key, fresh);
    return fresh.result;
  };
}
