/** Hostile texts in the output of the server: workbook, PDF, mails and answers. */
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documents } from '#contract/contract.ts';
import { sendNext } from '#server/operate/outbox-worker.ts';
import { must, type Scene, startScene } from '#tests/kit/box-scene.ts';
import { boxIn, type StagedBox } from '#tests/kit/box-stages.ts';
import { pageTexts } from '#tests/kit/files/pdf-text.ts';
import { readWorkbook } from '#tests/kit/files/workbook.ts';
import { hostileWords, writeWordsInto } from '#tests/kit/hostile-words.ts';
import { readMail, startSmtp, type TestSmtp } from '#tests/kit/smtp.ts';

/** Would add a recipient if it reached the header of a mail unescaped. */
const intruder = 'Tienda\r\nBcc: malo@cajamenor.test\r\n\r\n<script>window.hurt=1</script>';

let scene: Scene;
let smtp: TestSmtp;
let box: StagedBox;
beforeAll(async () => {
  scene = await startScene();
  smtp = await startSmtp();
  box = await boxIn(scene, 'finalAccounting', [{ recibo: 'PALABRAS1' }]);
  await writeWordsInto(scene.db);
});
afterAll(async () => {
  await smtp.close();
  await scene.close();
});

test('the workbook holds hostile texts as text cells, without formulas, links or external data', async () => {
  const { rawPayload } = await scene.browsers[6].get(documents.consolidated.path);
  // Throws when a cell is a formula.
  const { files, rows } = readWorkbook(rawPayload);
  const cells = rows.flatMap((row) =>
    Object.values(row).filter((cell) => String(cell?.value).startsWith('=HYPERLINK')),
  );
  expect(cells.length).toBeGreaterThanOrEqual(15);
  for (const cell of cells) expect(cell?.type).toBe('text');
  const all = Object.entries(files).flat().join('\n');
  expect(all).not.toMatch(/<f>|<f |hyperlinks?[ >]|externalLink|vbaProject|TargetMode="External"/);
});

test('the legalisation shows hostile texts and has no active content', async () => {
  const { statusCode, rawPayload } = await scene.browsers[6].get(
    `${documents.legalisation.path}?id_caja=${box.id}`,
  );
  expect(statusCode).toBe(200);
  expect((await pageTexts(rawPayload)).join(' ')).toContain('=HYPERLINK');
  const active = /\/(JS|JavaScript|OpenAction|AA|URI|Launch|SubmitForm|GoToR|EmbeddedFile)\b/g;
  const found = rawPayload
    .toString('latin1')
    .replaceAll(/\bstream\r?\n.*?\bendstream\b/gs, '')
    .match(active);
  expect(found ?? []).toEqual([]);
});

test('a mail with hostile texts has no injected recipient, header or markup', async () => {
  const { db, people, store } = scene;
  await db.updateTable('usuarios').set({ razon_social: intruder }).execute();
  await db
    .updateTable('tiendas')
    .set({ nombre: intruder, email: 'tienda@cajamenor.test' })
    .where('id', '=', store.id)
    .execute();
  await db
    .updateTable('tiendas')
    .set({ nombre: `${intruder}2`, email: 'tienda@cajamenor.test' })
    .where('id', '=', box.id_tienda)
    .execute();
  await db.deleteFrom('correo').execute();
  await must(scene.browsers[2], '/enviarSoporteCorreo', { id_caja: box.id });
  await scene.client().call('/recoverPassword', { email: people[7].email });
  const services = {
    db,
    receipts: scene.receipts,
    smtpUrl: smtp.url,
    log: pino({ level: 'silent' }),
    now: scene.clock.now,
  };
  for (let mail = 0; mail < 2; mail += 1) await sendNext(services);
  expect(smtp.received).toHaveLength(2);
  for (const received of smtp.received) {
    expect(received.to).not.toContain('malo@cajamenor.test');
    const { headers, part } = readMail(received);
    expect(headers.bcc).toBeUndefined();
    expect(headers.subject).toMatch(/^[^\r\n]+$/);
    const html = part('text/html').text;
    expect(html).not.toMatch(/<(script|img|a|iframe|form)\b/i);
    expect(html).toContain('&lt;script&gt;');
  }
});

test('the calls return hostile texts unchanged', async () => {
  const { answer } = await scene.browsers[1].call('/obtenerEmpresas');
  expect(answer.every(({ nombre }) => nombre.startsWith(hostileWords))).toBe(true);
});
