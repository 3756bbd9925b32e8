type Nullable<Value> = null extends Value ? true : undefined extends Value ? true : false;

/** Values that may be null become optional. */
export type WithoutNulls<Values> = {
  [Name in keyof Values as Nullable<Values[Name]> extends true ? never : Name]: Values[Name];
} & {
  [Name in keyof Values as Nullable<Values[Name]> extends true ? Name : never]?: NonNullable<Values[Name]>;
};

/** Copies the values that are neither null nor undefined: the API leaves empty fields out. */
export function withoutNulls<Values extends object>(values: Values): WithoutNulls<Values> {
  const present = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(present) as WithoutNulls<Values>;
}
