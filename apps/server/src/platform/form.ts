/** The one file of a form, as it arrives. Reading it throws a refusal (400) when the form is cut or malformed. */
export type IncomingFile = {
  /** As the client calls it, without folders; it may be empty. */
  name: string;
  content: AsyncIterable<Buffer>;
};

/** A multipart form that is still arriving. */
export type IncomingForm<Fields> = {
  /**
   * Reads the form to its end, its fields in any order around the file. `keep` takes the file and must read it whole.
   * Throws what `keep` throws, and 400 where there is not exactly one file or a field is wrong: then what was kept is
   * to be undone.
   */
  read<Kept>(keep: (file: IncomingFile) => Promise<Kept>): Promise<{ fields: Fields; kept: Kept }>;
};
