/** /cargarSoporte: the file behind an expense, from the upload to its removal. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { maximumReceiptBytes } from '#contract/calls/expenses.calls.ts';
import { sha256Of } from '#server/platform/access/digests.ts';
import { sweepHalfWritten, sweepReceipts } from '#server/features/expenses/receipts.ts';
import { ageFile, leaveHalfWritten, spoilFile } from '#tests/kit/stored-files.ts';
import { auditOf, eventsOf, expenseRow, refused } from '#tests/kit/box-rows.ts';
import { must, record, startScene } from '#tests/kit/box-scene.ts';
import { boxIn } from '#tests/kit/box-stages.ts';
import { jpgFile, pdfFile, pngFile } from '#tests/kit/files/receipt-files.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);

const unsupported = () => record(scene, {}, { receipt: false });

const upload = (id_gasto: number, bytes: Buffer, filename = 'recibo.dat', as: 2 | 4 | 3 = 2) =>
  scene.browsers[as].upload('/cargarSoporte', { id_gasto }, { filename, bytes });

const nameOf = (row: { soporte: string | null }): string => row.soporte ?? '';

describe('a file', () => {
  test.each([
    ['pdf', 'application/pdf', () => pdfFile('uno')],
    ['jpg', 'image/jpeg', () => jpgFile('uno')],
    ['png', 'image/png', async () => pngFile('uno')],
  ])('%s is recognised by its content, not by its name', async (extension, type, make) => {
    const bytes = await make();
    const id = await unsupported();
    const { answer } = await upload(id, bytes, 'C:\\Fotos\\recibo del día.doc');
    const row = await expenseRow(scene, id);
    expect(row).toMatchObject({
      soporte: answer[0]?.soporte,
      soporte_sha256: sha256Of(bytes),
      soporte_nombre: 'recibo del día.doc',
      soporte_tipo: type,
      soporte_bytes: bytes.length,
      version: 2,
    });
    expect(nameOf(row)).toMatch(new RegExp(`^[\\da-f-]{36}\\.${extension}$`));
    expect(await scene.receipts.read(sha256Of(bytes))).toEqual(bytes);
    expect((await eventsOf(scene, row.id_caja)).at(-1)).toMatchObject({
      evento: 'EXPENSE.ATTACH_SUPPORT',
      id_gasto: id,
    });
    expect(await auditOf(scene, row.id_caja)).toEqual([]);
    const small = await scene.browsers[2].get(`/documentos/miniaturas/${nameOf(row)}`);
    expect([small.statusCode, small.headers['content-type']]).toEqual([200, 'image/jpeg']);
    const { format, width = 0 } = await sharp(small.rawPayload).metadata();
    expect([format, width > 0 && width <= 480]).toEqual(['jpeg', true]);
  });

  test.each(['miniaturas', 'hojas'])(
    'damaged on disk answers 422 when it is drawn: %s',
    async (folder) => {
      const id = await unsupported();
      await upload(id, await pdfFile(`dañado ${folder}`));
      const row = await expenseRow(scene, id);
      await spoilFile(scene, row.soporte_sha256 ?? '', 'nada');
      const { statusCode, body } = await scene.browsers[2].get(
        `/documentos/${folder}/${nameOf(row)}`,
      );
      expect(statusCode).toBe(422);
      expect(body).toContain('Este archivo no se puede mostrar aquí. Ábralo o descárguelo.');
    },
  );

  test.each(['soportes', 'miniaturas', 'hojas'])(
    'whose file is gone answers 410 with one sentence: %s',
    async (folder) => {
      const id = await unsupported();
      await upload(id, await pdfFile(`perdido ${folder}`));
      const row = await expenseRow(scene, id);
      await scene.receipts.remove(row.soporte_sha256 ?? '');
      const answer = await scene.browsers[2].get(`/documentos/${folder}/${nameOf(row)}`);
      expect([answer.statusCode, answer.json()]).toEqual([
        410,
        [
          {
            status: '410',
            msg: 'El archivo de este soporte ya no está en el servidor. Avise al administrador, que puede recuperarlo de un respaldo.',
          },
        ],
      ]);
    },
  );

  test('of exactly ten megabytes is accepted', async () => {
    const whole = await pdfFile('grande');
    const padding = Buffer.alloc(maximumReceiptBytes - whole.length, '%\n');
    const bytes = Buffer.concat([whole.subarray(0, 9), padding, whole.subarray(9)]);
    expect((await upload(await unsupported(), bytes)).status).toBe(200);
  });

  test('with trailing bytes of a camera is accepted', async () => {
    const bytes = Buffer.concat([await jpgFile('cola'), Buffer.from('MotionPhoto_Data')]);
    expect((await upload(await unsupported(), bytes)).status).toBe(200);
  });
});

test('a form without the token is accepted, one with another token is not', async () => {
  const id = await unsupported();
  const file = { filename: 'recibo.png', bytes: pngFile('sin token') };
  const send = (token: string | null) =>
    scene.browsers[2].upload('/cargarSoporte', { id_gasto: id }, file, { token });
  for (const token of ['', 'otro']) expect((await send(token)).status).toBe(401);
  expect((await send(null)).status).toBe(200);
  expect((await expenseRow(scene, id)).soporte_bytes).toBe(file.bytes.length);
});

describe('/cargarSoporte refuses', () => {
  const thumbnail = async () =>
    Buffer.concat([
      Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0x00, 0x06, 0xff, 0xd9, 0x00, 0x00]),
      (await jpgFile('corte')).subarray(2, -60),
    ]);

  test.each<[string, () => Promise<Buffer>, number]>([
    ['a web page', async () => Buffer.from('<html><script>alert(1)</script></html>'), 415],
    ['a GIF', async () => Buffer.from('GIF89a\u0001\u0000\u0001\u0000;', 'latin1'), 415],
    ['text', async () => Buffer.from('hola'), 415],
    ['an empty file', async () => Buffer.alloc(0), 422],
    ['a cut PDF', async () => (await pdfFile('corte')).subarray(0, -300), 422],
    ['a cut PNG', async () => pngFile('corte').subarray(0, -20), 422],
    ['an animated PNG', async () => pngFile('animada', true), 422],
    ['a PNG with a changed byte', async () => changed(pngFile('cambio')), 422],
    ['a cut JPEG', async () => (await jpgFile('corte')).subarray(0, -60), 422],
    ['a cut JPEG with a whole thumbnail', thumbnail, 422],
    [
      'more than ten megabytes',
      async () => Buffer.concat([await pdfFile('x'), randomBytes(maximumReceiptBytes)]),
      413,
    ],
  ])('%s', async (_, make, status) => {
    const id = await unsupported();
    const bytes = await make();
    expect(await refused(scene, () => upload(id, bytes))).toMatchObject({
      status,
      unchanged: true,
    });
    expect(await scene.receipts.exists(sha256Of(bytes))).toBe(false);
  });

  const changed = (bytes: Buffer): Buffer => {
    const copy = Buffer.from(bytes);
    copy[60] = (copy[60] ?? 0) ^ 1;
    return copy;
  };

  test('a form without a file', async () => {
    const id = await unsupported();
    const { status } = await scene.browsers[2].upload('/cargarSoporte', { id_gasto: id }, null);
    expect(status).toBe(422);
  });

  test('an unknown expense, or one of a store that the user does not see', async () => {
    const foreign = await record(
      scene,
      { id_tienda: scene.otherStore.id },
      { as: 4, receipt: false },
    );
    for (const id of [foreign, 99_999]) {
      const bytes = await pdfFile(`ajeno ${id}`);
      expect(await refused(scene, () => upload(id, bytes))).toMatchObject({ status: 404 });
      expect(await scene.receipts.exists(sha256Of(bytes))).toBe(false);
    }
  });

  test('a reviewer', async () => {
    const id = await unsupported();
    const bytes = await pdfFile('revisor');
    expect(await refused(scene, () => upload(id, bytes, 'x.pdf', 3))).toMatchObject({
      status: 403,
    });
  });

  test('an expense of a sent box', async () => {
    const box = await boxIn(scene, 'supervision');
    const bytes = await pdfFile('tarde');
    const attempt = () => upload(box.expenses[0] ?? 0, bytes);
    expect(await refused(scene, attempt)).toEqual({
      status: 409,
      msg: 'La caja ya fue enviada: el gasto no se puede cambiar.',
      guardias: ['boxIsOpen'],
      unchanged: true,
    });
    expect(await scene.receipts.exists(sha256Of(bytes))).toBe(false);
  });
});

describe('a repeated upload', () => {
  test('of the same file returns the first name and changes nothing', async () => {
    const id = await unsupported();
    const bytes = await pdfFile('dos veces');
    const [first, second] = [await upload(id, bytes), await upload(id, bytes)];
    expect(second.answer).toEqual(first.answer);
    expect((await expenseRow(scene, id)).version).toBe(2);
  });

  test('of the same file at the same time stores one file under one name', async () => {
    const id = await unsupported();
    const bytes = await pdfFile('a la vez');
    const [one, other] = await Promise.all([upload(id, bytes), upload(id, bytes)]);
    expect(one.answer).toEqual(other.answer);
    expect(await scene.receipts.read(sha256Of(bytes))).toEqual(bytes);
  });

  test('of another file replaces and deletes the first one', async () => {
    const id = await unsupported();
    const [old, next] = [await pdfFile('anterior'), pngFile('nuevo')];
    const { answer: first } = await upload(id, old);
    const { answer: second } = await upload(id, next);
    expect(second[0]?.soporte).not.toBe(first[0]?.soporte);
    expect(await expenseRow(scene, id)).toMatchObject({ soporte_tipo: 'image/png' });
    expect(await scene.receipts.exists(sha256Of(old))).toBe(false);
    expect(await scene.receipts.exists(sha256Of(next))).toBe(true);
  });
});

describe('removal of the expense', () => {
  const remove = (id_gasto: number) =>
    must(scene.browsers[2], '/eliminarGasto', { id_gasto, id_tienda: scene.store.id });

  test('deletes its file unless another expense uses it', async () => {
    const bytes = await pdfFile('compartido');
    const ids = [await unsupported(), await unsupported()];
    for (const id of ids) await upload(id, bytes);
    await remove(ids[0] ?? 0);
    expect(await scene.receipts.exists(sha256Of(bytes))).toBe(true);
    await remove(ids[1] ?? 0);
    expect(await scene.receipts.exists(sha256Of(bytes))).toBe(false);
  });

  test('never deletes a file that a simultaneous upload uses', async () => {
    for (let round = 0; round < 12; round += 1) {
      const bytes = await pdfFile(`carrera ${round}`);
      const [gone, stays] = [await unsupported(), await unsupported()];
      await upload(gone, bytes);
      await Promise.all([remove(gone), upload(stays, bytes)]);
      expect(await scene.receipts.read(sha256Of(bytes))).toEqual(bytes);
    }
  });
});

describe('the sweep', () => {
  const twoHoursAgo = () => Date.now() - 7_200_000;
  const DAY = 24 * 60 * 60_000;

  test('never deletes an old file that a simultaneous upload attaches', async () => {
    for (let round = 0; round < 10; round += 1) {
      const bytes = await pdfFile(`rescatado ${round}`);
      const sha256 = await scene.receipts.save(bytes);
      await ageFile(scene, sha256, twoHoursAgo());
      const id = await unsupported();
      await Promise.all([upload(id, bytes), sweepReceipts(scene, Date.now())]);
      expect(await expenseRow(scene, id)).toMatchObject({ soporte_sha256: sha256 });
      expect(await scene.receipts.read(sha256)).toEqual(bytes);
    }
  });

  test('retains what it removes for 30 days, and brings it back when a row names it', async () => {
    const id = await unsupported();
    const bytes = await pdfFile('retirado');
    await upload(id, bytes);
    const sha256 = sha256Of(bytes);
    const nameIt = (soporte_sha256: string | null) =>
      scene.db.updateTable('gastos').set({ soporte_sha256 }).where('id', '=', id).execute();
    await nameIt(null);
    await ageFile(scene, sha256, twoHoursAgo());
    const now = Date.now();
    await sweepReceipts(scene, now);
    expect(await scene.receipts.exists(sha256)).toBe(false);

    await sweepReceipts(scene, now + 29 * DAY);
    await nameIt(sha256);
    await sweepReceipts(scene, now + 29 * DAY);
    expect(await scene.receipts.read(sha256)).toEqual(bytes);

    await nameIt(null);
    await scene.receipts.remove(sha256);
    await sweepReceipts(scene, now + 32 * DAY);
    await nameIt(sha256);
    await sweepReceipts(scene, now + 32 * DAY);
    expect(await scene.receipts.exists(sha256)).toBe(false);
    await nameIt(null);
  });

  test('removes ten files and none of eleven', async () => {
    for (const count of [10, 11]) {
      const lost: string[] = [];
      for (let number = 1; number <= count; number += 1) {
        const sha256 = await scene.receipts.save(Buffer.from(`perdido ${count} ${number}`));
        await ageFile(scene, sha256, twoHoursAgo());
        lost.push(sha256);
      }
      const { unnamed, areSwept } = await sweepReceipts(scene, Date.now());
      expect([unnamed.toSorted(), areSwept]).toEqual([lost.toSorted(), count === 10]);
      const left = await Promise.all(lost.map((sha256) => scene.receipts.exists(sha256)));
      expect(left.filter(Boolean)).toHaveLength(count === 10 ? 0 : 11);
      for (const sha256 of lost) await scene.receipts.remove(sha256);
    }
  });

  test('deletes only half-written files and old files without an expense', async () => {
    const id = await unsupported();
    const used = await pdfFile('usado');
    await upload(id, used);
    const forgotten = await scene.receipts.save(await pdfFile('olvidado'));
    const arriving = await scene.receipts.save(await pdfFile('llegando'));
    const left = await leaveHalfWritten(scene, twoHoursAgo());
    for (const sha256 of [sha256Of(used), forgotten]) await ageFile(scene, sha256, twoHoursAgo());
    await sweepReceipts(scene, Date.now());
    await sweepHalfWritten(scene, Date.now());
    const stored = await Promise.all(
      [sha256Of(used), arriving, forgotten].map((sha256) => scene.receipts.exists(sha256)),
    );
    expect(stored).toEqual([true, true, false]);
    expect(left.map((name) => existsSync(name))).toEqual([false, false]);
    expect(await expenseRow(scene, id)).toMatchObject({ soporte_sha256: sha256Of(used) });
  });
});
