/** Where a request comes from. */
export type Origin = {
  /** The network that its tries are counted under. */
  address: string;
  userAgent: string | null;
  /** The `Cookie` header. */
  cookies: string | undefined;
};
