import { list } from './names.ts';

/** A city with the first letter of its postal codes and its telephone area code. */
type City = readonly [name: string, postalLetter: string, areaCode: string];

/** A province or territory with its sales tax (GST, HST, PST and QST together, as a share of the subtotal). */
export type Province = { code: string; tax: number; cities: readonly [City, ...City[]] };

/** Code, share of the customers, tax, then the cities. */
const provinceLines = `
ON 38 0.13: Toronto M 416, Ottawa K 613, Mississauga L 905, Hamilton L 905, Kitchener N 519, London N 519, Sault Ste. Marie P 705, Thunder Bay P 807
QC 23 0.14975: Montréal H 514, Québec G 418, Trois-Rivières G 819, Lévis G 418, Saint-Jérôme J 450, Rivière-du-Loup G 418, Gatineau J 819
BC 14 0.12: Vancouver V 604, Surrey V 604, Victoria V 250, Kelowna V 250, Prince George V 250
AB 11 0.05: Calgary T 403, Edmonton T 780, Red Deer T 403, Grande Prairie T 780
MB 4 0.12: Winnipeg R 204, Brandon R 204
SK 3 0.11: Saskatoon S 306, Moose Jaw S 306
NS 3 0.14: Halifax B 902, Truro B 902
NB 2 0.15: Moncton E 506, Saint John E 506
NL 1 0.15: St. John's A 709, Corner Brook A 709
PE 0.6 0.15: Charlottetown C 902
YT 0.2 0.05: Whitehorse Y 867
NT 0.2 0.05: Yellowknife X 867`;

/** Provinces and territories with how often a customer is there. */
export const provinces = provinceLines
  .trim()
  .split('\n')
  .map((line): [Province, number] => {
    const [, code = '', share, tax, cities = ''] = /^(\w+) ([\d.]+) ([\d.]+): (.*)$/.exec(line) ?? [];
    const parsed = cities.split(', ').map((city) => /^(.*) (\w) (\d+)$/.exec(city)?.slice(1) as unknown as City);
    return [{ code, tax: Number(tax), cities: parsed as [City, ...City[]] }, Number(share)];
  }) as [[Province, number], ...[Province, number][]];

export const streets =
  list(`Industrial Parkway|Bloor Street West|Portage Avenue|Jasper Avenue|Marine Drive|Barrington Street|
  Kenaston Boulevard|Second Line East|Innovation Drive|Harbourfront Road`);

export const frenchStreets = list(`rue Saint-Hubert|boulevard René-Lévesque Est|chemin de la Côte-des-Neiges|
  avenue de l'Église|rang Saint-Joseph|montée de l'Industrie`);
