/** The legalisation: its pages, texts and receipts, and who may open it. */
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import { inTransaction, type Trx } from '#server/platform/database/transactions.ts';
import { legalisationOf } from '#server/features/legalisation/legalisation.ts';
import { expensesForLegalisation } from '#server/features/legalisation/legalisation.repository.ts';
import type { SessionContext } from '#server/platform/http/operation.ts';
import { printedPicture } from '#server/platform/files/picture.ts';
import { auditOf, boxRow, eventsOf, expenseRow, forgetPdf } from '#tests/kit/box-rows.ts';
import { categories, must, reason, record, startScene, tax } from '#tests/kit/box-scene.ts';
import { approval, boxIn, moveTo, newStore, split, type StagedBox } from '#tests/kit/box-stages.ts';
import { pageTexts, titleOf } from '#tests/kit/files/pdf-text.ts';
import {
  encryptedPdf,
  jpgFile,
  pdfFile,
  pngFile,
  type RawPng,
  rawPng,
} from '#tests/kit/files/receipt-files.ts';
import { addPerson } from '#tests/kit/people.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { sessionOf } from '#tests/kit/reading.ts';

const scene = perFile(startScene);

/** The context that the document route provides. */
function contextOf(profile: ProfileId, idUsuario = scene.people[profile].id): SessionContext {
  const run = <Result>(work: (trx: Trx) => Promise<Result>) => inTransaction(scene.db, work);
  const { config, db, receipts } = scene;
  return {
    config,
    db,
    receipts,
    log: scene.app.log as SessionContext['log'],
    now: scene.clock.now,
    read: run,
    write: run,
    ask: (query, ...rest) => run((trx) => query(trx, ...rest)),
    setTotal: () => undefined,
    session: { ...sessionOf(scene, profile), idUsuario },
  };
}

async function legalise(idCaja: number, profile: ProfileId = 2) {
  const { filename, stream } = await legalisationOf(contextOf(profile), idCaja);
  return { filename, bytes: await buffer(stream) };
}

/** A sent box with one expense for each of these files. */
async function boxWith(files: readonly Buffer[]): Promise<StagedBox> {
  const { id: id_tienda, idCaja: id } = await newStore(scene);
  const expenses: number[] = [];
  for (const bytes of files) {
    const id_gasto = await record(scene, { id_tienda }, { receipt: false });
    const { status } = await scene.browsers[2].upload(
      '/cargarSoporte',
      { id_gasto },
      { filename: 'soporte', bytes },
    );
    expect(status).toBe(200);
    expenses.push(id_gasto);
  }
  const box = { id, id_tienda, expenses };
  await moveTo(scene, box, 'supervision');
  return box;
}

const storeName = async (id: number): Promise<string> =>
  (
    await scene.db
      .selectFrom('tiendas')
      .select('nombre')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).nombre;

describe('the summary', () => {
  test('has the store, the expenses and the decisions of the box', async () => {
    const { id: id_tienda, idCaja: id } = await newStore(scene);
    await scene.db
      .updateTable('tiendas')
      .set({ nombre: 'Almacén Ñandú n.º 7' })
      .where('id', '=', id_tienda)
      .execute();
    const good = await record(scene, { id_tienda, valor: 40_500.5, recibo: 'LEG1' });
    const bad = await record(scene, { id_tienda, valor: 10_000, recibo: 'LEG2' });
    const box = { id, id_tienda, expenses: [good, bad] };
    await moveTo(scene, box, 'supervision');
    await must(scene.browsers[3], '/guardarSupervisor', {
      id_caja: id,
      id_gasto: bad,
      estado: 4,
      id_rechazo: reason,
      ...approval,
    });
    await moveTo(scene, box, 'finalAccounting');
    const { filename, bytes } = await legalise(id, 6);
    expect(filename).toBe('legalizacion-almacen-nandu-n-7-1.pdf');
    const [first = ''] = await pageTexts(bytes);
    for (const words of [
      'Legalización de caja menor',
      'Almacén Ñandú n.º 7',
      'Caja n.º',
      'En contabilidad (final)',
      scene.people[2].nombre,
      'Servientrega',
      'LEG1',
      'NIT 800197268-4',
      'Elementos de aseo',
      '$ 40.500,50',
      '$ 50.500,50',
      'supervisor',
      'Soporte ilegible',
      'Responsable de la tienda',
      'Página 1 de 3',
    ])
      expect(first).toContain(words);
  });

  test('names a category once if it is itemised twice', async () => {
    const box = await boxIn(scene, 'preliminary');
    await must(scene.browsers[6], '/guardarContabilidad', {
      id_caja: box.id,
      id_gasto: box.expenses[0] ?? 0,
      estado: 6,
      observacion: 'Repartido en dos renglones',
      ...split(0),
      item_valor: [10_000, 2_500],
      iva_item: [tax, tax],
      categorias: [categories.other, categories.other],
    });
    const legalised = await inTransaction(scene.db, (trx) => expensesForLegalisation(trx, box.id));
    expect(legalised.map(({ categorias }) => categorias.length)).toEqual([1]);
  });

  test('has a title in Spanish', async () => {
    const { id } = await boxIn(scene, 'supervision');
    expect(await titleOf((await legalise(id)).bytes)).toMatch(
      /^Legalización de caja menor n\.º 1 – Tienda de prueba/,
    );
  });

  test('spans as many pages as needed, each with the heading of the table', async () => {
    const { id, id_tienda, expenses } = await boxIn(scene, 'supervision');
    const { id: _, ...row } = await expenseRow(scene, expenses[0] ?? 0);
    const copies = Array.from({ length: 300 }, (_unused, copy) => ({
      ...row,
      recibo: `COPIA${copy}`,
      concepto: 'Compra',
      soporte: null,
      soporte_sha256: null,
    }));
    for (let from = 0; from < copies.length; from += 100)
      await scene.db
        .insertInto('gastos')
        .values(copies.slice(from, from + 100))
        .execute();
    const texts = await pageTexts((await legalise(id)).bytes);
    const listed = texts.filter((text) => text.includes('Proveedor') && text.includes('Decisión'));
    expect(listed.length).toBeGreaterThan(5);
    for (let copy = 0; copy < 300; copy += 1)
      expect(listed.some((text) => text.includes(`COPIA${copy} `))).toBe(true);
    expect(texts.at(-1)).toContain(`Página ${texts.length} de ${texts.length}`);
    expect(texts[0]).toContain(await storeName(id_tienda));
  });

  test('prints characters that the font lacks as question marks', async () => {
    const box = await boxIn(scene, 'supervision');
    await scene.db
      .updateTable('gastos')
      .set({ proveedor_nombre: 'Tienda 😀 Łódź «Ñ»', recibo: 'X'.repeat(100) })
      .where('id', '=', box.expenses[0] ?? 0)
      .execute();
    const [first] = await pageTexts((await legalise(box.id)).bytes);
    expect(first).toContain('Tienda ? ?ód? «Ñ»');
  });
});

describe('the receipts', () => {
  test('follow the summary, one page per image and per page of a PDF', async () => {
    const { id } = await boxWith([
      await pdfFile('adjunto', { pages: 2 }),
      await jpgFile('foto'),
      pngFile('foto'),
      await pdfFile('girado', { rotation: 90 }),
    ]);
    const texts = await pageTexts((await legalise(id)).bytes);
    expect(texts).toHaveLength(6);
    expect(texts[1]).toContain('Soporte del gasto 1 (hoja 1 de 2)');
    expect(texts[1]).toContain('adjunto 1');
    expect(texts[2]).toContain('adjunto 2');
    expect(texts[3]).toContain('Soporte del gasto 2');
    expect(texts[5]).toContain('girado 1');
    expect(texts[5]).toContain('Página 6 de 6');
  });

  /** Replaces a receipt by a file that was not checked before it was stored, as in older versions. */
  async function replace(id: number, bytes: Buffer, soporte_tipo: string): Promise<void> {
    const soporte_sha256 = await scene.receipts.save(bytes);
    await scene.db
      .updateTable('gastos')
      .set({ soporte_sha256, soporte_tipo, soporte_bytes: bytes.length })
      .where('id', '=', id)
      .execute();
  }

  test('that are protected or damaged become a notice page, and do not affect the others', async () => {
    const damaged = (await pdfFile('roto'))
      .toString('latin1')
      .replaceAll(/\d+ \d+ obj/g, '0 0 xxx');
    const { id, expenses } = await boxWith([
      await encryptedPdf('clave'),
      await jpgFile('antes'),
      await jpgFile('antes también'),
      await jpgFile('bueno'),
      await pdfFile('entero'),
    ]);
    await replace(expenses[1] ?? 0, Buffer.from(damaged, 'latin1'), 'application/pdf');
    const noPixels = rawPng({ ...transparent, data: Buffer.from('no es zlib') });
    await replace(expenses[2] ?? 0, noPixels, 'image/png');
    const texts = await pageTexts((await legalise(id)).bytes);
    expect(texts).toHaveLength(6);
    for (const text of texts.slice(1, 4)) expect(text).toContain('dañado o protegido');
    expect(texts[3]).toContain('Soporte del gasto 3');
    for (const text of texts.slice(4)) expect(text).not.toContain('dañado');
    expect(texts[5]).toContain('entero 1');
  });

  test('whose file is missing become a notice page', async () => {
    const { id, expenses } = await boxIn(scene, 'supervision');
    const { soporte_sha256 } = await expenseRow(scene, expenses[0] ?? 0);
    await scene.receipts.remove(soporte_sha256 ?? '');
    const texts = await pageTexts((await legalise(id)).bytes);
    expect(texts[1]).toContain('no se encuentra');
  });
});

/** Two pixels: red, half transparent, and blue. */
const transparent: RawPng = {
  width: 2,
  height: 1,
  depth: 8,
  colourType: 6,
  rows: [[0, 255, 0, 0, 128, 0, 0, 255, 255]],
};

describe('pictures with transparency', () => {
  const kinds: [string, RawPng, number[]][] = [
    ['red, green, blue and alpha', transparent, [255, 127, 127]],
    [
      'grey and alpha',
      { ...transparent, colourType: 4, rows: [[0, 40, 128, 200, 255]] },
      [147, 147, 147],
    ],
    [
      'sixteen bits',
      { ...transparent, depth: 16, colourType: 4, rows: [[0, 40, 0, 128, 0, 200, 0, 255, 0]] },
      [147, 147, 147],
    ],
    [
      'a palette of four bits',
      {
        ...transparent,
        depth: 4,
        colourType: 3,
        palette: [255, 0, 0, 0, 0, 255],
        transparency: [128],
        rows: [[0, 0x01]],
      },
      [255, 127, 127],
    ],
    [
      'interlaced, with filters',
      {
        width: 2,
        height: 2,
        depth: 8,
        colourType: 0,
        interlaced: true,
        rows: [
          [0, 10],
          [0, 20],
          [1, 30, 10],
        ],
      },
      [10, 10, 10],
    ],
  ];

  /** Enlarged without interpolation, since JPEG blends neighbouring pixels. */
  async function firstColour(png: RawPng): Promise<number[]> {
    const size = { width: png.width * 32, height: png.height * 32, kernel: 'nearest' } as const;
    const large = await sharp(rawPng(png)).resize(size).png().toBuffer();
    const { data } = await sharp(await printedPicture(large))
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return [...data.subarray(0, 3)];
  }

  test.each(kinds)('with %s are printed on white', async (_, png, expected) => {
    const found = await firstColour(png);
    expect(found.map((value, index) => Math.abs(value - (expected[index] ?? 0)) < 8)).toEqual([
      true,
      true,
      true,
    ]);
  });
});

describe('access to the legalisation', () => {
  test('is logged once in the box when the store opens it, not for accounting', async () => {
    const { id } = await boxIn(scene, 'readyToShip');
    await forgetPdf(scene, id);
    const before = await boxRow(scene, id);
    await legalise(id, 6);
    expect(await boxRow(scene, id)).toEqual(before);
    await legalise(id);
    const opened = { pdf_descargado: scene.clock.now(), fecha_movimiento: before.fecha_movimiento };
    expect(await boxRow(scene, id)).toMatchObject(opened);
    await legalise(id);
    const events = (await eventsOf(scene, id)).filter(({ evento }) => evento === 'BOX.PDF_OPENED');
    expect(events).toMatchObject([{ desde: 'readyToShip', hacia: 'readyToShip', perfil: 2 }]);
    expect(await auditOf(scene, id)).toEqual([]);
  });

  test('is refused while the box is open', async () => {
    const { id } = await boxIn(scene, 'open');
    await expect(legalise(id)).rejects.toMatchObject({ status: 409 });
    expect(await boxRow(scene, id)).toMatchObject({ pdf_descargado: null });
  });

  test('is refused to users who do not see the store', async () => {
    const { id } = await boxIn(scene, 'supervision');
    const outsider = await addPerson(scene.db, { profile: 2, email: 'ajeno@cajamenor.test' });
    const attempt = legalisationOf(contextOf(2, outsider.id), id);
    await expect(attempt).rejects.toMatchObject({ status: 404 });
    await expect(legalise(99_999)).rejects.toMatchObject({ status: 404 });
    expect(await boxRow(scene, id)).toMatchObject({ pdf_descargado: null });
  });
});
