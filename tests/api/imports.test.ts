/** /revisarImportacion and /importarFilas: users and stores from a file, row by row. */
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { maximumImportBytes, maximumImportRows } from '#contract/calls/imports.calls.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { zipOf } from '#tests/kit/files/zip-file.ts';
import { addPerson } from '#tests/kit/people.ts';
import { perFile } from '#tests/kit/per-file.ts';
import {
  csvOf,
  importOf,
  nextRow,
  storeHeads,
  userCells,
  userHeads,
  workbookAround,
  xlsxOf,
} from '#tests/kit/row-import.ts';
import { startTestServer } from '#tests/kit/server.ts';

const server = perFile(startTestServer);
let admin: TestClient;
beforeAll(async () => {
  admin = await server.signIn(1);
});

const reviewOf = async (bytes: Buffer, tabla: 'usuarios' | 'tiendas' = 'usuarios', by = admin) => {
  const { status, answer } = await importOf(by, tabla, bytes).review();
  expect(status).toBe(200);
  return answer;
};

/** Result and messages of each row, by row number. */
const outcomesOf = async (bytes: Buffer, tabla?: 'usuarios' | 'tiendas', by?: TestClient) =>
  Object.fromEntries(
    (await reviewOf(bytes, tabla, by)).filas.map(({ fila, resultado, mensajes }) => [
      fila,
      [resultado, ...mensajes],
    ]),
  );

const refusalOf = async (bytes: Buffer): Promise<string> => {
  const { status, body } = await importOf(admin, 'usuarios', bytes).review();
  expect(status).toBe(422);
  return (body as { motivos: { mensaje: string }[] }[])[0]?.motivos[0]?.mensaje ?? '';
};

const userWith = (email: string) =>
  server.db.selectFrom('usuarios').selectAll().where('email', '=', email).executeTakeFirst();

const logged = async () =>
  (await server.db.selectFrom('evento_administracion').select(['evento', 'tabla']).execute())
    .length;

const storeCells = (changes: Partial<Record<(typeof storeHeads)[number], string>> = {}) =>
  storeHeads.map(
    (head) =>
      ({
        Nombre: `Tienda ${nextRow()}`,
        Dirección: 'Calle 10 # 20-30',
        Teléfono: '6044441212',
        Correo: 'nueva@cajamenor.test',
        'Centro de costo': 'CC-1',
        'Centro de beneficio': 'CB-1',
        'Correo del responsable': server.people[2].email,
        'Correo del gerente': server.people[8].email,
        'Correo del supervisor': server.people[3].email.toUpperCase(),
        Formato: 'formato de la prueba',
        Fondo: '1500000',
        Ciudad: 'medellin',
        ...changes,
      })[head],
  );

describe('users', () => {
  test('are reviewed without effect, written as reviewed, and recognised the next time', async () => {
    const email = `nueva.${nextRow()}@cajamenor.test`;
    const bytes = xlsxOf([
      userHeads,
      userCells({ Correo: email, Nombre: 'Ana & Luz' }),
      userCells(),
    ]);
    const importing = importOf(admin, 'usuarios', bytes);
    const before = await logged();
    const { filas, avisos, huella } = await reviewOf(bytes);
    expect(avisos).toEqual([]);
    expect(filas[0]).toEqual({ fila: 2, nombre: 'Ana & Luz', resultado: 'correcta', mensajes: [] });
    expect(await userWith(email)).toBeUndefined();
    expect(await logged()).toBe(before);

    expect((await importing.write(huella)).answer).toEqual([
      { status: '200', msg: 'Se crearon 2 filas.', creadas: 2, cambiadas: 0 },
    ]);
    const user = await userWith(email);
    expect(user).toMatchObject({
      razon_social: 'Ana & Luz',
      tipo: 3,
      tipo_doc: 1,
      cambiar_clave: 1,
    });
    // Two users, each with an invitation.
    expect(await logged()).toBe(before + 4);
    const mails = await server.db.selectFrom('correo').select('para').execute();
    expect(mails.filter(({ para }) => para.includes(email))).toHaveLength(1);

    const again = await reviewOf(bytes);
    expect(again.filas.map(({ resultado }) => resultado)).toEqual(['igual', 'igual']);
    expect((await importing.write(huella)).status).toBe(409);
  });

  test('of valid rows are written; other rows are listed with all their errors', async () => {
    const taken = (await userWith(server.people[2].email))?.num_doc ?? '';
    const right = userCells();
    const bytes = csvOf([
      userHeads,
      right,
      userCells({ 'Tipo de usuario': 'Jefe', Correo: 'sin arroba', Celular: 'tres' }),
      userCells({ Correo: (right[5] ?? '').toUpperCase() }),
      userCells({ 'Número de documento': taken }),
      userCells({ Nombre: '', 'Tipo de documento': 'NIT' }),
      userCells({ 'Tipo de usuario': 'administrador' }),
    ]);
    expect(await outcomesOf(bytes)).toEqual({
      2: ['correcta'],
      3: [
        'error',
        'Tipo de usuario: no existe «Jefe»; los nombres están en la plantilla.',
        'Correo: El formato del correo es incorrecto',
        'Celular: No es un número válido',
      ],
      4: ['error', 'El correo es el de la fila 2.'],
      5: ['error', 'El número de documento ya está registrado'],
      6: [
        'error',
        'Nombre: está vacío.',
        'Dígito de verificación: está vacío; el NIT lo necesita.',
      ],
      7: ['error', 'El tipo de usuario no es válido'],
    });
    const { huella } = await reviewOf(bytes);
    expect((await importOf(admin, 'usuarios', bytes).write(huella)).answer[0]?.creadas).toBe(1);
    expect(await userWith(right[5] ?? '')).toBeDefined();
  });

  test('may have a document number with punctuation and check digit', async () => {
    const cells = userCells({ 'Tipo de documento': 'NIT', 'Número de documento': '900.412.857-8' });
    const other = userCells({ 'Tipo de documento': 'NIT', 'Número de documento': '900.412.857-1' });
    const bytes = csvOf([userHeads, cells]);
    expect(await outcomesOf(csvOf([userHeads, other]))).toEqual({
      2: [
        'error',
        'Número de documento: El dígito de verificación no corresponde al número de documento',
      ],
    });
    const { huella } = await reviewOf(bytes);
    await importOf(admin, 'usuarios', bytes).write(huella);
    expect(await userWith(cells[5] ?? '')).toMatchObject({ num_doc: '900412857', digito: '8' });
  });

  test('cannot get more permissions than the importing user has', async () => {
    const email = `contable.${nextRow()}@cajamenor.test`;
    await addPerson(server.db, {
      profile: 6,
      email,
      permisos: ['crearUsuario', 'cajasPendientes'],
    });
    const accounting = await server.signIn(email);
    const bytes = csvOf([userHeads, userCells({ 'Tipo de usuario': 'Supervisor' })]);
    expect(await outcomesOf(bytes, 'usuarios', accounting)).toEqual({
      2: ['error', 'No puede dar un tipo de usuario con más permisos que los suyos'],
    });
    expect((await importOf(accounting, 'tiendas', bytes).review()).status).toBe(403);
    expect((await importOf(accounting, 'tiendas', bytes).write('x')).status).toBe(403);
  });

  test('are refused as a whole when one of them is registered after the review', async () => {
    const cells = userCells();
    const bytes = csvOf([userHeads, cells, userCells()]);
    const { huella } = await reviewOf(bytes);
    await addPerson(server.db, { profile: 2, email: cells[5] ?? '' });
    const { status, body } = await importOf(admin, 'usuarios', bytes).write(huella);
    expect([status, JSON.stringify(body)]).toEqual([
      409,
      expect.stringContaining('importIsAsReviewed'),
    ]);
  });
});

describe('stores', () => {
  test.each(['Bogotá', 'bogota', 'Bogotá D.C.', 'BOGOTÁ, D. C.', 'Bogota DC'])(
    'are in the capital with the city name %s',
    async (Ciudad) => {
      const { nombre } = await server.db
        .selectFrom('formato_tienda')
        .select('nombre')
        .executeTakeFirstOrThrow();
      const bytes = csvOf([storeHeads, storeCells({ Formato: nombre, Ciudad })]);
      expect(await outcomesOf(bytes, 'tiendas')).toEqual({ 2: ['correcta'] });
    },
  );

  test('identify their users by e-mail and start with a box', async () => {
    const formato = await server.db
      .selectFrom('formato_tienda')
      .selectAll()
      .executeTakeFirstOrThrow();
    const nombre = `Tienda ${nextRow()}`;
    const Formato = formato.nombre.toUpperCase();
    const bytes = csvOf([
      storeHeads,
      storeCells({ Nombre: nombre, Formato, Ciudad: '11001' }),
      storeCells({ Formato, Ciudad: 'Armenia', 'Correo del gerente': 'nadie@cajamenor.test' }),
      storeCells({ Formato, Ciudad: 'medellin', 'Correo del supervisor': server.people[2].email }),
      storeCells({
        Nombre: ` ${nombre.toUpperCase()} `,
        Formato,
        Ciudad: 'Medellín',
        Fondo: '1.500.000,5 pesos',
      }),
      storeCells({ Formato, Ciudad: '11001', Fondo: '1000000000' }),
    ]);
    expect(await outcomesOf(bytes, 'tiendas')).toEqual({
      2: ['correcta'],
      3: [
        'error',
        'Correo del gerente: no hay ningún usuario con «nadie@cajamenor.test».',
        'Ciudad: hay 2 municipios «Armenia»; escriba el código DANE: 5059, 63001.',
      ],
      4: ['error', 'El supervisor no es válido.'],
      5: ['error', 'Fondo: «1.500.000,5 pesos» no son pesos.'],
      6: ['error', 'Fondo: El valor puede ser de hasta $ 999.999.999'],
    });
    const { huella } = await reviewOf(bytes, 'tiendas');
    expect((await importOf(admin, 'tiendas', bytes).write(huella)).answer[0]?.creadas).toBe(1);
    const store = await server.db
      .selectFrom('tiendas')
      .innerJoin('cajas', 'cajas.id_tienda', 'tiendas.id')
      .selectAll('tiendas')
      .where('tiendas.nombre', '=', nombre)
      .executeTakeFirstOrThrow();
    expect(store).toMatchObject({
      base: 150_000_000,
      id_ciudad: 11001,
      id_supervisor: server.people[3].id,
      id_gerente: server.people[8].id,
    });
    expect((await outcomesOf(bytes, 'tiendas'))[2]).toEqual(['igual']);
  });

  test('have a name and cost centre of their own, in the file and in the company', async () => {
    const { nombre: Formato } = await server.db
      .selectFrom('formato_tienda')
      .select('nombre')
      .executeTakeFirstOrThrow();
    const Nombre = `Tienda ${nextRow()}`;
    const row = (name: string, centre: string) =>
      storeCells({ Nombre: name, 'Centro de costo': centre, Formato, Ciudad: '11001' });
    const bytes = csvOf([
      storeHeads,
      row(Nombre, 'CC-1'),
      row(` ${Nombre.toUpperCase()} `, 'cc-1'),
      row(Nombre, 'CC-2'),
    ]);
    expect(await outcomesOf(bytes, 'tiendas')).toEqual({
      2: ['correcta'],
      3: ['error', 'El nombre con su centro de costo es el de la fila 2.'],
      4: ['correcta'],
    });
    const first = csvOf([storeHeads, row(Nombre, 'CC-1')]);
    const { huella } = await reviewOf(first, 'tiendas');
    await importOf(admin, 'tiendas', first).write(huella);
    expect(await outcomesOf(bytes, 'tiendas')).toEqual({
      2: ['igual'],
      3: ['error', 'El nombre con su centro de costo es el de la fila 2.'],
      4: ['correcta'],
    });
  });
});

describe('temporary passwords of a file', () => {
  const heads = [...userHeads, 'Contraseña temporal'];
  const row = (password: string, changes: Parameters<typeof userCells>[0] = {}) => [
    ...userCells(changes),
    password,
  ];

  test('let new users in to choose another one; without one they are invited', async () => {
    const [one, other] = ['una', 'otra'].map((who) => `${who}.${nextRow()}@cajamenor.test`);
    const bytes = csvOf([
      heads,
      row('Fresno4821', { Correo: one ?? '' }),
      row('', { Correo: other ?? '' }),
    ]);
    const { filas, huella } = await reviewOf(bytes);
    expect(filas.map(({ resultado, mensajes }) => [resultado, ...mensajes])).toEqual([
      ['correcta', 'Entra con la contraseña temporal y elige otra.'],
      ['correcta'],
    ]);
    const { answer, status } = await importOf(admin, 'usuarios', bytes).write(huella);
    expect(status).toBe(200);
    expect(JSON.stringify([filas, answer])).not.toContain('Fresno4821');

    const browser = await server.signIn(one ?? '', 'Fresno4821');
    const { answer: session } = await browser.call('/auth/sesion', {});
    expect(session).toMatchObject([{ cambiar_clave: 'si' }]);
    // Nothing but the choice of another password is open.
    expect((await browser.call('/misPendientes', {})).status).toBe(403);
    const invitations = async (email = '') =>
      (
        await server.db
          .selectFrom('invitacion')
          .innerJoin('usuarios', 'usuarios.id', 'invitacion.id_usuario')
          .select('invitacion.id_usuario')
          .where('usuarios.email', '=', email)
          .execute()
      ).length;
    expect([await invitations(one), await invitations(other)]).toEqual([0, 1]);
    const hashes = [
      (await userWith(one ?? ''))?.clave_hash,
      (await userWith(other ?? ''))?.clave_hash,
    ];
    expect(new Set(hashes).size).toBe(2);
    const stored = await server.db.selectFrom('evento_administracion').selectAll().execute();
    const mails = await server.db.selectFrom('correo').selectAll().execute();
    expect(JSON.stringify([stored, mails])).not.toContain('Fresno4821');
  });

  test('follow the rules of a form, each row with its own, and are not repeated', async () => {
    const mine = row('Fresno4821');
    const bytes = csvOf([
      heads,
      mine,
      row('Fresno4821'),
      row('corta1'),
      row('abcd1234'),
      row('Persona88'),
      row('Futbol2024'),
    ]);
    const outcomes = await outcomesOf(bytes);
    expect(outcomes).toEqual({
      2: ['correcta', 'Entra con la contraseña temporal y elige otra.'],
      3: ['error', 'El texto de la contraseña es el de la fila 2.'],
      4: ['error', expect.stringMatching(/^Contraseña temporal: /)],
      5: ['error', 'Esa contraseña es una secuencia fácil de adivinar: elija otra'],
      6: [
        'error',
        'La contraseña no puede contener el nombre, el correo, el documento ni el celular de la persona',
      ],
      7: ['error', 'Esa contraseña es de las más usadas: elija otra menos común'],
    });
    expect(JSON.stringify(outcomes)).not.toMatch(/Fresno4821|corta1|abcd1234|Persona88|Futbol/);
  });

  test('are not those of users who are registered', async () => {
    const [Correo = '', documento = ''] = [`ya.${nextRow()}@cajamenor.test`, `${nextRow()}`];
    const file = (password: string, Nombre = 'Rosa Peña') =>
      csvOf([heads, row(password, { Correo, Nombre, 'Número de documento': documento })]);
    const first = file('Fresno4821');
    await importOf(admin, 'usuarios', first).write((await reviewOf(first)).huella);
    const unused = 'La contraseña del archivo no se usa: ya tiene la suya.';
    expect(await outcomesOf(first)).toEqual({ 2: ['igual', unused] });
    const renamed = file('Guayacan77', 'Rosa Pinto');
    const { filas, huella } = await reviewOf(renamed);
    expect(filas[0]?.mensajes).toEqual(['Nombre: Rosa Peña → Rosa Pinto', unused]);
    const before = (await userWith(Correo))?.clave_hash;
    expect((await importOf(admin, 'usuarios', renamed).write(huella)).status).toBe(200);
    expect((await userWith(Correo))?.clave_hash).toBe(before);
    await server.signIn(Correo, 'Fresno4821');
  });
});

describe('accounts of the stores of a file', () => {
  const accountHeads = [
    'Banco',
    'Tipo de cuenta',
    'Cuenta',
    'Titular',
    'Tipo de documento',
    'Documento',
  ];
  const heads = [...storeHeads, ...accountHeads];
  const account = ['Bancolombia', 'Ahorros', '00912344471', 'Ana Rojas', 'cc', '1020304050'];
  const formatName = async () =>
    (await server.db.selectFrom('formato_tienda').select('nombre').executeTakeFirstOrThrow())
      .nombre;
  const proposes = 'Propone su cuenta: otra persona la confirma.';

  test('are proposed once, and their numbers shown to no proposer', async () => {
    const Nombre = `Con cuenta ${nextRow()}`;
    const Formato = await formatName();
    const bytes = csvOf([heads, [...storeCells({ Nombre, Formato }), ...account]]);
    expect(await outcomesOf(bytes, 'tiendas')).toEqual({ 2: ['correcta', proposes] });
    const { huella } = await reviewOf(bytes, 'tiendas');
    expect((await importOf(admin, 'tiendas', bytes).write(huella)).status).toBe(200);
    const { id } = await server.db
      .selectFrom('tiendas')
      .select('id')
      .where('nombre', '=', Nombre)
      .executeTakeFirstOrThrow();
    const { propuesta } = (await admin.call('/cuentaTienda', { id_tienda: id })).answer;
    expect(propuesta).toMatchObject({ banco: 'Bancolombia', cuenta: '•••• 4471', numero: '' });
    const own = { id_cuenta: propuesta?.id ?? 0, confirma: 1 } as const;
    expect((await admin.call('/resolverCuenta', own)).status).toBe(409);

    // The same file, and one without the columns, change nothing.
    expect(await outcomesOf(bytes, 'tiendas')).toEqual({ 2: ['igual'] });
    const without = csvOf([storeHeads, storeCells({ Nombre, Formato })]);
    expect(await outcomesOf(without, 'tiendas')).toEqual({ 2: ['igual'] });
    const other = csvOf([
      heads,
      [...storeCells({ Nombre, Formato }), ...account.with(2, '55512344471')],
    ]);
    expect(await outcomesOf(other, 'tiendas')).toEqual({
      2: ['cambia', 'Cuenta: •••• 4471 → 55512344471', proposes],
    });
    await importOf(admin, 'tiendas', other).write((await reviewOf(other, 'tiendas')).huella);
    const rows = await server.db
      .selectFrom('cuenta_tienda')
      .select(['numero', 'estado'])
      .where('id_tienda', '=', id)
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { numero: '00912344471', estado: 'rechazada' },
      { numero: '55512344471', estado: 'propuesta' },
    ]);
  });

  test('are whole, of a known bank, and from who may propose them', async () => {
    const Formato = await formatName();
    const rowOf = (cells: readonly string[]) => [...storeCells({ Formato }), ...cells];
    const bytes = csvOf([
      heads,
      rowOf(account.with(2, '')),
      rowOf(['El mío', 'otra', ...account.slice(2)]),
    ]);
    expect(await outcomesOf(bytes, 'tiendas')).toEqual({
      2: ['error', 'Cuenta: Escriba la cuenta completa, o deje vacíos todos sus campos.'],
      3: [
        'error',
        'Banco: no existe «El mío».',
        'Tipo de cuenta: es ahorros, corriente, deposito.',
      ],
    });
    const email = `solo.tiendas.${nextRow()}@cajamenor.test`;
    await addPerson(server.db, { profile: 1, email, permisos: ['crearTienda', 'listarTiendas'] });
    const creator = await server.signIn(email);
    const right = csvOf([heads, rowOf(account)]);
    expect(await outcomesOf(right, 'tiendas', creator)).toEqual({
      2: ['error', 'Usted no puede proponer la cuenta de una tienda.'],
    });
  });
});

/** The registered rows of the keys of a file are changed by it, each value named before. */
describe('registered rows', () => {
  const documentOf = (cells: readonly (string | undefined)[]) => cells[3] ?? '';

  test('of users are changed by their e-mail, and only once', async () => {
    const cells = userCells();
    const [, , , , , Correo = ''] = cells;
    const first = csvOf([userHeads, cells]);
    await importOf(admin, 'usuarios', first).write((await reviewOf(first)).huella);
    const heads = [...userHeads, 'Permisos'];
    const changed = {
      'Número de documento': documentOf(cells),
      Correo: Correo.toUpperCase(),
      Nombre: 'Rosa Peña',
      Celular: '+57 310 999 88 77',
    };
    const bytes = csvOf([
      heads,
      [...userCells(changed), 'historialCaja,verCajaSupervisor,detalleGastoSupervisor'],
      [...userCells(), ''],
    ]);
    const before = await logged();
    const { filas, huella } = await reviewOf(bytes);
    expect(filas[0]).toEqual({
      fila: 2,
      nombre: 'Rosa Peña',
      resultado: 'cambia',
      mensajes: [
        expect.stringMatching(/^Nombre: Persona \d+ → Rosa Peña$/),
        'Celular: 3001234567 → 3109998877',
        'Permisos: las de su perfil → historialCaja, verCajaSupervisor, detalleGastoSupervisor',
      ],
    });
    expect(await logged()).toBe(before);
    const importing = importOf(admin, 'usuarios', bytes);
    const answers = await Promise.all([importing.write(huella), importing.write(huella)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [done] = answers.filter(({ status }) => status === 200);
    expect(done?.answer).toEqual([
      {
        status: '200',
        msg: 'Se creó 1 fila y se cambió 1 fila.',
        creadas: 1,
        cambiadas: 1,
      },
    ]);
    expect(await userWith(Correo)).toMatchObject({
      razon_social: 'Rosa Peña',
      celular: '3109998877',
      permisos: 'historialCaja,verCajaSupervisor,detalleGastoSupervisor',
      num_doc: documentOf(cells),
      cambiar_clave: 1,
    });
    // One change; the new user with an invitation.
    expect(await logged()).toBe(before + 3);

    const back = csvOf([
      heads,
      [...userCells({ ...changed, Celular: '' }), 'Las de su perfil'],
      [...userCells({ ...changed, Celular: '' }), ''],
    ]);
    expect(await outcomesOf(back)).toEqual({
      2: [
        'cambia',
        'Permisos: historialCaja, verCajaSupervisor, detalleGastoSupervisor → las de su perfil',
      ],
      3: ['error', 'El correo es el de la fila 2.', 'El documento es el de la fila 2.'],
    });
  });

  test('that changed after the review are refused, and nothing is written', async () => {
    const cells = userCells();
    const [, , , , , Correo = ''] = cells;
    const first = csvOf([userHeads, cells]);
    await importOf(admin, 'usuarios', first).write((await reviewOf(first)).huella);
    const same = { 'Número de documento': documentOf(cells), Correo };
    const bytes = csvOf([userHeads, userCells({ ...same, Celular: '3110000001' }), userCells()]);
    const { huella } = await reviewOf(bytes);
    await server.db
      .updateTable('usuarios')
      .set({ razon_social: 'Otra Persona' })
      .where('email', '=', Correo)
      .execute();
    const { status, body } = await importOf(admin, 'usuarios', bytes).write(huella);
    expect([status, JSON.stringify(body)]).toEqual([
      409,
      expect.stringContaining('No se escribió nada: revise el archivo de nuevo.'),
    ]);
    expect(await userWith(Correo)).toMatchObject({
      razon_social: 'Otra Persona',
      celular: '3001234567',
    });
  });

  test('keep the rules of the form: rights, charges and permissions of the importing user', async () => {
    const holder = await userWith(server.people[2].email);
    const rowOf = (user: typeof holder, changes: object) =>
      userCells({
        Nombre: user?.razon_social ?? '',
        'Número de documento': user?.num_doc ?? '',
        Correo: user?.email ?? '',
        Celular: user?.celular ?? '',
        ...changes,
      });
    const [own] = await Promise.all([userWith(server.people[1].email)]);
    expect(
      await outcomesOf(
        csvOf([
          userHeads,
          rowOf(holder, { 'Tipo de usuario': 'Supervisor' }),
          rowOf(own, { 'Tipo de usuario': 'Supervisor' }),
        ]),
      ),
    ).toEqual({
      2: ['error', expect.stringContaining('pase todo primero a otra persona del mismo perfil.')],
      3: ['error', expect.stringContaining('su propio')],
    });
    const email = `solo.crea.${nextRow()}@cajamenor.test`;
    await addPerson(server.db, { profile: 1, email, permisos: ['crearUsuario', 'listarUsuarios'] });
    const creator = await server.signIn(email);
    const bytes = csvOf([
      userHeads,
      rowOf(holder, { Nombre: 'Otro', 'Tipo de usuario': 'Responsable de tienda' }),
    ]);
    expect(JSON.stringify(await outcomesOf(bytes, 'usuarios', creator))).toContain(
      'Ya está en uso, y usted no puede cambiarlo.',
    );
  });

  test('of stores are changed by name and cost centre, with their fund', async () => {
    const { nombre: Formato } = await server.db
      .selectFrom('formato_tienda')
      .select('nombre')
      .executeTakeFirstOrThrow();
    const Nombre = `Tienda ${nextRow()}`;
    const first = csvOf([storeHeads, storeCells({ Nombre, Formato, Ciudad: '11001' })]);
    await importOf(admin, 'tiendas', first).write((await reviewOf(first, 'tiendas')).huella);
    const storedStore = () =>
      server.db
        .selectFrom('tiendas')
        .selectAll()
        .where('nombre', '=', Nombre)
        .executeTakeFirstOrThrow();
    const { id } = await storedStore();
    const extra = await addPerson(server.db, { profile: 2, email: `mas.${nextRow()}@x.test` });
    await server.db
      .insertInto('responsable_tienda')
      .values({ id_tienda: id, id_usuario: extra.id, tipo: 2, desde: 0 })
      .execute();
    const boss = await addPerson(server.db, { profile: 8, email: `jefe.${nextRow()}@x.test` });
    const bytes = csvOf([
      storeHeads,
      storeCells({
        Nombre,
        Formato,
        Ciudad: 'Cartagena',
        Fondo: '$ 1.800.000',
        'Correo del gerente': boss.email,
      }),
    ]);
    expect(await outcomesOf(bytes, 'tiendas')).toEqual({
      2: [
        'cambia',
        `Correo del gerente: ${server.people[8].email} → ${boss.email}`,
        'Fondo: $ 1.500.000 → $ 1.800.000',
        expect.stringMatching(/^Ciudad: Bogotá.* → Cartagena de Indias$/),
      ],
    });
    const { huella } = await reviewOf(bytes, 'tiendas');
    const importing = importOf(admin, 'tiendas', bytes);
    const answers = await Promise.all([importing.write(huella), importing.write(huella)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await storedStore()).toMatchObject({
      base: 180_000_000,
      id_ciudad: 13001,
      id_gerente: boss.id,
    });
    const managers = server.db
      .selectFrom('responsable_tienda')
      .select(['id_usuario', 'tipo'])
      .where('id_tienda', '=', id)
      .orderBy('tipo');
    expect(await managers.execute()).toEqual([
      { id_usuario: server.people[2].id, tipo: 1 },
      { id_usuario: extra.id, tipo: 2 },
    ]);
    const movements = server.db
      .selectFrom('movimiento_fondo')
      .select(['tipo', 'valor', 'motivo'])
      .where('id_tienda', '=', id);
    expect(await movements.execute()).toEqual([
      { tipo: 'aumento', valor: 30_000_000, motivo: 'Importación de tiendas' },
    ]);
    expect(await outcomesOf(bytes, 'tiendas')).toEqual({ 2: ['igual'] });
  });
});

describe('files', () => {
  const right = ['correcta'];

  test('of real companies are read as they are, and what is unusual is named', async () => {
    const cells = userCells({
      'Tipo de documento': 'C.C.',
      'Número de documento': '1.020.304.050',
      Celular: '(300) 123 45-67',
    });
    const row = (number: number, texts: readonly (string | undefined)[], more = '') =>
      `<row r="${number}"${more}>${texts
        .map((text = '') => `<c t="inlineStr"><is><t>${text}</t></is></c>`)
        .join('')}</row>`;
    const hidden = userCells({ 'Tipo de documento': 'ce' });
    const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
    const bytes = workbookAround(sheet(row(1, ['Portada'])), {
      'xl/workbook.xml':
        '<workbook xmlns:r="x"><sheets><sheet name="Portada" r:id="rId7"/><sheet name="Personas" r:id="rId8"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId7" Target="worksheets/sheet1.xml"/><Relationship Id="rId8" Target="worksheets/sheet2.xml"/></Relationships>',
      'xl/worksheets/sheet2.xml': sheet(
        row(1, ['Cadena de Tiendas S.A.']) +
          row(3, userHeads) +
          row(4, cells) +
          row(5, hidden, ' hidden="1"'),
      ),
    });
    const { filas, avisos, huella } = await reviewOf(bytes);
    expect(filas.map(({ fila, resultado }) => [fila, resultado])).toEqual([
      [4, 'correcta'],
      [5, 'correcta'],
    ]);
    expect(avisos).toEqual([
      'Se lee la hoja «Personas».',
      'Los títulos están en la fila 3.',
      'Hay filas ocultas, que también se leen: 5.',
    ]);
    await importOf(admin, 'usuarios', bytes).write(huella);
    expect(await userWith(cells[5] ?? '')).toMatchObject({
      tipo_doc: 1,
      num_doc: '1020304050',
      celular: '3001234567',
    });
  });

  test('show a number with the zeros of its format', async () => {
    const cells = storeHeads.map((head, index) => {
      const text = storeCells({ Nombre: 'Tienda con ceros' })[index] ?? '';
      return head === 'Centro de costo'
        ? '<c s="1"><v>42</v></c>'
        : `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    });
    const heads = storeHeads.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`);
    const { nombre } = await server.db
      .selectFrom('formato_tienda')
      .select('nombre')
      .executeTakeFirstOrThrow();
    const bytes = workbookAround(
      `<worksheet><sheetData><row>${heads.join('')}</row><row>${cells.join('').replace('formato de la prueba', nombre)}</row></sheetData></worksheet>`,
      {
        'xl/styles.xml':
          '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="00000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>',
      },
    );
    const { huella } = await reviewOf(bytes, 'tiendas');
    await importOf(admin, 'tiendas', bytes).write(huella);
    const stored = server.db
      .selectFrom('tiendas')
      .select('centro_costo')
      .where('nombre', '=', 'Tienda con ceros');
    expect(await stored.execute()).toEqual([{ centro_costo: '00042' }]);
  });

  test('of MS-DOS are read with their letters, and named', async () => {
    const letters: Record<string, number> = {
      á: 0xa0,
      é: 0x82,
      í: 0xa1,
      ó: 0xa2,
      ú: 0xa3,
      ñ: 0xa4,
      Á: 0xb5,
    };
    const text = csvOf([userHeads, userCells({ Nombre: 'María Ángel Núñez' })]).toString();
    const bytes = Buffer.from([...text].map((sign) => letters[sign] ?? sign.charCodeAt(0)));
    const { filas, avisos } = await reviewOf(bytes);
    expect(filas).toMatchObject([{ nombre: 'María Ángel Núñez', resultado: 'correcta' }]);
    expect(avisos).toEqual(['El archivo es de MS-DOS (CP850): revise las tildes y las eñes.']);
  });

  test('with a cell of 1.9 MB are answered without it', async () => {
    const huge = 'x'.repeat(1_900_000);
    for (const head of ['Nombre', 'Tipo de usuario', 'Correo'] as const) {
      const answer = await reviewOf(csvOf([userHeads, userCells({ [head]: huge })]));
      expect(answer.filas).toMatchObject([
        { resultado: 'error', mensajes: [`${head}: es demasiado largo.`] },
      ]);
      expect(JSON.stringify(answer).length).toBeLessThan(1_000);
    }
    const long = await reviewOf(
      csvOf([userHeads, userCells({ 'Tipo de usuario': 'y'.repeat(1_900) })]),
    );
    expect(long.filas[0]?.mensajes[0]).toBe(
      `Tipo de usuario: no existe «${'y'.repeat(60)}…»; los nombres están en la plantilla.`,
    );
  });

  test('are read in the separators and encodings of spreadsheets', async () => {
    const text = (separator: string) =>
      csvOf([userHeads, userCells({ Nombre: 'Ñandú' })], separator);
    const latin = Buffer.from(text(';').toString(), 'latin1');
    const quoted = csvOf([userHeads, userCells({ Nombre: '"Rojas; ""la"" jefa"' })]);
    for (const bytes of [
      text(';'),
      text(','),
      text('\t'),
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), text(';')]),
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text(';').toString(), 'utf16le')]),
      latin,
    ]) {
      const { filas } = await reviewOf(bytes);
      expect(filas).toMatchObject([{ fila: 2, nombre: 'Ñandú', resultado: 'correcta' }]);
    }
    const { filas } = await reviewOf(Buffer.concat([Buffer.from('sep=;\r\n'), text(';')]));
    expect(filas).toMatchObject([{ fila: 3, nombre: 'Ñandú', resultado: 'correcta' }]);
    const windows = [userHeads, userCells({ Nombre: '“Nañez” – \u20AC' })];
    const signs: Record<string, number> = { '“': 0x93, '”': 0x94, '–': 0x96, '€': 0x80 };
    const bytes = Buffer.from(
      [...csvOf(windows).toString()].map((sign) => signs[sign] ?? sign.charCodeAt(0)),
    );
    expect((await reviewOf(bytes)).filas[0]?.nombre).toBe('“Nañez” – €');
    expect((await reviewOf(quoted)).filas[0]?.nombre).toBe('Rojas; "la" jefa');
    const inches = csvOf([userHeads, userCells({ Nombre: 'Tubo 1/2"' })]);
    expect((await reviewOf(inches)).filas[0]?.nombre).toBe('Tubo 1/2"');
  });

  test('may have headings in any order and case; unknown ones warn, missing ones are refused', async () => {
    const cells = userCells();
    const heads = userHeads.map((head) => head.toUpperCase().replace('Ú', 'U')).toReversed();
    const { filas, avisos } = await reviewOf(
      csvOf([
        [...heads, 'Notas'],
        [...cells.toReversed(), 'x'],
      ]),
    );
    expect(filas[0]?.resultado).toBe('correcta');
    expect(avisos).toEqual(['No se leen estas columnas, que no se conocen: «Notas».']);
    expect(await refusalOf(csvOf([userHeads.slice(1), cells.slice(1)]))).toBe(
      'En la fila 1, la de los títulos, faltan columnas: «Tipo de usuario». Use la plantilla.',
    );
    expect(await refusalOf(csvOf([[...userHeads, 'correo'], cells]))).toBe(
      'La columna «Correo» está dos veces.',
    );
    expect(await refusalOf(csvOf([userHeads]))).toBe(
      'El archivo no tiene filas debajo de los títulos.',
    );
  });

  test('with a formula get an error in .xlsx, and text in CSV', async () => {
    expect(await outcomesOf(xlsxOf([userHeads, userCells({ Celular: '=1+1' })]))).toEqual({
      2: ['error', 'Celular: tiene una fórmula; deje solo el valor.'],
    });
    // In a CSV it is text, and our exports never write it as a formula.
    const { filas } = await reviewOf(csvOf([userHeads, userCells({ Nombre: '=1+1' })]));
    expect(filas[0]).toMatchObject({ nombre: '=1+1', resultado: right[0] });
  });

  test('of the template are readable by the import, and list the allowed values', async () => {
    for (const tabla of ['usuarios', 'tiendas'] as const) {
      const { statusCode, rawPayload } = await admin.get(`/documentos/plantillas?tabla=${tabla}`);
      expect(statusCode).toBe(200);
      const { status, body } = await importOf(admin, tabla, rawPayload).review();
      expect([status, JSON.stringify(body)]).toEqual([
        422,
        expect.stringContaining('no tiene filas debajo de los títulos'),
      ]);
      const texts = Object.values(unzipSync(rawPayload))
        .map((part) => strFromU8(part))
        .join('');
      for (const word of { usuarios: ['Supervisor', 'NIT'], tiendas: ['Medellín', '5001'] }[tabla])
        expect(texts).toContain(word);
    }
    expect((await admin.get('/documentos/plantillas?tabla=cajas')).statusCode).toBe(404);
  });

  const people = (rows: number) => Array.from({ length: rows }, () => userCells());

  test('with five hundred users are imported', async () => {
    const bytes = xlsxOf([userHeads, ...people(500)]);
    const { huella } = await reviewOf(bytes);
    const { answer } = await importOf(admin, 'usuarios', bytes).write(huella);
    expect(answer[0]?.creadas).toBe(500);
  }, 60_000);

  test('with four hundred stores are imported', async () => {
    const { nombre } = await server.db
      .selectFrom('formato_tienda')
      .select('nombre')
      .executeTakeFirstOrThrow();
    const rows = Array.from({ length: 400 }, () => storeCells({ Formato: nombre }));
    const bytes = csvOf([storeHeads, ...rows]);
    const { huella } = await reviewOf(bytes, 'tiendas');
    const { answer } = await importOf(admin, 'tiendas', bytes).write(huella);
    expect(answer[0]?.creadas).toBe(400);
  }, 60_000);

  test('beyond the limits or of another format are refused with a message', async () => {
    const damaged =
      'El libro de Excel está dañado, protegido o es demasiado grande: guárdelo de nuevo como .xlsx, o como CSV.';
    const many = 'El archivo tiene más de 1.000 filas: divídalo en varios.';
    expect(await refusalOf(csvOf([userHeads, ...people(maximumImportRows + 1)]))).toBe(many);
    const million = workbookAround(
      `<worksheet><sheetData>${'<row/>'.repeat(1_000_000)}</sheetData></worksheet>`,
    );
    expect(await refusalOf(million)).toBe(damaged);
    const half = workbookAround(
      `<worksheet><sheetData>${'<row/>'.repeat(100_000)}</sheetData></worksheet>`,
    );
    expect(await refusalOf(half)).toBe(many);
    expect(
      await refusalOf(workbookAround(`<worksheet>${' '.repeat(19_000_000)}</worksheet>`)),
    ).toBe(damaged);
    expect(await refusalOf(workbookAround('<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>'))).toBe(
      damaged,
    );
    expect(await refusalOf(zipOf({ 'a.txt': 'x' }))).toBe(
      'El archivo no es un libro de Excel (.xlsx) ni un CSV.',
    );
    expect(await refusalOf(Buffer.from('%PDF-1.4\n'))).toBe(
      'El archivo es un PDF: cargue el libro de Excel (.xlsx) o el CSV.',
    );
    expect(await refusalOf(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]))).toContain(
      '.xlsx sin contraseña',
    );
    expect(await refusalOf(Buffer.from([0, 1, 2, 3]))).toBe(
      'El archivo no es un libro de Excel (.xlsx) ni un CSV.',
    );
    expect(await refusalOf(Buffer.from('Nombre;"Correo\n'))).toBe(
      'La fila 1 tiene unas comillas (") que no se cierran bien.',
    );
    const large = importOf(admin, 'usuarios', Buffer.alloc(maximumImportBytes + 1, 'a'));
    expect((await large.review()).status).toBe(413);
  });
});
