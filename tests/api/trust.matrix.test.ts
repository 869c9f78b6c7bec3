/** Every call and every document, for every profile, with own, foreign, unsent and unknown objects. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { referenceTables, unfilteredTables } from '#contract/calls/reference.calls.ts';
import { callPaths, calls, documents } from '#contract/contract.ts';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import type { CallOptions, TestClient } from '#tests/kit/client.ts';
import { ask, isDocument, namesOf, pathsOf } from '#tests/kit/trust-requests.ts';
import {
  openWhilePending,
  refusedAtTheDoor,
  refusedCalls,
  sentWithoutToken,
  tokenIsReadLast,
  type TrustRow,
  trustRows,
  trustTable,
} from '#tests/kit/trust-table.ts';
import {
  changedTables,
  everyProfile,
  type Named,
  rowsAtStake,
  secret,
  startTrustWorld,
  type TrustWorld,
} from '#tests/kit/trust-world.ts';

let world: TrustWorld;
/** Another session of the administrator. */
let another: TestClient;
beforeAll(async () => {
  world = await startTrustWorld();
  another = await world.signIn(1);
});
afterAll(() => world.close());

const scopes = ['own', 'other', 'unsent', 'unknown'] as const;
type Scope = (typeof scopes)[number];

const statusesOf = (row: TrustRow): Partial<Record<Scope, string>> => trustTable[row];

/** Signing out ends the session, so that row uses a new one each time. */
const browserOf = (row: TrustRow, profile: ProfileId): Promise<TestClient> =>
  row === '/auth/logout' ? world.signIn(profile) : Promise.resolve(world.browsers[profile]);

async function asked(row: TrustRow, named: Named) {
  const answers = [];
  for (const profile of everyProfile)
    answers.push(await ask(await browserOf(row, profile), row, named));
  return answers;
}

const statusLine = (answers: readonly { status: number }[]): string =>
  answers.map(({ status }) => status).join(' ');

/** Profiles with some stores only, which must not learn that there are others. */
const outsiders: readonly ProfileId[] = [2, 3, 5, 8];

/** Runs requests that must not change a row. */
async function leavingEveryRow(requests: () => Promise<void>): Promise<void> {
  const before = await rowsAtStake(world);
  await requests();
  expect(changedTables(before, await rowsAtStake(world))).toEqual([]);
}

test('the table has a row for every call that is not public, and for every document', () => {
  const closed = callPaths.filter((path) => calls[path].who !== 'anyone');
  expect(pathsOf(trustRows).toSorted()).toEqual(closed.toSorted());
  const addresses = trustRows.filter(isDocument);
  expect(addresses.toSorted()).toEqual(
    Object.values(documents)
      .map(({ path }): string => path)
      .toSorted(),
  );
});

/** Objects that belong to a store, and so are visible to some users only. */
const ofStores: readonly (keyof Named)[] = [
  'id_caja',
  'id_gasto',
  'id_tienda',
  'id_arqueo',
  'id_vale',
  'soporte',
  'factura',
];

test('a row has statuses for an object of another store and for an unknown one', () => {
  const silent = trustRows.flatMap((row) => {
    const names = namesOf(row, world.own);
    const wanted: Scope[] = names.length === 0 ? [] : ['unknown'];
    if (names.some((name) => ofStores.includes(name))) wanted.push('other');
    return wanted
      .filter((scope) => statusesOf(row)[scope] === undefined)
      .map((scope) => [row, scope]);
  });
  expect(silent).toEqual([]);
});

test('a row has one status for each profile', () => {
  const lines = trustRows.flatMap((row) => Object.values(statusesOf(row)));
  expect(lines.filter((line) => !/^(\d{3} ){7}\d{3}$/.test(line))).toEqual([]);
});

describe.each(trustRows)('%s', (row) => {
  test('answers each profile as the table says, and changes nothing', async () => {
    await leavingEveryRow(async () => {
      for (const scope of scopes) {
        const expected = statusesOf(row)[scope];
        if (expected === undefined) continue;
        expect([scope, statusLine(await asked(row, world[scope]))]).toEqual([scope, expected]);
      }
    });
  });

  test('answers the same for a foreign object as for an unknown one', async () => {
    const names = namesOf(row, world.own).filter((name) => world.own[name] !== world.other[name]);
    for (const profile of outsiders) {
      // Each foreign object alone among own ones, then all of them.
      for (const replaced of names.length > 1 ? [...names.map((name) => [name]), names] : [names]) {
        const [other, unknown] = [world.other, world.unknown].map((from) => ({
          ...world.own,
          ...Object.fromEntries(replaced.map((name) => [name, from[name]])),
        })) as [Named, Named];
        const known = await ask(await browserOf(row, profile), row, other);
        expect(known.text).not.toContain(secret);
        if (replaced.length === 0) continue;
        const invented = await ask(await browserOf(row, profile), row, unknown);
        expect([profile, replaced, known.text]).toEqual([profile, replaced, invented.text]);
      }
    }
  });

  test('is refused to every profile whose session is missing, ended or restricted', async () => {
    const sessions: Record<keyof typeof refusedAtTheDoor, (profile: ProfileId) => TestClient> = {
      'no session': () => world.client(),
      'a session of somebody who was deactivated': (profile) => world.deactivated[profile],
      'a session past its end': (profile) => world.expired[profile],
      'a session without requests for half an hour': (profile) => world.idle[profile],
      'a password that has to be changed first': (profile) => world.pending[profile],
      'a second factor that has to be switched on first': (profile) => world.enrolling[profile],
    };
    await leavingEveryRow(async () => {
      for (const [name, expected] of Object.entries(refusedAtTheDoor)) {
        const reason = name as keyof typeof refusedAtTheDoor;
        if (openWhilePending[reason]?.includes(row)) continue;
        // Expensive documents have a limit per minute.
        if (isDocument(row)) world.clock.advance(60_000);
        for (const profile of everyProfile) {
          const browser = sessions[reason](profile);
          const { status } = await ask(browser.copy(), row, world.own);
          expect([reason, profile, status]).toEqual([reason, profile, expected]);
        }
      }
    });
  });
});

describe.each(trustRows.filter((row) => !isDocument(row)))('%s', (row) => {
  test('is refused without the API token or the XSRF header', async () => {
    const options: Record<keyof typeof refusedCalls, CallOptions> = {
      'no forgery header': { xsrf: null },
      'a wrong forgery header': { xsrf: 'otro' },
      'the forgery header of another session': { xsrf: another.cookies.get('XSRF-TOKEN') ?? '' },
      'no token': { token: null },
      'a wrong token': { token: 'otro' },
    };
    await leavingEveryRow(async () => {
      for (const [reason, expected] of Object.entries(refusedCalls)) {
        if (reason === 'no token' && sentWithoutToken.includes(row)) continue;
        for (const profile of everyProfile) {
          const given = options[reason as keyof typeof refusedCalls];
          const { status } = await ask(world.browsers[profile], row, world.own, given);
          const mayNotSend =
            tokenIsReadLast.includes(row) && trustTable[row].own.split(' ')[profile - 1] === '403';
          expect([reason, profile, status]).toEqual([reason, profile, mayNotSend ? 403 : expected]);
        }
      }
    });
  });
});

describe('the lists of /datosGenerales', () => {
  /** Lists without data of stores, users or suppliers. */
  const everybodys = [
    'categoria_gasto',
    'motivo_rechazo',
    'empresas',
    'indicadores',
    'impuestos',
    'tipo_doc',
    'tipo_usuario',
    'ciudades',
    'formato_tienda',
    'paises',
    'municipios',
  ];

  test('have their own row unless every profile reads them', () => {
    const rows = Object.keys(referenceTables).filter((tabla) => !everybodys.includes(tabla));
    const known: readonly string[] = trustRows;
    expect(rows.filter((tabla) => !known.includes(`/datosGenerales ${tabla}`))).toEqual([]);
    const unfiltered = Object.keys(unfilteredTables);
    expect(
      unfiltered.filter((tabla) => !known.includes(`/datosGeneralesNoActive ${tabla}`)),
    ).toEqual([]);
  });

  test.each(everybodys)(
    '%s is readable by every profile and has no data of a store',
    async (tabla) => {
      for (const profile of everyProfile) {
        const { status, body } = await world.browsers[profile].call('/datosGenerales', { tabla });
        expect([profile, status]).toEqual([profile, 200]);
        expect(JSON.stringify(body)).not.toContain(secret);
      }
    },
  );
});

describe('the public calls', () => {
  const open = ['/auth/user', '/recoverPassword'] as const;
  const openToAll = [
    '/auth/user',
    '/auth/codigo',
    '/recoverPassword',
    '/invitacion',
    '/aceptarInvitacion',
  ];

  test('are those of the contract, and no others', () => {
    expect(callPaths.filter((path) => calls[path].who === 'anyone').toSorted()).toEqual(
      openToAll.toSorted(),
    );
  });

  test('/auth/codigo requires the API token', async () => {
    const answer = await world.client().call('/auth/codigo', { codigo: '123456' }, { token: null });
    expect(answer.refusal.msg).toBe('El token de la aplicación no es válido.');
  });

  test.each(open)('%s requires the API token and no session', async (path) => {
    const body = { email: 'admin@cajamenor.test', password: 'Caja2026' };
    const form = path === '/auth/user' ? body : { email: body.email };
    for (const token of [null, 'otro'])
      expect((await world.client().call(path, form, { token })).status).toBe(401);
    expect((await world.client().call(path, form, { xsrf: 'otro' })).status).toBe(200);
  });
});
