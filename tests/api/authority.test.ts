/** Privilege escalation over HTTP: who may grant and change what, and that a refusal stores nothing. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Permission } from '#contract/permissions.ts';
import { type ProfileId, profiles } from '#machines/domain/people/profiles.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, type NewPerson } from '#tests/kit/people.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { startTestServer } from '#tests/kit/server.ts';

const server = perFile(startTestServer);
let admin: TestClient;
beforeAll(async () => {
  admin = await server.signIn(1);
});

let made = 0;
const person = (given: Partial<NewPerson> & { profile: ProfileId }) => {
  made += 1;
  return addPerson(server.db, { email: `persona${made}@cajamenor.test`, ...given });
};

const managing = ['listarUsuarios', 'crearUsuario', 'editarUsuario'] as const;

/** A user, by default a coordinator, with the permissions to manage users. */
const manager = async (profile: ProfileId = 4) => {
  const { email } = await person({
    profile,
    permisos: [...profiles[profile].permisos, ...managing],
  });
  return server.signIn(email);
};

const newForm = (changes: object = {}) => {
  made += 1;
  return {
    tipo: 2,
    nombre: 'Olga Bernal',
    tipo_doc: 1,
    num_doc: `6100${made}`,
    email: `nueva${made}@cajamenor.test`,
    password: 'Fresno4821',
    ...changes,
  };
};

const rowOf = (id: number) =>
  server.db.selectFrom('usuarios').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** The form of a known user as the screen sends it, with changes. */
async function formOf(id: number, changes: object = {}) {
  const { tipo, razon_social: nombre, tipo_doc, num_doc, email, permisos } = await rowOf(id);
  return { id_usuario: id, tipo, nombre, tipo_doc, num_doc, email, permisos, ...changes };
}

const mailsTo = (para: string) =>
  server.db
    .selectFrom('correo')
    .select(['asunto', 'texto'])
    .where('para', '=', para)
    .orderBy('id', 'desc')
    .execute();

describe('an administrator', () => {
  test.each([2, 3, 4, 5, 6, 7, 8])('creates a user of profile %i', async (tipo) => {
    expect((await admin.call('/registrarUsuario', newForm({ tipo }))).status).toBe(200);
  });

  test('with fewer permissions can grant work on boxes, but not administration', async () => {
    const { email } = await person({ profile: 1, permisos: managing });
    const lesser = await server.signIn(email);
    expect((await lesser.call('/registrarUsuario', newForm({ tipo: 6 }))).status).toBe(200);
    const more = newForm({ tipo: 3, permisos: 'historialCaja,business' });
    expect((await lesser.call('/registrarUsuario', more)).refusal.errores).toEqual([
      'No puede dar permisos que usted no tiene',
    ]);
    const whole = await formOf(server.people[1].id, { nombre: 'Otro' });
    const { status, refusal } = await lesser.call('/editarUsuario', whole);
    expect([status, refusal.msg]).toEqual([
      403,
      'No puede modificar a quien tiene más permisos que usted.',
    ]);
  });

  test.each([
    ['profile', { tipo: 2 }, 'No puede cambiar su propio tipo de usuario'],
    ['list', { permisos: 'business,flujo' }, 'No puede cambiar sus propios permisos'],
    [
      'address',
      { email: 'otro.correo@cajamenor.test' },
      'Su correo lo cambia otra persona que pueda editar usuarios',
    ],
    ['password', { password: 'Fresno4821' }, 'Cambie su propia contraseña en «Cambiar contraseña»'],
  ])('cannot change their own %s', async (_, changes, sentence) => {
    const before = await rowOf(server.people[1].id);
    const { status, refusal } = await admin.call(
      '/editarUsuario',
      await formOf(server.people[1].id, changes),
    );
    expect([status, refusal.errores]).toEqual([422, [sentence]]);
    expect(await rowOf(server.people[1].id)).toEqual(before);
  });

  test('remains when two of them remove each other simultaneously', async () => {
    const both = [await person({ profile: 1 }), await person({ profile: 1 })] as const;
    const browsers = [
      await server.signIn(both[0].email),
      await server.signIn(both[1].email),
    ] as const;
    const off = (by: 0 | 1) =>
      browsers[by].call(by === 0 ? '/actdesElemento' : '/eliminarElemento', {
        id_elemento: both[by === 0 ? 1 : 0].id,
        tabla: 'usuarios',
        ...(by === 0 && { opc: 0 }),
      });
    const answers = await Promise.all([off(0), off(1)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    const left = await server.db
      .selectFrom('usuarios')
      .select('id')
      .where('id', 'in', [both[0].id, both[1].id])
      .where('active_', '=', 1)
      .where('eliminado', '=', 0)
      .execute();
    expect(left).toHaveLength(1);
  });
});

describe('a user with permissions to manage users', () => {
  test('creates, edits, deactivates and deletes users who have no more permissions', async () => {
    const browser = await manager();
    const { answer } = await browser.call('/registrarUsuario', newForm());
    const id = answer[0]?.id_usuario ?? 0;
    const changes = { nombre: 'Otro nombre', permisos: 'listarTiendas,crearUsuario' };
    expect((await browser.call('/editarUsuario', await formOf(id, changes))).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({
      razon_social: 'Otro nombre',
      permisos: 'listarTiendas,crearUsuario',
    });
    const element = { id_elemento: id, tabla: 'usuarios' };
    expect((await browser.call('/actdesElemento', { ...element, opc: 0 })).status).toBe(200);
    expect((await browser.call('/eliminarElemento', element)).status).toBe(200);
  });

  test.each([
    ['an administrator', { tipo: 1 }, 'El tipo de usuario no es válido'],
    ['a supervisor', { tipo: 3 }, 'No puede dar un tipo de usuario con más permisos que los suyos'],
    [
      'an accountant',
      { tipo: 6, permisos: 'consolidado' },
      'No puede dar un tipo de usuario con más permisos que los suyos',
    ],
    [
      'a permission',
      { permisos: 'listarTiendas,business' },
      'No puede dar permisos que usted no tiene',
    ],
  ])('cannot grant more than they have: %s', async (_, changes, sentence) => {
    const browser = await manager();
    const form = newForm(changes);
    const created = await browser.call('/registrarUsuario', form);
    expect([created.status, created.refusal.errores]).toEqual([422, [sentence]]);
    const { id } = await person({ profile: 2 });
    const edited = await browser.call('/editarUsuario', await formOf(id, changes));
    expect([edited.status, edited.refusal.errores]).toEqual([422, [sentence]]);
    expect(await rowOf(id)).toMatchObject({ tipo: 2, permisos: null });
  });

  test.each([
    ['an administrator', 1, undefined],
    ['a supervisor', 3, undefined],
    ['a person with one permission more', 2, ['listarTiendas', 'business']],
  ] as const)('cannot change a user who has more permissions: %s', async (_, profile, permisos) => {
    const browser = await manager();
    const { id } = await person({
      profile,
      ...(permisos && { permisos: permisos as readonly Permission[] }),
    });
    const before = await rowOf(id);
    const element = { id_elemento: id, tabla: 'usuarios' };
    const answers = [
      await browser.call('/editarUsuario', await formOf(id, { email: 'mio@cajamenor.test' })),
      await browser.call('/editarUsuario', await formOf(id, { password: 'Fresno4821' })),
      await browser.call('/actdesElemento', { ...element, opc: 0 }),
      await browser.call('/actdesElemento', { ...element, opc: 1 }),
      await browser.call('/eliminarElemento', element),
    ];
    for (const { status, refusal } of answers)
      expect([status, refusal.msg]).toEqual([
        403,
        'No puede modificar a quien tiene más permisos que usted.',
      ]);
    expect(await rowOf(id)).toEqual(before);
  });
});

describe('a store', () => {
  test('cannot be assigned by users to themselves', async () => {
    const permisos = [...profiles[3].permisos, 'crearTienda', 'editarTienda'] as const;
    const { id, email } = await person({ profile: 3, permisos });
    const browser = await server.signIn(email);
    const form = {
      nombre: 'Tienda mía',
      direccion: 'Calle 1',
      telefono: '6013334455',
      email: 'a@b.co',
      centro_costo: 'C',
      centro_beneficio: 'B',
      formato_tienda: 1,
      base: 1_000,
      ciudad: 11001,
      responsable: server.people[2].id,
      gerente: server.people[8].id,
      supervisor: id,
    };
    const created = await browser.call('/agregarTienda', form);
    expect([created.status, created.refusal.motivos]).toEqual([
      422,
      [{ guardia: 'supervisor', mensaje: 'No puede asignarse usted a una tienda.' }],
    ]);
    const id_tienda = server.store.id;
    expect((await browser.call('/editarTienda', { ...form, id_tienda })).status).toBe(403);
    const element = { id_elemento: id_tienda, opc: 0, tabla: 'tiendas' };
    expect((await browser.call('/actdesElemento', element)).status).toBe(403);
  });
});

describe('protection against impersonation', () => {
  test('a first password must be changed at the sign-in, and the user is notified by mail', async () => {
    const form = newForm();
    await admin.call('/registrarUsuario', form);
    const { email, password } = form;
    const [mail] = await mailsTo(email);
    expect(mail?.asunto).toBe('Caja menor: se creó su usuario');
    expect(mail?.texto).not.toContain(form.password);
    const browser = server.client();
    const { answer } = await browser.call('/auth/user', { email, password });
    expect(answer[0]?.cambiar_clave).toBe('si');
    const same = await browser.call('/changePwd', { email, password });
    expect(same.refusal.motivos).toEqual([
      { guardia: 'password', mensaje: 'La contraseña debe ser distinta de la anterior.' },
    ]);
    expect((await browser.call('/changePwd', { email, password: 'Ceniza7301' })).status).toBe(200);
  });

  test('a password set by an administrator must be changed, ends sessions and is notified', async () => {
    const { id, email } = await person({ profile: 3 });
    const browser = await server.signIn(email);
    const set = await admin.call('/editarUsuario', await formOf(id, { password: 'Fresno4821' }));
    expect(set.status).toBe(200);
    expect((await browser.call('/auth/sesion')).status).toBe(401);
    expect((await rowOf(id)).cambiar_clave).toBe(1);
    const [mail] = await mailsTo(email);
    expect(mail?.asunto).toBe('Caja menor: le asignaron una contraseña');
    expect(mail?.texto).toContain(server.people[1].nombre);
    expect(mail?.texto).not.toContain('Fresno4821');
  });

  test('a new address is notified to the old one, and deletes its temporary passwords', async () => {
    const { id, email } = await person({ profile: 3 });
    await server.client().call('/recoverPassword', { email });
    const changed = { email: `cambiado${id}@cajamenor.test` };
    expect((await admin.call('/editarUsuario', await formOf(id, changed))).status).toBe(200);
    const [mail] = await mailsTo(email);
    expect(mail?.asunto).toBe('Caja menor: su correo cambió');
    expect(mail?.texto).toContain(changed.email);
    const stored = await server.db
      .selectFrom('clave_temporal')
      .select('id')
      .where('id_usuario', '=', id)
      .execute();
    expect(stored).toEqual([]);
  });

  test.each(['12345678', 'colombia1', 'Caja2026', 'bernal4821'])(
    'the weak password «%s» is refused',
    async (password) => {
      const { status, refusal } = await admin.call('/registrarUsuario', newForm({ password }));
      expect([status, refusal.motivos?.[0]?.guardia]).toEqual([422, 'password']);
    },
  );
});
