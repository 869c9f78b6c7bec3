/** Limits of categories, judged by a table written by hand; amounts in centavos. */
import { expect, test } from 'vitest';
import { brokenLimits, type CategoryLimit } from '#machines/domain/expense/category-limits.ts';

const limit = (clase: CategoryLimit['clase'], efecto: CategoryLimit['efecto'], valor: number) => ({
  clase,
  efecto,
  valor,
  categoria: 'Fotocopias',
  ids: [3, 103],
});

test.each([
  // kind, effect, limit, value, before, electronic: the field, and whether it forbids
  ['gasto', 'impedir', 50_000_00, 50_000_00, 90_000_00, false, null],
  ['gasto', 'impedir', 50_000_00, 50_000_01, 0, false, 'valor impide'],
  ['gasto', 'avisar', 50_000_00, 50_000_01, 0, true, 'valor avisa'],
  ['caja', 'impedir', 50_000_00, 20_000_00, 30_000_00, false, null],
  ['caja', 'impedir', 50_000_00, 20_000_01, 30_000_00, false, 'valor impide'],
  ['mes', 'avisar', 50_000_00, 20_000_00, 40_000_00, false, 'valor avisa'],
  ['factura', 'impedir', 30_000_00, 29_999_99, 90_000_00, false, null],
  ['factura', 'impedir', 30_000_00, 30_000_00, 0, false, 'tipo_factura impide'],
  ['factura', 'impedir', 30_000_00, 30_000_00, 0, true, null],
  ['factura', 'avisar', 0, 100, 0, false, 'tipo_factura avisa'],
] as const)('%s, %s, %i: %i after %i', (clase, efecto, top, valor, before, electronica, said) => {
  const broken = brokenLimits(
    [limit(clase, efecto, top)],
    { valor, categoria: [7, 103], electronica },
    () => before,
  );
  expect(broken.map(({ guardia, impide }) => `${guardia} ${impide ? 'impide' : 'avisa'}`)).toEqual(
    said === null ? [] : [said],
  );
});

test('a limit of another category, or an expense without a value, breaks nothing', () => {
  const limits = [limit('gasto', 'impedir', 1)];
  const judge = (valor: number | null, categoria: number[]) =>
    brokenLimits(limits, { valor, categoria, electronica: false }, () => 0);
  expect(judge(100, [4])).toEqual([]);
  expect(judge(null, [3])).toEqual([]);
  expect(judge(100, [3]).map(({ mensaje }) => mensaje)).toEqual([
    '«Fotocopias» tiene un tope de $ 0,01 para cada gasto.',
  ]);
});
