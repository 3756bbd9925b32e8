import type pg from 'pg';
import {
  columnsOf,
  type FieldKind,
  isTransaction,
  type RecordType,
  recordTypes,
  transactionTypes,
} from '../records.ts';

/** A record of this type and id. */
export type Target = { type: RecordType; id: string };

const tableOf = (type: RecordType) => (isTransaction(type) ? 'transaction' : 'customer');

/**
 * The bodies `b` of a type with their custom fields. The concatenation fetches a body that is stored out of line once, and
 * OFFSET keeps PostgreSQL from repeating that for each field.
 */
function source(type: RecordType): string {
  return `(
      SELECT *, (
        SELECT jsonb_object_agg(lower(key), value) FROM jsonb_each(b) WHERE key ~* '^cust(body|entity)'
      ) AS custom
      FROM (
        SELECT id, linesmodified, body || '{}' AS b FROM record WHERE type = '${type}' AND $record OFFSET 0
      ) AS fetched OFFSET 0
    ) AS r`;
}

const values: Record<FieldKind, (field: string) => string> = {
  text: (field) => `b ->> '${field}'`,
  number: (field) => `(b ->> '${field}')::numeric`,
  date: (field) => `(b ->> '${field}')::date`,
  dateTime: (field) => `(b ->> '${field}')::timestamptz`,
  reference: (field) => `(b -> '${field}' ->> 'id')::bigint`,
  enumeration: (field) => `b -> '${field}' ->> 'id'`,
};

/** The row of `transaction` or `customer`. */
function mainRow(type: RecordType): string {
  const fields = columnsOf(type).map(({ column, field, kind }): [string, string] => [column, values[kind](field)]);
  const columns = [['id', 'id'], ['custom', 'custom'], ...fields];
  if (isTransaction(type)) {
    const { type: name, statuses } = transactionTypes[type];
    const letters = Object.entries(statuses).flatMap(([letter, words]) => [
      [letter, letter],
      [words, letter],
    ]);
    const status = `coalesce(b -> 'status' ->> 'id', b ->> 'status')`;
    columns.push(
      ['type', `'${name}'`],
      ['status', `'${JSON.stringify(Object.fromEntries(letters))}'::jsonb ->> ${status}`],
    );
  }
  return `INSERT INTO "${tableOf(type)}" (${columns.map(([column]) => column).join(', ')})
    SELECT ${columns.map(([, value]) => value).join(', ')} FROM ${source(type)}`;
}

/** The row of a transaction, its lines and its packages. */
function transactionRows(type: RecordType): string[] {
  const isOrder = type === 'salesOrder';
  // Sales are credits, so that all but the main line are negative (suiteql-facts, section 3). Members of kits stand on lines
  // that the record service does not show: the next line's number leaves room for them.
  const lines = `INSERT INTO transactionline (transaction, linelastmodifieddate, location, subsidiary, createdfrom,
      linesequencenumber, id, mainline, taxline, kitcomponent, kitmemberof, transactiondiscount, isclosed, itemtype, item, memo,
      rate, foreignamount, quantity, quantityshiprecv, quantitybilled, quantitybackordered)
    SELECT r.id, coalesce(linesmodified, ${values.dateTime('lastModifiedDate')}),
      ${['location', 'subsidiary', 'createdFrom'].map(values.reference).join(', ')},
      row_number() OVER (PARTITION BY r.id ORDER BY l.place, l.id) - 1, l.id,
      CASE l.id WHEN 0 THEN 'T' ELSE 'F' END, CASE itemtype WHEN 'TaxGroup' THEN 'T' ELSE 'F' END,
      CASE WHEN kitmemberof IS NULL THEN 'F' ELSE 'T' END, kitmemberof, 'F',
      CASE line ->> 'isClosed' WHEN 'true' THEN 'T' ELSE 'F' END,
      itemtype, (line -> 'item' ->> 'id')::bigint, line ->> 'description', (line ->> 'rate')::numeric, amount,
      -(line ->> 'quantity')::numeric, -(line ->> 'quantityFulfilled')::numeric, -(line ->> 'quantityBilled')::numeric,
      -(line ->> 'quantityBackOrdered')::numeric
    FROM ${source(type)} CROSS JOIN LATERAL (
      WITH sold AS (
        SELECT coalesce((line ->> 'line')::int, n::int) AS id, n, line,
          coalesce(line -> 'itemType' ->> 'id', 'InvtPart') AS itemtype,
          CASE WHEN coalesce(line -> 'itemType' ->> 'id', '') NOT IN ('Group', 'EndGroup', 'Description', 'Subtotal')
            THEN (line ->> 'amount')::numeric END AS amount
        FROM jsonb_array_elements(b -> 'item' -> 'items') WITH ORDINALITY AS e (line, n)
      ), total AS (
        SELECT max(n) FILTER (WHERE amount IS NOT NULL) AS last,
          ${isOrder ? values.number('subtotal') : 'NULL'} - coalesce(sum(amount), 0) AS missing,
          coalesce(max(id + coalesce(jsonb_array_length(line -> 'members'), 0)), 0)::int AS lines FROM sold
      )
      SELECT 0 AS place, 0 AS id, NULL AS itemtype, jsonb_build_object('description', b -> 'memo') AS line,
        ${values.number('total')} AS amount, NULL::int AS kitmemberof
      UNION ALL
      -- In NetSuite the lines make up the subtotal exactly; a loaded record may have rounded differently.
      SELECT n, id, itemtype, line, -(amount + CASE WHEN n = last THEN coalesce(missing, 0) ELSE 0 END), NULL FROM sold, total
      UNION ALL
      SELECT n, (id + place)::int, 'InvtPart', member, NULL, id
      FROM sold, jsonb_array_elements(line -> 'members') WITH ORDINALITY AS e (member, place)
      UNION ALL
      SELECT NULL, lines + row_number() OVER ()::int, extra.itemtype, NULL, -extra.amount, NULL
      FROM total, LATERAL (VALUES ('OthCharge', CASE WHEN last IS NULL THEN missing END),
        ('ShipItem', ${values.number('shippingCost')}), ('TaxGroup', ${values.number('taxTotal')})
      ) AS extra (itemtype, amount)
      WHERE ${isOrder} AND extra.amount <> 0
    ) AS l`;
  // The record service splits packages by carrier (rest-facts, section 4).
  const packages = `INSERT INTO package (id, itemfulfillment, packagetrackingnumber, packagedescr, packageweight)
    SELECT r.id * 100 + row_number() OVER (PARTITION BY r.id ORDER BY sublist, place) - 1, r.id,
      box ->> ('packageTrackingNumber' || ending),
      coalesce(box ->> 'packageDescr', box ->> ('packageDescr' || ending)), (box ->> ('packageWeight' || ending))::numeric
    FROM ${source(type)}
      CROSS JOIN (VALUES ('', ''), ('Ups', 'Ups'), ('Fedex', 'FedEx'), ('Usps', 'Usps')) AS carrier (sublist, ending)
      CROSS JOIN LATERAL jsonb_array_elements(b -> ('package' || sublist) -> 'items') WITH ORDINALITY AS e (box, place)`;
  return [mainRow(type), lines, ...(type === 'itemFulfillment' ? [packages] : [])];
}

/** The names that records give to what they refer to, and their custom fields, each with its kind. */
function names(type: RecordType): string {
  const fields = columnsOf(type).flatMap(({ field, of }) => (of === undefined ? [] : [`('${field}', '${of}')`]));
  return `INSERT INTO display_name SELECT list, n.id, max(name) FROM ${source(type)} CROSS JOIN LATERAL (
      WITH known AS (
        SELECT key, value, coalesce(CASE key WHEN 'custbody_ns_project' THEN 'job' END,
          lower(substring(value -> 'links' -> 0 ->> 'href' FROM '/([A-Za-z_0-9]+)/\\w+$')), key) AS list
        FROM jsonb_each(custom)
      )
      SELECT list, b -> field ->> 'id', b -> field ->> 'refName' FROM (VALUES ${fields.join(', ')}) AS f (field, list)
      UNION ALL
      SELECT 'item', line -> 'item' ->> 'id', line -> 'item' ->> 'refName'
      FROM jsonb_array_elements(b -> 'item' -> 'items') AS e (line)
      UNION ALL
      SELECT list, value ->> 'id', value ->> 'refName' FROM known
      UNION ALL
      SELECT 'custom field of ${tableOf(type)}', key,
        CASE WHEN value -> 'id' IS NOT NULL THEN 'reference:' || list
          WHEN value #>> '{}' ~ '^\\d{4}-\\d\\d-\\d\\d$' THEN 'date'
          WHEN jsonb_typeof(value) IN ('number', 'boolean') THEN jsonb_typeof(value) ELSE 'text' END
      FROM known
    ) AS n (list, id, name)
    WHERE name IS NOT NULL GROUP BY list, n.id
    ON CONFLICT (record_type, id) DO UPDATE SET name = excluded.name`;
}

/**
 * SuiteQL's rows and names follow from the record bodies alone, so that both services agree: `derived` says how, by type.
 */
export const derived = recordTypes.map((type) => ({
  type,
  rows: isTransaction(type) ? transactionRows(type) : [mainRow(type)],
  names: names(type),
}));

/** Derives the rows of all records, best before there are keys and indexes. */
export async function deriveRows(pool: pg.Pool): Promise<void> {
  await Promise.all(derived.flatMap(({ rows }) => rows).map((statement) => pool.query(select(statement, 'TRUE'))));
}

/** Derives all names, which need the key of their table. */
export async function deriveNames(pool: pg.Pool): Promise<void> {
  for (const statement of derived.map((each) => each.names)) await pool.query(select(statement, 'TRUE'));
}

/** Derives rows and names of one record. */
export async function deriveRecord(client: pg.ClientBase, { type, id }: Target): Promise<void> {
  for (const each of derived.filter((one) => one.type === type))
    for (const statement of [...each.rows, each.names]) await client.query(select(statement, `id = ${BigInt(id)}`));
}

const select = (statement: string, condition: string): string => statement.replace('$record', condition);
