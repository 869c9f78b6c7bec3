/** Answers of banks, as files: which payment each line confirms or refuses, and which lines stay a question. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import {
  type AnswerFormat,
  readBankAnswer,
  soundsRefused,
} from '#server/features/payments/bank-answer.ts';
import { readTable } from '#server/features/tables/read-table.ts';

type Sent = Parameters<typeof readBankAnswer>[2][number];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bank-answer-'));
});
afterAll(() => rm(folder, { recursive: true }));

const sent = (id_caja: number, changes: Partial<Sent>): Sent => ({
  id_giro: 100 + id_caja,
  id_caja,
  estado: 'enviado',
  via: 'transferencia',
  id_usuario_devolucion: null,
  consecutivo: id_caja,
  tipo: null,
  retenido: 0,
  tienda: `Tienda ${id_caja}`,
  banco: 'Bancolombia',
  id_banco: 1007,
  nombre_banco: 'Bancolombia',
  tipo_cuenta: 'ahorros',
  titular: 'Ana',
  tipo_doc: 'CC',
  valor: 90_000_00,
  numero: '00912344471',
  documento: '1018464851',
  ...changes,
});

/** The check digit of 900373923 is 8. The last two have the same end of the account and the same value. */
const payments = [
  sent(1, {}),
  sent(2, { numero: '555444333', tipo_doc: 'NIT', documento: '900373923', valor: 141_250_00 }),
  sent(3, { numero: '111122223333', documento: '52123456', valor: 50_000_50 }),
  sent(4, { numero: '777788889999', documento: '71234567', valor: 60_000_00 }),
  sent(5, { numero: '333388889999', documento: '80123456', valor: 60_000_00 }),
];

const noColumns = {
  cuenta: '',
  documento: '',
  valor: '',
  referencia: '',
  estado: '',
  motivo: '',
  concepto: '',
};

const format = (
  columns: Partial<AnswerFormat['columns']>,
  exito: readonly string[] = ['pagado'],
  rechazo: readonly string[] = ['rechazado'],
): AnswerFormat => ({
  id: 1,
  nombre: 'Bancolombia',
  columns: { ...noColumns, ...columns },
  words: new Map([
    ...exito.map((word) => [word, 'exito'] as const),
    ...rechazo.map((word) => [word, 'rechazo'] as const),
  ]),
});

const usual = {
  cuenta: 'Cuenta',
  valor: 'Valor',
  referencia: 'Referencia',
  estado: 'Estado',
  motivo: 'Causal',
};

async function answerTo(bytes: Buffer | string, ...formats: AnswerFormat[]) {
  const file = join(folder, 'answer');
  await writeFile(file, bytes);
  const table = await readTable({ file, maximumRows: 2_000 });
  if (!table.ok) throw new Error(table.motivo);
  return readBankAnswer(table.filas, formats, payments);
}

/** Result and box of each line: `hecho 1`, `rechazado 2`, `pregunta`. */
const resultsOf = async (bytes: Buffer | string, ...formats: AnswerFormat[]) =>
  (await answerTo(bytes, ...formats)).lineas.map(({ resultado, id_caja }) =>
    id_caja === null ? resultado : `${resultado} ${id_caja}`,
  );

const problemsOf = async (bytes: Buffer | string, ...formats: AnswerFormat[]) =>
  (await answerTo(bytes, ...formats)).lineas.map(({ problema }) => problema);

const lines = (...texts: string[]) => texts.join('\r\n');
const head = 'Cuenta;Valor;Referencia;Estado;Causal';

describe('the state of a line', () => {
  test('confirms by a word of success and refuses by a word of refusal, with the reason of the bank', async () => {
    const { lineas, sin_respuesta } = await answerTo(
      lines(
        head,
        '00912344471;90000;88;PAGADO;',
        '555444333;141250;89;Rechazado.;Cuenta inexistente',
        '111122223333;50000,50;90;EN PROCESO;',
        '777788889999;60000;91;;',
      ),
      format(usual),
    );
    expect(lineas).toMatchObject([
      { linea: 2, resultado: 'hecho', id_caja: 1, referencia: '88', problema: '' },
      { resultado: 'rechazado', id_caja: 2, motivo: 'Cuenta inexistente' },
      {
        resultado: 'pregunta',
        id_caja: null,
        problema: 'Falta acordar qué significa «EN PROCESO».',
      },
      { resultado: 'pregunta', id_caja: null, problema: 'No dice el estado del giro.' },
    ]);
    expect(sin_respuesta.map(({ id_caja }) => id_caja)).toEqual([3, 4, 5]);
  });

  test('of a refusal without a reason is the word of the bank', async () => {
    const { lineas } = await answerTo(lines(head, '555444333;141250;89;RECHAZADO;'), format(usual));
    expect(lineas).toMatchObject([{ resultado: 'rechazado', motivo: 'RECHAZADO' }]);
  });

  test.each([
    ['without a column of states', 'cuenta;valor;referencia\r\n00912344471;90000;88'],
    [
      'that is our own for the bank',
      lines(
        'documento;titular;banco;codigo_banco;tipo_cuenta;cuenta;valor;referencia;tienda',
        '1018464851;Ana;Bancolombia;1007;ahorros;00912344471;90000;GIRO101;Centro',
      ),
    ],
  ])('in a file %s is a question: nothing is confirmed', async (_, texto) => {
    const answer = await answerTo(texto, format(usual), format({ ...usual, estado: 'tienda' }));
    expect(answer).toMatchObject({ formato: null, lineas: [] });
    expect(answer.aviso).toContain('no dice el estado de cada giro');
    expect(answer.sin_respuesta).toHaveLength(5);
  });
});

describe('a line', () => {
  const read = (line: string) => answerTo(lines(`Identificación;${head}`, line), withDocument);
  const withDocument = format({ ...usual, documento: 'Identificación' });
  const pays = (document: string, account: string, value: string, reference = '55') =>
    `${document};${account};${value};${reference};PAGADO;`;

  test.each([
    ['an account without its zeros', pays('', '912344471', '90.000'), 1],
    ['an account with more zeros', pays('', '0000000912344471', '90.000'), 1],
    ['an account as Excel writes texts', pays('', '="00912344471"', '90.000'), 1],
    ['an account with hyphens', pays('', '009-123-44471', '90.000'), 1],
    ['an account and its document', pays('1.018.464.851', '00912344471', '90000'), 1],
    ['a document with its type', pays('CC 1018464851', '', '$ 90.000'), 1],
    ['a NIT with its check digit', pays('900.373.923-8', '', '141.250'), 2],
    ['a NIT in one piece', pays('9003739238', '555444333', '141250'), 2],
    ['a NIT with zeros', pays('000000900373923', '555444333', '141250'), 2],
    ['thousands commas', pays('', '555444333', '"141,250.00"'), 2],
    ['thousands points', pays('', '555444333', '141.250,00'), 2],
    ['a decimal point', pays('', '555444333', '141250.00'), 2],
    ['a currency', pays('', '555444333', 'COP $ 141.250,00'), 2],
    ['a line break within it', pays('', '"555444333"', '"141.250\n"'), 2],
    ['centavos', pays('', '111122223333', '50000,5'), 3],
    ['a masked account and its document', pays('71234567', '********9999', '60000'), 4],
    ['our reference in a longer text', pays('', '912344471', '90000', 'PAGO GIRO101 CTRO'), 1],
    ['both ends of an account', pays('80123456', '3333xxxx9999', '60.000'), 5],
    ['a masked account and our reference', pays('', '****3333', '50.000,50', 'GIRO103'), 3],
  ])('with %s finds its payment', async (_, line, id_caja) => {
    expect((await read(line)).lineas).toMatchObject([
      { resultado: 'hecho', id_caja, problema: '' },
    ]);
  });

  const unknown = 'Ningún giro enviado de este lote va a ese documento o cuenta.';
  test.each([
    [pays('', '912344471', 'mil'), 'El valor no es un número.'],
    [pays('', '912344471', '-90000'), 'El valor no es un número.'],
    [pays('', '912344471', '90001'), 'El giro es de $ 90.000.'],
    [pays('', '555444333', '14125000'), 'El giro es de $ 141.250.'],
    [pays('', '912344471', '90000', ''), 'No trae referencia.'],
    [pays('', '111', '90000'), unknown],
    [pays('999', '', '90000'), unknown],
    [pays('', '9,12E+08', '90000'), 'La cuenta no se entiende.'],
    [pays('52123456', '00912344471', '90000'), 'El documento no es el del titular de esa cuenta.'],
    [
      pays('900373923-7', '555444333', '141250'),
      'El documento no es el del titular de esa cuenta.',
    ],
    [
      pays('', '****4471', '90000'),
      'La cuenta viene tapada y nada más la distingue: confírmelo a mano.',
    ],
    [
      pays('', '****9999', '60000'),
      'La cuenta viene tapada y nada más la distingue: confírmelo a mano.',
    ],
    [pays('', '912344471', '90000', 'giro102'), 'La referencia es la de otro giro.'],
    [pays('', '912344471', '90000', 'PAGO GIRO114'), 'La referencia es la de otro giro.'],
    [pays('1018464851', '', '90000', 'GIRO109'), 'La referencia es la de otro giro.'],
    [pays('', '', '90000', 'GIRO109'), 'La referencia es la de otro giro.'],
  ])('%s is a question', async (line, problema) => {
    expect((await read(line)).lineas).toMatchObject([
      { resultado: 'pregunta', id_caja: null, problema },
    ]);
  });

  test('of a payment that another line speaks of is a question, as that line', async () => {
    expect(
      await resultsOf(
        lines(head, '912344471;90000;55;PAGADO;', '912344471;90000;56;RECHAZADO;'),
        format(usual),
      ),
    ).toEqual(['pregunta', 'pregunta']);
    expect(
      await resultsOf(
        lines(head, '912344471;90000;55;PAGADO;', '912344471;-90000;56;PAGADO;'),
        format(usual),
      ),
    ).toEqual(['pregunta', 'pregunta']);
    // A return that names only the value may be of that payment; a line for another box is of none.
    expect(
      await resultsOf(
        lines(head, '912344471;90000;55;PAGADO;', ';90000;56;DEVUELTO;'),
        format(usual),
      ),
    ).toEqual(['pregunta', 'pregunta']);
    expect(
      await resultsOf(
        lines(head, '912344471;90000;55;PAGADO;', ';90000;GIRO109;PAGADO;'),
        format(usual),
      ),
    ).toEqual(['hecho 1', 'pregunta']);
    // A commission is of another value.
    expect(
      await resultsOf(
        lines(head, '912344471;90000;55;PAGADO;', '912344471;7500;56;PAGADO;'),
        format(usual),
      ),
    ).toEqual(['hecho 1', 'pregunta']);
  });

  test('without a payment, as a total or the titles of another page, is none', async () => {
    expect(
      await resultsOf(
        lines(
          head,
          '912344471;90000;55;PAGADO;',
          'TOTAL;90000;;;',
          head,
          ';;;;',
          'Fin del informe',
        ),
        format(usual),
      ),
    ).toEqual(['hecho 1']);
  });

  test('of success with a reason of a refusal is a question', async () => {
    expect(
      await problemsOf(
        lines(
          head,
          '912344471;90000;55;PAGADO;Cuenta inexistente',
          '555444333;141250;56;PAGADO;Sin errores',
        ),
        format(usual),
      ),
    ).toEqual(['El estado es de éxito y la línea dice «Cuenta inexistente».', '']);
  });

  test('of success with a refusal in a column that no format names is a question', async () => {
    const other = 'Cuenta;Valor;Referencia;Estado;Causal;Resultado del pago';
    expect(
      await problemsOf(
        lines(
          other,
          '912344471;90000;55;PAGADO;;RECHAZADO POR EL BANCO',
          '555444333;141250;56;PAGADO;;Exitoso',
          '111122223333;50000,5;57;PAGADO;;R03',
          '777788889999;60000;58;PAGADO;;Devolución',
        ),
        format(usual, ['pagado'], ['rechazado', 'devolucion']),
      ),
    ).toEqual([
      'El estado es de éxito y la línea dice «RECHAZADO POR EL BANCO».',
      '',
      'El estado es de éxito y la línea dice «R03».',
      'El estado es de éxito y la línea dice «Devolución».',
    ]);
  });

  test('with a reference that confirmed another payment is a question', () => {
    const rows = lines(head, '912344471;90000;55;PAGADO;')
      .split('\r\n')
      .map((text, at) => ({ fila: at + 1, celdas: text.split(';') }));
    const read = (...used: string[]) =>
      readBankAnswer(rows, [format(usual)], payments, new Set(used)).lineas[0];
    expect(read('54')).toMatchObject({ resultado: 'hecho', id_caja: 1 });
    expect(read('54', '55')).toMatchObject({
      resultado: 'pregunta',
      id_caja: null,
      problema: 'Esa referencia del banco ya confirmó otro giro.',
    });
  });

  test('with a formula is a question', async () => {
    const bytes = await writeXlsxFile(
      [
        ['Cuenta', 'Valor', 'Referencia', 'Estado', 'Causal'].map((value) => ({ value })),
        [
          { value: '00912344471' },
          { type: 'Formula', value: '45000*2' },
          ...['55', 'PAGADO', ''].map((value) => ({ value })),
        ],
      ],
      {},
    ).toBuffer();
    expect(await problemsOf(bytes, format(usual))).toEqual([
      'Una de sus celdas tiene una fórmula.',
    ]);
  });
});

test.each([
  ['Rechazado', true],
  ['Pago no exitoso', true],
  ['NO PAGADO', true],
  ['Error 12', true],
  ['Cuenta saldada', true],
  ['Identificación no coincide', true],
  ['R16', true],
  ['Sin fondos', true],
  ['Sin errores, devuelto', true],
  ['Bono pagado', false],
  ['Sin errores', false],
  ['Pago No. 12 sin novedad', false],
  ['Abonado', false],
  ['OK', false],
] as const)('the word %j sounds like a refusal: %j', (word, sounds) => {
  expect(soundsRefused(word)).toBe(sounds);
});

describe('a file', () => {
  const titled = {
    cuenta: 'Número de cuenta',
    documento: 'Identificación',
    valor: 'Valor',
    referencia: 'Comprobante',
    estado: 'Estado',
    motivo: 'Descripción del rechazo',
  };
  const rows = (separator: string) =>
    [
      ['Valor comisión', 'Número de cuenta', 'Identificación', 'Valor', 'Comprobante', 'Estado'],
      ['2.500', '555444333', '900373923-8', '141.250,00', 'A-77', 'Exitosa'],
      ['2.500', '00912344471', '1018464851', '90.000,00', 'A-78', 'Devuelta'],
    ]
      .map((row, place) => [...row, ['Descripción del rechazo', '', 'Cuenta saldada'][place]])
      .map((row) => row.join(separator))
      .join('\n');
  const wanted = format(titled, ['exitosa'], ['devuelta']);

  test.each([
    ['semicolons', rows(';')],
    ['vertical bars', rows('|')],
    ['tabs', rows('\t')],
    ['a named separator', `sep=|\n${rows('|')}`],
    ['a byte order mark', `\ufeff${rows(';')}`],
    ['Windows-1252', Buffer.from(rows(';'), 'latin1')],
    [
      'titles above its table',
      `BANCO DE PRUEBA, S.A.\nPagos del 12/11/2026, lote 4; a las 10:15\n\n${rows(';')}`,
    ],
  ])('with %s is read, and the commission is not the value', async (_, bytes) => {
    expect(await resultsOf(bytes, wanted)).toEqual(['hecho 2', 'rechazado 1']);
  });

  test('of a spreadsheet is read, also with numbers as numbers', async () => {
    const bytes = await writeXlsxFile(
      [
        [{ value: 'Respuesta de pagos' }],
        ['Cuenta', 'Valor', 'Referencia', 'Estado', 'Causal'].map((value) => ({ value })),
        [
          { type: Number, value: 555444333 },
          { type: Number, value: 141250 },
          { type: Number, value: 881 },
          ...['PAGADO', ''].map((value) => ({ value })),
        ],
        [
          { type: Number, value: 111122223333 },
          { type: Number, value: 50000.5 },
          { type: Number, value: 882 },
          ...['RECHAZADO', 'Titular no corresponde'].map((value) => ({ value })),
        ],
      ],
      {},
    ).toBuffer();
    expect(await resultsOf(bytes, format(usual))).toEqual(['hecho 2', 'rechazado 3']);
  });

  test('with a title twice, or without one, is not read by the format', async () => {
    for (const titles of ['Cuenta;Valor;Valor;Referencia;Estado', 'Cuenta;Valor;Estado;Causal']) {
      const { formato, aviso } = await answerTo(lines(titles, '1;2;3;4;5'), format(usual));
      expect([formato, aviso]).toEqual([
        null,
        'Diga una vez cómo se lee la respuesta de este banco.',
      ]);
    }
  });

  test('that two formats read equally well is a question; the one with more columns is taken', async () => {
    const texto = lines('Cta;Cuenta;Valor;Referencia;Estado;Causal', 'x;912344471;90000;1;PAGADO;');
    const one = format(usual);
    const other = { ...format({ ...usual, cuenta: 'Cta' }), id: 2 };
    const larger = { ...format({ ...usual, documento: 'Cta' }), id: 3 };
    expect((await answerTo(texto, one, other)).aviso).toBe(
      'Varios formatos guardados leen este archivo: no se sabe de qué banco es.',
    );
    expect((await answerTo(texto, one, larger)).formato?.id).toBe(3);
  });

  test('of an unknown bank offers its titles with a proposal, and no account numbers', async () => {
    const { encabezados, aviso } = await answerTo(`Informe de pagos\n\n${rows(';')}`);
    expect(aviso).toBe('Diga una vez cómo se lee la respuesta de este banco.');
    expect(encabezados[0]).toMatchObject({
      fila: 3,
      propuesta: {
        cuenta: 'Número de cuenta',
        documento: 'Identificación',
        valor: 'Valor',
        referencia: 'Comprobante',
        estado: 'Estado',
        concepto: '',
        motivo: 'Descripción del rechazo',
      },
    });
    expect(encabezados[0]?.valores[5]).toEqual(['Exitosa', 'Devuelta']);
    expect(JSON.stringify(encabezados)).not.toMatch(/912344471|1018464851/);
  });

  test('without a row of titles says so', async () => {
    const { aviso, encabezados } = await answerTo('Saldo\n12\n');
    expect([aviso, encabezados]).toEqual([
      'No se encontró una fila con los títulos de las columnas.',
      [],
    ]);
  });
});
