export const firstNames = [
  'Amara',
  'Andrew',
  'Benoît',
  'Chloé',
  'Daniel',
  'Élodie',
  'Fatima',
  'François',
  'Grace',
  'Harpreet',
  'Isabelle',
  'Jürgen',
  'Karim',
  'Liam',
  'Mei',
  'Noémie',
  'Olivier',
  'Priya',
  'Rachel',
  'Stéphane',
  'Tanya',
  'Wei',
  'Xavier',
  'Zoë',
] as const;

export const lastNames = [
  'Bouchard',
  'Campbell',
  'Chen',
  'Côté',
  'Desjardins',
  'Fraser',
  'Gagné',
  'Grewal',
  'Hébert',
  'Kowalchuk',
  'Lévesque',
  'MacDonald',
  'Müller',
  'Nguyen',
  "O'Brien",
  'Papadopoulos',
  'Patel',
  'Roy',
  'Sinclair',
  'Thériault',
  'Whitehorse',
] as const;

export const salesRepresentatives = [
  'Geneviève Larocque',
  'Marcus Oyelaran',
  'Heather McTavish',
  'Raj Dhaliwal',
  'Sophie Beaulieu',
  'Tom Wójcik',
] as const;

export const englishFirstWords = [
  'Aurora',
  'Boreal',
  'Cascade',
  'Cedar',
  'Clearwater',
  'Eagle',
  'Great Lakes',
  'Hudson',
  'Juniper',
  'Kootenay',
  'Maple',
  'Maritime',
  'Northern Light',
  'Pacific',
  'Prairie',
  'Red River',
  'Rocky Mountain',
  'Summit',
  'Tamarack',
  'True North',
] as const;

export const englishSecondWords = [
  'Bay',
  'Creek',
  'Crossing',
  'Falls',
  'Gate',
  'Harbour',
  'Hill',
  'Point',
  'Ridge',
  'Valley',
  'View',
  'Wind',
] as const;

export const englishTrades = [
  'Building Supply',
  'Electrical',
  'Farm Equipment',
  'Fasteners',
  'Food Services',
  'Hardware',
  'HVAC',
  'Industrial',
  'Janitorial',
  'Marine',
  'Mechanical',
  'Mining Supply',
  'Outfitters',
  'Packaging',
  'Plumbing',
  'Safety',
  'Tools',
] as const;

export const englishForms = ['Ltd.', 'Inc.', 'Limited', 'Corp.', 'Co-operative', 'LP'] as const;

export const frenchTrades = [
  'Équipements',
  'Quincaillerie',
  'Matériaux',
  'Plomberie',
  'Électricité',
  'Fournitures industrielles',
  'Scierie',
  'Distribution alimentaire',
] as const;

export const frenchForms = ['inc.', 'ltée', 'S.E.C.', '& Fils inc.', '& Frères ltée'] as const;

/** Names as they do turn up: umlauts, a numbered company, and some longer than any column is wide. */
export const unusualNames = [
  'Müller & Schröder Maschinenbau Canada ULC',
  '9482-1137 Québec inc.',
  'The Great Northern Consolidated Agricultural Implements, Feed and Seed Co-operative Association of Southern Saskatchewan Limited',
  'Société de développement économique et de mise en marché des produits forestiers du Bas-Saint-Laurent–Gaspésie inc.',
  "O'Brien's Bait & Tackle",
  'Łukasz Żukowski Custom Millwork',
  'Smörgåsbord Bakery (1987) Ltd.',
  '100% Natural Foods, Inc.',
] as const;
