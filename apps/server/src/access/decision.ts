declare const decided: unique symbol;

/** Only access/ makes decisions: a query that asks for one cannot be called without it. */
export interface Decided {
  readonly [decided]: true;
}

/** Marks a shape as decided. For the modules of access/ alone, which lint holds. */
export function decide<Shape>(shape: Shape): Shape & Decided {
  return shape as Shape & Decided;
}
