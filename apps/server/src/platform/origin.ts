/** Origin of a request. */
export type Origin = {
  /** Network under which rate limits count the request. */
  address: string;
  userAgent: string | null;
  /** The `Cookie` header. */
  cookies: string | undefined;
};
