/** Files for the bank, each read back by a reader that shares no code with the writer. */
import { describe, expect, test } from 'vitest';
import {
  bankFile,
  fixedFile,
  RefusedTransfer,
  type Template,
  type Transfer,
} from '#server/features/payments/bank-file.ts';
import { bankColumns } from '#contract/calls/payments.calls.ts';

const payer = {
  nit: '900123456',
  cuenta: '01234567890',
  tipo_cuenta: 'corriente',
  numero: 3,
  dia: '2026-06-17',
};

const transfers: Transfer[] = [
  {
    concepto: 'Reembolso 3',
    tienda: 'Peñón; "Norte"',
    referencia: 'GIRO12',
    valor: 812_450_00,
    banco: 'Bancolombia',
    codigo_banco: '1007',
    tipo_cuenta: 'ahorros',
    numero: '00912344471',
    titular: 'Ana Muñoz Peñaloza de la Espriella y Ángel',
    tipo_doc: 'CC',
    documento: '1018464851',
  },
  {
    concepto: 'Asumido por la empresa',
    tienda: 'Centro',
    referencia: 'GIRO7',
    valor: 90_000_50,
    banco: 'Davivienda',
    codigo_banco: '1051',
    tipo_cuenta: 'corriente',
    numero: '555444333',
    titular: 'Tiendas S.A.S.',
    tipo_doc: 'NIT',
    documento: '900373923',
  },
];
const sum = 902_450_50;

describe('the CSV', () => {
  /** Reads fields between semicolons, with doubled quotes within quotes. */
  const read = (text: string): string[][] =>
    text
      .split('\r\n')
      .slice(0, -1)
      .map((row) =>
        [...row.matchAll(/(?:^|;)(?:"((?:[^"]|"")*)"|([^;]*))/g)].map(
          ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
        ),
      );

  test('begins with a byte order mark; has the chosen columns, every transfer, and their sum', () => {
    const bytes = bankFile('csv', { payer, transfers }, bankColumns);
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const rows = read(bytes.toString('utf8').slice(1));
    expect(rows[0]).toEqual([...bankColumns]);
    expect(rows[1]).toEqual([
      '1018464851',
      'Ana Munoz Penaloza de la Espriella y Angel',
      'Bancolombia',
      '1007',
      'ahorros',
      '00912344471',
      '812450',
      'GIRO12',
      'Penon Norte',
      'Reembolso 3',
    ]);
    const amounts = rows.slice(1).map((row) => Number(row[6]));
    expect(amounts).toEqual([812_450, 90_000.5]);
    expect(amounts.reduce((all, one) => all + one * 100, 0)).toBe(sum);
    expect(read(bankFile('csv', { payer, transfers }, ['cuenta', 'valor']).toString())[2]).toEqual([
      '555444333',
      '90000.50',
    ]);
  });

  test('has no cell that begins a formula, and names an electronic deposit', () => {
    const hostile = transfers.slice(0, 1).map((one) => ({
      ...one,
      titular: '=HYPERLINK("x")',
      tienda: '+cmd|A0',
      banco: '@SUM(A1)\t-1',
      documento: '-5',
      tipo_cuenta: 'deposito',
    }));
    const [, row = []] = read(
      bankFile('csv', { payer, transfers: hostile }, bankColumns).toString(),
    );
    expect(row.filter((cell) => !/^[A-Za-z0-9]/.test(cell))).toEqual([]);
    expect(row[4]).toBe('deposito electronico');
  });
});

describe("Bancolombia's PAB", () => {
  const records = () =>
    bankFile('pab', { payer, transfers }, bankColumns)
      .toString('latin1')
      .split('\r\n')
      .slice(0, -1);
  const at = (record: string | undefined, from: number, to: number) => record?.slice(from - 1, to);

  test('has records of 264 positions in plain capital letters', () => {
    expect(records().map((record) => [record.charAt(0), record.length])).toEqual([
      ['1', 264],
      ['6', 264],
      ['6', 264],
    ]);
    expect(records().join('')).toMatch(/^[\x20-\x60\x7b-\x7e]*$/);
  });

  test('has payer, number of payments and sum in its header', () => {
    const [header] = records();
    expect(at(header, 2, 16)).toBe('000000900123456');
    expect(at(header, 33, 45)).toBe('220CAJA MENOR');
    expect(at(header, 46, 63)).toBe('20260617C 20260617');
    expect(at(header, 64, 69)).toBe('000002');
    expect(at(header, 87, 103)).toBe(String(sum).padStart(17, '0'));
    expect(at(header, 104, 115)).toBe('01234567890D');
  });

  test('has payee, account and amount in each detail', () => {
    const [, one, other] = records();
    expect(at(one, 2, 46)).toBe('1018464851     ANA MUNOZ PENALOZA DE LA ESPRI');
    expect(at(one, 47, 72)).toBe('00000100700912344471      ');
    expect(at(one, 74, 92)).toBe(`37${String(812_450_00).padStart(17, '0')}`);
    expect(at(one, 93, 122)).toBe('20260617GIRO12               1');
    expect(at(other, 74, 75)).toBe('27');
    expect(at(other, 122, 122)).toBe('3');
    const amounts = [one, other].map((record) => Number(at(record, 76, 92)));
    expect(amounts.reduce((all, amount) => all + amount, 0)).toBe(sum);
  });

  test.each([
    ['without the account that pays', { payer: { ...payer, cuenta: '' }, transfers }],
    [
      'without the code of a bank',
      { payer, transfers: transfers.map((one) => ({ ...one, codigo_banco: '' })) },
    ],
    [
      'to an electronic deposit',
      { payer, transfers: transfers.map((one) => ({ ...one, tipo_cuenta: 'deposito' })) },
    ],
    [
      'to the holder of a PPT',
      { payer, transfers: transfers.map((one) => ({ ...one, tipo_doc: 'PPT' })) },
    ],
    ['with a number that does not fit', { payer: { ...payer, cuenta: '123456789012' }, transfers }],
  ])('is refused %s', (_, batch) => {
    expect(() => bankFile('pab', batch, bankColumns)).toThrow(RefusedTransfer);
  });
});

test('a template of another bank writes ñ in Latin-1', () => {
  const template: Template = {
    width: 20,
    encoding: 'latin1',
    end: '\n',
    detail: [
      {
        name: 'Valor',
        position: 1,
        width: 8,
        kind: 'number',
        value: ({ transfer }) => String(transfer.valor / 100),
      },
      {
        name: 'Titular',
        position: 11,
        width: 9,
        kind: 'text',
        value: ({ transfer }) => transfer.titular,
      },
    ],
  };
  const bytes = fixedFile(template, { payer, transfers: transfers.slice(0, 1) });
  expect(bytes.toString('latin1')).toBe('00812450  ANA MUÑOZ \n');
  expect(bytes).toHaveLength(21);
});
