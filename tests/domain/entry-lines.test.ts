/** Hand-written entries of a box, a payment, a shortage, and the other changes of a fund. */
import { describe, expect, test } from 'vitest';
import { counterAccountNames } from '#contract/calls/entries.calls.ts';
import {
  type Accounts,
  bookedApart,
  boxLines,
  type EntryLine,
  type GrantedExpense,
  isPaidAfter,
  movementEntries,
  plainLines,
  reversedLines,
} from '#machines/domain/entry/entry-lines.ts';

const accounts: Accounts = {
  cuenta_fondo: '110510',
  cuenta_banco: '111005',
  cuenta_faltantes: '136595',
  cuenta_apertura: '110599',
  cuenta_asumidos: '539595',
  cuenta_iva: '240802',
};

const empresa = { documento: '900123456', tercero: 'La Cosecha' };
const fondo = { documento: '52123456', tercero: 'Rosa Vega' };
const deudor = { documento: '43111222', tercero: 'Ana Ruiz' };

/** `110510 900123456 debe 100`. */
const shown = ({ cuenta, documento, debito, credito }: EntryLine): string =>
  `${cuenta} ${documento} ${debito > 0 ? `debe ${debito}` : `haber ${credito}`}`;

const iva = (porcentaje: number) => ({
  impuesto: `IVA ${porcentaje} %`,
  porcentaje,
  deducible: null,
});

/** $ 119.000 with 19 %, and $ 10.500 with 5 %, of one supplier. */
const twoRates: GrantedExpense = {
  id: 7,
  granted: 129_500_00,
  documento: '800197268',
  tercero: 'Ferretería',
  detalle: '123 · Pintura',
  parts: [
    { categoria: 'Aseo', cuenta: '519525', valor: 119_000_00, ...iva(19) },
    { categoria: 'Cafetería', cuenta: '519520', valor: 10_500_00, ...iva(5) },
  ],
};

const box = (
  expenses: readonly GrantedExpense[],
  account: 'cuenta_fondo' | 'cuenta_banco' = 'cuenta_fondo',
  given: Accounts = accounts,
) => {
  const { lineas, faltan } = boxLines(expenses, given, {
    account,
    party: empresa,
    detalle: 'Caja n.º 3',
  });
  return { lineas: lineas.map(shown), faltan };
};

describe('a closed box', () => {
  test('debits the base and the tax of each rate, and credits the petty cash', () => {
    expect(box([twoRates])).toEqual({
      faltan: [],
      lineas: [
        '519525 800197268 debe 10000000',
        '240802 800197268 debe 1900000',
        '519520 800197268 debe 1000000',
        '240802 800197268 debe 50000',
        '110510 900123456 haber 12950000',
      ],
    });
  });

  test('without an account for the tax, debits it with the cost', () => {
    expect(box([twoRates], 'cuenta_fondo', { ...accounts, cuenta_iva: '' })).toEqual({
      faltan: [],
      lineas: [
        '519525 800197268 debe 11900000',
        '519520 800197268 debe 1050000',
        '110510 900123456 haber 12950000',
      ],
    });
  });

  test('credits the bank when its payment is not followed', () => {
    expect(box([twoRates], 'cuenta_banco').lineas.at(-1)).toBe('111005 900123456 haber 12950000');
  });

  test('deducts no tax but IVA', () => {
    const inc = { ...twoRates, granted: 108_000_00 };
    const part = { categoria: 'Casino', cuenta: '519521', valor: 108_000_00 };
    expect(
      box([{ ...inc, parts: [{ ...part, impuesto: 'INC 8 %', porcentaje: 8, deducible: null }] }])
        .lineas,
    ).toEqual(['519521 800197268 debe 10800000', '110510 900123456 haber 10800000']);
  });

  test('leaves an IVA that accounting does not deduct in the cost', () => {
    const [first, ...others] = twoRates.parts;
    if (first === undefined) throw new Error('No parts');
    const parts = [{ ...first, deducible: 0 }, ...others];
    expect(box([{ ...twoRates, parts }]).lineas).toEqual([
      '519525 800197268 debe 11900000',
      '519520 800197268 debe 1000000',
      '240802 800197268 debe 50000',
      '110510 900123456 haber 12950000',
    ]);
  });

  test('credits what was withheld to its own account, so that the cost is more than what was granted', () => {
    const [first] = twoRates.parts;
    if (first === undefined) throw new Error('No parts');
    const withheld = { ...first, cuenta: '236525', valor: -4_000_00, impuesto: 'IVA retenido' };
    expect(box([{ ...twoRates, granted: 115_000_00, parts: [withheld, first] }])).toEqual({
      faltan: [],
      lineas: [
        '519525 800197268 debe 10000000',
        '240802 800197268 debe 1900000',
        '236525 800197268 haber 400000',
        '110510 900123456 haber 11500000',
      ],
    });
  });

  test('splits what was granted: of a split of less, the rest has the first account and no tax', () => {
    const part = { categoria: 'Taxi', cuenta: '519545', valor: 11_900_00, ...iva(19) };
    expect(box([{ ...twoRates, granted: 15_000_00, parts: [part] }]).lineas).toEqual([
      '519545 800197268 debe 1000000',
      '240802 800197268 debe 190000',
      '519545 800197268 debe 310000',
      '110510 900123456 haber 1500000',
    ]);
  });

  test('splits what was granted: of a split of more, the last part is cut', () => {
    expect(box([{ ...twoRates, granted: 124_250_00 }]).lineas).toEqual([
      '519525 800197268 debe 10000000',
      '240802 800197268 debe 1900000',
      '519520 800197268 debe 500000',
      '240802 800197268 debe 25000',
      '110510 900123456 haber 12425000',
    ]);
  });

  test('an expense without a split has the account of its category, or is named', () => {
    const parts = [
      {
        categoria: 'Aseo',
        cuenta: '519525',
        valor: null,
        impuesto: null,
        porcentaje: null,
        deducible: null,
      },
    ];
    expect(box([{ ...twoRates, parts }]).lineas).toEqual([
      '519525 800197268 debe 12950000',
      '110510 900123456 haber 12950000',
    ]);
    const other = {
      categoria: 'Taxi',
      cuenta: '519545',
      valor: null,
      impuesto: null,
      porcentaje: null,
      deducible: null,
    };
    expect(box([{ ...twoRates, parts: [...parts, other] }]).faltan).toEqual([
      'la itemización del gasto 7',
    ]);
  });

  test('books nothing when nothing was granted', () => {
    expect(box([{ ...twoRates, granted: 0 }])).toEqual({ lineas: [], faltan: [] });
  });

  test('names each account that is missing, once', () => {
    const parts = twoRates.parts.map((part) => ({ ...part, cuenta: '' }));
    const none = { ...accounts, cuenta_fondo: '' };
    expect(
      box(
        [
          { ...twoRates, parts },
          { ...twoRates, parts },
        ],
        'cuenta_fondo',
        none,
      ).faltan,
    ).toEqual([
      'la cuenta de la categoría «Aseo»',
      'la cuenta de la categoría «Cafetería»',
      'la cuenta «Caja menor» en Configuración',
    ]);
  });
});

test.each([
  ['giro', ['110510 52123456 debe 500', '111005 900123456 haber 500']],
  ['giroDevuelto', ['111005 900123456 debe 500', '110510 52123456 haber 500']],
  ['disminucion', ['111005 900123456 debe 500', '110510 52123456 haber 500']],
  ['disminucionRetenida', ['111005 900123456 debe 500', '110510 52123456 haber 500']],
  ['faltante', ['136595 43111222 debe 500', '110510 52123456 haber 500']],
  ['valeACargo', ['136595 43111222 debe 500', '110510 52123456 haber 500']],
  ['deudaPagada', ['110510 52123456 debe 500', '136595 43111222 haber 500']],
  ['gastoAsumido', ['539595 43111222 debe 500', '110510 52123456 haber 500']],
  ['gastoAsumidoYGirado', ['539595 43111222 debe 500', '111005 900123456 haber 500']],
  ['deudaAsumida', ['539595 43111222 debe 500', '136595 43111222 haber 500']],
  [
    'deudaAsumidaYGirada',
    [
      '539595 43111222 debe 500',
      '136595 43111222 haber 500',
      '110510 52123456 debe 500',
      '111005 900123456 haber 500',
    ],
  ],
  ['apertura', ['110510 52123456 debe 500', '110599 900123456 haber 500']],
  ['fondoInicial', ['110510 52123456 debe 500', '110599 900123456 haber 500']],
  ['deudaDeApertura', ['136595 43111222 debe 500', '110599 900123456 haber 500']],
] as const)('%s', (kind, expected) => {
  const amount = { valor: 500, detalle: 'x', deudor, fondo, empresa };
  const { lineas, faltan } = plainLines(kind, accounts, amount);
  expect([lineas.map(shown), faltan]).toEqual([expected, []]);
  const back = plainLines(kind, accounts, { ...amount, valor: -500 });
  const sides = (lines: readonly EntryLine[]) => lines.map(shown).toSorted();
  expect(sides(back.lineas)).toEqual(sides(reversedLines(lineas)));
});

test('what each movement books, by the state that it reaches', () => {
  const booked = Object.entries(movementEntries).map(([kind, states]) => [
    kind,
    ...Object.entries(states).flatMap(([state, entry]) =>
      entry === null ? [] : [`${state} ${entry}`],
    ),
  ]);
  expect(booked).toEqual([
    ['apertura', 'done apertura'],
    ['parteDeApertura', 'owed deudaDeApertura', 'done giro', 'paidIn deudaPagada'],
    ['aumento', 'done giro'],
    ['disminucion', 'paidIn disminucion', 'keptBack disminucionRetenida'],
    ['asumido', 'toPay gastoAsumido', 'done gastoAsumidoYGirado'],
    ['deudaAsumida', 'toPay deudaAsumida', 'done deudaAsumidaYGirada'],
    ['faltante', 'owed faltante', 'paidIn deudaPagada'],
    ['sobrante'],
    ['vale', 'owed valeACargo', 'paidIn deudaPagada'],
  ]);
});

test('beside a box that credits the bank, only what was kept back of its payment is booked', () => {
  const apart = counterAccountNames.map((counter) => [
    counter,
    bookedApart('giro', counter),
    bookedApart('disminucionRetenida', counter),
  ]);
  expect(apart).toEqual([
    ['caja', true, false],
    ['responsable', true, false],
    ['banco', false, true],
  ]);
});

test('of the events of a payment, only these move money', () => {
  expect(Object.entries(isPaidAfter).filter(([, isPaid]) => isPaid !== null)).toEqual([
    ['PAYMENT.CONFIRM', true],
    ['PAYMENT.RETURN', false],
    ['PAYMENT.AGREE_RETURN', false],
  ]);
});
