/**
 * The memory of a server that people use: what is left after its garbage is collected does not grow with
 * the requests it has answered.
 *
 * MEMORY_REQUESTS (1,000, a thirtieth of an hour) says how many; `npm run test:trust` sends an hour's: 200
 * people with one request each 24 seconds are 30,000.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { documents } from '#contract/contract.ts';
import { dateInBogota } from '#machines/domain/bogota-time.ts';
import { projectRoot } from '#server/config/project-root.ts';
import { categories, pdf } from '#tests/kit/box-scene.ts';
import { tried } from '#tests/kit/cases.ts';
import { testPassword } from '#tests/kit/people.ts';
import { type DataFolder, openDataFolder, programToken, type Serving } from '#tests/kit/program.ts';
import { WebClient } from '#tests/kit/web-client.ts';
import { seedWorld, type World } from './company.ts';

const requests = Number(process.env.MEMORY_REQUESTS ?? 1_000);
/** At the same time. */
const PEOPLE = 10;
/** What modules and compiled code take once everything has been used; as a part of all requests. */
const WARM_UP = 0.4;
/** Bytes that may be left beside what there was after that, whatever the number of requests. */
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

/** Each look has a number, since everything that was said stays in the output. */
async function look(server: Serving, number: number): Promise<Memory> {
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

/** An expense from its recording to its removal, so that the data stay as they are: three requests. */
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

/** What people do, some of it refused; every one takes part in the warm-up. */
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
  // One after the other: tries at the same account at the same time look like guesses.
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
  `after ${requests} requests the server keeps no more than after its warm-up`,
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
      const memory = await look(server, number);
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
