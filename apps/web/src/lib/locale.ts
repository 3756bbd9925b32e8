/**
 * The locale of the interface, in BCP 47 tags: which texts and plural rules, and how numbers, money and dates look.
 * Another language is another object here and in messages/.
 */
export const locale = { language: 'en', numbers: 'en-CA', dates: 'en-US' } as const;

/** Creates a value on first use and keeps it, so that expensive values do not delay the start. */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
