import { beforeAll, describe, expect, test } from 'vitest';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { invitationOf } from '#tests/kit/invitations.ts';
import { addPerson, addStore } from '#tests/kit/people.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { startTestServer, testNow } from '#tests/kit/server.ts';

const server = perFile(startTestServer);
let admin: TestClient;
beforeAll(async () => {
  admin = await server.signIn(1);
});

let stores = 0;
/** A store with a cost centre of its own. */
const storeForm = (changes: object = {}) => {
  stores += 1;
  return {
    nombre: 'Tienda Nueva',
    direccion: 'Carrera 7 # 12-30',
    telefono: '6013334455',
    email: 'nueva@cajamenor.test',
    centro_costo: `CC-${stores}`,
    centro_beneficio: 'CB-77',
    responsable: server.people[2].id,
    responsables_adicionales: [server.others.responsable.id],
    gerente: server.people[8].id,
    supervisor: server.people[3].id,
    formato_tienda: 3,
    base: 1_500_000,
    ciudad: 11001,
    ...changes,
  };
};

describe('shipping companies', () => {
  const create = async (nombre: string) =>
    (await admin.call('/crearEmpresa', { nombre, zona: 5001 })).answer[0]?.id_empresa ?? 0;

  test('are created, read, edited, deactivated and deleted', async () => {
    const id_empresa = await create('  Envíos Rápidos ');
    const read = () => admin.call('/obtenerEmpresaById', { id_empresa });
    expect((await read()).answer).toEqual({
      id: id_empresa,
      nombre: 'Envíos Rápidos',
      ciudad: 'Medellín',
      id_ciudad: 5001,
      active_: 1,
    });
    await admin.call('/editarEmpresa', {
      nombre: 'Motorizado',
      zona: 1146,
      id_elemento: id_empresa,
    });
    expect((await read()).answer).toMatchObject({ nombre: 'Motorizado', ciudad: 'NACIONAL' });
    const element = { id_elemento: id_empresa, tabla: 'empresas' };
    await admin.call('/actdesElemento', { ...element, opc: 0 });
    expect((await read()).answer.active_).toBe(0);
    expect((await admin.call('/eliminarElemento', element)).status).toBe(200);
    expect((await read()).status).toBe(404);
  });

  test('are unique by name per city, ignoring case and accents', async () => {
    const id_elemento = await create('Mensajería Única');
    const again = (nombre: string, zona: number) => admin.call('/crearEmpresa', { nombre, zona });
    const { status, refusal } = await again(' mensajeria UNICA', 5001);
    expect({ status, refusal }).toMatchObject({
      status: 422,
      refusal: { motivos: [{ mensaje: 'Ya hay una empresa con este nombre en esta zona.' }] },
    });
    expect((await again('Mensajería Única', 11001)).status).toBe(200);
    const edit = (zona: number) =>
      admin.call('/editarEmpresa', { nombre: 'MENSAJERÍA ÚNICA', zona, id_elemento });
    expect((await edit(5001)).status).toBe(200);
    expect((await edit(11001)).status).toBe(422);
  });

  test('that shipped a box are hidden, not deleted', async () => {
    const id_empresa = await create('Con historia');
    await server.db
      .updateTable('cajas')
      .set({ id_empresa })
      .where('id', '=', server.otherStore.idCaja)
      .execute();
    await admin.call('/eliminarElemento', { id_elemento: id_empresa, tabla: 'empresas' });
    const row = await server.db
      .selectFrom('empresas')
      .select(['eliminado', 'active_'])
      .where('id', '=', id_empresa)
      .executeTakeFirst();
    expect(row).toEqual({ eliminado: 1, active_: 0 });
    const { answer } = await admin.call('/obtenerEmpresas', { buscar: 'historia' });
    expect(answer).toEqual([]);
  });

  test.each([
    ['no name', { nombre: ' ', zona: 5001 }, 'Por favor complete todos los campos'],
    ['no zone', { nombre: 'X' }, 'Por favor complete todos los campos'],
    ['a zone that does not exist', { nombre: 'X', zona: 999 }, 'La zona no es válida.'],
  ])('are refused with %s', async (_name, body, sentence) => {
    const { status, refusal } = await admin.call('/crearEmpresa', body);
    expect([status, refusal.msg]).toEqual([422, sentence]);
  });

  test('are listed by name', async () => {
    await create('zeta');
    await create('Alfa');
    const { answer, total } = await admin.call('/obtenerEmpresas', {});
    const names = answer.map(({ nombre }) => nombre.toLowerCase());
    expect(names).toEqual([...names].sort());
    expect(total).toBe(names.length);
  });
});

describe('a new store', () => {
  test('has its users, its fund in centavos and an open box', async () => {
    const { answer } = await admin.call('/agregarTienda', storeForm({ centro_costo: 'CC-77' }));
    const id_tienda = answer[0]?.id_tienda ?? 0;
    const read = await admin.call('/obtenerTiendaById', { id_tienda });
    expect(read.answer).toEqual({
      id: id_tienda,
      nombre: 'Tienda Nueva',
      direccion: 'Carrera 7 # 12-30',
      telefono: '6013334455',
      email: 'nueva@cajamenor.test',
      centro_costo: 'CC-77',
      centro_beneficio: 'CB-77',
      responsable: server.people[2].id,
      responsables_adicionales: [server.others.responsable.id],
      gerente: server.people[8].id,
      id_gerente: server.people[8].id,
      supervisor: server.people[3].id,
      id_supervisor: server.people[3].id,
      personas: [server.people[2], server.people[3], server.people[8], server.others.responsable]
        .toSorted((one, other) => one.id - other.id)
        .map(({ id, nombre }) => ({ id, razon_social: nombre, active_: 1 })),
      formato_tienda: 3,
      id_formato: 3,
      tipo_formato: 'Express',
      base_formato: 'Express',
      base: 1_500_000,
      ciudad: 11001,
      nombre_ciudad: 'Bogotá, D.C.',
      version: expect.any(Number),
      active_: 1,
      por_devolver: 0,
      disponible: 1_500_000,
      reembolso: 0,
      en_proceso: 0,
      por_girar: 0,
      a_cargo_tienda: 0,
    });
    const row = await server.db
      .selectFrom('tiendas')
      .select('base')
      .where('id', '=', id_tienda)
      .executeTakeFirstOrThrow();
    expect(row.base).toBe(150_000_000);
    const boxes = await server.db
      .selectFrom('cajas')
      .select(['active', 'consecutivo', 'fecha', 'version'])
      .where('id_tienda', '=', id_tienda)
      .execute();
    expect(boxes).toEqual([{ active: 0, consecutivo: null, fecha: '2026-06-17', version: 0 }]);
  });

  describe('with a new manager', () => {
    const person = { nombre: ' Marta Gil ', tipo_doc: 1, num_doc: '43111222' };
    const withManager = (email: string, changes: object = {}) => ({
      ...storeForm({ responsables_adicionales: [], ...changes }),
      responsable: undefined,
      responsable_nuevo: { ...person, email },
    });
    const rows = async () => {
      const count = async (table: 'usuarios' | 'tiendas' | 'correo') =>
        (await server.db.selectFrom(table).select('id').execute()).length;
      return [await count('usuarios'), await count('tiendas'), await count('correo')];
    };

    test('creates and invites the user as its manager', async () => {
      const { answer } = await admin.call('/agregarTienda', withManager('marta@cajamenor.test'));
      const id_tienda = answer[0]?.id_tienda ?? 0;
      const { responsable } = (await admin.call('/obtenerTiendaById', { id_tienda })).answer;
      const user = await admin.call('/obtenerUsuarioById', { id_usuario: responsable ?? 0 });
      expect(user.answer).toMatchObject({
        razon_social: 'Marta Gil',
        tipo: 2,
        email: 'marta@cajamenor.test',
        permisos: null,
        active_: 1,
        invitacion: { estado: 'porEnviar' },
      });
      expect(await invitationOf(server, 'marta@cajamenor.test')).not.toBe('');
      const boxes = server.db
        .selectFrom('cajas')
        .select('active')
        .where('id_tienda', '=', id_tienda);
      expect(await boxes.execute()).toEqual([{ active: 0 }]);
    });

    test('creates nothing when the store or the user is refused', async () => {
      const before = await rows();
      const taken = await admin.call('/agregarTienda', withManager('admin@cajamenor.test'));
      expect([taken.status, taken.refusal.motivos]).toEqual([
        422,
        [
          { guardia: 'responsable_nuevo.email', mensaje: 'El correo ya está registrado' },
          {
            guardia: 'responsable_nuevo.num_doc',
            mensaje: 'El número de documento ya está registrado',
          },
        ],
      ]);
      const form = withManager('otra@cajamenor.test', { supervisor: server.people[2].id });
      const other = { ...form, responsable_nuevo: { ...form.responsable_nuevo, num_doc: '999' } };
      const misplaced = await admin.call('/agregarTienda', other);
      expect([misplaced.status, misplaced.refusal.motivos?.map(({ guardia }) => guardia)]).toEqual([
        422,
        ['supervisor'],
      ]);
      expect(await rows()).toEqual(before);
    });

    test('creates every post that is given as a new person, or none of them', async () => {
      const people = {
        responsable_nuevo: { ...person, num_doc: '43111301', email: 'uno@cajamenor.test' },
        supervisor_nuevo: { ...person, num_doc: '43111302', email: 'dos@cajamenor.test' },
        gerente_nuevo: { ...person, num_doc: '43111303', email: 'tres@cajamenor.test' },
      };
      const form = {
        ...storeForm({ responsables_adicionales: [] }),
        responsable: undefined,
        supervisor: undefined,
        gerente: undefined,
        ...people,
      };
      const before = await rows();
      const twice = { ...form, gerente_nuevo: people.supervisor_nuevo };
      const refused = await admin.call('/agregarTienda', twice);
      expect([refused.status, refused.refusal.motivos]).toEqual([
        422,
        [
          { guardia: 'gerente_nuevo.email', mensaje: 'El correo ya está registrado' },
          {
            guardia: 'gerente_nuevo.num_doc',
            mensaje: 'El número de documento ya está registrado',
          },
        ],
      ]);
      const without = await admin.call('/agregarTienda', { ...form, gerente_nuevo: undefined });
      expect([without.status, without.refusal.motivos?.map(({ guardia }) => guardia)]).toEqual([
        422,
        ['gerente'],
      ]);
      expect(await rows()).toEqual(before);

      const { answer } = await admin.call('/agregarTienda', form);
      const stored = await server.db
        .selectFrom('tiendas')
        .innerJoin('usuarios as supervisor', 'supervisor.id', 'tiendas.id_supervisor')
        .innerJoin('usuarios as gerente', 'gerente.id', 'tiendas.id_gerente')
        .innerJoin('responsable_tienda', 'responsable_tienda.id_tienda', 'tiendas.id')
        .innerJoin('usuarios as responsable', 'responsable.id', 'responsable_tienda.id_usuario')
        .where('tiendas.id', '=', answer[0]?.id_tienda ?? 0)
        .select([
          'responsable.email as responsable',
          'responsable.tipo as tipo_responsable',
          'supervisor.email as supervisor',
          'supervisor.tipo as tipo_supervisor',
          'gerente.email as gerente',
          'gerente.tipo as tipo_gerente',
        ])
        .execute();
      expect(stored).toEqual([
        {
          responsable: 'uno@cajamenor.test',
          tipo_responsable: 2,
          supervisor: 'dos@cajamenor.test',
          tipo_supervisor: 3,
          gerente: 'tres@cajamenor.test',
          tipo_gerente: 8,
        },
      ]);
    });

    test('requires the permission to create users', async () => {
      const { email } = await addPerson(server.db, {
        profile: 1,
        email: 'tiendas@cajamenor.test',
        permisos: ['listarTiendas', 'crearTienda'],
      });
      const half = await server.signIn(email);
      expect((await half.call('/agregarTienda', withManager('nadie@x.test'))).status).toBe(403);
      expect((await half.call('/agregarTienda', storeForm())).status).toBe(200);
    });

    test.each([
      ['no name', { nombre: '' }, 'responsable_nuevo.nombre'],
      ['a wrong address', { email: 'marta@' }, 'responsable_nuevo.email'],
      ['a NIT without its digit', { tipo_doc: 2 }, 'responsable_nuevo.digito'],
    ])('is refused with %s', async (_, changes, field) => {
      const form = withManager('correcta@cajamenor.test');
      const { status, refusal } = await admin.call('/agregarTienda', {
        ...form,
        responsable_nuevo: { ...form.responsable_nuevo, ...changes },
      });
      expect([status, refusal.motivos?.map(({ guardia }) => guardia)]).toEqual([422, [field]]);
    });
  });

  test('does not list the main manager as an additional one', async () => {
    const main = server.people[2].id;
    const form = storeForm({ responsables_adicionales: [main, main] });
    const { answer } = await admin.call('/agregarTienda', form);
    const id_tienda = answer[0]?.id_tienda ?? 0;
    const read = await admin.call('/obtenerTiendaById', { id_tienda });
    expect(read.answer).toMatchObject({ responsable: main, responsables_adicionales: [] });
  });

  test('is refused with a reason for each invalid user, format and city', async () => {
    const { status, refusal } = await admin.call(
      '/agregarTienda',
      storeForm({
        responsable: server.people[3].id,
        responsables_adicionales: [999_999],
        gerente: server.people[2].id,
        supervisor: server.people[1].id,
        formato_tienda: 99,
        ciudad: 99,
      }),
    );
    expect(status).toBe(422);
    expect(refusal.motivos?.map(({ guardia }) => guardia)).toEqual([
      'responsable',
      'responsables_adicionales',
      'supervisor',
      'gerente',
      'formato_tienda',
      'ciudad',
    ]);
  });

  test.each([
    ['base', -1, 'Solo números'],
    ['base', 1_000_000_000, 'El valor puede ser de hasta $ 999.999.999'],
    ['base', 1.234, 'Solo números'],
    ['base', 1_500_000.5, 'Solo números'],
    ['email', 'sin arroba', 'Formato de email inválido'],
    ['nombre', '', 'Por favor complete todos los campos'],
    ['telefono', undefined, 'Por favor complete todos los campos'],
  ])('is refused with %s %s', async (field, value, sentence) => {
    const { status, refusal } = await admin.call('/agregarTienda', storeForm({ [field]: value }));
    expect([status, refusal.motivos]).toEqual([422, [{ guardia: field, mensaje: sentence }]]);
  });
});

describe('a second store with the same name and cost centre', () => {
  const repeated = {
    guardia: 'nombre',
    mensaje: 'Ya hay una tienda con este nombre y este centro de costo.',
  };
  const named = (nombre: string, centro_costo: string) => storeForm({ nombre, centro_costo });
  const created = async (nombre: string, centro_costo: string) =>
    (await admin.call('/agregarTienda', named(nombre, centro_costo))).answer[0]?.id_tienda ?? 0;
  const rowsNamed = (nombre: string) =>
    server.db.selectFrom('tiendas').select('id').where('nombre', '=', nombre).execute();

  test('is refused, however the letters and spaces are written; one of the two may be equal', async () => {
    await created('Tienda Única', 'CC-A1');
    const { status, refusal } = await admin.call(
      '/agregarTienda',
      named(' tienda  UNICA ', 'cc-a1'),
    );
    expect([status, refusal.motivos]).toEqual([422, [repeated]]);
    expect(await created('Tienda Única', 'CC-A2')).toBeGreaterThan(0);
    expect(await created('Tienda Otra', 'CC-A1')).toBeGreaterThan(0);
  });

  test('is refused to an edit, but not to an edit that leaves them as they are', async () => {
    await created('Tienda Primera', 'CC-B1');
    const id_tienda = await created('Tienda Segunda', 'CC-B1');
    const { status, refusal } = await admin.call('/editarTienda', {
      ...named('Tienda Primera', 'CC-B1'),
      id_tienda,
    });
    expect([status, refusal.motivos]).toEqual([422, [repeated]]);
    // Two that were equal before the rule can still be edited.
    await server.db
      .updateTable('tiendas')
      .set({ nombre: 'Tienda Primera' })
      .where('id', '=', id_tienda)
      .execute();
    const same = { ...named('Tienda Primera', 'CC-B1'), telefono: '6019999999', id_tienda };
    expect((await admin.call('/editarTienda', same)).status).toBe(200);
  });

  test('is created once by two simultaneous requests', async () => {
    const form = () => named('Tienda Simultánea', 'CC-C1');
    const both = await Promise.all(
      [form(), form()].map((one) => admin.call('/agregarTienda', one)),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect(await rowsNamed('Tienda Simultánea')).toHaveLength(1);
  });
});

describe('a stored base with centavos', () => {
  test('stays until it is changed, and is changed to whole pesos only', async () => {
    const form = storeForm();
    const { answer } = await admin.call('/agregarTienda', form);
    const id_tienda = answer[0]?.id_tienda ?? 0;
    const baseOf = async () => (await admin.call('/obtenerTiendaById', { id_tienda })).answer.base;
    await server.db
      .updateTable('tiendas')
      .set({ base: 150_000_050 })
      .where('id', '=', id_tienda)
      .execute();
    const edited = (base: number) => admin.call('/editarTienda', { ...form, id_tienda, base });
    expect((await edited(1_500_000.5)).status).toBe(200);
    expect(await baseOf()).toBe(1_500_000.5);
    const { status, refusal } = await edited(1_500_000.25);
    const mensaje = 'Solo números';
    expect([status, refusal.motivos]).toEqual([422, [{ guardia: 'base', mensaje }]]);
    expect((await edited(1_600_000)).status).toBe(200);
    expect(await baseOf()).toBe(1_600_000);
  });

  test('is not created by a text with signs', async () => {
    for (const base of ['$ 1.500.000', '1.500.000', '1500000,00', '1500000.00'])
      expect((await admin.call('/agregarTienda', storeForm({ base }))).status, base).toBe(422);
    expect((await admin.call('/agregarTienda', storeForm({ base: '1500000' }))).status).toBe(200);
  });
});

describe('editing a store', () => {
  test('replaces all fields, and may retain a supervisor who was deactivated', async () => {
    const supervisor = await addPerson(server.db, { profile: 3, email: 'se.va@cajamenor.test' });
    const { id } = await addStore(
      server.db,
      {
        nombre: 'Tienda Vieja',
        responsable: server.people[2],
        supervisor,
        gerente: server.people[8],
        adicionales: [server.others.responsable],
      },
      testNow,
    );
    const off = { id_elemento: supervisor.id, opc: 0, tabla: 'usuarios' };
    // Only the supervisor of an inactive store can be deactivated.
    await admin.call('/actdesElemento', { id_elemento: id, opc: 0, tabla: 'tiendas' });
    expect((await admin.call('/actdesElemento', off)).status).toBe(200);
    const form = storeForm({ supervisor: supervisor.id, responsables_adicionales: undefined });
    expect((await admin.call('/editarTienda', { ...form, id_tienda: id })).answer).toEqual([
      {
        status: '200',
        msg: 'Datos almacenados',
        id_tienda: id,
        aviso: 'La base sube $ 500.000: queda por girar.',
      },
    ]);
    const { answer } = await admin.call('/obtenerTiendaById', { id_tienda: id });
    expect(answer).toMatchObject({ nombre: 'Tienda Nueva', responsables_adicionales: [] });
    const gone = { id: supervisor.id, razon_social: supervisor.nombre, active_: 0 };
    expect(answer.personas).toContainEqual(gone);
    await admin.call('/eliminarElemento', { id_elemento: supervisor.id, tabla: 'usuarios' });
    const later = await admin.call('/obtenerTiendaById', { id_tienda: id });
    expect(later.answer.personas).toContainEqual(gone);
    // A deleted supervisor may remain in this store, but is refused in a new one.
    expect((await admin.call('/editarTienda', { ...form, id_tienda: id })).status).toBe(200);
    const fresh = await admin.call('/agregarTienda', form);
    expect(fresh.refusal.motivos?.[0]?.guardia).toBe('supervisor');
    expect((await admin.call('/editarTienda', { ...storeForm(), id_tienda: 99_999 })).status).toBe(
      404,
    );
  });

  test('deactivates it only with the permission to edit stores, and never deletes it', async () => {
    const element = { id_elemento: server.otherStore.id, opc: 0, tabla: 'tiendas' };
    expect((await admin.call('/actdesElemento', element)).status).toBe(200);
    expect((await admin.call('/actdesElemento', { ...element, opc: 1 })).status).toBe(200);
    for (const profile of [2, 3, 6] as const) {
      const browser = await server.signIn(profile);
      expect((await browser.call('/actdesElemento', element)).status).toBe(403);
    }
    const notDeletable = { id_elemento: server.otherStore.id, tabla: 'tiendas' };
    expect((await admin.call('/eliminarElemento', notDeletable)).status).toBe(400);
  });
});

describe('the stores of a session', () => {
  const seen = async (profile: ProfileId) => {
    const browser = await server.signIn(profile);
    const { answer } = await browser.call('/obtenerTiendas', { id_usuario: 1, tipoperfil_id: 1 });
    return answer.map(({ id }) => id);
  };

  test('depend on its profile, not on the body', async () => {
    const [own, other] = [server.store.id, server.otherStore.id];
    for (const profile of [1, 4, 6, 7] as const) {
      expect(await seen(profile)).toEqual(expect.arrayContaining([own, other]));
    }
    for (const profile of [2, 3, 8] as const) {
      const ids = await seen(profile);
      expect(ids).toContain(own);
      expect(ids).not.toContain(other);
    }
  });

  test('do not reveal whether another store exists', async () => {
    const browser = await server.signIn(2);
    for (const id_tienda of [server.otherStore.id, 999_999]) {
      expect((await browser.call('/obtenerTiendaById', { id_tienda })).status).toBe(403);
    }
    expect((await admin.call('/obtenerTiendaById', { id_tienda: 999_999 })).status).toBe(404);
  });

  test('show the available fund and the reimbursement in process', async () => {
    const { people } = server;
    const place = { responsable: people[2], supervisor: people[3], gerente: people[8] };
    const { id, idCaja } = await addStore(
      server.db,
      { nombre: 'Tienda con cajas', base: 1_000_000_00, ...place },
      testNow,
    );
    const box = {
      id_tienda: id,
      fecha: '2026-06-01',
      creada: testNow,
      fecha_movimiento: testNow,
    };
    await server.db
      .insertInto('cajas')
      .values([
        { ...box, active: 2, consecutivo: 1, total: 100_000_50 },
        { ...box, active: 5, consecutivo: 2, total: 900_000_00 },
      ])
      .execute();
    await server.db
      .updateTable('cajas')
      .set({ total: 250_000_00 })
      .where('id', '=', idCaja)
      .execute();
    const { answer } = await admin.call('/obtenerTiendas', { buscar: 'con cajas' });
    expect(answer).toEqual([
      {
        id,
        nombre: 'Tienda con cajas',
        centro_costo: 'CC-01',
        formato_tienda: 'Almacén',
        ciudad: 'Medellín',
        base: 1_000_000,
        disponible: 649_999.5,
        reembolso: 100_000.5,
        en_proceso: 100_000.5,
        por_girar: 0,
        a_cargo_tienda: 0,
        active_: 1,
      },
    ]);
  });
});

describe('the settings', () => {
  test('store the maximum for an occasional supplier, which is required', async () => {
    const saved = await admin.call('/configGeneral', { monto_maximo: 350_000 });
    expect(saved.answer).toEqual([{ status: '200', msg: 'Datos almacenados' }]);
    const body = { tabla: 'config', condicional: { field_name: 'monto_maximo' } };
    const { answer } = await admin.call('/datosGenerales', body);
    expect(answer[0]).toMatchObject({ field_content: '350000' });
    expect((await admin.call('/configGeneral', {})).refusal.msg).toBe('Este campo es obligatorio');
  });
});
