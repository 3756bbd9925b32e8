declare const decided: unique symbol;

/** Only access/ creates branded scopes, so a query that requires one cannot be called without an access decision. */
export interface Branded {
  readonly [decided]: true;
}

/** Brands a value. Only modules of access/ may call this; a lint rule enforces it. */
export function brand<Shape>(shape: Shape): Shape & Branded {
  return shape as Shape & Branded;
}
