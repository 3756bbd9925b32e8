import type { Role } from '@portal/contract/permissions';
import type { TestApp } from '../app.ts';

/** What somebody is and holds, as the database says. */
export type Rights = { role: Role | null; customerId: string | null; status: number; passwordHash: string | null };
/** Everything that somebody who may not could want to change. */
export type State = {
  users: Map<string, Rights>;
  /** `user order`. */
  assignments: Set<string>;
  groups: string;
  /** Names that companies gave to groups, by company. */
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

/** The users that differ between two states: as they were and as they are; undefined where there was or is none. */
export function changedUsers(before: State, after: State): { id: string; was?: Rights; is?: Rights }[] {
  const ids = new Set([...before.users.keys(), ...after.users.keys()]);
  return [...ids].flatMap((id) => {
    const was = before.users.get(id);
    const is = after.users.get(id);
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    return [{ id, ...(was && { was }), ...(is && { is }) }];
  });
}

/** The assignments that one state has and the other has not. */
export function changedPairs(before: State, after: State): string[] {
  const added = [...after.assignments].filter((pair) => !before.assignments.has(pair));
  const removed = [...before.assignments].filter((pair) => !after.assignments.has(pair));
  return [...added, ...removed];
}
