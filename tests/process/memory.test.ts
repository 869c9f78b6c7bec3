/**
 * The memory of a server in use: after garbage collection it does not grow with the number of answered requests.
 *
 * MEMORY_REQUESTS (1,000, a thirtieth of an hour) is their number; `npm run test:trust` sends those of an hour: 200
 * users with one request each 24 seconds are 30,000.
 *
 * The long day measures every process of the server. DAY_SEARCHES is its length; `npm run test:trust` sends 10,000.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { documents } from '#contract/contract.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { projectRoot } from '#server/platform/config/project-root.ts';
import { type ProcessUse, processUse } from '#server/platform/workers/worker-process.ts';
import { categories, pdf } from '#tests/kit/box-scene.ts';
import { tried } from '#tests/kit/cases.ts';
import { testPassword } from '#tests/kit/people.ts';
import { type DataFolder, openDataFolder, programToken, type Serving } from '#tests/kit/program.ts';
import { WebClient } from '#tests/kit/web-client.ts';
import { seedWorld, type World } from './company.ts';

const requests = Number(process.env.MEMORY_REQUESTS ?? 1_000);
/** Simultaneous users. */
const PEOPLE = 10;
/** Share of the requests after which all modules and code are loaded and compiled. */
const WARM_UP = 0.4;
/** Bytes that may be added after the warm-up, whatever the number of requests. */
const BOUND = 3 * 1024 * 1024;
const LOOKS = 4;
/** Milliseconds for one request on a busy machine. */
const SLOWEST = 100;

const preload = pathToFileURL(join(projectRoot, 'tests', 'process', 'measured-memory.mjs')).href;
const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);
const say = (line: string): void => void process.stdout.write(`memory: ${line}\n`);

let folder: DataFolder;
beforeEach(() => {
  folder = openDataFolder();
});
afterEach(() => folder.close());

interface Memory {
  used: number;
  rss: number;
}

/** @param number of the look, since the output contains all looks */
async function collected(server: Serving, number: number): Promise<Memory> {
  server.child.kill('SIGUSR2');
  const nth = new RegExp(`(?:"memoria":[^]*?){${number - 1}}"memoria":({[^}]*})`);
  return JSON.parse(await server.says(nth)) as Memory;
}

type Visit = (person: Person, number: number) => Promise<unknown>;

interface Person {
  store: WebClient;
  supervisor: WebClient;
  accounting: WebClient;
  admin: WebClient;
  idTienda: number;
  idProveedor: number;
}

/** Records and removes an expense, so that the data does not grow: three requests. */
const expense: Visit = async ({ store, idTienda, idProveedor }, number) => {
  const [recorded] = await store.must('/enviarGasto', {
    id_tienda: idTienda,
    id_proveedor: idProveedor,
    fecha_gasto: dateInBogota(Date.now()),
    recibo: `M${number}`,
    valor: 12_500,
    concepto: 'Bombillos',
    categoria: [categories.plain],
    tipo_factura: 0,
  });
  const id_gasto = recorded?.id_gasto ?? 0;
  await store.upload('/cargarSoporte', { id_gasto }, pdf(`${number} `.repeat(20_000)));
  await store.must('/eliminarGasto', { id_gasto, id_tienda: idTienda });
};

const open = async ({ url, headers }: { url: string; headers?: Record<string, string> }) => {
  const response = await fetch(url, { headers: headers ?? {} });
  await response.arrayBuffer();
};

/** Requests of users, some of them refused; all of them are part of the warm-up. */
const visits: readonly Visit[] = [
  expense,
  ({ store, idTienda }) => store.must('/obtenerCajaActual', { id_tienda: idTienda }),
  ({ store }) => store.must('/obtenerTiendas', {}),
  ({ store, idTienda }) => store.must('/obtenerDatosTiendaCaja', { id_tienda: idTienda }),
  ({ supervisor }) => supervisor.must('/historialCajas', { ver_control: 1 }),
  ({ accounting }) => accounting.must('/cajasPendientesContabilidad', { estado: 4 }),
  ({ admin }, number) => admin.must('/obtenerUsuarios', { buscar: `usuario ${number}` }),
  ({ admin }, number) => admin.must('/configGeneral', { monto_maximo: 500_000 + number }),
  ({ store }, number) => store.call('/detalleGasto', { id_gasto: 1_000_000 + number }),
  ({ store }, number) => store.call('/formatearNumero', { valor: `${number}` }),
  ({ store }) => open({ url: `${store.url}/` }),
  ({ store }) => open({ url: `${store.url}/listo` }),
  ({ store }, number) => open({ url: `${store.url}/no/hay/${number}` }),
  ({ accounting }) =>
    open({ url: accounting.url + documents.consolidated.path, headers: accounting.headers() }),
];

async function people(
  { people: cast, stores, idProveedor }: World,
  url: string,
): Promise<Person[]> {
  const signIn = async (profile: 1 | 2 | 3 | 6): Promise<WebClient> => {
    const browser = new WebClient(url, programToken);
    await browser.signIn({ email: cast[profile].email, password: testPassword });
    return browser;
  };
  // One after the other: simultaneous sign-ins to one account count as guesses.
  const browsers = {
    store: await signIn(2),
    supervisor: await signIn(3),
    accounting: await signIn(6),
    admin: await signIn(1),
  };
  return Array.from({ length: PEOPLE }, (_, index) => ({
    ...browsers,
    idTienda: stores[index % stores.length] ?? 0,
    idProveedor,
  }));
}

test(
  `${requests} requests do not increase the memory of the server after its warm-up`,
  async () => {
    const world = await seedWorld(folder);
    const server = await folder.serve('main', {
      NODE_OPTIONS: `--import ${preload}`,
    });
    const everybody = await people(world, server.url);
    let done = 0;
    const visitUntil = (count: number) =>
      Promise.all(
        everybody.map(async (person) => {
          while (done < count) {
            const number = done;
            done += 1;
            await visits[number % visits.length]?.(person, number);
          }
        }),
      );
    const warm = Math.floor(requests * WARM_UP);
    const used: number[] = [];
    for (let number = 1; number <= LOOKS; number += 1) {
      await visitUntil(warm + Math.floor(((requests - warm) * (number - 1)) / (LOOKS - 1)));
      const memory = await collected(server, number);
      say(
        `${done} requests: ${megabytes(memory.used)} MiB used, ${megabytes(memory.rss)} resident`,
      );
      used.push(memory.used);
    }
    tried(requests);
    const [first = 0] = used;
    expect(Math.max(...used) - first).toBeLessThan(BOUND);
  },
  60_000 + requests * SLOWEST,
);

const searches = Number(process.env.DAY_SEARCHES ?? 2_000);
/** Searches of the warm-up. */
const FIRST = Math.max(20, searches / 100);
const PER_EXPORT = 100;
const PER_FIGURE = 40;
/** Most descriptors above those after the first searches. */
const FEW_DESCRIPTORS = 10;
/** Most resident memory at the end, relative to that after the first searches; checked from ENOUGH searches on. */
const MOST_GROWTH = 1.15;
const ENOUGH = 2_000;

/** A server and its child processes. */
interface Family extends ProcessUse {
  pids: number[];
}

async function familyOf(pid: number): Promise<Family> {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? [];
  const pids = [pid, ...children.map(Number)];
  const uses = await Promise.all(pids.map(processUse));
  const sum = (of: keyof ProcessUse) => uses.reduce((total, use) => total + (use?.[of] ?? 0), 0);
  return { pids, memory: sum('memory'), descriptors: sum('descriptors') };
}

const download = async (browser: WebClient, path: string): Promise<void> => {
  const response = await fetch(browser.url + path, { headers: browser.headers() });
  expect(response.status, path).toBe(200);
  await response.arrayBuffer();
};

const wholeYears = 'desde=2020-01-01&hasta=2029-12-31';

test(
  `the processes use as much after ${searches} searches as after the first ${FIRST}`,
  async () => {
    const { people: cast } = await seedWorld(folder);
    const grown = await folder.run('data-grow', { API_TOKEN: '' }, [], ['2000']).ended;
    expect([grown.code, grown.errors]).toEqual([0, '']);
    const server = await folder.serve('main', { NODE_OPTIONS: `--import ${preload}` });
    const browsers: WebClient[] = [];
    for (const profile of [1, 6, 7] as const) {
      const browser = new WebClient(server.url, programToken);
      await browser.signIn({ email: cast[profile].email, password: testPassword });
      browsers.push(browser);
    }
    const [one, other] = browsers as [WebClient, WebClient];
    /** Downloads by several users, since each user has a limit per minute. */
    const files = browsers.flatMap((browser) =>
      [documents.consolidated.path, documents.workflowCsv.path].map(
        (path) => () => download(browser, `${path}?${wholeYears}`),
      ),
    );
    let looks = 0;
    const look = async (count: number) => {
      looks += 1;
      await collected(server, looks);
      const family = await familyOf(server.child.pid ?? 0);
      say(
        `${count} searches: ${family.pids.length} processes, ${megabytes(family.memory)} MiB, ${family.descriptors} descriptors`,
      );
      return family;
    };
    // Brings the reading threads to their greatest memory first.
    for (let time = 0; time < 5; time += 1) await Promise.all(files.map((file) => file()));
    let first: Family | undefined;
    let most = 0;
    for (let count = 0; count < searches; count += 2) {
      // Two at a time, so that every reading thread has work.
      await Promise.all([
        one.must('/buscar', { texto: `tienda ${count % 90}` }),
        other.must('/buscar', { texto: `factura ${count % 70}` }),
      ]);
      if (count % PER_EXPORT === 0) await files[(count / PER_EXPORT) % files.length]?.();
      if (count % PER_FIGURE === 0) await other.must('/flujoActual', {});
      if (count + 2 === FIRST) first = await look(FIRST);
      if ((count + 2) % 1_000 === 0) await look(count + 2);
      if ((count + 2) % FIRST === 0)
        most = Math.max(most, (await familyOf(server.child.pid ?? 0)).descriptors);
    }
    const last = await look(searches);
    tried(searches);
    expect(last.pids).toEqual(first?.pids);
    expect(most - (first?.descriptors ?? 0)).toBeLessThan(FEW_DESCRIPTORS);
    if (searches < ENOUGH) return;
    expect(last.memory / (first?.memory ?? 0)).toBeLessThan(MOST_GROWTH);
  },
  120_000 + searches * SLOWEST * 4,
);
