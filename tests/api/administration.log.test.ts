/** Every change of administration appends an event with its author and the changes, without secrets. */
import { describe, expect, test } from 'vitest';
import { administrationCalls } from '#contract/calls/administration.calls.ts';
import type { Changes } from '#server/platform/database/administration-log.repository.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import {
  replayAdministration,
  logMigration,
} from '#server/features/cases/administration-replay.ts';
import { must, record, startScene } from '#tests/kit/box-scene.ts';
import { auditSentences } from '#tests/kit/forger.ts';
import { addPerson } from '#tests/kit/people.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);

const userForm = (name: string, num_doc: string) => ({
  nombre: name,
  tipo: 2,
  tipo_doc: 1,
  num_doc,
  email: `${num_doc}@cajamenor.test`,
  celular: '3001234567',
});

const storeForm = (changes: object = {}) => ({
  nombre: 'Tienda Nueva',
  direccion: 'Carrera 7 # 12-30',
  telefono: '6013334455',
  email: 'nueva@cajamenor.test',
  centro_costo: 'CC-77',
  centro_beneficio: 'CB-77',
  responsable: scene.people[2].id,
  responsables_adicionales: [scene.others.responsable.id],
  gerente: scene.people[8].id,
  supervisor: scene.people[3].id,
  formato_tienda: 1,
  base: 1_500_000,
  ciudad: 11001,
  ...changes,
});

const admin = () => scene.browsers[1];
const person = async (num_doc: string) =>
  (await addPerson(scene.db, { profile: 2, email: `${num_doc}@x.test`, num_doc })).id;
let companies = 0;
const company = async () => {
  companies += 1;
  const form = { nombre: `Mensajeros ${companies}`, zona: 5001 };
  return (await must(admin(), '/crearEmpresa', form))[0]?.id_empresa ?? 0;
};

/** Returns the events that a change appends. */
async function eventsOf(change: () => Promise<unknown>) {
  const rows = () =>
    scene.db.selectFrom('evento_administracion').selectAll().orderBy('secuencia').execute();
  const before = (await rows()).length;
  await change();
  return (await rows()).slice(before).map(({ evento, tabla, id_actor, perfil, payload }) => ({
    evento,
    tabla,
    by: [id_actor, perfil],
    changes: JSON.parse(payload) as Changes,
  }));
}

type Mutation = {
  [Path in keyof typeof administrationCalls]: (typeof administrationCalls)[Path]['kind'] extends 'mutation'
    ? Path
    : never;
}[keyof typeof administrationCalls];

/** By call: prepares it and returns the call to make; a reason for one that changes no row of administration. */
const mutations: Record<Mutation, string | (() => Promise<() => Promise<unknown>>)> = {
  '/registrarUsuario': async () => () =>
    must(admin(), '/registrarUsuario', { ...userForm('Nueva', '5001'), password: 'Fresno4821' }),
  '/editarUsuario': async () => {
    const id_usuario = await person('5002');
    return () => must(admin(), '/editarUsuario', { ...userForm('Otra', '5002'), id_usuario });
  },
  '/crearEmpresa': async () => company,
  '/editarEmpresa': async () => {
    const id_elemento = await company();
    return () => must(admin(), '/editarEmpresa', { nombre: 'Otra', zona: 1146, id_elemento });
  },
  '/agregarTienda': async () => () => must(admin(), '/agregarTienda', storeForm()),
  '/editarTienda': async () => {
    const id_tienda = scene.otherStore.id;
    const form = storeForm({ base: 7, centro_costo: 'CC-78' });
    return () => must(admin(), '/editarTienda', { ...form, id_tienda });
  },
  '/configGeneral': async () => () => must(admin(), '/configGeneral', { monto_maximo: 77_000 }),
  '/actdesElemento': async () => {
    const id_elemento = await person('5003');
    return () => must(admin(), '/actdesElemento', { tabla: 'usuarios', id_elemento, opc: 0 });
  },
  '/eliminarElemento': async () => {
    const id_elemento = await person('5004');
    return () => must(admin(), '/eliminarElemento', { tabla: 'usuarios', id_elemento });
  },
  '/reintentarCorreo': 'a mail is due again: no row of administration',
};

describe('every mutation of administration', () => {
  test('has an entry in the table', () => {
    const ofContract = Object.entries(administrationCalls)
      .filter(([, { kind }]) => kind === 'mutation')
      .map(([path]) => path);
    expect(Object.keys(mutations).sort()).toEqual(ofContract.sort());
  });

  test.each(Object.entries(mutations).filter(([, change]) => typeof change !== 'string'))(
    '%s leaves an event with its author, and the audit agrees',
    async (_, prepare) => {
      if (typeof prepare === 'string') return;
      const events = await eventsOf(await prepare());
      expect(events.length).toBeGreaterThan(0);
      for (const { by } of events) expect(by).toEqual([scene.people[1].id, 1]);
      expect(await auditSentences(scene)).toEqual([]);
    },
  );
});

describe('an event', () => {
  test('contains the new values of the row, and is not written without a change', async () => {
    const id = await person('6001');
    const form = { ...userForm('Responsable de tienda de prueba', '6001'), celular: '' };
    const edit = (changes: object) => () =>
      must(admin(), '/editarUsuario', {
        ...form,
        email: '6001@x.test',
        id_usuario: id,
        ...changes,
      });
    expect(await eventsOf(edit({ tipo: 3, permisos: 'historialCaja' }))).toMatchObject([
      {
        evento: 'EDIT',
        tabla: 'usuarios',
        changes: { [id]: { tipo: 3, permisos: 'historialCaja' } },
      },
    ]);
    expect(await eventsOf(edit({ tipo: 3, permisos: 'historialCaja' }))).toEqual([]);
  });

  test('of a password change contains a digest, not the password hash', async () => {
    const { email, id } = await addPerson(scene.db, { profile: 2, email: 'olvidadiza@x.test' });
    const browser = await scene.signIn(email);
    const [event, ...more] = await eventsOf(() =>
      must(browser, '/changePwd', { email, password: 'Otra20261' }),
    );
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      by: [id, 2],
      changes: { [id]: { clave_hash: expect.stringMatching(/^[\da-f]{64}$/) } },
    });
    const log = await scene.db.selectFrom('evento_administracion').select('payload').execute();
    expect(JSON.stringify(log)).not.toContain('argon2');
  });

  test('of a store contains its new supervisor and manager', async () => {
    const id_tienda = scene.store.id;
    const before = { responsables_adicionales: [], base: 1_000_000, centro_costo: 'CC-79' };
    await must(admin(), '/editarTienda', { ...storeForm(before), id_tienda });
    const supervisor = scene.others.supervisor.id;
    const after = { ...storeForm(before), supervisor, responsable: scene.others.responsable.id };
    const events = await eventsOf(() => must(admin(), '/editarTienda', { ...after, id_tienda }));
    expect(events).toMatchObject([
      { tabla: 'tiendas', changes: { [id_tienda]: { id_supervisor: supervisor } } },
      {
        tabla: 'responsable_tienda',
        changes: {
          [`${id_tienda}-${scene.people[2].id}`]: null,
          [`${id_tienda}-${scene.others.responsable.id}`]: { tipo: 1 },
        },
      },
    ]);
  });

  test('is written for a supplier that is created with an expense', async () => {
    const fields = { num_doc: '890900608', digito: '9', proveedor: 'La esquina' };
    const place = { direccion: 'Calle 1', departamento: 5, ciudad: 5001 };
    const [event] = await eventsOf(() =>
      record(scene, { ...fields, ...place, id_proveedor: undefined }, { as: 4 }),
    );
    expect(event).toMatchObject({ evento: 'CREATE', tabla: 'proveedores' });
    expect(event?.by).toEqual([scene.people[4].id, 4]);
  });

  test('is not written when the change is refused', async () => {
    expect(
      await eventsOf(() =>
        admin().call('/editarEmpresa', { nombre: 'Otra', zona: 999_999, id_elemento: 1 }),
      ),
    ).toEqual([]);
  });
});

test('simultaneous changes of one row leave a log that agrees with the row', async () => {
  const id_elemento = await company();
  await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      admin().call('/editarEmpresa', {
        nombre: `Envíos ${index % 3}`,
        zona: index % 2 === 0 ? 5001 : 1146,
        id_elemento,
      }),
    ),
  );
  expect(await auditSentences(scene)).toEqual([]);
});

test('a migration is logged once, with the rows that came with it', async () => {
  const reported = () =>
    inTransaction(scene.db, async (trx) => (await replayAdministration(trx)).tables);
  await scene.db.insertInto('empresas').values({ nombre: 'De antes', id_ciudad: 5001 }).execute();
  const known = (await reported()).get('empresas')?.size ?? 0;
  const tell = () => inTransaction(scene.db, (trx) => logMigration(trx, '9999-una', 5));
  const first = await eventsOf(tell);
  expect(first.map(({ evento, tabla }) => [evento, tabla])).toEqual([
    ['BASE', 'empresas'],
    ['MIGRATION', '9999-una'],
  ]);
  expect((await reported()).get('empresas')?.size).toBe(known + 1);
  expect(await eventsOf(tell)).toEqual([]);
});
