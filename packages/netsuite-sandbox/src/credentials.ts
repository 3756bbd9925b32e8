import { generateKeyPairSync, randomBytes } from 'node:crypto';

/** What the account knows of one integration: its certificate's public half and, if it uses one, its token. */
export type SandboxCredentials = {
  clientId: string;
  /** The `kid` that the client's assertions name. */
  certificateId: string;
  /** SPKI PEM of an EC (P-256, P-384, P-521) or RSA key. */
  publicKeyPem: string;
  /** Token-based sign-in (OAuth 1.0a): the four values of an integration record and its access token. */
  tba?: { consumerKey: string; consumerSecret: string; tokenId: string; tokenSecret: string };
};

/** What the integration itself holds: the private half as PKCS #8 PEM, and the signature algorithm that fits it. */
export type ClientCredentials = ReturnType<typeof createSandboxCredentials>['client'];

/** Makes an integration with fresh secrets: one half for the sandbox, the other for the client. */
export function createSandboxCredentials() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const clientId = secret();
  const certificateId = randomBytes(16).toString('base64url');
  const tba = { consumerKey: secret(), consumerSecret: secret(), tokenId: secret(), tokenSecret: secret() };
  return {
    sandbox: { clientId, certificateId, publicKeyPem: publicKey, tba },
    client: { clientId, certificateId, privateKeyPem: privateKey, algorithm: 'ES256' as const, tba },
  };
}

/** NetSuite's own keys are 64 hexadecimal digits. */
const secret = (): string => randomBytes(32).toString('hex');
