/** Keys of machines: every scope and every call, with own, foreign, unsent and unknown objects; and every wrong key. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '#contract/call.ts';
import { callPaths, calls, type Document, documents } from '#contract/contract.ts';
import { exceedsStores, type KeyScope, keyScopeNames } from '#contract/key-scopes.ts';
import { createKey, KeyClient } from '#tests/kit/machine-keys.ts';
import { ask, bodyOf, isDocument } from '#tests/kit/trust-requests.ts';
import { type TrustRow, trustRows, trustTable } from '#tests/kit/trust-table.ts';
import {
  changedTables,
  rowsAtStake,
  secret,
  startTrustWorld,
  type TrustWorld,
} from '#tests/kit/trust-world.ts';

/** What each scope opens, written by hand: whatever is not here is closed to every key. */
const opened: Record<KeyScope, readonly string[]> = {
  lecturaConsolidado: ['/documentos/consolidado'],
  lecturaComprobantes: [
    '/comprobantes',
    '/comprobanteDeCaja',
    '/documentos/comprobantes',
    '/documentos/corte',
  ],
  lecturaRegistros: [
    '/flujoCaja',
    '/documentos/flujo/eventos.csv',
    '/documentos/flujo/eventos.json',
    '/documentos/flujo/eventos.xes',
  ],
  lecturaFlujo: [
    '/flujoFiltros',
    '/flujoActual',
    '/flujoDemoras',
    '/flujoCajas',
    '/flujoHistoria',
    '/flujoCiclo',
    '/flujoVariantes',
    '/flujoRetrabajo',
    '/flujoEtapas',
    '/flujoCasos',
    '/flujoComparar',
    '/flujoDesviaciones',
  ],
  lecturaTiendas: ['/obtenerTiendas', '/obtenerTiendaById'],
  escrituraFacturas: ['/importarFacturas'],
};

/** Rows whose statuses differ from those of accounting, which has no permission for them. */
const ofKeys: Partial<Record<TrustRow, Partial<Record<keyof typeof objects, number>>>> = {
  '/obtenerTiendaById': { own: 200, other: 200, unknown: 404 },
};

const objects = { own: 0, other: 0, unsent: 0, unknown: 0 };
type Objects = keyof typeof objects;
const objectNames = Object.keys(objects) as Objects[];

const pathOf = (row: string): string => row.split(' ')[0] ?? '';

/** The status for accounting, which sees every store as keys do; undefined where the table has none. */
const ofAccounting = (row: TrustRow, of: Objects): number | undefined => {
  const line = (trustTable[row] as Partial<Record<Objects, string>>)[of]?.split(' ')[5];
  return line === undefined ? undefined : Number(line);
};

let world: TrustWorld;
const keys = {} as Record<KeyScope, KeyClient>;
beforeAll(async () => {
  world = await startTrustWorld();
  for (const scope of keyScopeNames)
    keys[scope] = new KeyClient(world, (await createKey(world, [scope])).clave);
});
afterAll(() => world.close());

test('the contract opens to each scope what is written here, and to no key anything else', () => {
  const actual = Object.fromEntries(keyScopeNames.map((scope) => [scope, [] as string[]]));
  const marked: readonly (readonly [string, Pick<Call, 'keys'>])[] = [
    ...callPaths.map((path) => [path, calls[path] as Call] as const),
    ...Object.values(documents).map((one) => [one.path, one as Document] as const),
  ];
  for (const [path, { keys: scope }] of marked) if (scope) actual[scope]?.push(path);
  for (const [scope, paths] of Object.entries(opened))
    expect([scope, actual[scope]?.toSorted()]).toEqual([scope, paths.toSorted()]);
});

test('no key reaches accounts of stores, rights of people, cash counts or decisions', () => {
  const reached = Object.values(opened).flat().join(' ');
  expect(reached).not.toMatch(
    /cuenta|usuario|arqueo|vale|guardar|autorizar|confirmar|preparar|enviar/i,
  );
});

describe.each(keyScopeNames)('a key with %s', (scope) => {
  test('is answered as written, and refused everywhere else; nothing changes', async () => {
    const before = await rowsAtStake(world);
    const wrong: unknown[] = [];
    for (const row of trustRows) {
      // Expensive documents have a limit per minute.
      if (isDocument(row)) world.clock.advance(60_000);
      for (const of of objectNames) {
        const known = ofAccounting(row, of);
        if (known === undefined && of !== 'own') continue;
        const expected = opened[scope].includes(pathOf(row)) ? (ofKeys[row]?.[of] ?? known) : 403;
        const { status } = await ask(keys[scope], row, world[of]);
        if (status !== expected) wrong.push([row, of, status, expected]);
      }
    }
    expect(wrong).toEqual([]);
    expect(changedTables(before, await rowsAtStake(world))).toEqual([]);
  });

  test('makes no public call', async () => {
    for (const path of callPaths.filter((one) => calls[one].who === 'anyone')) {
      const { status } = await keys[scope].call(path, {});
      expect([path, status]).toEqual([path, 403]);
    }
  });
});

describe('a key that is limited to the own store', () => {
  const limited = keyScopeNames.filter((name) => !exceedsStores([name]));

  test.each(limited)('with %s sees nothing of another store', async (scope) => {
    // The other store has another cost centre.
    const { clave } = await createKey(world, [scope], 90, 'CC-01');
    const program = new KeyClient(world, clave);
    const wrong: unknown[] = [];
    for (const row of trustRows.filter((one) => opened[scope].includes(pathOf(one)))) {
      if (isDocument(row)) world.clock.advance(60_000);
      for (const of of ['own', 'other'] as const) {
        const known = ofKeys[row]?.[of] ?? ofAccounting(row, of);
        if (known === undefined) continue;
        const { status, text } = await ask(program, row, world[of]);
        const isRight = of === 'own' ? status === known : [403, 404].includes(status);
        if (!isRight || text.includes(secret)) wrong.push([row, of, status, known]);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('a key that is not valid opens nothing:', () => {
  const day = 24 * 60 * 60_000;
  const open = { scope: 'lecturaTiendas', row: '/obtenerTiendas' } as const;

  const statusOf = async (clave: string): Promise<number> =>
    (await ask(new KeyClient(world, clave), open.row, world.own)).status;

  /** Every call and document that some key opens. */
  async function everywhere(client: KeyClient): Promise<number[]> {
    const paths = Object.values(opened).flat();
    const statuses = new Set<number>();
    for (const row of trustRows.filter((one) => paths.includes(pathOf(one))))
      statuses.add((await ask(client, row, world.own)).status);
    return [...statuses];
  }

  test.each([
    ['unknown', 'cm_0a1b2c_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    ['short', 'cm_1'],
    ['the hash that is stored', 'hash'],
  ])('%s', async (_, text) => {
    const { clave, id } = await createKey(world, [open.scope]);
    expect(await statusOf(clave)).toBe(200);
    const { secreto_hash } = await world.db
      .selectFrom('llave')
      .select('secreto_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const wrong = text === 'hash' ? `cm_${secreto_hash}` : text;
    expect(await everywhere(new KeyClient(world, wrong))).toEqual([401]);
  });

  test('expired', async () => {
    const { clave } = await createKey(world, [...keyScopeNames], 1);
    world.clock.advance(day - 1);
    expect(await statusOf(clave)).toBe(200);
    world.clock.advance(1);
    expect(await everywhere(new KeyClient(world, clave))).toEqual([401]);
  });

  test('revoked', async () => {
    const { clave, id } = await createKey(world, [...keyScopeNames]);
    const admin = await world.signIn(1);
    await admin.call('/revocarClaveIntegracion', { id_clave: id });
    expect(await everywhere(new KeyClient(world, clave))).toEqual([401]);
  });

  test('rotated a day ago; until then both secrets are valid, and a second rotation ends the first', async () => {
    const admin = await world.signIn(1);
    const { clave, id, prefijo } = await createKey(world, [...keyScopeNames]);
    const rotate = async (seen: string) =>
      (await admin.call('/rotarClaveIntegracion', { id_clave: id, prefijo: seen })).answer[0]
        ?.clave ?? '';
    const second = await rotate(prefijo);
    expect(second.slice(0, 9)).not.toBe(prefijo);
    expect([await statusOf(clave), await statusOf(second)]).toEqual([200, 200]);
    const third = await rotate(second.slice(0, 9));
    expect([await statusOf(clave), await statusOf(second), await statusOf(third)]).toEqual([
      401, 200, 200,
    ]);
    world.clock.advance(day);
    expect(await everywhere(new KeyClient(world, second))).toEqual([401]);
    expect(await statusOf(third)).toBe(200);
  });

  test('a rotation and a revocation at once leave no secret that is valid', async () => {
    for (let time = 0; time < 10; time += 1) {
      const { clave, id: id_clave, prefijo } = await createKey(world, [open.scope]);
      const admin = await world.signIn(1);
      const [rotated, revoked] = await Promise.all([
        admin.call('/rotarClaveIntegracion', { id_clave, prefijo }),
        admin.call('/revocarClaveIntegracion', { id_clave }),
      ]);
      expect(revoked.status).toBe(200);
      const secrets = [clave, ...(rotated.status === 200 ? [rotated.answer[0]?.clave ?? ''] : [])];
      for (const secret of secrets) expect(await statusOf(secret)).toBe(401);
    }
  });

  test('in a cookie, in the address, in the body or in another header', async () => {
    const { clave } = await createKey(world, [...keyScopeNames]);
    const inCookie = world.client();
    inCookie.cookies.set('sid', clave);
    expect((await ask(inCookie, open.row, world.own)).status).toBe(401);
    const url = `/documentos/consolidado?clave=${clave}&token=${clave}`;
    expect((await world.client().get(url)).statusCode).toBe(401);
    const { status } = await world.client().call('/obtenerTiendas', { token: clave, clave });
    expect(status).toBe(401);
    for (const header of ['x-api-key', 'x-xsrf-token', 'proxy-authorization'])
      expect(
        (await world.client().get('/documentos/consolidado', { [header]: clave })).statusCode,
      ).toBe(401);
    const basic = Buffer.from(`clave:${clave}`).toString('base64');
    const asBasic = { authorization: `Basic ${basic}` };
    expect((await world.client().get('/documentos/consolidado', asBasic)).statusCode).toBe(401);
    expect(JSON.stringify(world.logged)).not.toContain(clave);
  });

  test('beside a session, valid or not; a header of another kind leaves the session as it is', async () => {
    const { clave } = await createKey(world, [...keyScopeNames]);
    const authorization = `Bearer ${clave}`;
    const person = await world.signIn(6);
    const both = await person.call('/obtenerTiendas', {}, { headers: { authorization } });
    expect(both.status).toBe(400);
    expect(both.refusal.msg).toBe('Envíe la clave o la sesión, no las dos.');
    expect((await person.get('/documentos/consolidado', { authorization })).statusCode).toBe(400);
    const stale = world.client();
    stale.cookies.set('sid', 'cualquiera');
    expect((await stale.get('/documentos/consolidado', { authorization })).statusCode).toBe(400);
    const proxied = { headers: { authorization: 'Basic dXNlcjpwYXNz' } };
    expect((await person.call('/obtenerTiendas', {}, proxied)).status).toBe(200);
  });
});

test('a wrong application token is refused although a key may leave it out', async () => {
  const body = bodyOf('/obtenerTiendas', world.own);
  const { status } = await keys.lecturaTiendas.call('/obtenerTiendas', body, { token: 'otro' });
  expect(status).toBe(401);
});

test('no secret of a key is stored, logged, or answered a second time', async () => {
  const admin = await world.signIn(1);
  const { clave, id, prefijo } = await createKey(world, ['lecturaTiendas']);
  const second = await admin.call('/rotarClaveIntegracion', { id_clave: id, prefijo });
  const secrets = [clave, second.answer[0]?.clave ?? ''].map((one) =>
    one.slice(prefijo.length + 1),
  );
  for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/);
  const listed = await admin.call('/clavesIntegracion');
  expect(listed.status).toBe(200);
  const texts = [JSON.stringify(listed.body), JSON.stringify(world.logged)];
  const tables =
    world.database.engine === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table'
          and name not like 'sqlite%' and name not like 'busqueda%'`
      : sql<{ name: string }>`select table_name as name from information_schema.tables
          where table_schema = current_schema() and table_type = 'BASE TABLE'`;
  const { rows } = await tables.execute(world.db);
  expect(rows.map(({ name }) => name)).toContain('llave');
  for (const { name } of rows) {
    const found = await sql`select * from ${sql.table(name)}`.execute(world.db);
    texts.push(JSON.stringify(found.rows));
  }
  for (const text of texts) for (const secret of secrets) expect(text).not.toContain(secret);
});
