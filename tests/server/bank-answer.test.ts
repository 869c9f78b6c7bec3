/** Answer of a bank: the payment that each line confirms, or why it confirms none. */
import { describe, expect, test } from 'vitest';
import { readBankAnswer } from '#server/features/payments/bank-answer.ts';

type Sent = Parameters<typeof readBankAnswer>[1][number];

const sent = (id_caja: number, numero: string, documento: string, valor: number): Sent => ({
  ...{
    id_giro: id_caja,
    id_caja,
    estado: 'enviado',
    valor,
    via: 'transferencia',
    consecutivo: id_caja,
  },
  ...{ tienda: `Tienda ${id_caja}`, banco: 'Bancolombia', codigo_banco: '1007' },
  ...{ tipo_cuenta: 'ahorros', numero, titular: 'Ana', tipo_doc: 'CC', documento },
});

/** The second and the third have the same holder and amount. */
const payments = [
  sent(1, '00912344471', '1018464851', 90_000_00),
  sent(2, '555444333', '900373923', 50_000_50),
  sent(3, '555444334', '900373923', 50_000_50),
];

const read = (...lines: string[]) =>
  readBankAnswer(['Documento;Cuenta;Valor;Referencia', ...lines].join('\n'), payments);

describe('a line', () => {
  test.each([
    ['of an account, without its zeros', ';912344471;90.000;55', 1, ''],
    ['of a document', '1018464851;;$ 90.000;55', 1, ''],
    ['of centavos', ';555444333;50000,50;55', 2, ''],
    ['of centavos behind a point', ';555444333;50000.50;55', 2, ''],
    ['without an amount', ';912344471;mil;55', null, 'El valor no es un número.'],
    ['without a reference', ';912344471;90000;', null, 'No trae referencia.'],
    ['of another amount', ';912344471;90001;55', null, 'El giro es de $ 90.000.'],
    [
      'of somebody else',
      ';111;90000;55',
      null,
      'Ningún giro enviado de este lote va a ese documento o cuenta.',
    ],
    [
      'of another account than its document',
      '1018464851;111;90000;55',
      null,
      'Ningún giro enviado de este lote va a ese documento o cuenta.',
    ],
    [
      'of several payments',
      '900373923;;50000.50;55',
      null,
      'Coincide con varios giros: confírmelo a mano.',
    ],
  ])('%s has its payment or its problem', (_, line, id_caja, problema) => {
    expect(read(line).lineas).toMatchObject([{ linea: 2, id_caja, problema }]);
  });

  test('that is repeated confirms once, and unanswered payments are listed', () => {
    const { lineas, sin_respuesta } = read(';912344471;90000;55', ';912344471;90000;56');
    expect(lineas).toMatchObject([
      { id_caja: 1, referencia: '55', problema: '' },
      { id_caja: null, problema: 'Ese giro ya está en otra línea.' },
    ]);
    expect(sin_respuesta.map(({ id_caja }) => id_caja)).toEqual([2, 3]);
  });
});

test.each([
  ['valor;referencia\n1;2', 'Falta la columna documento o la columna cuenta.'],
  ['documento;valor\n1;2', 'La primera fila debe nombrar documento o cuenta, valor y referencia.'],
])('a table without its columns is refused: %j', (texto, mensaje) => {
  expect(() => readBankAnswer(texto, payments)).toThrow(
    expect.objectContaining({ motivos: [expect.objectContaining({ mensaje })] }),
  );
});
