/**
 * Every box has a user who may decide it: administrators make random calls that remove users or rights, and after each
 * call every box that is not closed has an active user of its stage's profile with the permissions for the work.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { profiles } from '#machines/domain/people/profiles.ts';
import { type SeededRandom, seededRandom } from '#server/operate/demonstration/seeded-random.ts';
import { auditAdministration } from '#server/operate/audit/audit-rows.ts';
import { inSnapshot } from '#server/platform/database/transactions.ts';
import { startScene, storeForm } from '#tests/kit/box-scene.ts';
import { boxIn } from '#tests/kit/box-stages.ts';
import { addPerson, type Person } from '#tests/kit/people.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);
let staff: Person[];
let storeIds: number[];

beforeAll(async () => {
  for (const stage of ['supervision', 'maintenance', 'preliminary', 'readyToShip'] as const)
    await boxIn(scene, stage, [{ categoria: [5] }]);
  const second = (profile: 2 | 3 | 5 | 6 | 8) =>
    addPerson(scene.db, { profile, email: `segunda.${profile}@cajamenor.test` });
  const { people, others } = scene;
  staff = [
    people[2],
    people[3],
    people[5],
    people[6],
    people[8],
    others.responsable,
    others.supervisor,
    others.gerente,
    await second(2),
    await second(3),
    await second(5),
    await second(6),
    await second(8),
  ];
  storeIds = (await scene.db.selectFrom('tiendas').select('id').execute()).map(({ id }) => id);
});

/** By box state: the profile that acts, the permissions that it needs, and its post in the store, if any. */
const deciderOf: Record<number, { profile: number; needs: readonly string[]; of: string }> = {
  2: { profile: 3, needs: ['verCajaSupervisor', 'detalleGastoSupervisor'], of: 'supervisor' },
  1: { profile: 5, needs: ['verCajaMantenimiento', 'detalleGastoMantenimiento'], of: '' },
  9: { profile: 6, needs: ['revisarCaja', 'detalleGastoContabilidad'], of: '' },
  4: { profile: 6, needs: ['revisarCaja', 'detalleGastoContabilidadFinal'], of: '' },
  3: { profile: 2, needs: ['cajaActual', 'verCajaRevisada'], of: 'responsable' },
};

/** Boxes that no user may decide, computed from the rows alone. */
async function orphanedBoxes(): Promise<string[]> {
  const { db } = scene;
  const users = await db.selectFrom('usuarios').selectAll().execute();
  const stores = await db.selectFrom('tiendas').selectAll().execute();
  const managers = await db.selectFrom('responsable_tienda').selectAll().execute();
  const boxes = await db.selectFrom('cajas').selectAll().execute();
  const expenses = await db.selectFrom('gastos').selectAll().execute();
  const listOf = (user: (typeof users)[number]): readonly string[] =>
    user.permisos?.split(',') ?? profiles[user.tipo as 1].permisos;
  const orphaned: string[] = [];
  const isOpenStore = (id: number) =>
    stores.some((store) => store.id === id && store.active_ === 1);
  for (const box of boxes) {
    // The open box of an active store needs a supervisor too, who decides it once it is sent.
    const places = box.active === 0 && isOpenStore(box.id_tienda) ? [2, 3] : [box.active];
    for (const place of places) {
      const wanted = deciderOf[place];
      if (wanted === undefined) continue;
      const able = users.filter(
        (user) =>
          user.active_ === 1 &&
          user.eliminado === 0 &&
          user.tipo === wanted.profile &&
          wanted.needs.every((name) => listOf(user).includes(name)) &&
          (wanted.of !== 'supervisor' ||
            stores.some(
              ({ id, id_supervisor }) => id === box.id_tienda && id_supervisor === user.id,
            )) &&
          (wanted.of !== 'responsable' ||
            managers.some(
              ({ id_tienda, id_usuario }) => id_tienda === box.id_tienda && id_usuario === user.id,
            )) &&
          (wanted.of === 'responsable' ||
            expenses.every(
              ({ id_caja, id_usuario }) => id_caja !== box.id || id_usuario !== user.id,
            )),
      );
      if (able.length === 0) orphaned.push(`caja ${box.id} en ${place}`);
    }
  }
  return orphaned;
}

const profilesGiven = [2, 3, 5, 6, 8] as const;
const lists = [null, 'historialCaja', 'consolidado,verTiendas'] as const;

/** Makes one random call as an administrator, accepted or refused. */
async function step(random: SeededRandom): Promise<{ what: string; status: number }> {
  const [first, ...rest] = staff;
  if (first === undefined) throw new Error('there is nobody');
  const [person, other] = [random.pick([first, ...rest]), random.pick([first, ...rest])];
  const pasar_a = random.chance(0.4) ? { pasar_a: other.id } : {};
  const admin = scene.browsers[1];
  const id_tienda = random.pick(storeIds as [number, ...number[]]);
  const users = { id_elemento: person.id, tabla: 'usuarios', ...pasar_a };
  const kinds = {
    off: () => admin.call('/actdesElemento', { ...users, opc: 0 }),
    on: () => admin.call('/actdesElemento', { ...users, pasar_a: undefined, opc: 1 }),
    remove: () => admin.call('/eliminarElemento', users),
    edit: async () => {
      const row = await scene.db
        .selectFrom('usuarios')
        .selectAll()
        .where('id', '=', person.id)
        .executeTakeFirst();
      const body = {
        id_usuario: person.id,
        tipo: random.pick(profilesGiven),
        nombre: row?.razon_social ?? '',
        tipo_doc: 1,
        num_doc: row?.num_doc ?? '1',
        email: row?.email ?? 'nadie@cajamenor.test',
        email_actual: '',
        num_doc_actual: '',
        permisos: random.pick(lists),
      };
      return admin.call('/editarUsuario', { ...body, ...pasar_a });
    },
    store: async () => {
      const store = await storeForm(admin, id_tienda);
      return admin.call('/editarTienda', {
        ...store,
        responsable: random.chance(0.5) ? person.id : store.responsable,
        responsables_adicionales: random.chance(0.5) ? [other.id] : store.responsables_adicionales,
        gerente: random.chance(0.5) ? other.id : store.gerente,
        supervisor: random.chance(0.5) ? person.id : store.supervisor,
      });
    },
    closing: () =>
      admin.call('/actdesElemento', { id_elemento: id_tienda, tabla: 'tiendas', opc: 0 }),
    opening: () =>
      admin.call('/actdesElemento', { id_elemento: id_tienda, tabla: 'tiendas', opc: 1 }),
  };
  // Deletions are rare, since without users the walk would end early.
  const what = random.chance(0.03)
    ? 'remove'
    : random.pick(['off', 'on', 'on', 'edit', 'store', 'store', 'closing', 'opening']);
  const { status, body } = await kinds[what as keyof typeof kinds]();
  return { what: `${what} ${person.id} ${other.id} ${JSON.stringify(body)}`, status };
}

describe('random calls of administrators', () => {
  test.each([1, 2, 3])(
    'with seed %i leave every box with a user who may decide it',
    async (seed) => {
      const random = seededRandom(seed);
      expect(await orphanedBoxes()).toEqual([]);
      const statuses = new Set<string>();
      for (let count = 0; count < 150; count += 1) {
        const { what, status } = await step(random);
        statuses.add(`${what.split(' ')[0]} ${status}`);
        expect(status, what).toBeLessThan(500);
        expect(await orphanedBoxes(), `seed ${seed}, after ${count}: ${what}`).toEqual([]);
      }
      // Accepted and refused calls both occurred.
      for (const seen of ['off 200', 'off 409', 'edit 200', 'edit 409', 'store 200', 'store 422'])
        expect([...statuses]).toContain(seen);
    },
    120_000,
  );

  test('leave an administration log that agrees with the rows', async () => {
    expect(await inSnapshot(scene.db, auditAdministration)).toEqual([]);
  });
});
