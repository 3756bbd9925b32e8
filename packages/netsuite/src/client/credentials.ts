/** OAuth 2.0 client credentials (machine to machine), the direction Oracle recommends. */
export interface OAuth2Credentials {
  readonly type: 'oauth2';
  /** The integration record's client id. */
  readonly clientId: string;
  /** The id NetSuite gave the uploaded certificate; travels as `kid`. */
  readonly certificateId: string;
  /** PKCS #8 PEM of an RSA (3072 bits or more) or EC (P-256, P-384, P-521) key. */
  readonly privateKeyPem: string;
}

/** Token-based authentication (OAuth 1.0a), still in wide use. */
export interface TokenBasedCredentials {
  readonly type: 'tba';
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly tokenId: string;
  readonly tokenSecret: string;
}

/** The two ways to sign in that NetSuite's REST web services know. */
export type Credentials = OAuth2Credentials | TokenBasedCredentials;

/** Puts the sign-in on one attempt of one request. */
export interface Signer {
  /** The Authorization header for exactly this attempt. `url` holds the query. */
  authorize(request: { method: string; url: string }): Promise<string>;
  /**
   * Called when NetSuite answered 401 to this header. Returns true if another attempt is worthwhile because the next
   * header will differ.
   */
  onUnauthorized(authorization: string): boolean;
}
