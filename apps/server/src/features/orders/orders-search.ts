import type { OrderScope } from '../../access/scope.ts';
import { containingRoughly, contains, hasTrigrams, textContains } from '../../listing/conditions.ts';
import type { Column, Disjuncts, Search } from '../../listing/definition.ts';
import { join, type Sql, sql } from '../../platform/sql.ts';

/** Characters that the search ignores within numbers, as in the column `numbers_text`. */
const ignored =
  '\t\n\v\f\r !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~\u00a0\u2010\u2011\u2012\u2013\u2014\u2015\u2018\u2019\u201c\u201d';

/** `so 11031` and `#11031` are searched as `so11031` and `11031`. */
function compact(text: string): string {
  return Array.from(text, (character) => (ignored.includes(character) ? '' : character)).join('');
}

/**
 * For a term such as `--`: searched as typed, without tracking and invoice numbers. These characters have no upper case, so
 * no lower() is needed.
 */
const literalNumbers = sql`coalesce(tran_id, '') || e'\x1f' || coalesce(memo, '') || e'\x1f' || coalesce(other_ref_num, '')`;

function inNumbers(text: string): Sql {
  const compacted = compact(text);
  if (compacted === '') return textContains(sql`(${literalNumbers}) collate "und-x-icu"`, text);
  // A collation that differs from the index's prevents the use of the index.
  return sql`${textContains(sql`numbers_text`, compacted)} collate "default"`;
}

/** Uses the trigram index if the text is long enough. */
function findInNumbers(text: string): Sql {
  const compacted = compact(text);
  const roughly = containingRoughly(compacted);
  if (roughly !== null) return sql`numbers_text like ${roughly} and ${inNumbers(text)}`;
  return hasTrigrams(compacted) ? textContains(sql`numbers_text`, compacted) : inNumbers(text);
}

const inNames = (text: string) => textContains(sql`names_text`, text);

/** Tracking numbers alone, for callers who do not see the other numbers. Null without one. */
function inTracking(text: string): Sql {
  const compacted = compact(text);
  if (compacted === '') return sql`false`;
  const numbers = sql`translate(replace(tracking, ', ', e'\x1f'), ${ignored}, '')`;
  return textContains(sql`lower(${numbers} collate "und-x-icu")`, compacted);
}

/** Orders of customers with a matching name or email: there are far fewer customers than orders. */
const ofNamedCustomer = (text: string) => sql`customer_id in (
    select customer_id from order_parties
    where ${inNames(text)} and customer_id is not null and orders > 0)`;
const ofNoCustomer = sql`customer_id is null`;

/**
 * Orders found by their names and not by their numbers. Of most customers, every order matches, so that an index has all that
 * a list needs of them; those with an order of another name, such as a former one, have to be tested.
 */
function byNameAlone(text: string): Disjuncts {
  const hasOtherName = sql`exists (
      select from order_parties other where other.customer_id = named.customer_id and other.orders > 0
        and not ${textContains(sql`other.names_text`, text)})`;
  const named = sql`select customer_id from order_parties named
    where ${inNames(text)} and customer_id is not null and orders > 0`;
  const notInNumbers = sql`not ${inNumbers(text)}`;
  // Only of terms that few numbers contain: PostgreSQL searches a long list for each order.
  const isSelective = containingRoughly(compact(text)) !== null;
  const notFoundInNumbers = sql`id not in (select id from sales_orders where ${findInNumbers(text)})`;
  return [
    sql`customer_id in (${named} and not ${hasOtherName}) and ${isSelective ? notFoundInNumbers : notInNumbers}`,
    sql`customer_id in (${named} and ${hasOtherName}) and ${inNames(text)} and ${notInNumbers}`,
    sql`${ofNoCustomer} and ${inNames(text)} and ${notInNumbers}`,
  ];
}

/** `$44`, `CA$ 1,234.50`: the symbol of a currency, with letters before it and a space after it. */
const symbol = String.raw`[a-z]{0,3}\p{Sc}\s?`;
const number = String.raw`(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?`;
const amountPattern = new RegExp(`^-?(?:${symbol})?${number}$`, 'iu');

/** The amount that a whole term is: `1,234.50`, `$44`, `CA$44`; null if it is none, or only one or two digits. */
export function readAmount(term: string): string | null {
  const isAmount = amountPattern.test(term) && /[\p{Sc}.]|\d{3}/u.test(term);
  return isAmount ? term.replaceAll(/[^\d.-]/g, '') : null;
}

/** Which amounts a caller may see beside the totals of orders. */
type Visible = Pick<OrderScope, 'seesInvoices' | 'seesOpenAmounts'>;

/**
 * Orders that have a visible amount; null for terms that are none. Zero is compared with totals alone, because nothing is
 * open of most orders.
 */
function byAmount(term: string, { seesInvoices, seesOpenAmounts }: Visible): Sql | null {
  const amount = readAmount(term);
  if (amount === null) return null;
  const found = [sql`select id from sales_orders where total = ${amount}`];
  const isZero = Number(amount) === 0;
  if (seesOpenAmounts && !isZero) found.push(sql`select id from sales_orders where open_amount = ${amount}`);
  if (seesInvoices && !isZero) {
    found.push(sql`select order_id from invoices where total = ${amount} and order_id is not null`);
  }
  return sql`in (${join(found, ' union all ')})`;
}

/** An alternative for terms that are amounts. */
function orByAmount(term: string, visible: Visible): Sql {
  const amount = byAmount(term, visible);
  return amount === null ? sql`` : sql` or id ${amount}`;
}

/** Searches numbers, names, email addresses, and visible amounts that are equal to the term. */
export function searchEverything(visible: Visible): Search {
  return {
    find: (term) => {
      const amount = byAmount(term, visible);
      const hasAmount = amount === null ? [] : [sql`id ${amount} and not ${inNumbers(term)}`];
      const notByAmount = amount === null ? sql`` : sql` and id not ${amount}`;
      return [findInNumbers(term), ...hasAmount, ...byNameAlone(term).map((found) => sql`${found}${notByAmount}`)];
    },
    test: (term) => sql`(${inNumbers(term)} or ${inNames(term)}${orByAmount(term, visible)})`,
    count: {
      rows: sql`select coalesce(sum(orders), 0) from order_counts_by_status`,
      atLeast: (term) => sql`select coalesce(sum(orders), 0) from order_parties where ${inNames(term)}`,
      exactly: (term) => {
        const amount = byAmount(term, visible);
        const byAmountAlone = sql`id ${amount} and not ${inNumbers(term)} and not ${inNames(term)}`;
        const withAmount = amount === null ? sql`` : sql` + (select count(*) from sales_orders where ${byAmountAlone})`;
        return sql`select coalesce(sum(orders), 0) + (
  select count(*) from sales_orders where ${findInNumbers(term)} and not ${inNames(term)})${withAmount}
from order_parties where ${inNames(term)}`;
      },
    },
  };
}

/** Searches names, email addresses, shipping addresses, tracking numbers, and visible amounts that are equal to the term. */
export function searchWithoutNumbers(visible: Visible): Search {
  const inAddress = (term: string) => contains({ source: 'ship_address' }, term);
  const test = (term: string) =>
    sql`(${inNames(term)} or ${inAddress(term)} or ${inTracking(term)}${orByAmount(term, visible)})`;
  return { find: (term) => [test(term)], test };
}

/** A text column whose values are part of `numbers_text`. */
export function numberColumn(id: string, source: string): Column {
  return {
    id,
    kind: 'text',
    source,
    find: (text) => [sql`${findInNumbers(text)} and ${contains({ source }, text)}`],
  };
}

/** Rows whose list of numbers, joined by commas, contains a text. A text with a comma is in no single number. */
export function findInJoinedNumbers(source: string): (text: string) => Disjuncts {
  return (text) => {
    const [first = ''] = text.split(',');
    const isContained = contains({ source }, text);
    return [hasTrigrams(compact(first)) ? sql`${findInNumbers(first)} and ${isContained}` : isContained];
  };
}

/** A column whose values are part of `names_text`. */
export function nameColumn(column: Column): Column {
  const findIn = (orders: Sql, text: string) => sql`${orders} and ${inNames(text)} and ${contains(column, text)}`;
  return { ...column, find: (text) => [findIn(ofNamedCustomer(text), text), findIn(ofNoCustomer, text)] };
}
