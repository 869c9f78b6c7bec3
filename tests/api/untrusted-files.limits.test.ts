/** Limits on the simultaneous work of one user, and the end of aborted work. */
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { receiptTypes } from '#contract/calls/expenses.calls.ts';
import { apiBase, documents } from '#contract/contract.ts';
import { defaultAtOnce } from '#server/platform/config/config.ts';
import { namedAsItIs } from '#server/platform/http/document-request.ts';
import { untrustedFiles } from '#server/platform/workers/untrusted-files.ts';
import { testEngine } from '#tests/kit/environment.ts';
import { boxRow, expenseRow } from '#tests/kit/box-rows.ts';
import { record, startScene } from '#tests/kit/box-scene.ts';
import { boxIn, newStore } from '#tests/kit/box-stages.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { pdfWithHeavyPage } from '#tests/kit/files/hostile-files.ts';
import { pageTexts } from '#tests/kit/files/pdf-text.ts';
import { jpgFile, pdfFile } from '#tests/kit/files/receipt-files.ts';
import {
  damagedThenPages,
  manyFields,
  slowSecondPage,
  slowShadings,
  slowTiles,
} from '#tests/kit/hostile/pdf.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { openConnection } from '#tests/kit/raw-request.ts';
import { csvOf, userCells, userHeads } from '#tests/kit/row-import.ts';

const scene = perFile(() => startScene({ config: { atOnce: defaultAtOnce }, oneProcess: true }));
let url: string;
beforeAll(async () => {
  await scene.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(scene.app.server.address() as AddressInfo).port}`;
});

/** Temporary files of uploads and documents under way. */
const scratchInUse = (): string[] =>
  readdirSync(join(scene.config.dataDir, 'soportes')).filter((name) => name.endsWith('.tmp'));

/** Polling limits for a busy machine. */
const soon = { timeout: 20_000, interval: 20 };

const legalisationOf = (id: number) => `${documents.legalisation.path}?id_caja=${id}`;
const headLine = ([name, value]: [string, string]) => `${name}: ${value}\r\n`;
const cookiesOf = ({ cookies }: TestClient): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

const beginningOfFile =
  '--x\r\ncontent-disposition: form-data; name="archivo"; filename="a.pdf"\r\n\r\n%PDF-1.4';

/** Starts an upload whose file never ends; resolves once the server responds. */
async function holdUpload(browser: TestClient) {
  const socket = await openConnection(url);
  const headers: Record<string, string> = {
    host: 'x',
    cookie: cookiesOf(browser),
    'x-xsrf-token': browser.cookies.get('XSRF-TOKEN') ?? '',
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': '9000000',
    expect: '100-continue',
  };
  const head = Object.entries(headers).map(headLine).join('');
  socket.write(`POST ${apiBase}/cargarSoporte HTTP/1.1\r\n${head}\r\n${beginningOfFile}`);
  await once(socket, 'data');
  return socket;
}

test('a fourth simultaneous upload of a user is refused, and accepted once the others end', async () => {
  const browser = scene.browsers[2];
  const id_gasto = await record(scene, {}, { receipt: false });
  const upload = async (by: TestClient, id: number) =>
    by.upload('/cargarSoporte', { id_gasto: id }, { filename: 'a.pdf', bytes: await pdfFile('a') });
  const held: Socket[] = [];
  onTestFinished(() => {
    for (const socket of held) socket.destroy();
  });
  // The attempts in between count too, and may use the last slot.
  await vi.waitUntil(async () => {
    held.push(await holdUpload(browser));
    return (await upload(browser, 0)).status === 429;
  }, soon);
  expect((await upload(browser, id_gasto)).body).toMatchObject([
    { msg: 'Tiene 3 archivos en camino. Espere a que terminen e intente de nuevo.' },
  ]);
  const other = await record(scene, { id_tienda: scene.otherStore.id }, { as: 4, receipt: false });
  expect((await upload(scene.browsers[4], other)).status).toBe(200);
  await vi.waitUntil(() => scratchInUse().length === 3, soon);
  for (const socket of held) socket.destroy();
  await vi.waitUntil(async () => (await upload(browser, id_gasto)).status === 200, soon);
  await vi.waitUntil(() => scratchInUse().length === 0, soon);
});

test('a third simultaneous document of a user is refused', async () => {
  const { id } = await boxIn(scene, 'supervision');
  const answers = await Promise.all([1, 2, 3].map(() => scene.browsers[2].get(legalisationOf(id))));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 429]);
  expect((await scene.browsers[2].get(legalisationOf(id))).statusCode).toBe(200);
});

test('a HEAD request answers 404 and does not count as a download', async () => {
  const { id } = await boxIn(scene, 'supervision');
  const { statusCode } = await scene.browsers[2].send({ method: 'HEAD', url: legalisationOf(id) });
  expect(statusCode).toBe(404);
  expect((await boxRow(scene, id)).pdf_descargado).toBeNull();
});

test.each([
  ['a pattern of tiles', slowTiles],
  ['shadings', slowShadings],
  ['a form', manyFields],
] as const)('a receipt that takes too long to draw is refused: %s', async (_, make) => {
  const id_gasto = await record(scene, {}, { receipt: false });
  const file = { filename: 'lento.pdf', bytes: make() };
  const { status, body } = await scene.browsers[2].upload('/cargarSoporte', { id_gasto }, file);
  expect(status).toBe(422);
  expect(body).toMatchObject([
    {
      msg: 'El archivo tarda demasiado en mostrarse. Imprímalo como PDF, o tómele una foto, y cárguelo.',
    },
  ]);
});

/** A sent box whose receipts were stored without the checks of an upload, as by older versions. */
async function boxOfBefore(receipts: readonly [bytes: Buffer, type: string][]) {
  const { id, expenses } = await boxIn(
    scene,
    'finalAccounting',
    receipts.map(() => ({})),
  );
  for (const [index, [bytes, soporte_tipo]] of receipts.entries()) {
    const soporte_sha256 = await scene.receipts.save(bytes);
    await scene.db
      .updateTable('gastos')
      .set({ soporte_sha256, soporte_tipo, soporte_bytes: bytes.length })
      .where('id', '=', expenses[index] ?? 0)
      .execute();
  }
  /** Pages of each receipt, or the word of its note, as in the text of the document; repeated while it answers 503. */
  async function shownBy(browser: TestClient): Promise<string[]> {
    const answer = await browser.get(legalisationOf(id));
    if (answer.statusCode !== 200) {
      expect(answer.statusCode).toBe(503);
      expect(answer.headers['retry-after']).toMatch(/^\d+$/);
      expect(answer.json()).toMatchObject([
        { msg: 'Los soportes de esta caja tardan en abrirse. Intente de nuevo en un momento.' },
      ]);
      return shownBy(browser);
    }
    const texts = await pageTexts(answer.rawPayload);
    return receipts.map((_, index) => {
      const pages = texts.filter((text) => text.includes(`Soporte del gasto ${index + 1}`));
      return `${pages.length} ${/dañado|demasiado grande/.exec(pages.join(' '))?.[0] ?? 'shown'}`;
    });
  }
  return { id, shownBy };
}

test('a hard box has the same document for five users at once', { timeout: 600_000 }, async () => {
  const { shownBy } = await boxOfBefore([
    [manyFields(40_000), receiptTypes.pdf],
    [await pdfFile('entero', { pages: 3 }), receiptTypes.pdf],
    [damagedThenPages(), receiptTypes.pdf],
    [await jpgFile('foto'), receiptTypes.jpg],
  ]);
  const { 2: store, 3: supervisor, 6: accounting, 7: control, 8: manager } = scene.browsers;
  const shown = await Promise.all(
    [store, supervisor, accounting, control, manager].map((browser) => shownBy(browser)),
  );
  const expected = ['1 dañado', '3 shown', '30 shown', '1 shown'];
  expect(shown).toEqual(Array.from({ length: 5 }, () => expected));
});

test('a legalisation is the same when its receipts take long to open', async () => {
  const { id } = await boxOfBefore([
    [await pdfFile('entero', { pages: 3 }), receiptTypes.pdf],
    [damagedThenPages(), receiptTypes.pdf],
  ]);
  const textsOf = async () =>
    pageTexts((await scene.browsers[2].get(legalisationOf(id))).rawPayload);
  const texts = await textsOf();
  expect(texts.filter((text) => text.includes('entero'))).toHaveLength(3);
  const slow = textsOf();
  await expect.poll(() => untrustedFiles.load().running, { interval: 1 }).toBe(1);
  const pid = untrustedFiles.pid() ?? expect.fail('no process');
  process.kill(pid, 'SIGSTOP');
  await wait(12_000);
  process.kill(pid, 'SIGCONT');
  expect(await slow).toEqual(texts);
}, 120_000);

test('slow receipts do not delay other users, and are not drawn twice', async () => {
  const store = await newStore(scene);
  const slow: string[] = [];
  for (let sheet = 1; sheet <= 5; sheet += 1) {
    const id_gasto = await record(scene, { id_tienda: store.id }, { as: 4, receipt: false });
    const file = { filename: 'lento.pdf', bytes: slowSecondPage(`${sheet}`) };
    await scene.browsers[4].upload('/cargarSoporte', { id_gasto }, file);
    const { soporte } = await expenseRow(scene, id_gasto);
    slow.push(`${documents.sheets.path}/${soporte}/2`);
  }
  const others = await boxIn(scene, 'supervision');
  const id_gasto = await record(scene, {}, { receipt: false });

  const run = vi.spyOn(untrustedFiles, 'run');
  onTestFinished(() => void run.mockRestore());
  const asked = slow.map((url) => scene.browsers[4].get(url));
  let answered = 0;
  for (const answer of asked) void answer.then(() => (answered += 1));
  await vi.waitUntil(() => untrustedFiles.load().running > 0, soon);

  const receipt = { filename: 'a.pdf', bytes: await pdfFile('a') };
  expect((await scene.browsers[2].upload('/cargarSoporte', { id_gasto }, receipt)).status).toBe(
    200,
  );
  const users = { filename: 'u.csv', bytes: csvOf([userHeads, userCells()]) };
  expect(
    (await scene.browsers[1].upload('/revisarImportacion', { tabla: 'usuarios' }, users)).status,
  ).toBe(200);
  expect((await scene.browsers[2].get(legalisationOf(others.id))).statusCode).toBe(200);
  // Without a fair queue by user, the upload would start after four of them had timed out.
  expect(answered).toBeLessThan(4);

  const statuses = async (answers: ReturnType<TestClient['get']>[]) =>
    (await Promise.all(answers)).map(({ statusCode }) => statusCode);
  expect(await statuses(asked)).toEqual(slow.map(() => 422));
  run.mockClear();
  expect(await statuses(slow.map((url) => scene.browsers[4].get(url)))).toEqual(
    slow.map(() => 422),
  );
  expect(run).not.toHaveBeenCalled();
});

test('an aborted download ends its work', async () => {
  const store = await newStore(scene);
  const id_gasto = await record(scene, { id_tienda: store.id }, { as: 4, receipt: false });
  const file = { filename: 'recibo.pdf', bytes: pdfWithHeavyPage(400) };
  expect((await scene.browsers[4].upload('/cargarSoporte', { id_gasto }, file)).status).toBe(200);
  await scene.browsers[4].call('/enviarCaja', { id_caja: store.idCaja, id_tienda: store.id });
  const socket = await openConnection(url);
  const head = Object.entries({ host: 'x', cookie: cookiesOf(scene.browsers[4]) }).map(headLine);
  socket.write(`GET ${legalisationOf(store.idCaja)} HTTP/1.1\r\n${head.join('')}\r\n`);
  await vi.waitUntil(() => untrustedFiles.load().running === 1, soon);
  // The file of the document, and that of a receipt that is not stored in the folder.
  expect(scratchInUse()).toHaveLength(testEngine() === 'postgres' ? 2 : 1);
  socket.destroy();
  await vi.waitUntil(() => untrustedFiles.load().running === 0, soon);
  await wait(50);
  expect(untrustedFiles.load()).toEqual({ running: 0, waiting: 0 });
  await vi.waitUntil(() => scratchInUse().length === 0, soon);
  expect((await boxRow(scene, store.idCaja)).pdf_descargado).toBeNull();
});

test.each([
  ['foto.html', 'jpg', 'foto.jpg'],
  ['foto.jpeg', 'jpg', 'foto.jpeg'],
  ['FOTO.JPG', 'jpg', 'FOTO.JPG'],
  ['recibo', 'png', 'recibo.png'],
  ['recibo v1.2 final', 'pdf', 'recibo v1.2 final.pdf'],
  ['recibo.pdf', 'png', 'recibo.png'],
  ['.htaccess', 'pdf', '.htaccess.pdf'],
] as const)('a receipt named %s of type %s is saved as %s', (name, type, expected) => {
  expect(namedAsItIs(name, receiptTypes[type])).toBe(expected);
});
