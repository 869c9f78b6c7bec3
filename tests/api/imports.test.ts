/** /revisarImportacion and /importarFilas: users and stores from a file, row by row. */
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maximumImportBytes, maximumImportRows } from '#contract/calls/imports.calls.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { zipOf } from '#tests/kit/files/zip-file.ts';
import { addPerson } from '#tests/kit/people.ts';
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
import { startTestServer, type TestServer } from '#tests/kit/server.ts';

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn(1);
});
afterAll(() => server.close());

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
    expect(again.filas.map(({ resultado }) => resultado)).toEqual(['registrada', 'registrada']);
    expect((await importing.write(huella)).status).toBe(409);
  });

  test('of valid rows are written; other rows are listed with all their errors', async () => {
    const right = userCells();
    const bytes = csvOf([
      userHeads,
      right,
      userCells({ 'Tipo de usuario': 'Jefe', Correo: 'sin arroba', Celular: 'tres' }),
      userCells({ Correo: (right[5] ?? '').toUpperCase() }),
      userCells({ Correo: server.people[2].email }),
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
      5: ['error', 'El correo ya está registrado'],
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
        Fondo: '1.500.000',
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
      5: ['error', 'Fondo: «1.500.000» no son pesos enteros, escritos solo con números.'],
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
    expect((await outcomesOf(bytes, 'tiendas'))[2]).toEqual(['registrada']);
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
      2: ['registrada'],
      3: ['registrada'],
      4: ['correcta'],
    });
  });
});

describe('files', () => {
  const right = ['correcta'];

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
