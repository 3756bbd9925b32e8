import { type Reference, referenceTo } from '../records.ts';
import words from './words.json' with { type: 'json' };

/** References to names, numbered from the first id on. */
function numbered(recordType: string, firstId: number, names: readonly string[]): Reference[] {
  return names.map((name, index) => referenceTo(recordType, firstId + index, name));
}

/** Articles with their prices in cents. */
export const articles = words.articles.map(([name, price], index) => ({
  reference: referenceTo('inventoryitem', 301 + index, String(name)),
  price: Number(price),
}));

/** Items that are more, or less, than an article. */
export const bundles = {
  kit: referenceTo('kititem', 401, 'Site Opening Kit'),
  group: referenceTo('itemgroup', 402, 'Winter Bundle'),
  discount: referenceTo('discountitem', 403, 'Contractor Discount 10%'),
  text: referenceTo('descriptionitem', 404, 'Delivery note'),
};

export const currencies = { CAD: referenceTo('currency', 1, 'CAD'), USD: referenceTo('currency', 2, 'USD') };
export const terms = numbered('term', 1, words.terms);
export const locations = numbered('location', 1, words.locations);
export const categories = numbered('customercategory', 1, words.categories);
export const entityStatuses = words.entityStatuses.map(([id, name]) =>
  referenceTo('customerstatus', Number(id), String(name)),
);
export const priceLevels = numbered('pricelevel', 1, words.priceLevels);
export const representatives = numbered('employee', 21, words.representatives);
export const projects = numbered('job', 901, words.projects);
export const subsidiaries = {
  canada: referenceTo('subsidiary', 1, 'Boreal Supply Canada'),
  quebec: referenceTo('subsidiary', 2, 'Approvisionnement Boréal Québec'),
};
