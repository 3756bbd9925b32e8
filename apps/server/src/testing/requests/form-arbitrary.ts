import fc from 'fast-check';
import { hostileText } from './hostile.ts';

/** A multipart body: its parts in order, and damage to its bytes. */
export type Form = {
  parts: { name: string; fileName?: string; content: string; type?: string }[];
  /** Position from 0 to 1 at which the body is truncated. */
  cutAt?: number;
};

const boundary = 'a-generated-boundary';
/** Contains the boundary that `toBytes` puts between the parts. */
export const formContentType = `multipart/form-data; boundary=${boundary}`;

const contents = fc.constantFrom('a file', '%PDF-1.7', '\x89PNG\r\n\x1a\n', '<html>', '', 'x'.repeat(70_000));
const fileName = fc.oneof(fc.constantFrom('order.pdf', 'a.txt', 'Größe (1).docx', ''), hostileText);
const file = fc.record({ name: fc.constant('file'), fileName, content: contents });
const oddPart = fc.oneof(
  file,
  fc.record({ name: hostileText, fileName, content: contents }),
  fc.record({ name: hostileText, content: hostileText }),
  fc.record({ name: fc.constant('description'), content: hostileText }),
  fc.record({ name: fc.constant('description'), content: contents, type: hostileText }),
);

/** Usually one file with these fields. */
export function formArbitrary(fields: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<Form> {
  const usual = fc
    .tuple(file, fields)
    .map(([one, made]) => [...Object.entries(made).map(([name, value]) => ({ name, content: String(value) })), one]);
  return fc.oneof(
    { weight: 4, arbitrary: usual.map((parts): Form => ({ parts })) },
    fc.tuple(usual, oddPart).map(([parts, odd]): Form => ({ parts: [...parts, odd] })),
    fc.array(oddPart, { maxLength: 30 }).map((parts): Form => ({ parts })),
    fc.record({ parts: usual, cutAt: fc.double({ min: 0, max: 1, noNaN: true }) }),
  );
}

/** Encodes a form (RFC 7578). */
export function toBytes({ parts, cutAt }: Form): Buffer {
  const whole = [
    ...parts.map(({ name, fileName, content, type }) =>
      [
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`,
        fileName === undefined ? '' : `; filename="${fileName}"`,
        type === undefined ? '' : `\r\nContent-Type: ${type}`,
        `\r\n\r\n${content}\r\n`,
      ].join(''),
    ),
    `--${boundary}--\r\n`,
  ];
  const bytes = Buffer.from(whole.join(''));
  return cutAt === undefined ? bytes : bytes.subarray(0, Math.floor(bytes.length * cutAt));
}
