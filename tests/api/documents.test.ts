/** Documents opened by a browser: who may, and the headers of the response. */
import { beforeAll, describe, expect, test } from 'vitest';
import { documents } from '#contract/contract.ts';
import type { Permission } from '#contract/permissions.ts';
import { profiles, type ProfileId } from '#machines/domain/people/profiles.ts';
import { inlineAs } from '#server/platform/http/document-request.ts';
import { expenseRow } from '#tests/kit/box-rows.ts';
import { record, startScene } from '#tests/kit/box-scene.ts';
import { boxIn, type StagedBox } from '#tests/kit/box-stages.ts';
import { jpgFile, pdfFile } from '#tests/kit/files/receipt-files.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);
let sent: StagedBox;
beforeAll(async () => {
  sent = await boxIn(scene, 'supervision');
});

const everyProfile = Object.keys(profiles).map(Number) as ProfileId[];
const legalisationOf = (id: number | string) => `${documents.legalisation.path}?id_caja=${id}`;

async function upload(bytes: Buffer, filename: string) {
  const id_gasto = await record(scene, {}, { receipt: false });
  await scene.browsers[2].upload('/cargarSoporte', { id_gasto }, { filename, bytes });
  const { soporte } = await expenseRow(scene, id_gasto);
  return `${documents.receipt.path}/${soporte}`;
}

describe('a receipt', () => {
  test('as a PDF opens inline, under a policy without scripts', async () => {
    const bytes = await pdfFile('Señal');
    const url = await upload(bytes, 'Señal nueva.pdf');
    const { statusCode, headers, rawPayload } = await scene.browsers[2].get(url);
    expect(statusCode).toBe(200);
    expect(rawPayload).toEqual(bytes);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      'content-disposition': `inline; filename="Senal nueva.pdf"; filename*=UTF-8''Se%C3%B1al%20nueva.pdf`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'x-frame-options': 'SAMEORIGIN',
    });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).not.toContain('script-src');
    // Chromium's PDF viewer shows nothing in a sandbox.
    expect(policy).not.toContain('sandbox');
  });

  test('is saved under the number of its receipt, with the extension of what it is', async () => {
    const url = await upload(await jpgFile('cuatro'), 'IMG_2041.png');
    const { headers, rawPayload } = await scene.browsers[2].get(`${url}?descargar=si`);
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="Soporte [A-Z\d]+\.jpg"$/i,
    );
    expect(rawPayload.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
  });

  test('as an image is served in a sandbox', async () => {
    const { headers } = await scene.browsers[2].get(await upload(await jpgFile('uno'), 'foto.png'));
    expect(headers['content-type']).toBe('image/jpeg');
    expect(headers['content-security-policy']).toMatch(/; sandbox$/);
  });

  test.each(['no-existe.pdf', '..%2f..%2fcaja-menor.db', '%00'])(
    'named «%s» answers 404',
    async (name) => {
      const { statusCode } = await scene.browsers[2].get(`${documents.receipt.path}/${name}`);
      expect(statusCode).toBe(404);
    },
  );

  test('is also served sheet by sheet, as images drawn by the server', async () => {
    const url = (await upload(await pdfFile('Una hoja'), 'una.pdf')).replace('soportes', 'hojas');
    expect((await scene.browsers[2].get(url)).json()).toEqual({ hojas: 1 });
    const { headers, rawPayload } = await scene.browsers[2].get(`${url}/1`);
    expect(headers['content-type']).toBe('image/jpeg');
    expect(headers['cache-control']).toBe('private, no-store');
    expect(rawPayload.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    for (const sheet of ['2', '0', 'x', '1e1'])
      expect((await scene.browsers[2].get(`${url}/${sheet}`)).statusCode).toBe(404);
    const picture = (await upload(await jpgFile('dos'), 'dos.jpg')).replace('soportes', 'hojas');
    expect((await scene.browsers[2].get(picture)).json()).toEqual({ hojas: 1 });
    expect((await scene.browsers[2].get(`${picture}/1`)).statusCode).toBe(200);
    expect((await scene.browsers[2].get(`${picture}/2`)).statusCode).toBe(404);
  });

  test.each(everyProfile)('of a sent box opens by permission for profile %i', async (profile) => {
    const { soporte } = await expenseRow(scene, sent.expenses[0] ?? 0);
    const { statusCode } = await scene.browsers[profile].get(
      `${documents.receipt.path}/${soporte}`,
    );
    const permissions: readonly Permission[] = profiles[profile].permisos;
    const mayOpen = documents.receipt.who.some((permission) => permissions.includes(permission));
    // Maintenance has the permission, but this box was never in maintenance.
    expect(statusCode).toBe(profile === 5 ? 404 : mayOpen ? 200 : 403);
  });
});

describe('the legalisation', () => {
  test('is a PDF named after the store and the number of the box', async () => {
    const { statusCode, headers, rawPayload } = await scene.browsers[2].get(
      legalisationOf(sent.id),
    );
    expect(statusCode).toBe(200);
    expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(headers['content-type']).toBe('application/pdf');
    expect(headers['content-disposition']).toMatch(
      /^inline; filename=legalizacion-tienda-de-prueba-\d+-1\.pdf$/,
    );
    expect(headers['cache-control']).toBe('private, no-store');
  });

  test.each(everyProfile)('of a sent box opens by permission for profile %i', async (profile) => {
    const { statusCode } = await scene.browsers[profile].get(legalisationOf(sent.id));
    const permissions: readonly Permission[] = profiles[profile].permisos;
    const mayOpen = documents.legalisation.who.some((name) => permissions.includes(name));
    expect(statusCode).toBe(mayOpen ? 200 : 403);
  });

  test('is refused for open boxes, without a session, and for other or invalid ids', async () => {
    const open = await scene.browsers[2].get(legalisationOf(scene.store.idCaja));
    expect([open.statusCode, open.json()[0].msg]).toEqual([
      409,
      'La caja aún no se ha enviado: no tiene legalización.',
    ]);
    const outsider = await scene.client().get(legalisationOf(sent.id));
    expect(outsider.statusCode).toBe(401);
    for (const id of [scene.otherStore.idCaja, 999_999, 'x', '1 or 1=1', '-1', '']) {
      const { statusCode } = await scene.browsers[2].get(legalisationOf(encodeURIComponent(id)));
      expect([id, statusCode]).toEqual([id, 404]);
    }
  });
});

describe('every answer below /documentos', () => {
  test('has restrictive headers, also for refusals and downloads', async () => {
    for (const url of [
      documents.consolidated.path,
      legalisationOf(999_999),
      `${documents.receipt.path}/no-existe.pdf`,
      `${documents.invoice.path}/no-existe`,
    ]) {
      const { headers } = await scene.browsers[4].get(url);
      expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*; sandbox$/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['x-frame-options']).toBe('SAMEORIGIN');
      expect(headers['cache-control']).toBe('private, no-store');
    }
  });
});

describe('a generated document', () => {
  test('is limited to thirty requests a minute per user', async () => {
    scene.clock.advance(60_000);
    const open = async (profile: ProfileId) =>
      (await scene.browsers[profile].get(legalisationOf(999_999))).statusCode;
    for (let time = 0; time < 30; time += 1) expect(await open(2)).toBe(404);
    const response = await scene.browsers[2].get(legalisationOf(sent.id));
    expect([response.statusCode, response.json()]).toEqual([
      429,
      [{ status: '429', msg: 'Demasiados intentos. Espere un momento e intente de nuevo.' }],
    ]);
    expect(await open(4)).toBe(404);
    scene.clock.advance(60_000);
    expect(await open(2)).toBe(404);
  });
});

describe('the name of a document', () => {
  test.each([
    ['recibo.pdf', 'inline; filename=recibo.pdf'],
    ['a"b\r\nSet-Cookie: x=1.pdf', 'inline; filename="a\\"bSet-Cookie: x=1.pdf"'],
    ['../../etc/passwd', 'inline; filename=....etcpasswd'],
    ['', 'inline; filename=documento'],
    ["año (2)'.png", `inline; filename="ano (2)'.png"; filename*=UTF-8''a%C3%B1o%20%282%29%27.png`],
  ])('%j is escaped in its header', (name, header) => {
    expect(inlineAs(name)).toBe(header);
  });
});
