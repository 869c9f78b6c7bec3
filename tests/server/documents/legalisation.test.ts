/** Layout of the page of a legalisation, for texts of any length. */
import { expect, test } from 'vitest';
import { toCentavos } from '#machines/domain/values/money.ts';
import { drawLegalisation } from '#server/features/legalisation/draw-legalisation.ts';
import type {
  LegalisedBox,
  LegalisedExpense,
} from '#server/features/legalisation/legalisation.repository.ts';
import { type DrawnText, drawnTexts } from '#tests/kit/files/pdf-text.ts';
import { amountsOfCase, moneyTable } from '#tests/kit/money-cases.ts';

/** Edges of the columns of the table, in points: #, Fecha, Proveedor, Recibo, Categorías, Valor, Aprobado, Decisión. */
const EDGES = [40, 60, 110, 216, 278, 352, 424, 496, 572];
const LARGEST = 999_999_999_99;
const words =
  'Comercializadora y Distribuidora de Elementos de Ferretería del Pacífico Colombiano ';
const long = (letters: number) => words.repeat(9).slice(0, letters).trim();

const box = {
  active: 5,
  consecutivo: 123_456,
  fecha: '2026-03-01',
  fecha_movimiento: 1_774_000_000_000,
  codigo_soporte: long(50),
  tienda: long(150),
  direccion: `Avenida Carrera 68 con Calle 100, ${long(110)}`,
  centro_costo: '1234567890123456789012345',
  ciudad: 'San José de Toluviejo del Palmar',
  supervisor: long(100),
  responsable: long(100),
  decide_supervisor: null,
  decide_contabilidad: long(100),
  empresa: long(80),
  compania: long(160),
  logo: '',
  enviada: 1_774_000_000_000,
  pago: '',
} satisfies LegalisedBox;

const expense = {
  id: 1,
  fecha_gasto: '2026-03-01',
  proveedor_nombre: long(120),
  recibo: 'R'.repeat(50),
  numero_factura: 'FE-12345678901234567890',
  valor: LARGEST,
  reembolsar: null,
  estado: 15,
  active: 5,
  soporte: null,
  soporte_sha256: null,
  soporte_tipo: null,
  soporte_bytes: null,
  num_doc: '900123456789',
  digito: '7',
  motivo: null,
  categorias: [long(60), 'Mantenimiento'],
} satisfies LegalisedExpense;

const drawn = async (
  changes: Partial<LegalisedBox>,
  expenses: readonly LegalisedExpense[],
): Promise<DrawnText[]> => {
  const appendices = expenses.map((one) => ({
    expense: one,
    content: { kind: 'note', note: 'unattached' } as const,
  }));
  const parts = { box: { ...box, ...changes }, appendices, now: 1_774_000_000_000 };
  return drawnTexts(await drawLegalisation(parts), 0);
};

const overlap = (one: DrawnText, other: DrawnText): boolean =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0.5 &&
  Math.min(one.top, other.top) - Math.max(one.bottom, other.bottom) > 0.5;

test('no two texts overlap and none leaves its column, with the longest names and amounts', async () => {
  const rejected = { ...expense, estado: 16, motivo: long(90) };
  const pago = `Girado el 12 nov 2026 por transferencia, ref. ${long(60)}: $ 999.999.999,99`;
  const texts = await drawn({ pago }, [expense, { ...expense, reembolsar: 15_000_00 }, rejected]);
  for (const [index, one] of texts.entries())
    for (const other of texts.slice(index + 1))
      expect(overlap(one, other), `«${one.text}» and «${other.text}»`).toBe(false);
  for (const { text, left, right } of texts) {
    expect(left, text).toBeGreaterThan(39.5);
    expect(right, text).toBeLessThan(572.5);
  }
  const head = texts.find(({ text }) => text === 'Proveedor');
  const totals = texts.find(({ text }) => text === 'Totales');
  if (!head || !totals) throw new Error('no table');
  // The word «Totales» spans the first columns.
  const table = texts.filter(
    (one) => one !== totals && one.top <= head.top && one.bottom >= totals.bottom - 1,
  );
  expect(table.length).toBeGreaterThan(40);
  for (const { text, left, right } of table) {
    const column = EDGES.findLastIndex((edge) => edge <= left + 0.5);
    expect(right, text).toBeLessThanOrEqual((EDGES[column + 1] ?? 0) + 0.5);
  }
  const amounts = texts.filter(({ text }) => text.startsWith('$'));
  expect(amounts.map(({ text }) => text.replaceAll('\u00a0', ' '))).toEqual([
    '$ 2.999.999.999,97',
    '$ 999.999.999,99',
    '$ 999.984.999,99',
    '$ 1.000.014.999,99',
    '$ 999.999.999,99',
    '$ 999.999.999,99',
    '$ 999.999.999,99',
    '$ 15.000',
    // Its note: the sign is on the line of its number.
    '$ 15.000 (tope)',
    '$ 999.999.999,99',
    '$ 0',
    '$ 2.999.999.999,97',
    '$ 1.000.014.999,99',
  ]);
});

test('an address is not truncated', async () => {
  const direccion = 'Calle 10 n.º 5-51, Local 203, Centro Comercial San Andresito de la 38';
  const texts = await drawn({ direccion }, [expense]);
  expect(texts.map(({ text }) => text).join(' ')).toContain(direccion);
});

test.each(moneyTable)('amounts of a box that is %s are those of its screens', async (_, one) => {
  const { active } = one;
  const expenses = amountsOfCase(one).map(({ estado, valor, reembolsar }) => ({
    ...expense,
    active,
    estado,
    valor: toCentavos(valor),
    reembolsar: reembolsar === null ? null : toCentavos(reembolsar),
  }));
  const texts = (await drawn({ active }, expenses)).map(({ text }) =>
    text.replaceAll('\u00a0', ' '),
  );
  // No line ends between the sign of an amount and its number.
  expect(texts.filter((text) => text.trimEnd().endsWith('$'))).toEqual([]);
  const start = texts.indexOf('Gastos');
  const cards = texts.slice(start + 2, start + 2 + 2 * one.account.length);
  expect(cards).toEqual(one.account.flat());
  expect(texts[start + cards.length + 2]).toBe('#');
  for (const note of one.notes ?? []) expect(texts.join(' ')).toContain(note);
  // An undecided expense has a dash as its approved amount.
  const undecided = expenses.filter(({ estado }) => [1, 2, 13].includes(estado));
  expect(texts.filter((text) => text === '—')).toHaveLength(undecided.length);
});

test('the supervisor who decided signs, even if the store has another one since', async () => {
  const texts = await drawn({ supervisor: 'Nueva', decide_supervisor: 'Quien Decidió' }, [expense]);
  const said = texts.map(({ text }) => text);
  expect(said).not.toContain('Nueva');
  expect(said.filter((text) => text === 'Quien Decidió')).toHaveLength(2);
});
