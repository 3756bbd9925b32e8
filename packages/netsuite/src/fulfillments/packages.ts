import { type Detail, type ReadContext, readDetails } from '../source/details.ts';
import { textsOf } from '../source/record-kind.ts';
import { type RecordBody, readDecimal, readText } from '../values/fields.ts';

/** A package, without the fields that NetSuite leaves out. */
export type Package = Partial<ReturnType<typeof toPackage>>;

const boxColumns = ['packagetrackingnumber', 'packageweight', 'packagedescr'];
const boxes: Detail = {
  table: 'itemfulfillmentpackage',
  key: 'itemfulfillment',
  required: ['itemfulfillment'],
  optional: boxColumns,
  order: boxColumns,
};
const tracked: Detail = {
  table: 'trackingnumbermap',
  key: 'transaction',
  required: ['transaction', 'trackingnumber'],
  order: ['trackingnumber'],
};
const numbers: Detail = { table: 'trackingnumber', key: 'id', required: ['id', 'trackingnumber'] };

/** The tables of packages and tracking numbers; an account or a role may lack each (suiteql-facts, section 4). */
export const packageDetails = [boxes, tracked, numbers];

/**
 * Reads the packages of up to 1000 fulfillments. The tables are read apart, since joined they multiply; a further
 * tracking number is taken for that of a package without one, or else for a package.
 */
export async function readPackages(
  context: ReadContext,
  ids: readonly (string | null)[],
): Promise<(id: string) => readonly Package[]> {
  const [boxesOf, trackedOf] = await Promise.all([
    readDetails(context, boxes, ids),
    readDetails(context, tracked, ids),
  ]);
  const numberOf = await readDetails(context, numbers, textsOf(ids.flatMap(trackedOf), 'trackingnumber'));
  return (id) => {
    const packages: Package[] = boxesOf(id).map(toPackage);
    const known = new Set(packages.map(({ trackingNumber }) => trackingNumber));
    const found = textsOf(textsOf(trackedOf(id), 'trackingnumber').flatMap(numberOf), 'trackingnumber');
    const others = [...new Set(found.map((number) => number?.trim()))].filter((number) => number && !known.has(number));
    const bare = others.length === 0 ? [] : packages.filter(({ trackingNumber }) => !trackingNumber);
    const all = packages.filter((each) => !bare.includes(each));
    // No table says which package such a number belongs to: where that matters, none gets a weight.
    const isClear = others.length <= bare.length && new Set(bare.map((each) => JSON.stringify(each))).size === 1;
    for (let at = 0; at < Math.max(bare.length, others.length); at += 1)
      all.push({ ...(isClear ? bare[at] : {}), trackingNumber: others[at] });
    return all.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  };
}

function toPackage(row: RecordBody) {
  const weight = readDecimal(row, 'packageweight');
  return {
    trackingNumber: readText(row, 'packagetrackingnumber')?.trim() || undefined,
    weight: weight === null ? undefined : Number(weight),
    description: readText(row, 'packagedescr') ?? undefined,
  };
}
