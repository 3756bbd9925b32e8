/**
 * Where a request comes from: its network, browser and device cookie. `http/request-source.ts` reads it; the type is here
 * because features do not import from `http/`.
 */
export type RequestSource = {
  /** Network under which rate limits count the request. */
  network: string;
  userAgent: string | null;
  /** The `Cookie` header, which holds the tokens of known devices. */
  cookies: string | undefined;
};

/** The single file of a form, streamed as it arrives. Reading it throws 400 if the form is truncated or malformed. */
export type IncomingFile = {
  /** The client's file name without folders; may be empty. */
  name: string;
  content: AsyncIterable<Buffer>;
};

/** A multipart form that is still arriving. */
export type IncomingForm<Fields> = {
  /** Announced length in bytes, of which the file is the largest part. */
  length: number;
  /**
   * Reads the complete form, with fields in any order around the file. `store` receives the file and must read all of
   * it. Throws errors of `store`, and 400 unless there is exactly one file and all fields are valid; then the caller
   * must undo what was stored.
   */
  read<Stored>(store: (file: IncomingFile) => Promise<Stored>): Promise<{ fields: Fields; stored: Stored }>;
};
