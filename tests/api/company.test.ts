/** The company on its documents: name, NIT with check digit and city, as an administrator wrote them. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { must, type Scene, startScene, today } from '#tests/kit/box-scene.ts';
import { boxIn, moveTo } from '#tests/kit/box-stages.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { drawnPictures, drawnTexts, pageTexts } from '#tests/kit/files/pdf-text.ts';
import { pdfFile, pngFile } from '#tests/kit/files/receipt-files.ts';
import { auditSentences } from '#tests/kit/forger.ts';
import { changeBase, movementsOf } from '#tests/kit/movement-scene.ts';
import { confirmedBox } from '#tests/kit/payment-scene.ts';
import { passTime } from '#tests/kit/workflow-scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await startScene({ config: { companyName: 'Nombre del servidor' } });
});
afterAll(() => scene.close());

const admin = () => scene.browsers[1];
const configure = (changes: object) =>
  admin().call('/configGeneral', { monto_maximo: 500_000, ...changes });
const firstPage = async (by: TestClient, address: string): Promise<string> => {
  const { rawPayload } = await by.get(address);
  return ((await pageTexts(rawPayload))[0] ?? '').replaceAll('\u00a0', ' ');
};

test('a NIT is stored without the check digit that was verified', async () => {
  const { status, refusal } = await configure({ nit_empresa: '900.373.923-7' });
  expect([status, refusal.motivos]).toEqual([
    422,
    [
      {
        guardia: 'nit_empresa',
        mensaje: 'El dígito de verificación no corresponde al número de documento',
      },
    ],
  ]);
  expect((await configure({ nit_empresa: '900.373.923-8' })).status).toBe(200);
  const stored = await scene.db
    .selectFrom('config')
    .select('field_content')
    .where('field_name', '=', 'nit_empresa')
    .execute();
  expect(stored).toEqual([{ field_content: '900373923' }]);
});

/** One document of each kind, with who opens it. */
async function printedDocuments(): Promise<(readonly [TestClient, string])[]> {
  const { store, browsers } = scene;
  const paid = await confirmedBox(scene);
  const { id } = await scene.db
    .selectFrom('giro')
    .select('id')
    .where('id_caja', '=', paid.id)
    .executeTakeFirstOrThrow();
  const sent = await boxIn(scene, 'supervision', [{}]);
  const vale = { id_tienda: store.id, valor: 1_000, persona: 'Ana', dia: today, motivo: 'Taxi' };
  const [given] = await must(browsers[2], '/darVale', vale);
  await changeBase(scene, store.id, 1_300_000);
  const [movement] = await movementsOf(scene, store.id);
  return [
    [browsers[6], `/documentos/egresos/${id}`],
    [browsers[2], `/documentos/vale?id_vale=${given?.id_vale}`],
    [browsers[2], `/documentos/movimientos/${movement?.id}`],
    [browsers[2], `/documentos/legalizar.php?id_caja=${sent.id}`],
  ];
}

test('every document names the company; without a name of its own, that of the server', async () => {
  const documents = await printedDocuments();
  for (const [by, address] of documents)
    expect(await firstPage(by, address)).toContain('Nombre del servidor · NIT 900373923-8');
  await configure({ nombre_empresa: 'Droguerías Unidas S.A.S.', ciudad_empresa: 'Cali' });
  for (const [by, address] of documents)
    expect(await firstPage(by, address)).toContain(
      'Droguerías Unidas S.A.S. · NIT 900373923-8 · Cali',
    );
});

describe('the logo', () => {
  const dataUrl = (type: 'png' | 'jpeg', bytes: Buffer) =>
    `data:image/${type};base64,${bytes.toString('base64')}`;
  const drawing = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 4, background: '#c026d380' } });
  const stored = async () =>
    (
      await scene.db
        .selectFrom('config')
        .select('field_content')
        .where('field_name', '=', 'logo_empresa')
        .execute()
    ).map(({ field_content }) => field_content);

  test('is on every document, wide or tall, beside no text, until it is removed', async () => {
    const documents = await printedDocuments();
    const wide = dataUrl('png', await drawing(3_000, 300).png().toBuffer());
    const tall = dataUrl('jpeg', await drawing(200, 900).jpeg().toBuffer());
    for (const [logo_empresa, proportion] of [
      [wide, 10],
      [tall, 2 / 9],
    ] as const) {
      expect((await configure({ logo_empresa })).status).toBe(200);
      for (const [by, address] of documents) {
        const { rawPayload } = await by.get(address);
        const [logo, ...others] = await drawnPictures(rawPayload, 0);
        if (logo === undefined || others.length > 0) throw new Error(`not one logo: ${address}`);
        const [width, height] = [logo.right - logo.left, logo.top - logo.bottom];
        expect(Math.abs(width / height / proportion - 1)).toBeLessThan(0.05);
        expect([width <= 200.5, height <= 40.5, logo.left]).toEqual([true, true, 40]);
        for (const { text, top } of await drawnTexts(rawPayload, 0))
          expect(top, text).toBeLessThan(logo.bottom);
      }
    }
    expect((await configure({ logo_empresa: '' })).status).toBe(200);
    for (const [by, address] of documents)
      expect(await drawnPictures((await by.get(address)).rawPayload, 0)).toEqual([]);
  });

  test('is stored as small as it is printed, by an event of the log that the audit knows', async () => {
    const noise = Buffer.from(Array.from({ length: 480_000 }, (_, at) => (at * 2_654_435) % 251));
    const raw = { width: 400, height: 400, channels: 3 } as const;
    const picture = await sharp(noise, { raw }).png().toBuffer();
    expect((await configure({ logo_empresa: dataUrl('png', picture) })).status).toBe(200);
    const [logo = ''] = await stored();
    const { width, height } = await sharp(
      Buffer.from(logo.split(',')[1] ?? '', 'base64'),
    ).metadata();
    expect([width, height]).toEqual([120, 120]);
    const last = await scene.db
      .selectFrom('evento_administracion')
      .select(['evento', 'tabla', 'payload'])
      .orderBy('secuencia', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect([last.evento, last.tabla]).toEqual(['EDIT', 'config']);
    expect(JSON.parse(last.payload)).toEqual({ logo_empresa: { field_content: logo } });
    const sentences = await auditSentences(scene);
    expect(sentences.filter((sentence) => sentence.startsWith('ajuste'))).toEqual([]);
  });

  test('is refused when it is no picture, whatever it says', async () => {
    const before = await stored();
    const refusalOf = async (logo_empresa: string) => {
      const { status, refusal } = await configure({ logo_empresa });
      return [status, refusal.motivos?.map(({ guardia, mensaje }) => `${guardia}: ${mensaje}`)];
    };
    const unreadable = 'logo_empresa: El logo no se puede abrir. Guárdelo de nuevo como PNG o JPG.';
    const png = pngFile('logo');
    for (const bytes of [
      await pdfFile('logo'),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      pngFile('logo', true),
      png.subarray(0, png.length - 40),
    ])
      expect(await refusalOf(dataUrl('png', bytes))).toEqual([422, [unreadable]]);
    expect(await refusalOf('https://example.com/logo.png')).toEqual([
      422,
      ['logo_empresa: El logo debe ser un archivo PNG o JPG.'],
    ]);
    expect(await refusalOf(dataUrl('png', Buffer.alloc(500_100)))).toEqual([
      422,
      ['logo_empresa: El logo pesa más de 500 kB. Redúzcalo y elíjalo de nuevo.'],
    ]);
    expect(await stored()).toEqual(before);
  });
});

test('days off are working time of the company, and only days to come change', async () => {
  // The clock of the test stands at 2026-06-17.
  const refusalOf = async (dias_libres: string) => {
    const { status, refusal } = await configure({ dias_libres });
    return [status, refusal.motivos?.map(({ guardia }) => guardia)];
  };
  const past = [422, ['dias_libres']];
  expect(await refusalOf('2026-06-17')).toEqual(past);
  expect(await refusalOf('2026-06-16 12:00')).toEqual(past);
  expect(await refusalOf('2026-13-40')).toEqual(past);
  expect(await refusalOf('2026-12-24,2026-12-24 12:00')).toEqual(past);
  expect((await configure({ dias_libres: '2026-12-31,2026-06-18 12:00' })).status).toBe(200);
  const session = await must(await scene.signIn(3), '/auth/sesion', {});
  expect(session[0]?.horario).toEqual({
    dias: [1, 2, 3, 4, 5],
    abre: '08:00',
    cierra: '17:00',
    libres: ['2026-06-18 12:00', '2026-12-31'],
  });
  scene.clock.advance(48 * 60 * 60 * 1_000);
  const later = await scene.signIn(1);
  const change = async (dias_libres: string) =>
    (await later.call('/configGeneral', { monto_maximo: 500_000, dias_libres })).status;
  expect(await change('2026-12-31')).toBe(422);
  expect(await change('2026-06-18 12:00')).toBe(200);
});

test('hours change for days to come, and a closed case keeps the figures of its own', async () => {
  const own = await startScene();
  // Wednesday 17 June 2026, at 10:00 in Colombia.
  const start = Date.parse('2026-06-17T10:00-05:00');
  await passTime(own, start - own.clock.now());
  const save = (settings: object) =>
    must(own.browsers[1], '/configGeneral', { monto_maximo: 500_000, ...settings });
  await save({ dias_supervision: 1 });
  const closedAfter = async (milliseconds: number) => {
    const box = await boxIn(own, 'supervision', [{}]);
    await passTime(own, milliseconds);
    await moveTo(own, box, 'closed');
    return box.id;
  };
  const hour = 3_600_000;
  const request = { desde: '2026-06-01', hasta: '2026-06-30' };
  const figures = async () => {
    const cases = await must(own.browsers[7], '/flujoCasos', request);
    const cycle = await must(own.browsers[7], '/flujoCiclo', request);
    const days = cycle.distribucion.map(({ casos }) => casos);
    return {
      days,
      cases: new Map(cases.map((row) => [row.id_caja, [row.duracion / hour, row.tarde]])),
    };
  };
  // One working day of nine hours: not late.
  const before = await closedAfter(24 * hour);
  const kept = await figures();
  expect(kept).toEqual({ days: [0, 1], cases: new Map([[before, [9, 0]]]) });

  const hours = { dias_habiles: [1, 2, 3, 4, 5, 6], hora_apertura: '08:00', hora_cierre: '12:00' };
  await save({ ...hours, horario_desde: '2026-06-22' });
  // Tuesday 23 June at 10:00.
  await passTime(own, start + 6 * 24 * hour - own.clock.now());
  expect(await figures()).toEqual(kept);
  // Two hours on Tuesday and three on Wednesday: more than one day of four hours, less than one of nine.
  const after = await closedAfter(25 * hour);
  expect(await figures()).toEqual({
    days: [0, 2],
    cases: new Map([
      [before, [9, 0]],
      [after, [5, 1]],
    ]),
  });
  await own.close();
});
