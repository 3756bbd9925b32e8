import type { CustomFieldValue } from '@portal/contract/common';
import type pg from 'pg';
import type { DetailField } from '../config-custom-fields.ts';
import { toMoneyText } from './raw-data.ts';

/** Values by column, as the mirror stores them; null without any. */
export type StoredFields = Readonly<Record<string, string>> | null;

/** Fields with their labels and values, as the details of a record show them. Lists show the current names. */
export async function toDetailFields(
  pool: pg.Pool,
  fields: readonly DetailField[],
  stored: StoredFields,
): Promise<CustomFieldValue[]> {
  const nameOf = await findNames(pool, fields, stored);
  return fields.map((field) => {
    const { column, label, type } = field;
    const value = stored?.[column];
    return { id: column, label, type, ...(value === undefined ? {} : { value: toValue(field, value, nameOf) }) };
  });
}

type NameOf = (list: string, id: string) => string;

function toValue({ type, list }: DetailField, value: string, nameOf: NameOf): string {
  if (type === 'money') return /^-?\d/.test(value) ? toMoneyText(value) : value;
  if (type === 'checkbox') return value === 'T' ? 'true' : 'false';
  return type === 'list' && list !== undefined ? nameOf(list, value) : value;
}

/** Names of list values; a value without a name shows its id. */
async function findNames(pool: pg.Pool, fields: readonly DetailField[], stored: StoredFields): Promise<NameOf> {
  const used = fields.flatMap(({ column, list }) => {
    const id = stored?.[column];
    return list === undefined || id === undefined ? [] : [{ list, id }];
  });
  if (used.length === 0) return (_list, id) => id;
  const { rows } = await pool.query<{ type: string; id: string; name: string }>(
    'select type, id, name from netsuite_names where (type, id) in (select * from unnest($1::text[], $2::text[]))',
    [used.map(({ list }) => list), used.map(({ id }) => id)],
  );
  const names = new Map(rows.map(({ type, id, name }) => [`${type} ${id}`, name]));
  return (list, id) => names.get(`${list} ${id}`) ?? id;
}
