import { toSeconds } from '@portal/netsuite/values/dates';
import { between, chance, createRandom, fill, mixSeed, pick, pickWeighted, type Random } from '../random.ts';
import { type RecordBody, referenceTo } from '../records.ts';
import * as catalogue from './catalogue.ts';
import words from './words.json' with { type: 'json' };

/** A province or territory with its sales tax (GST, HST, PST and QST together, as a share of the subtotal). */
export type Province = (typeof words.provinces)[number];

/** A generated customer with what its orders need of it: the address has lines, the first being the company. */
export type GeneratedCustomer = ReturnType<typeof createCustomer>;

/** Latest time in the generated data. */
export const generatedUntil = Date.UTC(2026, 4, 29, 21);

const day = 86_400_000;

/** All customers, in the order of their ids. */
export function createCustomers({ customers, seed }: { customers: number; seed: number }): GeneratedCustomer[] {
  const names = new Set<string>();
  return Array.from({ length: customers }, (_, index) => createCustomer(seed, index, names));
}

function createCustomer(seed: number, index: number, names: Set<string>) {
  const random = createRandom(mixSeed(seed, 1, index));
  const province = pickWeighted(
    random,
    words.provinces.map((one) => [one, one.share]),
  );
  const isFrench = province.code === 'QC' || (province.code === 'NB' && chance(random, 0.4));
  const [city = '', postalLetter = '', areaCode = ''] = pick(random, province.cities);
  const name = distinct(companyName(random, index, isFrench), city, names);
  const id = String(1201 + index * 3 + between(random, 0, 2));
  const reference = referenceTo('customer', id, name);
  const address = [
    name,
    ...streetLines(random, isFrench),
    `${city} ${province.code} ${fill(random, `${postalLetter}#? #?#`)}`,
    'Canada',
  ];
  const contact = `${pick(random, words.firstNames)} ${pick(random, words.lastNames)}`;
  const contactEmail = `${toSlug(contact, '.')}@${toSlug(name, '-').slice(0, 40)}.example`;
  const currency: keyof typeof catalogue.currencies = chance(random, 0.12) ? 'USD' : 'CAD';
  const terms = chance(random, 0.95) ? pick(random, catalogue.terms) : undefined;
  const created = generatedUntil - between(random, 1100, 2600) * day - between(random, 0, 36_000) * 1000;
  const balance = chance(random, 0.3) ? 0 : between(random, 5_000, 4_800_000) / 100;
  const breaks = chance(random, 0.4) ? '\r\n' : '\n';
  const body: RecordBody = {
    links: reference.links,
    id,
    entityId: `C${10001 + index} ${name}`,
    companyName: name,
    email: chance(random, 0.96) ? contactEmail : undefined,
    phone: chance(random, 0.93) ? `(${areaCode}) 555-01${String(between(random, 0, 99)).padStart(2, '0')}` : undefined,
    category: chance(random, 0.92) ? pick(random, catalogue.categories) : undefined,
    dateCreated: toSeconds(new Date(created)),
    lastModifiedDate: toSeconds(new Date(generatedUntil - between(random, 1, 1000 * 1440) * 60_000)),
    entityStatus: pick(random, catalogue.entityStatuses),
    terms,
    currency: catalogue.currencies[currency],
    language: isFrench ? { id: 'fr_CA', refName: 'French (Canada)' } : { id: 'en', refName: 'English (International)' },
    defaultAddress: chance(random, 0.95) ? address.join(breaks) : undefined,
    balance,
    depositBalance: chance(random, 0.1) ? between(random, 1_000, 500_000) / 100 : 0,
    overdueBalance: chance(random, 0.25) ? Math.round(balance * 30) / 100 : 0,
    unbilledOrders: chance(random, 0.5) ? between(random, 2_000, 900_000) / 100 : 0,
    creditHoldOverride: pickWeighted(random, [
      [{ id: 'AUTO', refName: 'Auto' }, 90],
      [{ id: 'ON', refName: 'On' }, 4],
      [{ id: 'OFF', refName: 'Off' }, 6],
    ]),
    priceLevel: chance(random, 0.9) ? pick(random, catalogue.priceLevels) : undefined,
    subsidiary: province.code === 'QC' ? catalogue.subsidiaries.quebec : catalogue.subsidiaries.canada,
    salesRep: chance(random, 0.88) ? pick(random, catalogue.representatives) : undefined,
  };
  return { body, reference, province, address, contactEmail, currency, terms };
}

/** A company's name in the language of its place; some of the first ones are the unusual names. */
function companyName(random: Random, index: number, isFrench: boolean): string {
  const { english, french, lastNames, unusualNames } = words;
  const unusual = index % 9 === 4 ? unusualNames[(index - 4) / 9] : undefined;
  if (unusual !== undefined) return unusual;
  if (isFrench) return `${pick(random, french.trades)} ${pick(random, lastNames)} ${pick(random, french.forms)}`;
  const trade = pick(random, english.trades);
  const form = pick(random, english.forms);
  if (chance(random, 0.25)) return `${pick(random, lastNames)} ${trade} ${form}`;
  if (chance(random, 0.3)) return `${pick(random, english.firstWords)} ${trade} ${form}`;
  return `${pick(random, english.firstWords)} ${pick(random, english.secondWords)} ${trade} ${form}`;
}

function distinct(name: string, city: string, names: Set<string>): string {
  let candidate = name;
  for (let attempt = 1; names.has(candidate); attempt += 1)
    candidate = `${name} – ${city}${attempt > 1 ? ` ${attempt}` : ''}`;
  names.add(candidate);
  return candidate;
}

function streetLines(random: Random, isFrench: boolean): string[] {
  const number = between(random, 3, 9800);
  const street = isFrench
    ? `${number}, ${pick(random, words.french.streets)}`
    : `${number} ${pick(random, words.english.streets)}`;
  if (!chance(random, 0.3)) return [street];
  return [street, isFrench ? `Bureau ${between(random, 100, 900)}` : `Unit ${between(random, 1, 48)}`];
}

/** Letters without their marks, everything else as the separator. */
function toSlug(text: string, separator: string): string {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ł', 'l').replaceAll('Ł', 'L').toLowerCase();
  return plain
    .replaceAll(/[^a-z0-9]+/g, separator)
    .replaceAll(new RegExp(`^\\${separator}+|\\${separator}+$`, 'g'), '');
}
