/** `npm run demo -- --stores n --years n`: accepted and refused command lines. */
import { expect, test } from 'vitest';
import { companySizeIn } from '#server/operate/commands/company-size.ts';
import { StartError } from '#server/platform/errors/http-error.ts';

test.each([
  [[], null],
  [['--stores', '5000'], { stores: 5000, years: 1 }],
  [['--years', '10'], { stores: 1, years: 10 }],
  [['--stores', '400', '--years', '2'], { stores: 400, years: 2 }],
])('%j gives the size %j', (args, size) => expect(companySizeIn(args)).toEqual(size));

const unknown =
  'Hay una opción que no se conoce, o le falta su valor. Uso: npm run demo [-- --stores tiendas --years años]';

test.each([
  [['--stores', '0'], '--stores debe ser un número entero entre 1 y 5.000; se recibió «0».'],
  [['--stores', '5001'], '--stores debe ser un número entero entre 1 y 5.000; se recibió «5001».'],
  [['--stores', '2.5'], '--stores debe ser un número entero entre 1 y 5.000; se recibió «2.5».'],
  [['--years', '11'], '--years debe ser un número entero entre 1 y 10; se recibió «11».'],
  [['--tiendas', '3'], unknown],
  [['--years'], unknown],
  [['400'], unknown],
])('%j is refused in one sentence', (args, sentence) =>
  expect(() => companySizeIn(args)).toThrow(new StartError(sentence)),
);
