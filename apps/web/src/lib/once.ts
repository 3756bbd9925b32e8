/** Makes something at its first use and keeps it: what is dear to make must not hold up the start. */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
