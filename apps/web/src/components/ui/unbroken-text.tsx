/** Postal codes of Canada, the UK and the US (with the state), dimensions (`M12 × 60 mm`), and quantities with a unit. */
const unbroken = new RegExp(
  [
    String.raw`(\b[A-Z]\d[A-Z] \d[A-Z]\d\b|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b|\b[A-Z]{2} \d{5}(?:-\d{4})?\b`,
    String.raw`\b[\w.,/]{1,10}(?: × \d[\d.,/]{0,9})+(?: (?:mm|cm|m|in|ft)\b)?`,
    String.raw`\b\d[\d.,/]{0,9} (?:mm|cm|m|km|in|ft|mg|g|kg|oz|lb|ml|mL|L|W|kW|V|A)\b)`,
  ].join('|'),
);

/**
 * Text from NetSuite whose postal codes, dimensions and quantities stay on one line. Without no-break spaces, which a user
 * would copy and then not find.
 */
export function UnbrokenText({ text }: { text: string }) {
  // Every other part is what the group of the expression has matched.
  return text.split(unbroken).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts are identified only by their position.
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}
