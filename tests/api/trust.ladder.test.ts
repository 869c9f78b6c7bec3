/**
 * Privilege escalation from a permission to create or edit users: tries every sequence of up to MOST_CALLS
 * accepted calls on a real server, with every account that the attacker has created or taken over.
 */
import { beforeAll, expect, test } from 'vitest';
import { type Permission, permissionNames } from '#contract/permissions.ts';
import { permissionsOf } from '#machines/domain/people/authority.ts';
import { type ProfileId, profiles } from '#machines/domain/people/profiles.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { hashPassword } from '#server/features/accounts/passwords.ts';
import { addPerson, cheapPasswordCost, testPassword } from '#tests/kit/people.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { startTestServer } from '#tests/kit/server.ts';

/** Maximum length of a sequence; `npm run test:trust` doubles it. */
const MOST_CALLS = Number(process.env.LADDER_CALLS ?? 2);

const server = perFile(startTestServer);
let knownHash = '';
beforeAll(async () => {
  // Another salt than that of the other users, so that a takeover is visible.
  knownHash = await hashPassword(testPassword, cheapPasswordCost);
});

/** Users of an earlier situation: other rows refer to them, so they are ignored instead of deleted. */
const gone = new Set<number>();

const rows = async () =>
  (await server.db.selectFrom('usuarios').selectAll().orderBy('id').execute()).filter(
    ({ id }) => !gone.has(id),
  );
type UserRow = Awaited<ReturnType<typeof rows>>[number];

/** A call that the attacker tries with an account. */
interface Move {
  path: '/registrarUsuario' | '/editarUsuario' | '/actdesElemento' | '/eliminarElemento';
  body: Record<string, unknown>;
}

const everything = permissionNames.join(',');
const administration = 'listarUsuarios,crearUsuario,editarUsuario,editarTienda,business';
const profileIds: readonly ProfileId[] = [1, 2, 3, 4, 5, 6, 7, 8];

/** Domain of the mail addresses of the attacker. */
const mine = 'atacante.test';
let made = 0;

function movesOn(users: readonly UserRow[]): Move[] {
  const creations = profileIds.flatMap((tipo) =>
    [null, 'crearUsuario', administration, everything].map((permisos): Move => {
      made += 1;
      const form = { nombre: 'Otro', tipo_doc: 1, num_doc: `77${made}`, password: 'Fresno4821' };
      return {
        path: '/registrarUsuario',
        body: { ...form, tipo, permisos, email: `n${made}@${mine}` },
      };
    }),
  );
  const editions = users.flatMap((user) => {
    const { id, tipo, tipo_doc, num_doc, email, razon_social: nombre, permisos } = user;
    const same = { id_usuario: id, tipo, tipo_doc, num_doc, email, nombre, permisos };
    made += 1;
    return [
      { ...same, tipo: 1 },
      { ...same, tipo: 6, permisos: null },
      { ...same, permisos: administration },
      { ...same, permisos: everything },
      { ...same, permisos: null },
      { ...same, password: 'Fresno4821' },
      { ...same, email: `t${made}@${mine}` },
    ].map((body): Move => ({ path: '/editarUsuario', body }));
  });
  const removals = users
    .filter(({ tipo }) => tipo === 1)
    .flatMap(({ id }): Move[] => [
      { path: '/actdesElemento', body: { id_elemento: id, opc: 0, tabla: 'usuarios' } },
      { path: '/eliminarElemento', body: { id_elemento: id, tabla: 'usuarios' } },
    ]);
  return [...creations, ...editions, ...removals];
}

/** Signs in to an account of the attacker, with a known password and no due change. */
async function browserOf(user: UserRow): Promise<TestClient> {
  await server.db
    .updateTable('usuarios')
    .set({ clave_hash: knownHash, cambiar_clave: 0 })
    .where('id', '=', user.id)
    .execute();
  return server.signIn(user.email);
}

let base: readonly UserRow[] = [];

/** Restores the users, and marks those created since as deleted. */
async function restore(users: readonly UserRow[]): Promise<void> {
  const present = new Map((await rows()).map((row) => [row.id, JSON.stringify(row)]));
  const surplus = [...present.keys()].filter((id) => users.every((user) => user.id !== id));
  for (const id of surplus) {
    gone.add(id);
    await server.db
      .updateTable('usuarios')
      .set({ eliminado: 1, active_: 0 })
      .where('id', '=', id)
      .execute();
  }
  for (const user of users) {
    const { id, ...row } = user;
    const now = present.get(id);
    const wasGone = gone.delete(id);
    if (now === undefined && !wasGone)
      await server.db.insertInto('usuarios').values(user).execute();
    else if (now !== JSON.stringify(user))
      await server.db.updateTable('usuarios').set(row).where('id', '=', id).execute();
  }
}

const isTaken = (user: UserRow): boolean => {
  const before = base.find(({ id }) => id === user.id);
  return (
    before === undefined || before.clave_hash !== user.clave_hash || before.email !== user.email
  );
};

/** Users with the same rights, both held by the attacker or both not, are equivalent. */
const kindOf = (user: UserRow, isHeld: boolean): string =>
  JSON.stringify([isHeld, user.tipo, user.permisos, user.active_, user.eliminado]);

interface Situation {
  users: readonly UserRow[];
  depth: number;
}

/** @returns how many calls were tried and accepted, and the first one that escalated privileges */
async function climb(attacker: UserRow) {
  base = await rows();
  const isHeld = (user: UserRow) => user.id === attacker.id || isTaken(user);
  const kind = (user: UserRow) => kindOf(user, isHeld(user));
  const keyOf = (users: readonly UserRow[]) => [...new Set(users.map(kind))].sort().join();
  const oneOfEach = (users: readonly UserRow[]) => [
    ...new Map(users.map((user) => [kind(user), user])).values(),
  ];
  const atFirst = new Set(permissionsOf(attacker));
  const hasMore = (user: UserRow) =>
    user.tipo === 1 || permissionsOf(user).some((name) => !atFirst.has(name));
  const isAdministrator = ({ tipo, active_, eliminado }: UserRow) =>
    tipo === 1 && active_ === 1 && eliminado === 0;

  const found = new Map<string, Situation>([[keyOf(base), { users: base, depth: 0 }]]);
  const figures = { tried: 0, accepted: 0, climbed: [] as string[] };
  for (const { users, depth } of found.values()) {
    if (depth === MOST_CALLS) continue;
    for (const account of oneOfEach(users).filter((user) => isHeld(user) && user.active_ === 1)) {
      await restore(users);
      let browser = await browserOf(account);
      for (const { path, body } of movesOn(oneOfEach(users))) {
        figures.tried += 1;
        if ((await browser.call(path, body)).status !== 200) continue;
        figures.accepted += 1;
        const after = await rows();
        if (after.some((user) => isHeld(user) && hasMore(user)) || !after.some(isAdministrator)) {
          figures.climbed.push(`${path} ${JSON.stringify(body)}`);
          return { ...figures, situations: found.size };
        }
        if (!found.has(keyOf(after))) found.set(keyOf(after), { users: after, depth: depth + 1 });
        await restore(users);
        browser = await browserOf(account);
      }
    }
  }
  return { ...figures, situations: found.size };
}

const starts: readonly (readonly [ProfileId, readonly Permission[]])[] = [
  [2, ['crearUsuario']],
  [7, ['listarUsuarios', 'crearUsuario', 'editarUsuario']],
  [4, [...profiles[4].permisos, 'listarUsuarios', 'crearUsuario', 'editarUsuario']],
];

const patience = { timeout: 900_000 };

test.each(starts)(
  'profile %i cannot escalate its privileges',
  patience,
  async (profile, permisos) => {
    const email = `x${profile}@cajamenor.test`;
    const { id } = await addPerson(server.db, { profile, permisos, email });
    const users = await rows();
    const { climbed, tried } = await climb(users.find((user) => user.id === id) as UserRow);
    await restore(users.filter((user) => user.id !== id));
    expect(climbed).toEqual([]);
    expect(tried).toBeGreaterThan(90);
  },
);
