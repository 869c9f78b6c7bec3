/** Values, bodies and forms that no screen sends, as broken or malicious programs make them. */
import fc from 'fast-check';
import { type CallPath, calls } from '#contract/contract.ts';

/** Long enough to expose quadratic parsing, short enough to be generated often. */
const LONG = 20_000;

const fragments = [
  '',
  ' ',
  '\u0000',
  '\uD800',
  '\uDC00a',
  '\u202Etxt.exe',
  '\uFEFF',
  'e\u0301'.repeat(50),
  '👩‍👩‍👧‍👦',
  'İı',
  'ﷺ',
  '\r\nSet-Cookie: sid=1',
  "'; drop table usuarios; --",
  "' or '1'='1",
  '1); delete from evento; --',
  '%',
  '%_\\',
  '$1',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '=cmd|calc!A1',
  '../../../etc/passwd',
  '..\\..\\windows',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  'NaN',
  'Infinity',
  '-0',
  '1e999',
  '0x10',
  '٣',
  '9007199254740993',
  '99999999999999999999',
  '2026-02-30',
  '0000-00-00',
  '9999-99-99',
  '275760-09-13',
  'x@y.z',
  '.'.repeat(LONG),
  ' '.repeat(LONG),
  '0'.repeat(LONG),
  `x@${'.'.repeat(LONG)} `,
  `${'a@'.repeat(LONG / 2)}`,
  `${'1.'.repeat(LONG / 2)}x`,
] as const;

const hostileText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...fragments) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
);

const hostileNumber = fc.oneof(
  fc.constantFrom(
    0,
    -0,
    -1,
    0.1,
    1.005,
    1e21,
    -1e21,
    5e-324,
    1.7976931348623157e308,
    2 ** 31 - 1,
    2 ** 31,
    -(2 ** 31) - 1,
    2 ** 53 - 1,
    2 ** 53,
    -(2 ** 53),
    999_999_999,
    1_000_000_000,
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

const nested = (depth: number, inner: unknown): unknown => {
  let value = inner;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

const hostileShape = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    [],
    {},
    [null],
    [[]],
    [[[[[[1]]]]]],
    { length: 1e9 },
    { toString: 'x', valueOf: 1 },
    { toJSON: 1 },
    { $ne: null },
    { id: { $gt: 0 } },
    { constructor: { prototype: { x: 1 } } },
    { constructor: 1, hasOwnProperty: 2 },
    nested(9, 1),
    nested(3_000, 'x'),
    Array.from({ length: 201 }, () => 1),
    Array.from({ length: 5_000 }, () => ({})),
    Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`k${index}`, index])),
  ),
  fc.array(fc.oneof(hostileText, hostileNumber), { maxLength: 5 }),
  fc.dictionary(fc.constantFrom('id', 'a', '__proto__', 'constructor', 'num_doc'), hostileText, {
    maxKeys: 3,
  }),
  fc.jsonValue({ maxDepth: 4 }),
);

/** Any JSON value, weighted towards malicious ones. */
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(hostileText, hostileNumber, hostileShape);

const strangeFields = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  '0',
  'id',
  'token ',
  'sorpresa',
  '<script>',
] as const;

const fieldsOf = (path: CallPath): string[] =>
  Object.keys(calls[path].body.describe().fields).filter((field) => field !== 'token');

/** Fields of a call, and sometimes unknown ones, with hostile values. */
export const hostileFields = (path: CallPath): fc.Arbitrary<Record<string, unknown>> => {
  const known = fieldsOf(path);
  const field = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...(known.length > 0 ? known : ['tabla'])) },
    { weight: 1, arbitrary: fc.constantFrom(...strangeFields) },
  );
  return fc.array(fc.tuple(field, hostileValue), { minLength: 1, maxLength: 3 }).map((pairs) =>
    pairs.reduce<Record<string, unknown>>((body, [name, value]) => {
      // Not an assignment, which would set the prototype for a field of that name.
      Object.defineProperty(body, name, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
      return body;
    }, {}),
  );
};

/** Valid and invalid JSON texts. */
export const hostilePayload: fc.Arbitrary<string> = fc.oneof(
  fc.json({ maxDepth: 6 }),
  hostileValue.map((value) => JSON.stringify(value) ?? ''),
  hostileText,
  fc.constantFrom(
    '{"token":"token-de-prueba",}',
    '{"token":"token-de-prueba","token":1}',
    '{"token":"token-de-prueba","__proto__":{"permisos":["business"]}}',
    '{"token":"token-de-prueba","constructor":{"prototype":{}}}',
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    '{"a":'.repeat(50_000),
    '"\\ud800"',
    '1e400',
    '\u0000',
  ),
);

interface HostileForm {
  contentType: string;
  payload: string;
}

const part = (headers: string, content: string) => `--x\r\n${headers}\r\n\r\n${content}\r\n`;
const disposition = (name: string, filename?: string) =>
  `Content-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}`;

const headerText = hostileText.map((text) => text.replace(/[\r\n"\0]/g, ''));

/** Multipart forms with invalid, surplus, truncated or missing parts. */
export const hostileForm: fc.Arbitrary<HostileForm> = fc.record({
  contentType: fc.constantFrom(
    'multipart/form-data; boundary=x',
    'multipart/form-data; boundary=x',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary="x',
    'multipart/mixed; boundary=x',
  ),
  payload: fc
    .tuple(
      fc.array(
        fc.oneof(
          fc.constant(part(disposition('token'), 'token-de-prueba')),
          fc
            .tuple(
              fc.constantFrom('id_gasto', 'archivo', '__proto__', 'constructor', 'a'),
              hostileText,
            )
            .map(([name, text]) => part(disposition(name), text)),
          fc
            .tuple(fc.constantFrom('archivo', 'otro', ''), headerText, hostileText)
            .map(([name, filename, text]) => part(disposition(name, filename), text)),
          headerText.map((text) => part(text, 'x')),
        ),
        { maxLength: 25 },
      ),
      fc.constantFrom('--x--\r\n', '--x--', '', '--x', '--y--\r\n'),
    )
    .map(([parts, end]) => parts.join('') + end),
});

/** The part of an address after the path of a document. */
export const hostileAddress: fc.Arbitrary<string> = fc.oneof(
  hostileText.map((text) => encodeURIComponent(Buffer.from(text).toString()).slice(0, 8_000)),
  fc.constantFrom(
    '%00',
    '%ff',
    '%',
    '%2e%2e%2f',
    '..%2f..%2fcaja-menor.db',
    '%c0%ae',
    'a/b',
    '//',
    ';',
  ),
);

/** Valid header values: one line of Latin-1 characters. */
export const hostileHeader: fc.Arbitrary<string> = fc.oneof(
  hostileText.map((text) => text.replace(/[^\x20-\x7e\xa0-\xff]/g, '').slice(0, 4_000)),
  fc.constantFrom(
    'sid=',
    'sid=; sid=; XSRF-TOKEN=',
    `sid=${'a'.repeat(3_000)}`,
    'sid=%00',
    '=; ;;=',
    '__proto__=1; constructor=2',
  ),
);

const magic = [
  '',
  '%PDF-1.4\n',
  '\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR',
  '\xff\xd8\xff\xe0\x00\x10JFIF',
  'PK\x03\x04',
  'PK\x05\x06',
  '<?xml version="1.0"?><Invoice>',
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "cccccccccc"><!ENTITY d "&b;&b;&b;&b;&b;">]><a>&d;',
  '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>',
  '<a>'.repeat(10_000),
  `<a ${'b="" '.repeat(10_000)}>`,
  `<![CDATA[${']'.repeat(20_000)}`,
  `<!--${'-'.repeat(20_000)}`,
] as const;

/** Files that begin like another type, with path traversal in their names. */
export const hostileBytes: fc.Arbitrary<{ filename: string; bytes: Uint8Array }> = fc.record({
  filename: fc.constantFrom(
    'recibo.pdf',
    'factura.xml',
    'facturas.zip',
    '../../../etc/passwd',
    'a\u0000.pdf',
    '.',
    'x'.repeat(500),
    '<script>.pdf',
  ),
  bytes: fc
    .tuple(fc.constantFrom(...magic), fc.uint8Array({ maxLength: 200 }))
    .map(([begin, rest]) => Buffer.concat([Buffer.from(begin, 'latin1'), rest])),
});
