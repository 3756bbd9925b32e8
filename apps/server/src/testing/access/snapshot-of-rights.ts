import type { Role } from '@portal/contract/permissions';
import type { TestApp } from '../app.ts';

/** A user and their rights according to the database. */
export type Rights = { role: Role | null; customerId: string | null; status: number; passwordHash: string | null };
/** Everything that an unauthorized user could want to change. */
export type State = {
  users: Map<string, Rights>;
  /** `user order`. */
  assignments: Set<string>;
  groups: string;
  /** Group names set by companies, by company. */
  names: Map<string, string>;
};

export async function readState({ database: { pool } }: TestApp): Promise<State> {
  const users = await pool.query<Rights & { id: string }>(
    `select users.id, groups.type as role, customer_id as "customerId", status, password_hash as "passwordHash"
     from users left join groups on groups.id = users.group_id`,
  );
  const assigned = await pool.query<{ pair: string }>(
    `select user_id || ' ' || order_id as pair from order_assignments`,
  );
  const groups = await pool.query<{ text: string }>(
    `select string_agg(type || name || description, ',' order by type) as text from groups`,
  );
  const names = await pool.query<{ customer: string; text: string }>(
    `select customer_id as customer, string_agg(group_id || name || description, ',' order by group_id) as text
     from group_names group by 1`,
  );
  return {
    users: new Map(users.rows.map(({ id, ...rights }) => [id, rights])),
    assignments: new Set(assigned.rows.map(({ pair }) => pair)),
    groups: groups.rows[0]?.text ?? '',
    names: new Map(names.rows.map(({ customer, text }) => [customer, text])),
  };
}

/** Users that differ between two snapshots, before and after; undefined if the user does not exist in one. */
export function changedUsers(before: State, after: State): { id: string; was?: Rights; is?: Rights }[] {
  const ids = new Set([...before.users.keys(), ...after.users.keys()]);
  return [...ids].flatMap((id) => {
    const was = before.users.get(id);
    const is = after.users.get(id);
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    return [{ id, ...(was && { was }), ...(is && { is }) }];
  });
}

/** Assignments that exist only in one of the snapshots. */
export function changedPairs(before: State, after: State): string[] {
  const added = [...after.assignments].filter((pair) => !before.assignments.has(pair));
  const removed = [...before.assignments].filter((pair) => !after.assignments.has(pair));
  return [...added, ...removed];
}
