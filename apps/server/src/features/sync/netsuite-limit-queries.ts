import type { NetsuiteLimit } from '@portal/contract/sync';
import type pg from 'pg';
import type { Database } from '../../platform/database.ts';
import { isOwnerAlive } from '../../platform/events.ts';
import { raw, runPrepared, runSql, sql } from '../../platform/sql.ts';

/** Seconds after which a reduced limit grows by one. */
const GROW_AFTER_S = 15;
/** Seconds after which the places of a process that does not renew them are free; see platform/events.ts for a faster way. */
const PLACE_LIFETIME_S = 60;
const WAITING_LIFETIME_S = 3;
/** Seconds until the first attempt after the circuit breaker has opened; doubles with each failed attempt. */
const FIRST_PAUSE_S = 5;
const MAX_PAUSE_S = 300;

/** Not a parameter: PostgreSQL would plan prepared statements anew each time. */
const inSeconds = (seconds: number) => raw(`clock_timestamp() + make_interval(secs => ${seconds})`);
const isCurrent = raw('expires_at > clock_timestamp()');

/** The limit of concurrent requests after reductions. */
const allowed = raw(`least(configured, coalesce(
  reduced_to + floor(extract(epoch from clock_timestamp() - reduced_at) / ${GROW_AFTER_S}), configured))::integer`);

/** Reads the state of the NetSuite account, as all portal processes share it. */
export async function readNetsuiteLimit(db: Database): Promise<NetsuiteLimit> {
  type Row = Omit<NetsuiteLimit, 'lastError'> & { message: string | null; at: string | null };
  const rows = await runSql<Row>(
    db,
    sql`
    select configured, ${allowed} as allowed, open_until as "openUntil", last_error as message, last_error_at as at,
      (select count(*)::integer from netsuite_places where ${isCurrent}) as "inUse",
      (select coalesce(sum(interactive + background), 0)::integer from netsuite_waiting where ${isCurrent}) as waiting
    from netsuite_limit`,
  );
  const { message, at, ...limit } = rows[0] as Row;
  return { ...limit, lastError: message === null || at === null ? null : { message, at } };
}

export async function configureLimit(db: Database, configured: number): Promise<void> {
  await db.updateTable('netsuite_limit').set({ configured }).where('configured', '<>', configured).execute();
}

/** Number of requests that wait in one process. */
export type Waiting = { interactive: number; background: number };

export type Grant = {
  slots: number[];
  /** Time of the next attempt while the circuit breaker is open; null while it is closed. */
  openUntil: string | null;
  /** Message of the last failure of the account or the service. */
  lastError: string | null;
  /** Whether this time has come. */
  isProbeDue: boolean;
};

/**
 * Takes places for waiting requests and stores how many still wait. The interactive requests of all processes go first;
 * processes with background requests get equal shares. While the circuit breaker is open, only the probe gets a place.
 * The primary key resolves races for the same place.
 */
export async function acquirePlaces(pool: pg.Pool, owner: string, waiting: Waiting, isProbe = false): Promise<Grant> {
  const { interactive, background } = waiting;
  const rows = await runPrepared<Grant>(
    pool,
    sql`
    with state as (
      select ${allowed} as allowed, open_until, last_error from netsuite_limit
    ), held as (
      select slot, owner from netsuite_places where ${isCurrent}
    ), others as (
      select count(*) as processes, coalesce(sum(interactive), 0) as interactive from netsuite_waiting
      where owner <> ${owner}::bigint and ${isCurrent} and interactive + background > 0
    ), wanted as (
      select allowed - (select count(*) from held) as free, case
        when ${isProbe}::boolean then 1
        when open_until is not null then 0
        else ${interactive}::integer + case when others.interactive > 0 then 0 else greatest(0, least(
          ${background}::integer,
          ceil(allowed::numeric / (processes + 1)) - (select count(*) from held where owner = ${owner}::bigint)
        )) end
      end as places
      from state, others
    ), taken as (
      insert into netsuite_places as place (slot, owner, expires_at)
      select slot, ${owner}::bigint, ${inSeconds(PLACE_LIFETIME_S)}
      from state, generate_series(1, allowed) as slot
      where slot not in (select slot from held)
      order by slot limit (select greatest(0, least(free, places)) from wanted)
      on conflict (slot) do update set owner = excluded.owner, expires_at = excluded.expires_at
        where place.expires_at <= clock_timestamp()
      returning slot
    ), counted as (
      select greatest(0, ${interactive}::bigint - count(*)) as interactive,
        greatest(0, ${background}::bigint - greatest(0, count(*) - ${interactive}::bigint)) as background
      from taken
    ), stored as (
      insert into netsuite_waiting (owner, interactive, background, expires_at)
      select ${owner}::bigint, interactive, background, ${inSeconds(WAITING_LIFETIME_S)} from counted
      on conflict (owner) do update
      set interactive = excluded.interactive, background = excluded.background, expires_at = excluded.expires_at
    )
    select coalesce((select array_agg(slot) from taken), '{}') as slots, open_until as "openUntil",
      last_error as "lastError", coalesce(open_until <= clock_timestamp(), false) as "isProbeDue"
    from state`,
  );
  // The table netsuite_limit has one row.
  return rows[0] as Grant;
}

/** Frees places of dead processes. */
export async function freeAbandonedPlaces(db: Database): Promise<void> {
  for (const table of ['netsuite_places', 'netsuite_waiting'] as const) {
    await db
      .deleteFrom(table)
      .where(({ not, ref }) => not(isOwnerAlive(ref(`${table}.owner`))))
      .execute();
  }
}

/** Frees a place, and wakes other processes that wait for one. Closes the circuit breaker if NetSuite answers. */
export async function releasePlace(pool: pg.Pool, owner: string, slot: number, isAnswering: boolean): Promise<void> {
  await runPrepared(
    pool,
    sql`
    with released as (delete from netsuite_places where owner = ${owner}::bigint and slot = ${slot}), reset as (
      update netsuite_limit set failures = 0, openings = 0, open_until = null
      where ${isAnswering}::boolean and (failures > 0 or open_until is not null)
    )
    select pg_notify('netsuite', ${owner})`,
  );
}

export async function renewPlaces(db: Database, owner: string): Promise<void> {
  await runSql(
    db,
    sql`update netsuite_places set expires_at = ${inSeconds(PLACE_LIFETIME_S)} where owner = ${owner}::bigint`,
  );
}

/** Halves the limit, unless it was reduced after the refused request had started `ageMs` ago. */
export async function reduceLimit(db: Database, ageMs: number): Promise<void> {
  await runSql(
    db,
    sql`
    update netsuite_limit set reduced_to = greatest(1, ${allowed} / 2), reduced_at = clock_timestamp()
    where coalesce(reduced_at, '-infinity') < clock_timestamp() - make_interval(secs => ${ageMs / 1000})`,
  );
}

/** Counts a failure that concerns the account or the service; returns the number of failures in a row. */
export async function countFailure(db: Database, message: string): Promise<number> {
  const rows = await runSql<{ failures: number }>(
    db,
    sql`
    update netsuite_limit set failures = failures + 1, last_error = ${message}, last_error_at = clock_timestamp()
    returning failures`,
  );
  return rows[0]?.failures ?? 0;
}

/** Opens the circuit breaker. If it is open already and the time for an attempt has come, claims this attempt. */
export async function openCircuit(db: Database, state: 'closed' | 'due'): Promise<boolean> {
  const pause = sql`least(${MAX_PAUSE_S}, ${FIRST_PAUSE_S} * 2 ^ least(openings, 20))`;
  const isReady = raw(state === 'closed' ? 'open_until is null' : 'open_until <= clock_timestamp()');
  const opened = await runSql(
    db,
    sql`
    update netsuite_limit
    set open_until = clock_timestamp() + make_interval(secs => ${pause}), openings = openings + 1
    where ${isReady} returning true`,
  );
  return opened.length > 0;
}
