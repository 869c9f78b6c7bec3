/**
 * Every file that somebody made to stop the server, all of them at once, while others ask whether it lives:
 * each gets a clear answer, nobody waits, and what the files took is given back.
 *
 * How long nobody waits is said in processor time of the main thread, which is the same on a machine that is
 * busy with something else. HEALTH_LIMIT, in milliseconds, bounds the answers of /salud on the clock too:
 * `npm run test:trust` asks for 50.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { apiBase, documents } from '#contract/contract.ts';
import { tried } from '#tests/kit/cases.ts';
import { pageTexts } from '#tests/kit/files/pdf-text.ts';
import { pdfFile } from '#tests/kit/files/support-files.ts';
import { hostileInvoices, hostileReceipts } from '#tests/kit/hostile/table.ts';
import { type DataFolder, openDataFolder, programToken } from '#tests/kit/program.ts';
import { openConnection } from '#tests/kit/raw-request.ts';
import { seedWorld } from './company.ts';
import { goodWord, ReceiptBoxes, signedIn } from './receipt-boxes.ts';
import { askForHealth, serveWatched } from './watched-server.ts';

/** Milliseconds on the clock in which /salud answers; without it nothing is asked of the clock. */
const healthLimit = Number(process.env.HEALTH_LIMIT ?? Number.POSITIVE_INFINITY);
/** Milliseconds of processor time of one turn of the main thread. */
const LONGEST_TURN = 50;
const [ANONYMOUS, HELD] = [60, 100];
const MEGABYTE = 1024 * 1024;
/** Bytes that may stay beside what there was before. */
const KEPT = 40 * MEGABYTE;
/** Milliseconds for all of it on a busy machine. */
const TRIAL = 240_000;

const say = (line: string): void => void process.stdout.write(`strangers: ${line}\n`);

let folder: DataFolder;
beforeEach(() => {
  folder = openDataFolder();
});
afterEach(() => folder.close());

interface Answer {
  status: number;
  body: unknown;
}
interface Attempt extends Answer {
  what: string;
}

const isPdf = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 5) === '%PDF-';

const sentence = [{ msg: expect.stringMatching(/^[«A-ZÁÉÍÓÚ].*[.a-zñ)]$/s) }];
const isBusy = ({ status }: Answer): boolean => status === 429 || status === 503;

/** Whoever is told that the server is busy, or to wait, tries again: every file is looked at in the end. */
async function insist(what: string, send: () => Promise<Answer>): Promise<Attempt> {
  for (;;) {
    const start = performance.now();
    const { status, body } = await send();
    tried(1);
    if (process.env.ATTACK_LOG)
      say(
        `${what}: ${status} ${JSON.stringify(body)?.slice(0, 150)} ${Math.round(performance.now() - start)} ms`,
      );
    if (!isBusy({ status, body })) return { what, status, body };
    expect(body, what).toMatchObject(sentence);
    await wait(250);
  }
}

const made = (table: typeof hostileReceipts): Promise<[string, Buffer][]> =>
  Promise.all(
    Object.entries(table)
      .filter(([n]) => new RegExp(process.env.ATTACK_ONLY ?? '').test(n))
      .map(async ([name, make]): Promise<[string, Buffer]> => [name, await make()]),
  );

/** A megabyte instead of an address and a password. */
async function strangerSignsIn(url: string): Promise<Answer> {
  const body = JSON.stringify({
    token: programToken,
    email: 'x@y.co',
    password: 'a'.repeat(MEGABYTE),
  });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}${apiBase}/auth/user`, { method: 'POST', body, headers }).then(
    async (response) => ({ status: response.status, body: await response.json() }),
    // Whoever is refused while still sending may find the line closed.
    () => ({ status: 413, body: null }),
  );
  return answer;
}

/** An upload that never ends. */
async function holdUpload(url: string, headers: Record<string, string>, bytes: number) {
  const socket = await openConnection(url);
  socket.on('error', () => undefined);
  const head = Object.entries({
    ...headers,
    host: 'x',
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': String(10 * MEGABYTE),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${apiBase}/cargarSoporte HTTP/1.1\r\n${head.join('')}\r\n`);
  socket.write(
    '--x\r\nContent-Disposition: form-data; name="archivo"; filename="a.pdf"\r\n\r\n%PDF-1.4\n',
  );
  socket.write(Buffer.alloc(bytes));
  return socket;
}

test(
  'the files of strangers stop nobody',
  async () => {
    const [files, invoices] = await Promise.all([made(hostileReceipts), made(hostileInvoices)]);
    const world = await seedWorld(folder);
    const [live = 0, before = 0] = world.stores;
    const server = await serveWatched(folder);
    const twin = openDataFolder();
    const idle = await twin.serve();
    const boxes = new ReceiptBoxes(folder, world, await signedIn(world, server.url, 2));
    const accounting = await signedIn(world, server.url, 6);
    const expenses: number[] = [];
    for (const _ of files) expenses.push(await boxes.record(live));
    const boxOfBefore = await boxes.sendBoxOfBefore(
      before,
      files.map(([, bytes]) => bytes),
    );
    const started = await server.look();

    const endOfAsking = askForHealth(server, idle);
    const headers = boxes.store.headers();
    const held = await Promise.all(
      Array.from({ length: HELD }, () => holdUpload(server.url, headers, 9 * MEGABYTE)),
    );
    const rows = await boxes.store.must('/gastosCaja', { id_caja: boxOfBefore, estado_caja: 2 });
    const supports = rows.flatMap((row) => ('soporte' in row ? row.soporte : []));
    const documentsOfBefore = [
      insist('the legalisation of a box of before', async () => {
        const response = await boxes.legalisation(boxOfBefore);
        const bytes = Buffer.from(await response.arrayBuffer());
        return { status: response.status, body: isPdf(bytes) ? bytes : JSON.parse(`${bytes}`) };
      }),
      ...['HEAD', 'GET'].flatMap((method) =>
        supports.map((soporte) =>
          insist(`${method} of a support`, async () => {
            const url = `${server.url}${documents.support.path}/${soporte}`;
            const range = { ...headers, range: 'bytes=100-200' };
            const response = await fetch(url, { method, headers: range });
            await response.arrayBuffer();
            return { status: response.status, body: null };
          }),
        ),
      ),
    ];
    const attempts = await Promise.all([
      ...files.map(([name, bytes], index) =>
        insist(name, () => boxes.upload(expenses[index] ?? 0, bytes)),
      ),
      ...invoices.map(([name, bytes]) =>
        insist(name, () => accounting.upload('/importarFacturas', {}, bytes)),
      ),
      ...Array.from({ length: ANONYMOUS }, () =>
        insist('a megabyte to the sign-in', () => strangerSignsIn(server.url)),
      ),
      ...documentsOfBefore,
    ]);
    for (const socket of held) socket.destroy();
    const [attacked, control] = await endOfAsking();
    const during = await server.look();
    await wait(100);
    const after = await server.look();
    await twin.close();

    for (const { what, status, body } of attempts) {
      if (status !== 200 && body !== null) expect(body, what).toMatchObject(sentence);
      expect([200, 206, 400, 413, 415, 422], `${what}: ${JSON.stringify(body)}`).toContain(status);
    }
    say(
      `/salud asked ${attacked?.times} times, ${attacked?.worst.toFixed(1)} ms at most (an idle server beside it ${control?.worst.toFixed(1)}), longest turn ${during.turn.toFixed(1)} ms`,
    );
    say(
      `memory before ${started.used / MEGABYTE} after ${after.used / MEGABYTE} rss ${started.rss / MEGABYTE} ${during.rss / MEGABYTE}`,
    );
    expect(server.child.exitCode).toBeNull();
    expect(attacked?.failed).toBe(0);
    expect(during.turn).toBeLessThan(LONGEST_TURN);
    expect(attacked?.worst).toBeLessThan(healthLimit);
    expect(after.used - started.used).toBeLessThan(KEPT);

    // What was taken can be sent and opened, with the others' receipts.
    await boxes.recordWithReceipt(live);
    for (const [index, [name]] of files.entries()) {
      if (attempts[index]?.status === 200) continue;
      expect(attempts[index]?.what).toBe(name);
      await boxes.upload(expenses[index] ?? 0, await pdfFile(`${name} ${goodWord}`));
    }
    const idCaja = await boxes.send(live);
    for (const id of [idCaja, boxOfBefore]) {
      const response = await boxes.legalisation(id);
      expect(response.status).toBe(200);
      const texts = await pageTexts(new Uint8Array(await response.arrayBuffer()));
      expect(texts.join(' ')).toContain(goodWord);
    }
  },
  TRIAL,
);
