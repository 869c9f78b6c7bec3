/** Answers of banks: formats that a person saves, words that two people agree on, and what a file changes: nothing. */
import { millisecondsInDay } from 'date-fns/constants';
import { describe, expect, test } from 'vitest';
import type { RequestOf } from '#contract/contract.ts';
import { must, startScene } from '#tests/kit/box-scene.ts';
import type { StagedBox } from '#tests/kit/box-stages.ts';
import { partlyGranted, sentBatch, treasurer } from '#tests/kit/payment-scene.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);
let accounts = 0;

/** A closed box whose store has a confirmed account. */
async function boxWithAccount(): Promise<StagedBox & { numero: string }> {
  const box = await partlyGranted(scene);
  accounts += 1;
  const numero = `00912344${String(accounts).padStart(3, '0')}`;
  await scene.db
    .insertInto('cuenta_tienda')
    .values({
      id_tienda: box.id_tienda,
      via: 'transferencia',
      banco: 'Bancolombia',
      numero,
      tipo_cuenta: 'ahorros',
      titular: 'Ana',
      tipo_doc: 'CC',
      documento: '1018464851',
      estado: 'vigente',
      creada: 1,
      id_usuario: scene.people[1].id,
    })
    .execute();
  return { ...box, numero };
}

const formatOf = (nombre: string): RequestOf<'/guardarFormatoBanco'> => ({
  nombre,
  columnas: {
    cuenta: 'Número de cuenta',
    documento: '',
    valor: 'Valor',
    concepto: '',
    referencia: 'Comprobante',
    estado: `Estado ${nombre}`,
    motivo: 'Causal',
  },
  palabras: [
    { palabra: 'PAGADO', sentido: 'exito' },
    { palabra: 'Rechazado', sentido: 'rechazo' },
  ],
});

const read = async (id_lote: number, text: string) => {
  const file = { filename: 'respuesta.csv', bytes: Buffer.from(text), type: 'text/csv' };
  const { status, answer } = await scene.browsers[6].upload(
    '/leerRespuestaBanco',
    { id_lote },
    file,
  );
  expect(status).toBe(200);
  return answer;
};

const head = (nombre: string) => `Número de cuenta;Valor;Comprobante;Estado ${nombre};Causal`;

const stateOf = async ({ id }: StagedBox) =>
  (await must(scene.browsers[6], '/giroDeCaja', { id_caja: id })).giro?.estado;

const refusalsOf = (result: { status: number; refusal?: { motivos?: { mensaje: string }[] } }) => [
  result.status,
  result.refusal?.motivos?.map(({ mensaje }) => mensaje),
];

describe('an answer', () => {
  test('confirms what the bank made and returns what it refused, with its reason', async () => {
    const paid = await boxWithAccount();
    const refused = await boxWithAccount();
    const id_lote = await sentBatch(scene, paid, refused);
    const file = [
      head('Uno'),
      `${paid.numero};90.000,00;B-1;PAGADO;`,
      `${refused.numero};90.000,00;B-2;RECHAZADO;Cuenta inexistente`,
    ].join('\n');
    const unknown = await read(id_lote, file);
    expect(unknown).toMatchObject({ formato: null, lineas: [] });
    expect(unknown.sin_respuesta).toHaveLength(2);
    await must(scene.browsers[6], '/guardarFormatoBanco', formatOf('Uno'));
    const answer = await read(id_lote, file);
    expect(answer.lineas).toMatchObject([
      { resultado: 'hecho', id_caja: paid.id, referencia: 'B-1' },
      { resultado: 'rechazado', id_caja: refused.id, motivo: 'Cuenta inexistente' },
    ]);
    // Reading changes nothing.
    expect([await stateOf(paid), await stateOf(refused)]).toEqual(['enviado', 'enviado']);
    await must(scene.browsers[6], '/confirmarGiros', {
      dia: '2026-06-17',
      giros: [{ id_caja: paid.id, referencia: 'B-1' }],
    });
    await must(scene.browsers[6], '/devolverGiros', {
      cajas: [refused.id],
      motivo: 'Cuenta inexistente',
    });
    expect([await stateOf(paid), await stateOf(refused)]).toEqual(['girado', 'porGirar']);
    const shown = await must(scene.browsers[6], '/giroDeCaja', { id_caja: refused.id });
    expect(shown.giro?.motivo).toBe('Cuenta inexistente');
  });

  test('of an earlier batch confirms nothing of a later one', async () => {
    const box = await boxWithAccount();
    const file = [head('Uno'), `${box.numero};90.000,00;B-9;PAGADO;`].join('\n');
    const id_lote = await sentBatch(scene, box);
    await scene.db
      .updateTable('giro')
      .set({ referencia: 'B-9' })
      .where('estado', '=', 'girado')
      .execute();
    expect((await read(id_lote, file)).lineas).toMatchObject([
      {
        resultado: 'pregunta',
        id_caja: null,
        problema: 'Esa referencia del banco ya confirmó otro giro.',
      },
    ]);
  });

  test('that is our own file for the bank confirms nothing', async () => {
    const box = await boxWithAccount();
    const id_lote = await sentBatch(scene, box);
    const own = await scene.browsers[6].get(`/documentos/giros/${id_lote}`);
    const answer = await read(id_lote, Buffer.from(own.rawPayload).toString('utf8'));
    expect(answer).toMatchObject({ formato: null, lineas: [], encabezados: [] });
    expect(answer.aviso).toContain('el que se envió al banco');
  });

  test('of an unknown batch, and a file that is no table, are refused', async () => {
    const pdf = { filename: 'x.pdf', bytes: Buffer.from('%PDF-1.7'), type: 'application/pdf' };
    const box = await boxWithAccount();
    const id_lote = await sentBatch(scene, box);
    const of = async (id: number) =>
      refusalsOf(await scene.browsers[6].upload('/leerRespuestaBanco', { id_lote: id }, pdf));
    expect(await of(999_999)).toEqual([404, undefined]);
    expect(await of(id_lote)).toEqual([
      422,
      ['El archivo es un PDF: cargue el libro de Excel (.xlsx) o el CSV.'],
    ]);
  });
});

describe('a word', () => {
  test('is a question until a second person says the same', async () => {
    const box = await boxWithAccount();
    const id_lote = await sentBatch(scene, box);
    const [saved] = await must(scene.browsers[6], '/guardarFormatoBanco', formatOf('Dos'));
    const id_formato = saved?.id_formato ?? 0;
    const file = [head('Dos'), `${box.numero};90000;B-3;Aplicado en línea;`].join('\n');
    const outcome = async () => {
      const { lineas, palabras } = await read(id_lote, file);
      return [lineas[0]?.resultado, palabras[0]?.sentido, palabras[0]?.acordada];
    };
    expect(await outcome()).toEqual(['pregunta', null, 0]);
    const word = { id_formato, palabra: 'APLICADO EN LÍNEA', sentido: 'exito' } as const;
    await must(scene.browsers[6], '/decidirPalabraBanco', word);
    expect(await outcome()).toEqual(['pregunta', 'exito', 0]);
    expect(refusalsOf(await scene.browsers[6].call('/decidirPalabraBanco', word))).toEqual([
      409,
      ['Usted ya lo dijo: falta que otra persona diga lo mismo.'],
    ]);
    expect(await outcome()).toEqual(['pregunta', 'exito', 0]);
    const other = await treasurer(scene);
    expect(await must(other, '/decidirPalabraBanco', word)).toMatchObject([{ acordada: 1 }]);
    expect(await outcome()).toEqual(['hecho', 'exito', 1]);
    // Who says otherwise makes it a question again, for everybody.
    await must(scene.browsers[6], '/decidirPalabraBanco', { ...word, sentido: 'rechazo' });
    expect(await outcome()).toEqual(['pregunta', 'rechazo', 0]);
    await must(other, '/decidirPalabraBanco', { ...word, sentido: 'rechazo' });
    expect(await outcome()).toEqual(['rechazado', 'rechazo', 1]);
  });

  test('of a refusal is no word of success, also «no exitoso»; «sin errores» is one', async () => {
    const named = (palabra: string) => ({
      ...formatOf(`De ${palabra}`),
      palabras: [{ palabra, sentido: 'exito' as const }],
    });
    for (const palabra of ['Rechazado', 'Pago no exitoso', 'PENDIENTE', 'Devuelto'])
      expect(
        refusalsOf(await scene.browsers[6].call('/guardarFormatoBanco', named(palabra))),
      ).toEqual([422, [`«${palabra}» no es una palabra de éxito.`]]);
    expect(
      (await scene.browsers[6].call('/guardarFormatoBanco', named('Sin errores'))).status,
    ).toBe(200);
  });
});

describe('a format', () => {
  const save = (form: RequestOf<'/guardarFormatoBanco'>) =>
    scene.browsers[6].call('/guardarFormatoBanco', form);

  test('needs a payee, one meaning a column and a word, and a state that is not of our file', async () => {
    const form = formatOf('Tres');
    const { columnas, palabras = [] } = form;
    const refused = async (changes: Partial<RequestOf<'/guardarFormatoBanco'>>) =>
      refusalsOf(await save({ ...form, ...changes }))[1];
    expect(await refused({ columnas: { ...columnas, cuenta: '' } })).toEqual([
      'Diga en qué columna está la cuenta, el documento o la referencia de la empresa.',
    ]);
    expect(await refused({ columnas: { ...columnas, referencia: 'VALOR' } })).toEqual([
      'Una columna solo puede servir para una cosa.',
    ]);
    expect(await refused({ columnas: { ...columnas, estado: 'Tienda' } })).toEqual([
      'Esa columna es del archivo que se envía, no el estado que dice el banco.',
    ]);
    const twice = [...palabras, { palabra: 'rechazado.', sentido: 'rechazo' } as const];
    expect(await refused({ palabras: twice })).toEqual([
      'Cada palabra va una sola vez: es de éxito o de rechazo.',
    ]);
  });

  test('is one a set of columns; saved again, it keeps its words, and new ones wait for a second person', async () => {
    const form = formatOf('Cuatro');
    const [saved] = await must(scene.browsers[6], '/guardarFormatoBanco', form);
    const id_formato = saved?.id_formato ?? 0;
    expect(refusalsOf(await save({ ...form, nombre: 'Otro' }))).toEqual([
      409,
      ['Esas columnas ya son las del formato «Cuatro».'],
    ]);
    const again = { ...form, nombre: 'CUATRO', columnas: { ...form.columnas, motivo: '' } };
    await must(scene.browsers[6], '/guardarFormatoBanco', {
      ...again,
      palabras: [{ palabra: 'Abonado', sentido: 'exito' }],
    });
    const rows = await scene.db
      .selectFrom('palabra_banco')
      .innerJoin('formato_banco', 'formato_banco.id', 'palabra_banco.id_formato')
      .select(['palabra', 'sentido', 'acordada', 'motivo'])
      .where('id_formato', '=', id_formato)
      .orderBy('palabra')
      .execute();
    expect(
      rows.map((row) => [row.palabra, row.sentido, row.acordada !== null, row.motivo]),
    ).toEqual([
      ['abonado', 'exito', false, ''],
      ['pagado', 'exito', true, ''],
      ['rechazado', 'rechazo', true, ''],
    ]);
  });
});

test('each payment of a confirmation may have a day of its own, and a part of a batch can be confirmed', async () => {
  const boxes = [await boxWithAccount(), await boxWithAccount(), await boxWithAccount()];
  const [one, other, rest] = boxes;
  await sentBatch(scene, ...boxes);
  // The sessions of the scene end with it: this test is the last one of the file.
  scene.clock.advance(millisecondsInDay);
  const accountant = await scene.signIn(6);
  const giros = [
    { id_caja: one?.id ?? 0, referencia: 'A' },
    { id_caja: other?.id ?? 0, referencia: 'B', dia: '2026-06-17' },
  ];
  await must(accountant, '/confirmarGiros', { dia: '2026-06-18', giros });
  const rows = await scene.db
    .selectFrom('giro')
    .select(['estado', 'dia', 'referencia'])
    .where(
      'id_caja',
      'in',
      boxes.map(({ id }) => id),
    )
    .orderBy('id_caja')
    .execute();
  expect(rows).toEqual([
    { estado: 'girado', dia: '2026-06-18', referencia: 'A' },
    { estado: 'girado', dia: '2026-06-17', referencia: 'B' },
    { estado: 'enviado', dia: '', referencia: '' },
  ]);
  const late = await accountant.call('/confirmarGiros', {
    dia: '2026-06-18',
    giros: [{ id_caja: rest?.id ?? 0, referencia: 'C', dia: '2126-01-01' }],
  });
  expect(refusalsOf(late)).toEqual([422, ['El día del giro no puede ser posterior a hoy.']]);
});
