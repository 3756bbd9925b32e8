import fc from 'fast-check';

/** Input of malicious or broken clients: texts, numbers and shapes that are known to break servers. */

const deep = (levels: number, open: string, inner: string, close: string) =>
  `${open.repeat(levels)}${inner}${close.repeat(levels)}`;

/** Type limits, unusual characters, JavaScript property names, code of other languages, invalid dates. */
export const hostileTexts = [
  ...['', ' ', '\t\r\n', '0', '-0', '-1', '1.5', '1e999', '0x10', 'NaN', 'null', 'true', '[]', '{}', '[', '{"a":'],
  ...['\0', 'a\0b', '\ud800', 'a\udfffb', '\ufeff', '\ufffd', '\u202etxt.exe', '\u200b', '\x1b[31m', '\x1f', '\x7f'],
  ...['ﷺ', 'İi', 'ß', 'e\u0301', '👩‍👩‍👧‍👦', '\u{10ffff}', 'Z\u0300\u0301\u0302\u0303', '１２３', '٣', '²'],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__', 'length', 'then'],
  ...["' or ''='", "'; drop table users; --", '%', '_', '\\', '%%\\', '$1', '#{7*7}', '{{7*7}}', '*', '.*', '(', '$$'],
  ...['../../etc/passwd', '..', '.', '/', '//', 'a/b', 'C:\\', '<script>alert(1)</script>', '=cmd()', 'a@b', '@', ','],
  ...['0000-00-00', '0000-01-01', '2024-02-30', '9999-12-31', '10000-01-01', '-000001-01-01', '2024-01-01,', ',,'],
  ...['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59.999999999Z', '2024-01-01T24:00:00Z'],
  ...['9999-12-31T23:59:59-12:00', '2024-06-30T23:59:60Z', '2024-01-01T00:00:00', '+275760-09-13T00:00:00Z'],
  ...['000', '999999999999999999', '9223372036854775807', '9223372036854775808', '99999999999999999999', '1 ', '+1'],
  ...['00000000-0000-0000-0000-000000000000', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF', '{00000000}', '0'.repeat(36)],
  ...['x'.repeat(127), 'x'.repeat(201), 'é'.repeat(300), 'x'.repeat(2001), '\u0301'.repeat(500)],
];

/** JSON values other than texts; some can only be written as JSON. */
const hostileShapes = [
  ...['null', 'true', 'false', '0', '-1', '1.5', '1e308', '-1e-308', '9007199254740993', '2147483648', '1e21'],
  ...['[]', '{}', '[[]]', '[null]', '[{}]', '["a","b"]', '{"0":"a"}', '{"length":1}', '{"toString":1}'],
  ...['{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"admin":true}}}', '{"then":1}', '{"toJSON":1}'],
  ...[deep(200, '[', '1', ']'), deep(200, '{"a":', '1', '}')],
];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileTexts) },
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);

/** JSON values without references to test data. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 9, arbitrary: hostileText },
  { weight: 9, arbitrary: fc.constantFrom(...hostileShapes).map((text): unknown => JSON.parse(text)) },
  { weight: 3, arbitrary: fc.array(hostileText, { maxLength: 4 }) },
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  fc.constantFrom(5_000, 300_000).map((length) => 'x'.repeat(length)),
);

/** Bodies that are invalid or excessively large JSON. */
export const brokenJson: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...['{', '[1,', '{"a":}', '"', 'nul', "{'a':1}", '\ufeff{}', '\0', '{"a":1}}', '// {}', 'undefined', '1e999'],
    ...['null', '[]', '""', '0', '{"__proto__":{"a":1}}', '{"constructor":{"prototype":{"a":1}}}', '{"a":"\\ud800"}'],
    ...[deep(50_000, '[', '', ']'), deep(50_000, '{"a":', '1', '}'), '['.repeat(200_000), ' '.repeat(1_100_000)],
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

/** Content types that no endpoint accepts. */
export const wrongContentTypes: readonly string[] = [
  ...['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/jsonx'],
  ...['multipart/form-data; boundary=a', 'application/json; charset=utf-16', 'application/json;;', 'x', '*/*', '/', ''],
];

/** Raw query strings, without encoding. */
export const brokenQuery: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...['%', '%E0%A4%A', 'page=%00', '&=&=&', '=', '?', '__proto__=1', 'constructor=1&toString=2', 'page[]=1'],
    ...['page[__proto__]=1', 'page=1&page=2', 'limit=1&limit=', 'search=%ED%A0%80', 'filter=%7B', 'search=%ff'],
    ...['filter[a]=b', '__proto__[a]=b', 'a=b&'.repeat(500), `search=${'%F0%9F%98%80'.repeat(900)}`],
  ),
  fc.constantFrom(...hostileTexts).map((text) => `${encode(text)}=${encode(text)}`),
);

/** Raw path segments. */
export const brokenSegment: fc.Arbitrary<string> = fc.constantFrom(
  ...[
    '%',
    '%00',
    '%2F',
    '..',
    '%2e%2e',
    '%2e%2e%2f',
    '%E0%A4%A',
    '%ED%A0%80',
    '',
    '*',
    ':id',
    'a;b',
    'a?b',
    '~',
    '__proto__',
  ],
  ...['x'.repeat(299), 'x'.repeat(301), '%41'.repeat(400), '1'.repeat(19), '%F0%9F%98%80'.repeat(90)],
);

/** URL-encodes a text; unpaired surrogates become the bytes that some encoders produce. */
export function encode(text: string): string {
  const parts = text.split(/(\p{Cs})/u);
  return parts
    .map((part) => (/^\p{Cs}$/u.test(part) ? '%ED%A0%80' : encodeURIComponent(part).replaceAll(/'/g, '%27')))
    .join('');
}

/** Headers that are valid in HTTP; none may have an effect, except that an invalid token is rejected. */
export const oddHeaders: readonly Record<string, string>[] = [
  ...['', 'Bearer', 'Bearer ', 'bearer x', `Bearer ${'a'.repeat(43)}`, `Bearer ${'é'.repeat(30)}`, 'Basic YTpi'].map(
    (authorization) => ({ authorization }),
  ),
  ...['', ',', 'not an address', '::', 'fe80::1%eth0', '::ffff:1.2.3.4', '1.2.3.4:99', 'x'.repeat(3000)].map(
    (address) => ({ 'x-forwarded-for': address }),
  ),
  ...['gzip', 'identity', 'x', ''].map((encoding) => ({ 'content-encoding': encoding })),
  ...['', '*', 'br;q=0', 'gzip;q=x', 'identity;q=0, *;q=0'].map((encoding) => ({ 'accept-encoding': encoding })),
  { accept: 'text/html', 'accept-language': '*', range: 'bytes=0-0', 'if-none-match': '*' },
  { 'user-agent': 'é'.repeat(600) },
  { 'user-agent': '' },
  { 'last-event-id': '../x', origin: 'null', cookie: '__proto__=1', 'x-http-method-override': 'DELETE' },
];
