/**
 * What every answer of the API says beside its content, a refusal as well: not to be cached, framed, sniffed, run or told
 * of elsewhere. Written out, since a middleware that puts them together anew for each request is felt on the lists.
 */
export function apiHeaders(isSecure: boolean): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(isSecure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}
