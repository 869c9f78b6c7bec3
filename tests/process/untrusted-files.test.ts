/**
 * All malicious files at once, while /salud is requested: each file gets a clear answer, no other request is
 * blocked, and the memory is released.
 *
 * Blocking is measured as processor time of the main thread, which does not depend on other work of the machine.
 * HEALTH_LIMIT, in milliseconds, narrows this limit, and bounds by how much /salud is slower than that of an idle
 * server beside it, since attackers, disk and processors are those of this machine: `npm run test:trust` sets 50.
 */
import { constants, setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { apiBase, documents } from '#contract/contract.ts';
import { openDatabase } from '#server/platform/database/dialects.ts';
import { tried } from '#tests/kit/cases.ts';
import { pageTexts } from '#tests/kit/files/pdf-text.ts';
import { hostileInvoices, hostileReceipts, hostileTables } from '#tests/kit/hostile/table.ts';
import { addManyBoxes } from '#tests/kit/many-boxes.ts';
import { type DataFolder, openDataFolder, programToken } from '#tests/kit/program.ts';
import { openConnection } from '#tests/kit/raw-request.ts';
import { seedWorld, type World } from './company.ts';
import { goodWord, ReceiptBoxes, signedIn } from './receipt-boxes.ts';
import { askForHealth, serveWatched } from './watched-server.ts';

/** Milliseconds; without it, response times are not checked. */
const healthLimit = Number(process.env.HEALTH_LIMIT ?? Number.POSITIVE_INFINITY);
/**
 * Most milliseconds of processor time of one event-loop turn of the main thread: wide enough for a shared and
 * therefore slower processor, and a thirtieth of the shortest stall that was observed.
 */
const LONGEST_TURN = Math.min(200, healthLimit);
const [ANONYMOUS, HELD] = [60, 100];
/** Boxes of two years, with some 2.4 expenses each: MANY_BOXES=420000 is a million expenses. */
const MANY_BOXES = Number(process.env.MANY_BOXES ?? 300);
/** Requests for the workflow of all boxes. */
const LOOKS = 20;
/** Receipts that an earlier version accepted, in one box, besides a good one. */
const IN_A_BOX = 5;
const MEGABYTE = 1024 * 1024;
/** Bytes by which the used memory may grow. */
const STORED = 40 * MEGABYTE;
/** Milliseconds for the whole test on a busy machine. */
const TRIAL = 600_000 + MANY_BOXES * 10;

const say = (line: string): void => void process.stdout.write(`untrusted files: ${line}\n`);

let folder: DataFolder;
let duplicate: DataFolder;
beforeEach(() => {
  folder = openDataFolder();
  duplicate = openDataFolder();
});
afterEach(() => Promise.all([folder.close(), duplicate.close()]));

interface Answer {
  status: number;
  body: unknown;
}
interface Attempt extends Answer {
  what: string;
}

const unsent = Buffer.alloc(9 * MEGABYTE);

const sentence = [{ msg: expect.stringMatching(/^[«A-ZÁÉÍÓÚ].*[.a-zñ)]$/s) }];
const isBusy = ({ status }: Answer): boolean => status === 429 || status === 503;

/** Counts as busy: the server closed the reused connection before it received the request. */
function unasked(error: unknown): Answer {
  const { cause } = error as { cause?: { code?: string } };
  if (cause?.code !== 'UND_ERR_SOCKET') throw error;
  return { status: 503, body: [{ msg: 'La línea se cerró.' }] };
}

/** Repeats a request that is answered as busy, so that every file is processed in the end. */
async function insist(what: string, send: () => Promise<Answer>): Promise<Attempt> {
  for (;;) {
    const { status, body } = await send().catch(unasked);
    tried(1);
    if (!isBusy({ status, body })) return { what, status, body };
    expect(body, what).toMatchObject(sentence);
    await wait(250);
  }
}

const made = (table: typeof hostileReceipts): Promise<[string, Buffer][]> =>
  Promise.all(
    Object.entries(table).map(
      async ([name, make]): Promise<[string, Buffer]> => [name, await make()],
    ),
  );

/** The legalisation of a box; a connection that is closed after a minute without data counts as busy. */
async function legalised(boxes: ReceiptBoxes, id: number): Promise<Answer & { bytes: Buffer }> {
  const response = await boxes.legalisation(id).catch(() => null);
  if (response === null) return { status: 503, body: [{ msg: 'Nadie contestó.' }], bytes: unsent };
  const bytes = Buffer.from(await response.arrayBuffer());
  const body = response.status === 200 ? null : JSON.parse(`${bytes}`);
  return { status: response.status, body, bytes };
}

/** A sign-in with a password of a megabyte. */
async function unknownSignsIn(url: string): Promise<Answer> {
  const body = JSON.stringify({
    token: programToken,
    email: 'x@y.co',
    password: 'a'.repeat(MEGABYTE),
  });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}${apiBase}/auth/user`, { method: 'POST', body, headers }).then(
    async (response) => ({ status: response.status, body: await response.json() }),
    // The connection may be closed when the request is refused before it is sent completely.
    () => ({ status: 413, body: null }),
  );
  return answer;
}

/** An upload that never ends. */
async function holdUpload(url: string, headers: Record<string, string>) {
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
  socket.write(unsent);
  return socket;
}

/** Runs `lanes` at a time, as many as one user may have. @returns the results in the order of the work */
async function inLanes<Result>(lanes: number, work: readonly (() => Promise<Result>)[]) {
  const results: Result[] = [];
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < work.length; index = next++) {
      const one = work[index];
      if (one) results[index] = await one();
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}

/** Adds years of boxes of other stores before the server starts. @returns the number of expenses */
async function addYears({ dataDir }: DataFolder, { people }: World): Promise<number> {
  const { db, close } = openDatabase({ dataDir });
  const stores = Math.ceil(MANY_BOXES / 575);
  const company = { db, people, clock: { now: Date.now } };
  const made = await addManyBoxes(company, { boxes: MANY_BOXES, stores, days: 730 });
  await close();
  return made.expenses;
}

/** Requests a part of a receipt, or only its headers. */
async function partOf(url: string, method: string, headers: Record<string, string>) {
  const range = { ...headers, range: 'bytes=100-200' };
  const response = await fetch(url, { method, headers: range });
  await response.arrayBuffer();
  return { status: response.status, body: null };
}

test(
  'malicious files are answered and do not block other requests',
  async () => {
    const [files, invoices, tables] = await Promise.all([
      made(hostileReceipts),
      made(hostileInvoices),
      made(hostileTables),
    ]);
    const world = await seedWorld(folder);
    say(`${await addYears(folder, world)} expenses of two years`);
    const [live = 0, before = 0] = world.stores;
    const server = await serveWatched(folder);
    const idle = await duplicate.serve();
    const boxes = new ReceiptBoxes(folder, world, await signedIn(world, server.url, 2));
    const holder = await signedIn(world, server.url, 4);
    const accounting = await signedIn(world, server.url, 6);
    const admin = await signedIn(world, server.url, 1);
    const analyst = await signedIn(world, server.url, 7);
    const expenses: number[] = [];
    for (const _ of files) expenses.push(await boxes.record(live));
    const old: number[] = [];
    for (let index = 0; index < files.length; index += IN_A_BOX) {
      const some = files.slice(index, index + IN_A_BOX).map(([, bytes]) => bytes);
      old.push(await boxes.sendBoxOfBefore(before, some));
    }
    const rows = await boxes.store.must('/gastosCaja', { id_caja: old[0] ?? 0, estado_caja: 2 });
    const receipts = rows.flatMap((row) => ('soporte' in row ? (row.soporte ?? []) : []));
    const started = await server.look();

    const endOfAsking = askForHealth(server, idle);
    // Real attackers use their own machines.
    setPriority(constants.priority.PRIORITY_LOW);
    const held = await Promise.all(
      Array.from({ length: HELD }, () => holdUpload(server.url, holder.headers())),
    );
    const receipt = `${server.url}${documents.receipt.path}`;
    const attempts = await Promise.all([
      inLanes(
        3,
        files.map(
          ([name, bytes], index) =>
            () =>
              insist(name, () => boxes.upload(expenses[index] ?? 0, bytes)),
        ),
      ),
      inLanes(
        3,
        invoices.map(
          ([name, bytes]) =>
            () =>
              insist(name, () => accounting.upload('/importarFacturas', {}, bytes)),
        ),
      ),
      inLanes(
        2,
        tables.map(
          ([name, bytes]) =>
            () =>
              insist(name, () => admin.upload('/revisarImportacion', { tabla: 'usuarios' }, bytes)),
        ),
      ),
      inLanes(
        2,
        Array.from(
          { length: LOOKS },
          () => () => insist('the workflow of everything', () => analyst.call('/flujoActual', {})),
        ),
      ),
      inLanes(
        ANONYMOUS,
        Array.from(
          { length: ANONYMOUS },
          () => () => insist('a megabyte to the sign-in', () => unknownSignsIn(server.url)),
        ),
      ),
      inLanes(
        2,
        old.map((id) => () => insist('a legalisation', () => legalised(boxes, id))),
      ),
      inLanes(
        10,
        ['HEAD', 'GET'].flatMap((method) =>
          receipts.map(
            (name) => () =>
              insist(`${method} of ${name}`, () =>
                partOf(`${receipt}/${name}`, method, boxes.store.headers()),
              ),
          ),
        ),
      ),
    ]);
    for (const socket of held) socket.destroy();
    const [attacked, control] = await endOfAsking();
    const during = await server.look();
    await wait(100);
    const after = await server.look();
    say(
      `/salud was asked ${attacked?.times} times, the slowest answer took ${attacked?.worst.toFixed(1)} ms, that of an idle server beside it ${control?.worst.toFixed(1)} ms; the longest turn ${during.turn.toFixed(1)} ms`,
    );
    say(
      `MiB used before and after: ${[started, after].map(({ used }) => (used / MEGABYTE).toFixed(1)).join(', ')}; resident ${[started, during, after].map(({ rss }) => (rss / MEGABYTE).toFixed(0)).join(', ')}`,
    );

    for (const { what, status, body } of attempts.flat()) {
      expect([200, 206, 400, 413, 415, 422], `${what}: ${JSON.stringify(body)}`).toContain(status);
      if (status >= 400 && body !== null) expect(body, what).toMatchObject(sentence);
    }
    expect(server.child.exitCode).toBeNull();
    expect(attacked?.failed).toBe(0);
    expect(during.turn).toBeLessThan(LONGEST_TURN);
    expect(attacked?.worst).toBeLessThan((control?.worst ?? 0) + healthLimit);
    expect(after.used - started.used).toBeLessThan(STORED);
    for (const id of old)
      expect((await pageTexts((await legalised(boxes, id)).bytes)).join(' ')).toContain(goodWord);
  },
  TRIAL,
);
