/** A city with the first letter of its postal codes and its telephone area code. */
type City = readonly [name: string, postalLetter: string, areaCode: string];

/** A province or territory with its sales tax (GST, HST, PST and QST together, as a share of the subtotal). */
export type Province = { code: string; tax: number; cities: readonly [City, ...City[]] };

/** Provinces and territories with how often a customer is there. */
export const provinces: readonly [[Province, number], ...[Province, number][]] = [
  [
    {
      code: 'ON',
      tax: 0.13,
      cities: [
        ['Toronto', 'M', '416'],
        ['Ottawa', 'K', '613'],
        ['Mississauga', 'L', '905'],
        ['Hamilton', 'L', '905'],
        ['Kitchener', 'N', '519'],
        ['London', 'N', '519'],
        ['Sault Ste. Marie', 'P', '705'],
        ['Thunder Bay', 'P', '807'],
      ],
    },
    38,
  ],
  [
    {
      code: 'QC',
      tax: 0.14975,
      cities: [
        ['Montréal', 'H', '514'],
        ['Québec', 'G', '418'],
        ['Trois-Rivières', 'G', '819'],
        ['Lévis', 'G', '418'],
        ['Saint-Jérôme', 'J', '450'],
        ['Rivière-du-Loup', 'G', '418'],
        ['Gatineau', 'J', '819'],
      ],
    },
    23,
  ],
  [
    {
      code: 'BC',
      tax: 0.12,
      cities: [
        ['Vancouver', 'V', '604'],
        ['Surrey', 'V', '604'],
        ['Victoria', 'V', '250'],
        ['Kelowna', 'V', '250'],
        ['Prince George', 'V', '250'],
      ],
    },
    14,
  ],
  [
    {
      code: 'AB',
      tax: 0.05,
      cities: [
        ['Calgary', 'T', '403'],
        ['Edmonton', 'T', '780'],
        ['Red Deer', 'T', '403'],
        ['Grande Prairie', 'T', '780'],
      ],
    },
    11,
  ],
  [
    {
      code: 'MB',
      tax: 0.12,
      cities: [
        ['Winnipeg', 'R', '204'],
        ['Brandon', 'R', '204'],
      ],
    },
    4,
  ],
  [
    {
      code: 'SK',
      tax: 0.11,
      cities: [
        ['Saskatoon', 'S', '306'],
        ['Moose Jaw', 'S', '306'],
      ],
    },
    3,
  ],
  [
    {
      code: 'NS',
      tax: 0.14,
      cities: [
        ['Halifax', 'B', '902'],
        ['Truro', 'B', '902'],
      ],
    },
    3,
  ],
  [
    {
      code: 'NB',
      tax: 0.15,
      cities: [
        ['Moncton', 'E', '506'],
        ['Saint John', 'E', '506'],
      ],
    },
    2,
  ],
  [
    {
      code: 'NL',
      tax: 0.15,
      cities: [
        ["St. John's", 'A', '709'],
        ['Corner Brook', 'A', '709'],
      ],
    },
    1,
  ],
  [{ code: 'PE', tax: 0.15, cities: [['Charlottetown', 'C', '902']] }, 0.6],
  [{ code: 'YT', tax: 0.05, cities: [['Whitehorse', 'Y', '867']] }, 0.2],
  [{ code: 'NT', tax: 0.05, cities: [['Yellowknife', 'X', '867']] }, 0.2],
];

export const streets = [
  'Industrial Parkway',
  'Bloor Street West',
  'Portage Avenue',
  'Jasper Avenue',
  'Marine Drive',
  'Barrington Street',
  'Kenaston Boulevard',
  'Second Line East',
  'Innovation Drive',
  'Harbourfront Road',
] as const;

export const frenchStreets = [
  'rue Saint-Hubert',
  'boulevard René-Lévesque Est',
  'chemin de la Côte-des-Neiges',
  "avenue de l'Église",
  'rang Saint-Joseph',
  "montée de l'Industrie",
] as const;
