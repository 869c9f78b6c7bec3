import { beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, addStore } from '#tests/kit/people.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { startTestServer, testNow } from '#tests/kit/server.ts';

const server = perFile(startTestServer);
let admin: TestClient;
beforeAll(async () => {
  admin = await server.signIn(1);
});

let made = 0;
const form = (changes: object = {}) => {
  made += 1;
  return {
    tipo: 2,
    nombre: 'Luz Marina Ríos',
    tipo_doc: 1,
    num_doc: `5200${made}`,
    email: `nueva${made}@cajamenor.test`,
    celular: '3001234567',
    password: 'Fresno4821',
    ...changes,
  };
};

const create = async (changes: object = {}) => {
  const body = form(changes);
  const { answer } = await admin.call('/registrarUsuario', body);
  return { ...body, id_usuario: answer[0]?.id_usuario ?? 0 };
};

const rowOf = (id: number) =>
  server.db.selectFrom('usuarios').selectAll().where('id', '=', id).executeTakeFirst();

describe('creating a user', () => {
  test('stores a user who can sign in', async () => {
    const body = form({ nombre: '  Luz Marina  ', email: 'Luz.Marina@CajaMenor.test' });
    const { answer } = await admin.call('/registrarUsuario', { ...body, usuario_accion: 99 });
    const row = await rowOf(answer[0]?.id_usuario ?? 0);
    expect(row).toMatchObject({
      razon_social: 'Luz Marina',
      email: 'luz.marina@cajamenor.test',
      tipo: 2,
      active_: 1,
      permisos: null,
      digito: '',
      creado: testNow,
    });
    expect(row?.clave_hash).toMatch(/^\$argon2id\$/);
    await server.signIn('luz.marina@cajamenor.test', 'Fresno4821');
  });

  test('stores the check digit of a NIT', async () => {
    const { id_usuario } = await create({ tipo_doc: 2, num_doc: '900373923', digito: '8' });
    expect((await rowOf(id_usuario))?.digito).toBe('8');
  });

  test.each([
    [
      'an address that is taken',
      { email: 'TIENDA@cajamenor.test' },
      'El correo ya está registrado',
    ],
    ['type 1', { tipo: 1 }, 'El tipo de usuario no es válido'],
    ['a type that does not exist', { tipo: 44 }, 'El tipo de usuario no es válido'],
    ['a document type that does not exist', { tipo_doc: 44 }, 'El tipo de documento no es válido'],
    ['an unknown permission', { permisos: 'business,todo' }, 'La lista de permisos no es válida'],
    ['no name', { nombre: '  ' }, 'Por favor llene todos los campos requeridos.'],
    ['a wrong address', { email: 'sin arroba' }, 'El formato del correo es incorrecto'],
    ['letters in the telephone', { celular: '300x' }, 'No es un número válido'],
    [
      'a NIT without its digit',
      { tipo_doc: 2, digito: undefined },
      'Por favor llene todos los campos requeridos.',
    ],
    [
      'a weak password',
      { password: 'corta' },
      'La contraseña no cumple con los requisitos (Alfanumérico, 8-10 caracteres)',
    ],
  ])('refuses %s with a list of errors', async (_name, changes, sentence) => {
    const { status, refusal } = await admin.call('/registrarUsuario', form(changes));
    expect(status).toBe(422);
    expect(refusal.status).toBe('401');
    expect(refusal.errores).toContain(sentence);
  });

  test('reports both a duplicate address and a duplicate document number', async () => {
    const { email, num_doc } = await create();
    const { refusal } = await admin.call('/registrarUsuario', form({ email, num_doc }));
    expect(refusal.errores).toEqual([
      'El correo ya está registrado',
      'El número de documento ya está registrado',
    ]);
  });

  test('succeeds for one of several simultaneous requests with the same address', async () => {
    const email = 'carrera@cajamenor.test';
    const tries = await Promise.all(
      [1, 2, 3, 4].map(() => admin.call('/registrarUsuario', form({ email }))),
    );
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
    for (const { status, body } of tries) {
      if (status === 422) expect(JSON.stringify(body)).toContain('El correo ya está registrado');
    }
  });

  test('returns the first result for a repeated key, and 409 for the key with another body', async () => {
    const body = form();
    const first = await admin.call('/registrarUsuario', body, { idempotencyKey: 'llave-1' });
    const second = await admin.call('/registrarUsuario', body, { idempotencyKey: 'llave-1' });
    expect(second.answer).toEqual(first.answer);
    const other = await admin.call('/registrarUsuario', form(), { idempotencyKey: 'llave-1' });
    expect([other.status, other.refusal.msg]).toEqual([
      409,
      'Esta solicitud ya se usó con otros datos. Actualice la página e intente de nuevo.',
    ]);
  });

  test('creates one user for simultaneous requests with the same key', async () => {
    const body = form();
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map(() =>
        admin.call('/registrarUsuario', body, { idempotencyKey: 'llave-2' }),
      ),
    );
    const ids = answers.map(({ answer }) => answer[0]?.id_usuario);
    expect(new Set(ids).size).toBe(1);
  });

  test('stores no result for a refusal, and does not share keys between users', async () => {
    const wrong = form({ email: 'TIENDA@cajamenor.test' });
    const options = { idempotencyKey: 'llave-3' };
    expect((await admin.call('/registrarUsuario', wrong, options)).status).toBe(422);
    expect((await admin.call('/registrarUsuario', form(), options)).status).toBe(200);
    const colleague = await addPerson(server.db, { profile: 1, email: 'admin2@cajamenor.test' });
    const another = await server.signIn(colleague.email);
    expect((await another.call('/registrarUsuario', form(), options)).status).toBe(200);
  });
});

describe('editing a user', () => {
  test('changes the given fields and not the password', async () => {
    const { password, ...user } = await create({ permisos: 'business' });
    const changes = { ...user, permisos: undefined, nombre: 'Otro nombre', tipo: 3 };
    const before = await rowOf(user.id_usuario);
    const { status } = await admin.call('/editarUsuario', {
      ...changes,
      email_actual: user.email,
      num_doc_actual: user.num_doc,
    });
    expect(status).toBe(200);
    expect(await rowOf(user.id_usuario)).toEqual({
      ...before,
      razon_social: 'Otro nombre',
      tipo: 3,
    });
    await server.signIn(user.email, password);
    await admin.call('/editarUsuario', { ...changes, permisos: '' });
    expect((await rowOf(user.id_usuario))?.permisos).toBeNull();
  });

  test('ends the sessions of the user when the password changes', async () => {
    const user = await create();
    const browser = await server.signIn(user.email, user.password);
    const { status } = await admin.call('/editarUsuario', { ...user, password: 'Otra123456' });
    expect(status).toBe(200);
    expect((await browser.call('/auth/sesion')).status).toBe(401);
    await server.signIn(user.email, 'Otra123456');
  });

  test('refuses an address in use, and answers 404 for an unknown user', async () => {
    const { password: _password, ...user } = await create();
    const taken = await admin.call('/editarUsuario', {
      ...user,
      email: server.people[3].email,
    });
    expect(taken.refusal).toMatchObject({
      status: '401',
      errores: ['El correo ya está registrado'],
    });
    expect((await admin.call('/editarUsuario', { ...user, id_usuario: 999_999 })).status).toBe(404);
  });

  test('cannot grant the administrator profile, nor change the profile of the caller', async () => {
    const { password: _password, ...user } = await create();
    const raised = await admin.call('/editarUsuario', { ...user, tipo: 1 });
    expect(raised.refusal.errores).toEqual(['El tipo de usuario no es válido']);
    const self = await admin.call('/obtenerUsuarioById', { id_usuario: server.people[1].id });
    const {
      razon_social,
      active_: _a,
      tipo_perfil: _t,
      segundo_factor: _f,
      a_cargo: _c,
      indispensable: _i,
      invitacion: _n,
      id,
      ...own
    } = self.answer;
    const body = { ...own, nombre: razon_social, id_usuario: id };
    expect((await admin.call('/editarUsuario', body)).status).toBe(200);
    const lowered = await admin.call('/editarUsuario', { ...body, tipo: 2 });
    expect(lowered.refusal.errores).toEqual(['No puede cambiar su propio tipo de usuario']);
  });
});

describe('reading users', () => {
  test('returns one user without the password', async () => {
    const { id_usuario, email } = await create();
    const { answer } = await admin.call('/obtenerUsuarioById', { id_usuario });
    expect(answer).toEqual({
      id: id_usuario,
      razon_social: 'Luz Marina Ríos',
      tipo: 2,
      tipo_perfil: 'Responsable de tienda',
      tipo_doc: 1,
      num_doc: expect.any(String),
      digito: '',
      email,
      celular: '3001234567',
      active_: 1,
      permisos: null,
      segundo_factor: 0,
      a_cargo: '',
      indispensable: '',
      invitacion: { estado: 'ninguna', desde: '', vence: '' },
      version: expect.any(Number),
    });
    expect((await admin.call('/obtenerUsuarioById', { id_usuario: 999_999 })).status).toBe(404);
  });

  test('searches, orders and pages the list', async () => {
    await create({ nombre: 'Ñángara Úsuga', email: 'nangara@cajamenor.test' });
    const found = await admin.call('/obtenerUsuarios', { buscar: 'ÑÁNG' });
    expect(found.answer.map(({ razon_social }) => razon_social)).toEqual(['Ñángara Úsuga']);
    expect(found.total).toBe(1);
    const wild = await admin.call('/obtenerUsuarios', { buscar: '%' });
    expect(wild.answer).toEqual([]);
    const all = await admin.call('/obtenerUsuarios', { orden: 'email', direccion: 'desc' });
    const emails = all.answer.map(({ email }) => email);
    expect(emails).toEqual([...emails].sort().reverse());
    const page = await admin.call('/obtenerUsuarios', {
      orden: 'email',
      direccion: 'desc',
      pagina: 2,
      limite: 3,
    });
    expect(page.answer.map(({ email }) => email)).toEqual(emails.slice(3, 6));
    expect(page.total).toBe(emails.length);
    expect((await admin.call('/obtenerUsuarios', { orden: 'clave_hash' })).status).toBe(400);
  });
});

describe('deactivating and deleting users', () => {
  test('a deactivated user cannot sign in until activated again', async () => {
    const user = await create();
    const element = { id_elemento: user.id_usuario, tabla: 'usuarios' };
    const off = await admin.call('/actdesElemento', { ...element, opc: '0' });
    expect(off.answer).toEqual([{ status: '200', msg: 'Registro actualizado' }]);
    const refused = await server.client().call('/auth/user', user);
    expect(refused.status).toBe(400);
    const { email, password } = user;
    expect((await server.client().call('/auth/user', { email, password })).status).toBe(401);
    await admin.call('/actdesElemento', { ...element, opc: 1 });
    await server.signIn(email, password);
  });

  test('users cannot deactivate or delete themselves', async () => {
    const element = { id_elemento: server.people[1].id, tabla: 'usuarios' };
    const off = await admin.call('/actdesElemento', { ...element, opc: 0 });
    expect([off.status, off.refusal.motivos]).toEqual([
      409,
      [{ guardia: 'isAnotherUser', mensaje: 'No puede desactivar su propio usuario.' }],
    ]);
    const deleted = await admin.call('/eliminarElemento', element);
    expect([deleted.status, deleted.refusal.msg]).toEqual([
      409,
      'No puede eliminar su propio usuario.',
    ]);
  });

  const onlyManager = async (email: string) => {
    const responsable = await addPerson(server.db, { profile: 2, email });
    const people = { supervisor: server.people[3], gerente: server.people[8] };
    const nombre = `Tienda de ${email}`;
    const { id } = await addStore(server.db, { nombre, responsable, ...people }, testNow);
    return { responsable, id, nombre, element: { id_elemento: responsable.id, tabla: 'usuarios' } };
  };

  test('the only manager of an active store cannot be deactivated or deleted', async () => {
    const { responsable, id, nombre, element } = await onlyManager('sola@cajamenor.test');
    const held = `Es la única persona responsable de «${nombre}»`;
    const removals = [
      () => admin.call('/actdesElemento', { ...element, opc: 0 }),
      () => admin.call('/eliminarElemento', element),
    ];
    for (const remove of removals) {
      const { status, refusal } = await remove();
      const mensaje = `${held}: pase todo primero a otra persona del mismo perfil.`;
      expect([status, refusal.motivos]).toEqual([409, [{ guardia: 'nothingHangs', mensaje }]]);
    }
    const listed = () => admin.call('/obtenerUsuarios', { buscar: responsable.email });
    expect((await listed()).answer[0]).toMatchObject({ active_: 1, a_cargo: held });
    const other = await addPerson(server.db, { profile: 2, email: 'segunda@cajamenor.test' });
    const second = { id_tienda: id, id_usuario: other.id, tipo: 2 as const };
    await server.db.insertInto('responsable_tienda').values(second).execute();
    expect((await listed()).answer[0]).toMatchObject({ a_cargo: '' });
    expect((await removals[0]?.())?.status).toBe(200);
    const last = await admin.call('/eliminarElemento', { ...element, id_elemento: other.id });
    expect(last.refusal.motivos?.[0]?.guardia).toBe('nothingHangs');
    // Activation is always allowed, and an inactive store does not prevent a removal.
    expect((await admin.call('/actdesElemento', { ...element, opc: 1 })).status).toBe(200);
    await server.db.updateTable('tiendas').set({ active_: 0 }).where('id', '=', id).execute();
    for (const remove of removals) expect((await remove()).status).toBe(200);
  });

  test('two managers of a store who are deleted simultaneously leave one of them', async () => {
    const { responsable, id } = await onlyManager('primera@cajamenor.test');
    const other = await addPerson(server.db, { profile: 2, email: 'otra.mas@cajamenor.test' });
    const second = { id_tienda: id, id_usuario: other.id, tipo: 2 as const };
    await server.db.insertInto('responsable_tienda').values(second).execute();
    const answers = await Promise.all(
      [responsable, other].map((person) =>
        admin.call('/eliminarElemento', { id_elemento: person.id, tabla: 'usuarios' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('a user without history is erased, and may be created again', async () => {
    const user = await create();
    const browser = await server.signIn(user.email, user.password);
    const element = { id_elemento: user.id_usuario, tabla: 'usuarios' };
    const { answer } = await admin.call('/eliminarElemento', element);
    expect(answer).toEqual([{ status: '200', msg: 'Registro eliminado' }]);
    expect(await rowOf(user.id_usuario)).toBeUndefined();
    expect((await browser.call('/auth/sesion')).status).toBe(401);
    expect((await admin.call('/eliminarElemento', element)).status).toBe(404);
    await create({ email: user.email, num_doc: user.num_doc });
  });

  test('a user with history is hidden, and the address can be used again', async () => {
    const responsable = await addPerson(server.db, {
      profile: 2,
      email: 'historia@cajamenor.test',
    });
    const people = { supervisor: server.people[3], gerente: server.people[8] };
    const adicionales = [server.people[2]];
    await addStore(
      server.db,
      { nombre: 'Tienda Sur', responsable, adicionales, ...people },
      testNow,
    );
    const element = { id_elemento: responsable.id, tabla: 'usuarios' };
    expect((await admin.call('/eliminarElemento', element)).status).toBe(200);
    expect(await rowOf(responsable.id)).toMatchObject({ eliminado: 1, active_: 0 });
    const { answer } = await admin.call('/obtenerUsuarios', { buscar: responsable.email });
    expect(answer).toEqual([]);
    expect((await admin.call('/actdesElemento', { ...element, opc: 1 })).status).toBe(404);
    await create({ email: responsable.email });
  });
});
