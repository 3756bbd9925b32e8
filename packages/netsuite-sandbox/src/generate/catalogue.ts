import type { Reference } from '../records.ts';
import { list, salesRepresentatives } from './names.ts';

/** An article with its price in cents. */
export type Article = { reference: Reference; price: number };

/** A reference with its link; hosts are added when it is answered. */
export function referenceTo(recordType: string, id: number | string, refName: string): Reference {
  const href = `/services/rest/record/v1/${recordType}/${id}`;
  return { links: [{ rel: 'self', href }], id: String(id), refName };
}

/** Articles with their prices in cents. */
const articleNames = list(`Hex Bolt M8 × 40 mm, zinc (100) = 1895|Hex Bolt M12 × 60 mm, stainless (50) = 4620|
  Safety Glasses, anti-fog = 1149|Winter Work Glove, size L = 2275|Hi-Vis Parka, CSA Z96 = 18950|
  Propane Torch Kit = 7499|LED High Bay Light 150 W = 15900|Copper Pipe 3/4 in × 12 ft = 6345|
  PEX Tubing 1/2 in, 300 ft roll = 12980|Ball Valve, brass, 1 in = 2190|Pallet Jack 5500 lb = 41900|
  Stretch Film 18 in (4 rolls) = 5425|Corrugated Box 16 × 12 × 10 (25) = 3360|Ice Melter, 20 kg = 1680|
  Snow Blade, 8 ft, poly = 218000|Hydraulic Hose 1/2 in, per metre = 1435|Bearing 6205-2RS = 985|V-Belt B68 = 2340|
  Welding Wire ER70S-6, 15 kg = 8870|Angle Grinder 5 in, brushless = 24900|
  Circular Saw Blade 7-1/4 in, 40 T = 3150|Spruce Stud 2 × 6 × 92-5/8 in = 745|
  Oriented Strand Board 7/16 in = 1990|Érable argenté, panneau 4 × 8 = 9640|
  Sirop d’érable, format traiteur 4 L = 8625|Maple Butter, case of 12 = 10740|Dark Roast Coffee, 5 lb = 6180|
  Nitrile Glove, box of 200 = 2615|Floor Cleaner, concentrate 20 L = 7290|First Aid Kit, CSA Type 2 = 9975|
  Generator 7500 W, dual fuel = 164900|Marine Rope 12 mm, 100 m = 13450`);

export const articles: readonly [Article, ...Article[]] = mapAll(articleNames, (text, index) => {
  const [name = '', price] = text.split(' = ');
  return { reference: referenceTo('inventoryitem', 301 + index, name), price: Number(price) };
});

/** Items that are more, or less, than an article. */
export const bundles = {
  kit: referenceTo('kititem', 401, 'Site Opening Kit'),
  group: referenceTo('itemgroup', 402, 'Winter Bundle'),
  discount: referenceTo('discountitem', 403, 'Contractor Discount 10%'),
  text: referenceTo('descriptionitem', 404, 'Delivery note'),
};

export const terms = mapAll(list(`Net 15|Net 30|Net 60|Due on receipt|2% 10 Net 30`), (name, index) =>
  referenceTo('term', index + 1, name),
);

export const currencies = { CAD: referenceTo('currency', 1, 'CAD'), USD: referenceTo('currency', 2, 'USD') };

export const locations = mapAll(
  list(`Toronto Warehouse|Entrepôt Montréal|Calgary Distribution Centre|Vancouver – Annacis Island|Halifax Depot`),
  (name, index) => referenceTo('location', index + 1, name),
);

export const categories = mapAll(
  list(`Wholesale|Retail|Contractor|Government|Détaillant – Québec|Online`),
  (name, index) => referenceTo('customercategory', index + 1, name),
);

export const entityStatuses = mapAll(
  list(`CUSTOMER-Closed Won|CUSTOMER-Renewal|CUSTOMER-Former Customer`),
  (name, index) => referenceTo('customerstatus', [13, 15, 16][index] ?? 13, name),
);

export const priceLevels = mapAll(list(`Base Price|Wholesale|Contractor A`), (name, index) =>
  referenceTo('pricelevel', index + 1, name),
);

export const representatives = mapAll(salesRepresentatives, (name, index) => referenceTo('employee', index + 21, name));

export const projects = mapAll(
  list(
    `Spring Restock|Hydro Retrofit|Arctic Base Camp|Stadium Renovation|Réfection du pont Champlain|New Store Roll-out`,
  ),
  (name, index) => referenceTo('job', 901 + index, name),
);

export const subsidiaries = {
  canada: referenceTo('subsidiary', 1, 'Boreal Supply Canada'),
  quebec: referenceTo('subsidiary', 2, 'Approvisionnement Boréal Québec'),
};

/** Names of carriers as they stand in a bill of lading. */
export const carriers = list(`PUROLATOR|CANPAR|LOOMIS|DAYROSS|CANADAPOST|MANITOULIN`);

function mapAll<From, To>(
  values: readonly [From, ...From[]] | readonly From[],
  change: (value: From, index: number) => To,
): readonly [To, ...To[]] {
  return values.map(change) as unknown as readonly [To, ...To[]];
}
