/** The values of a text, with bars between them; a line may end after a bar. */
export function list(text: string): readonly [string, ...string[]] {
  return text.split(/\|\s*/) as [string, ...string[]];
}

export const firstNames =
  list(`Amara|Andrew|Benoît|Chloé|Daniel|Élodie|Fatima|François|Grace|Harpreet|Isabelle|Jürgen|Karim|Liam|Mei|Noémie|
  Olivier|Priya|Rachel|Stéphane|Tanya|Wei|Xavier|Zoë`);

export const lastNames =
  list(`Bouchard|Campbell|Chen|Côté|Desjardins|Fraser|Gagné|Grewal|Hébert|Kowalchuk|Lévesque|MacDonald|Müller|Nguyen|
  O'Brien|Papadopoulos|Patel|Roy|Sinclair|Thériault|Whitehorse`);

export const salesRepresentatives = list(
  `Geneviève Larocque|Marcus Oyelaran|Heather McTavish|Raj Dhaliwal|Sophie Beaulieu|Tom Wójcik`,
);

export const englishFirstWords =
  list(`Aurora|Boreal|Cascade|Cedar|Clearwater|Eagle|Great Lakes|Hudson|Juniper|Kootenay|Maple|Maritime|Northern Light|
  Pacific|Prairie|Red River|Rocky Mountain|Summit|Tamarack|True North`);

export const englishSecondWords = list(`Bay|Creek|Crossing|Falls|Gate|Harbour|Hill|Point|Ridge|Valley|View|Wind`);

export const englishTrades =
  list(`Building Supply|Electrical|Farm Equipment|Fasteners|Food Services|Hardware|HVAC|Industrial|Janitorial|Marine|
  Mechanical|Mining Supply|Outfitters|Packaging|Plumbing|Safety|Tools`);

export const englishForms = list(`Ltd.|Inc.|Limited|Corp.|Co-operative|LP`);

export const frenchTrades =
  list(`Équipements|Quincaillerie|Matériaux|Plomberie|Électricité|Fournitures industrielles|Scierie|
  Distribution alimentaire`);

export const frenchForms = list(`inc.|ltée|S.E.C.|& Fils inc.|& Frères ltée`);

/** Names as they do turn up: umlauts, a numbered company, and some longer than any column is wide. */
export const unusualNames = list(`Müller & Schröder Maschinenbau Canada ULC|9482-1137 Québec inc.|
  The Great Northern Consolidated Agricultural Implements, Feed and Seed Co-operative Association of Southern Saskatchewan Limited|
  Société de développement économique et de mise en marché des produits forestiers du Bas-Saint-Laurent–Gaspésie inc.|
  O'Brien's Bait & Tackle|Łukasz Żukowski Custom Millwork|Smörgåsbord Bakery (1987) Ltd.|
  100% Natural Foods, Inc.`);
