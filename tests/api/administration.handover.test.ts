/** Handover: a user who leaves with a charge is refused, or passes it to a successor in the same transaction. */
import { describe, expect, test } from 'vitest';
import { auditAdministration } from '#server/operate/audit/audit-rows.ts';
import { replaceManagers } from '#server/features/stores/store.repository.ts';
import { inSnapshot, inTransaction } from '#server/platform/database/transactions.ts';
import { must, startScene, storeForm } from '#tests/kit/box-scene.ts';
import { boxIn, moveTo } from '#tests/kit/box-stages.ts';
import { addPerson, addStore, operator, type Person } from '#tests/kit/people.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { testNow } from '#tests/kit/server.ts';

const scene = perFile(startScene);

let names = 0;
const person = (
  profile: 2 | 3 | 5 | 6 | 8,
  given: { permisos?: ['historialCaja']; nombre?: string } = {},
) => {
  names += 1;
  return addPerson(scene.db, { profile, email: `relevo.${names}@cajamenor.test`, ...given });
};

/** A supervisor with this number of stores. */
async function supervisorOf(stores: number): Promise<{ supervisor: Person; ids: number[] }> {
  const supervisor = await person(3);
  const { people } = scene;
  const ids: number[] = [];
  for (let count = 0; count < stores; count += 1) {
    names += 1;
    const store = {
      nombre: `Tienda de relevo ${names}`,
      responsable: people[2],
      gerente: people[8],
      supervisor,
    };
    ids.push((await addStore(scene.db, store, testNow)).id);
  }
  return { supervisor, ids };
}

const supervisorsOf = async (ids: readonly number[]): Promise<number[]> =>
  (
    await scene.db.selectFrom('tiendas').select('id_supervisor').where('id', 'in', ids).execute()
  ).map(({ id_supervisor }) => id_supervisor);

const asForm = async ({ id, email }: Person, tipo: number) => {
  const row = await scene.db
    .selectFrom('usuarios')
    .select('num_doc')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    id_usuario: id,
    tipo,
    nombre: 'Relevada',
    tipo_doc: 1,
    num_doc: row.num_doc,
    email,
    email_actual: email,
    num_doc_actual: row.num_doc,
  };
};

/** The calls by which a user leaves a post. */
const departures = {
  'switching off': async ({ id }: Person, more: object) =>
    scene.browsers[1].call('/actdesElemento', {
      id_elemento: id,
      tabla: 'usuarios',
      opc: 0,
      ...more,
    }),
  deleting: async ({ id }: Person, more: object) =>
    scene.browsers[1].call('/eliminarElemento', { id_elemento: id, tabla: 'usuarios', ...more }),
  'giving another profile': async (who: Person, more: object) =>
    scene.browsers[1].call('/editarUsuario', { ...(await asForm(who, 2)), ...more }),
  'taking the screens of the work away': async (who: Person, more: object) =>
    scene.browsers[1].call('/editarUsuario', {
      ...(await asForm(who, who.profile)),
      permisos: 'consolidado',
      ...more,
    }),
};

describe.each(Object.entries(departures))('%s', (_, depart) => {
  test('is refused naming the charge; with a successor it hands it over, and the audit agrees', async () => {
    const { supervisor, ids } = await supervisorOf(2);
    const box = await boxIn(scene, 'supervision', [{ valor: 21_300 }]);
    await scene.db
      .updateTable('tiendas')
      .set({ id_supervisor: supervisor.id })
      .where('id', '=', box.id_tienda)
      .execute();
    const { status, refusal } = await depart(supervisor, {});
    expect([status, refusal.motivos]).toEqual([
      409,
      [
        {
          guardia: 'nothingHangs',
          mensaje:
            'Supervisa 3 tiendas, 1 caja por decidir, $ 21.300: pase todo primero a otra persona del mismo perfil.',
        },
      ],
    ]);
    // Restores the row that was written directly, so that the log agrees with it again.
    await scene.db
      .updateTable('tiendas')
      .set({ id_supervisor: scene.people[3].id })
      .where('id', '=', box.id_tienda)
      .execute();
    const successor = await person(3);
    expect((await depart(supervisor, { pasar_a: successor.id })).status).toBe(200);
    expect(await supervisorsOf(ids)).toEqual([successor.id, successor.id]);
    expect(await inSnapshot(scene.db, auditAdministration)).toEqual([]);
  });

  test('is refused when the successor cannot take the charge', async () => {
    const { supervisor, ids } = await supervisorOf(1);
    const off = await person(3);
    const element = { id_elemento: off.id, tabla: 'usuarios', opc: 0 };
    await scene.browsers[1].call('/actdesElemento', element);
    const refusals = {
      isOfTheProfile: [
        (await person(2)).id,
        off.id,
        (await person(3, { permisos: ['historialCaja'] })).id,
        2_000_000_000,
      ],
      isSomebodyElse: [supervisor.id],
      isNotOneself: [scene.people[1].id],
    };
    for (const [guardia, successors] of Object.entries(refusals))
      for (const pasar_a of successors) {
        const { status, refusal } = await depart(supervisor, { pasar_a });
        expect([status, refusal.motivos?.[0]?.guardia]).toEqual([409, guardia]);
      }
    expect(await supervisorsOf(ids)).toEqual([supervisor.id]);
  });

  test('is refused for the last user of maintenance or accounting', async () => {
    for (const profile of [5, 6] as const) {
      const last = scene.people[profile];
      const refused = await depart(last, {});
      expect([refused.status, refused.refusal.motivos?.[0]?.guardia]).toEqual([
        409,
        'profileKeepsSomebody',
      ]);
      const second = await person(profile);
      expect((await depart(second, {})).status).toBe(200);
      expect((await depart(last, {})).status).toBe(409);
    }
  });
});

describe('special cases of a handover', () => {
  test('one of two users who hand over to each other simultaneously remains', async () => {
    const [one, two] = [await supervisorOf(1), await supervisorOf(1)];
    const answers = await Promise.all(
      [
        [one, two],
        [two, one],
      ].map(([from, to]) =>
        departures['switching off'](from?.supervisor as Person, { pasar_a: to?.supervisor.id }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [supervisor] = new Set(await supervisorsOf([...one.ids, ...two.ids]));
    const row = await scene.db
      .selectFrom('usuarios')
      .select('active_')
      .where('id', '=', supervisor ?? 0)
      .executeTakeFirst();
    expect(row).toEqual({ active_: 1 });
  });

  test('a supervisor is not both deleted and assigned to a store by simultaneous calls', async () => {
    const supervisor = await person(3);
    const form = {
      ...(await storeForm(scene.browsers[1], scene.otherStore.id)),
      supervisor: supervisor.id,
    };
    const [given, gone] = await Promise.all([
      scene.browsers[1].call('/editarTienda', form),
      departures.deleting(supervisor, {}),
    ]);
    expect([given.status, gone.status].toSorted()).toEqual(
      given.status === 200 ? [200, 409] : [200, 422],
    );
  });

  test('a successor who recorded an expense in a box of the charge is refused', async () => {
    const { supervisor, ids } = await supervisorOf(1);
    const recorder = await person(2);
    const [id_tienda = 0] = ids;
    await scene.db
      .insertInto('responsable_tienda')
      .values({ id_tienda, id_usuario: recorder.id, tipo: 2 })
      .execute();
    const browser = await scene.signIn(recorder.email);
    const recorded = await browser.call('/enviarGasto', {
      id_tienda,
      fecha_gasto: '2026-06-17',
      id_proveedor: scene.suppliers.known,
      recibo: 'RELEVO1',
      valor: 9_100,
      concepto: 'Cinta',
      categoria: [1],
      tipo_factura: 0,
    });
    expect(recorded.status).toBe(200);
    expect((await departures['giving another profile'](recorder, {})).status).toBe(200);
    await scene.browsers[1].call('/editarUsuario', await asForm(recorder, 3));
    const { refusal } = await departures.deleting(supervisor, { pasar_a: recorder.id });
    expect(refusal.motivos?.[0]?.guardia).toBe('recordedNothing');
    const edited = await scene.browsers[1].call('/editarTienda', {
      ...(await storeForm(scene.browsers[1], id_tienda)),
      telefono: '1',
      centro_costo: 'C',
      centro_beneficio: 'B',
      supervisor: recorder.id,
    });
    expect(edited.refusal.motivos?.map(({ guardia }) => guardia)).toEqual(['supervisor']);
  });

  test('a user without permission to edit stores cannot hand them over', async () => {
    const { supervisor } = await supervisorOf(1);
    const email = 'solo.usuarios@cajamenor.test';
    await addPerson(scene.db, { profile: 1, email, permisos: ['listarUsuarios'] });
    const browser = await scene.signIn(email);
    const { status } = await browser.call('/eliminarElemento', {
      id_elemento: supervisor.id,
      tabla: 'usuarios',
      pasar_a: (await person(3)).id,
    });
    expect(status).toBe(403);
  });

  test('a store needs an active manager, but may retain a deleted additional one', async () => {
    const { ids } = await supervisorOf(1);
    const [id_tienda = 0] = ids;
    const off = await person(2);
    const form = {
      ...(await storeForm(scene.browsers[1], id_tienda)),
      responsables_adicionales: [off.id],
    };
    const save = (more: object = {}) =>
      scene.browsers[1].call('/editarTienda', { ...form, ...more });
    expect((await save()).status).toBe(200);
    expect((await departures.deleting(off, {})).status).toBe(200);
    expect((await save({ telefono: '6041112233' })).status).toBe(200);
    const alone = await save({ responsable: off.id, responsables_adicionales: [] });
    expect([alone.status, alone.refusal.motivos]).toEqual([
      422,
      [
        {
          guardia: 'responsable',
          mensaje: 'La tienda necesita al menos una persona responsable en uso.',
        },
      ],
    ]);
  });

  test('the main person in charge on the day of the send owes, also after the next one took over', async () => {
    const box = await boxIn(scene, 'open', [{ valor: 90_000 }, { valor: 10_000 }]);
    const leaving = await person(2, { nombre: 'Ana Ríos' });
    const next = await person(2);
    const setMain = ({ id }: Person) => {
      const managers = { responsable: id, adicionales: [scene.people[2].id] };
      return inTransaction(scene.db, (trx) =>
        replaceManagers(trx, box.id_tienda, managers, operator),
      );
    };
    await setMain(leaving);
    await moveTo(scene, box, 'finalAccounting');
    await setMain(next);
    await must(scene.browsers[6], '/guardarContabilidadFinal', {
      id_gasto: box.expenses[1] ?? 0,
      estado: 16,
      id_rechazo: 1,
      observacion: 'Ilegible',
    });
    await moveTo(scene, box, 'closed');
    const debtors = async () => {
      const { total, gastos } = await must(scene.browsers[6], '/gastosACargo', {
        id_tienda: box.id_tienda,
      });
      return [total, ...gastos.map(({ responsable }) => responsable)];
    };
    expect(await debtors()).toEqual([10_000, 'Ana Ríos']);
    expect((await departures.deleting(leaving, {})).status).toBe(200);
    expect(await debtors()).toEqual([10_000, 'Ana Ríos']);
  });

  test('a store without an active supervisor cannot be activated again', async () => {
    const { supervisor, ids } = await supervisorOf(1);
    const [id_elemento = 0] = ids;
    const store = { id_elemento, tabla: 'tiendas' };
    await scene.browsers[1].call('/actdesElemento', { ...store, opc: 0 });
    expect((await departures['switching off'](supervisor, {})).status).toBe(200);
    const opened = await scene.browsers[1].call('/actdesElemento', { ...store, opc: 1 });
    expect([opened.status, opened.refusal.motivos?.[0]?.guardia]).toEqual([409, 'storeHasPeople']);
  });
});
