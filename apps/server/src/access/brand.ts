declare const decided: unique symbol;

/** Only access/ makes decisions: a query that asks for one cannot be called without it. */
export interface Branded {
  readonly [decided]: true;
}

/** Marks a shape as decided. For the modules of access/ alone, which lint holds. */
export function brand<Shape>(shape: Shape): Shape & Branded {
  return shape as Shape & Branded;
}
