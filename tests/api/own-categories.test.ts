/** Formats and categories of a company's own: one category in several formats, the template, and a whole catalogue from a file. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnswerOf, CallPath, RequestOf } from '#contract/contract.ts';
import { calls } from '#contract/contract.ts';
import { samples } from '#tests/contract/bodies.ts';
import { must, type Scene, startScene } from '#tests/kit/box-scene.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { auditSentences } from '#tests/kit/forger.ts';
import { addPerson, addStore } from '#tests/kit/people.ts';
import { csvOf, importOf, xlsxOf } from '#tests/kit/row-import.ts';
import { startEmptyCompany, type TestServer } from '#tests/kit/server.ts';

type Form = RequestOf<'/guardarCatalogo'>;
type Listed = AnswerOf<'/listarCategorias'>[number];

const heads = ['Categoría', 'Cuenta', 'Formatos', 'Mantenimiento'];

describe('a category', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startScene();
  });
  afterAll(() => scene.close());

  const admin = () => scene.browsers[1];
  const form = (changes: Partial<Form> = {}): Form => ({
    tabla: 'categoria_gasto',
    nombre: 'Jardinería',
    cuenta: '529595',
    formatos: [1, 2],
    mantenimiento: 0,
    ...changes,
  });
  const save = async (changes: Partial<Form>): Promise<number> =>
    (await must(admin(), '/guardarCatalogo', form(changes)))[0]?.id_elemento ?? 0;
  const refused = async (changes: Partial<Form>): Promise<[number, string[]]> => {
    const { status, refusal } = await admin().call('/guardarCatalogo', form(changes));
    return [status, (refusal.motivos ?? []).map(({ guardia }) => guardia)];
  };
  const shown = async (id_elemento: number): Promise<Listed | undefined> =>
    (await must(admin(), '/listarCategorias', { id_elemento }))[0];
  /** The rows of the table, as the calls of expenses use them. */
  const stored = (nombre: string) =>
    scene.db
      .selectFrom('categoria_gasto')
      .select(['id', 'id_formato', 'cuenta', 'active_'])
      .where('nombre', '=', nombre)
      .orderBy('id_formato')
      .execute();

  test('of the template is one row of the list, with its formats', async () => {
    const listed = await must(admin(), '/listarCategorias', {});
    expect(listed).toHaveLength(19);
    expect(listed.find(({ nombre }) => nombre === 'Elementos de aseo')).toMatchObject({
      id: 1,
      cuenta: '529525',
      mantenimiento: 0,
      active_: 1,
      formatos: [1, 2, 3, 4, 5, 6],
    });
    expect(await must(admin(), '/listarCategorias', { buscar: 'tramites' })).toMatchObject([
      { nombre: 'Trámites y licencias' },
    ]);
  });

  test('has one account and one id for each format, from 1000 on', async () => {
    const id = await save({});
    const rows = await stored('Jardinería');
    expect(rows).toEqual([
      { id, id_formato: 1, cuenta: '529595', active_: 1 },
      { id: id + 1, id_formato: 2, cuenta: '529595', active_: 1 },
    ]);
    expect(id).toBeGreaterThanOrEqual(1_000);
    const ofFormat = (id_formato: number) =>
      must(scene.browsers[2], '/datosGenerales', {
        tabla: 'categoria_gasto',
        condicional: { id_formato },
      });
    expect(await ofFormat(2)).toContainEqual({
      id: id + 1,
      nombre: 'Jardinería',
      cuenta: '529595',
      id_formato: 2,
      mantenimiento: 0,
    });
    await save({ id_elemento: id + 1, cuenta: '519595' });
    expect((await stored('Jardinería')).map(({ cuenta }) => cuenta)).toEqual(['519595', '519595']);
    expect(await shown(id)).toMatchObject({ id, cuenta: '519595', formatos: [1, 2] });
  });

  test('leaves a format and comes back to it with the same id', async () => {
    const id = await save({ nombre: 'Floristería', formatos: [1, 2, 3] });
    await save({ nombre: 'Floristería', id_elemento: id, formatos: [1, 3] });
    expect(await stored('Floristería')).toMatchObject([
      { id, active_: 1 },
      { id: id + 1, active_: 0 },
      { id: id + 2, active_: 1 },
    ]);
    expect(await shown(id)).toMatchObject({ formatos: [1, 3] });
    await save({ nombre: 'Floristería', id_elemento: id, formatos: [1, 2, 3, 4] });
    expect((await stored('Floristería')).map((row) => [row.id, row.active_])).toEqual([
      [id, 1],
      [id + 1, 1],
      [id + 2, 1],
      [id + 3, 1],
    ]);
    const turn = (opc: 0 | 1) =>
      must(admin(), '/actdesElemento', { tabla: 'categoria_gasto', id_elemento: id, opc });
    await turn(0);
    expect((await stored('Floristería')).map(({ active_ }) => active_)).toEqual([0, 0, 0, 0]);
    expect(await shown(id)).toMatchObject({ active_: 0, formatos: [1, 2, 3, 4] });
    expect(await refused({ nombre: 'Floristería', id_elemento: id, formatos: [1] })).toEqual([
      422,
      ['formatos'],
    ]);
    await turn(1);
    expect(await shown(id)).toMatchObject({ active_: 1, formatos: [1, 2, 3, 4] });
    expect(await auditSentences(scene)).toEqual([]);
  });

  test('keeps the ids, the name and the formats on which the reimbursement depends', async () => {
    const limited = { nombre: 'Transporte (menor al tope)', formatos: [1, 2, 3, 4, 5, 6] };
    expect(await refused({ ...limited, id_elemento: 16, nombre: 'Taxis' })).toEqual([
      422,
      ['nombre'],
    ]);
    expect(await refused({ ...limited, id_elemento: 36, formatos: [1, 2] })).toEqual([
      422,
      ['formatos'],
    ]);
    await save({ ...limited, id_elemento: 16, cuenta: '519545' });
    const rows = await stored(limited.nombre);
    expect(rows.map(({ id, cuenta }) => [id, cuenta])).toEqual(
      [16, 36, 55, 67, 89, 108].map((id) => [id, '519545']),
    );
  });

  test('is refused without formats, with an unknown one, and with a name that one of them has', async () => {
    expect(await refused({ nombre: 'Otra', formatos: [] })).toEqual([422, ['formatos']]);
    expect(await refused({ nombre: 'Otra', formatos: [99] })).toEqual([422, ['formatos']]);
    expect(await refused({ nombre: 'elementos de ASEO', formatos: [6] })).toEqual([
      422,
      ['nombre'],
    ]);
  });

  test('that is the only one of a format in use stays in it', async () => {
    const [saved] = await must(admin(), '/guardarCatalogo', {
      tabla: 'formato_tienda',
      nombre: 'Quiosco',
    });
    const kiosk = saved?.id_elemento ?? 0;
    const id = await save({ nombre: 'Hielo', formatos: [1, kiosk] });
    const off = () =>
      admin().call('/actdesElemento', { tabla: 'categoria_gasto', id_elemento: id, opc: 0 });
    expect(await refused({ nombre: 'Hielo', id_elemento: id, formatos: [1] })).toEqual([
      422,
      ['formatos'],
    ]);
    expect((await off()).status).toBe(409);
    await must(admin(), '/actdesElemento', {
      tabla: 'formato_tienda',
      id_elemento: kiosk,
      opc: 0,
    });
    expect((await off()).status).toBe(200);
  });

  test('that another person changed meanwhile is not saved', async () => {
    const id = await save({ nombre: 'Uniformes' });
    const version = (await shown(id))?.version ?? 0;
    const email = 'otra.admin@cajamenor.test';
    await addPerson(scene.db, { profile: 1, email });
    const other = await scene.signIn(email);
    await must(other, '/guardarCatalogo', form({ nombre: 'Dotación', id_elemento: id }));
    expect(await refused({ nombre: 'Uniformes', id_elemento: id, version })).toEqual([
      409,
      ['versionIsCurrent'],
    ]);
    expect(await stored('Uniformes')).toEqual([]);
  });

  test('a format that is switched off is not offered to another store, and its stores keep it', async () => {
    await must(admin(), '/actdesElemento', { tabla: 'formato_tienda', id_elemento: 6, opc: 0 });
    const offered = await must(admin(), '/datosGenerales', { tabla: 'formato_tienda' });
    expect(offered.map((row) => ('id' in row ? row.id : 0))).not.toContain(6);
    const { id } = scene.store;
    const answer = await must(admin(), '/obtenerTiendaById', { id_tienda: id });
    const { nombre, direccion, telefono, email, centro_costo, centro_beneficio, base, ciudad } =
      answer;
    const edit = (formato_tienda: number) =>
      admin().call('/editarTienda', {
        id_tienda: id,
        nombre,
        direccion,
        telefono,
        email,
        centro_costo,
        centro_beneficio,
        base,
        ciudad,
        responsable: scene.people[2].id,
        gerente: scene.people[8].id,
        supervisor: scene.people[3].id,
        formato_tienda,
      });
    const { status, refusal } = await edit(6);
    expect([status, refusal.motivos]).toEqual([
      422,
      [{ guardia: 'formato_tienda', mensaje: 'Elija un formato en uso.' }],
    ]);
    await must(admin(), '/actdesElemento', { tabla: 'formato_tienda', id_elemento: 1, opc: 0 });
    expect((await edit(1)).status).toBe(200);
  });

  test('from a file is new, changes or is the same, and nothing is written before it is confirmed', async () => {
    const id = await save({ nombre: 'Vigilancia', cuenta: '529505', formatos: [2, 3] });
    const file = importOf(
      admin(),
      'categorias',
      csvOf([
        heads,
        ['Vigilancia', '529505', 'Express, Supermercado', ''],
        ['Elementos de aseo', '529526', 'Supermercado, Express', 'no'],
        ['Hielo seco', '529595', 'express, Nevera', 'Sí'],
        ['Neveras', '529595', 'Nevera', 'sí'],
        ['Transporte (menor al tope)', '519545', 'Express', ''],
        ['Letra', '52A', 'Express', 'tal vez'],
        ['hielo  SECO', '529595', 'Express', ''],
      ]),
    );
    const before = await scene.db.selectFrom('categoria_gasto').selectAll().execute();
    const review = (await file.review()).answer;
    expect(review.filas.map(({ fila, resultado }) => [fila, resultado])).toEqual([
      [2, 'igual'],
      [3, 'cambia'],
      [4, 'correcta'],
      [5, 'correcta'],
      [6, 'error'],
      [7, 'error'],
      [8, 'error'],
    ]);
    const messages = Object.fromEntries(review.filas.map(({ fila, mensajes }) => [fila, mensajes]));
    expect(messages).toMatchObject({
      3: [
        'Cuenta: 529525 → 529526',
        'Formatos: Almacén, Supermercado, Express, Isla, Outlet, Mayorista → Supermercado, Express',
      ],
      4: ['Crea el formato «Nevera».'],
      5: [],
      6: [expect.stringContaining('depende el valor a reembolsar')],
      7: ['Cuenta: Escriba la cuenta con 4 a 10 dígitos.', 'Mantenimiento: escriba Sí o No.'],
      8: ['El nombre es el de la fila 4.'],
    });
    expect(await scene.db.selectFrom('categoria_gasto').selectAll().execute()).toEqual(before);
    const [done] = (await file.write(review.huella)).answer;
    expect(done).toMatchObject({
      msg: 'Se crearon 2 filas y se cambió 1 fila.',
      creadas: 2,
      cambiadas: 1,
    });
    expect((await stored('Vigilancia')).map((row) => row.id)).toEqual([id, id + 1]);
    expect(await stored('Elementos de aseo')).toMatchObject([
      { id: 1, active_: 0, cuenta: '529526' },
      { id: 19, active_: 1, cuenta: '529526' },
      { id: 37, active_: 1, cuenta: '529526' },
      { active_: 0 },
      { active_: 0 },
      { active_: 0 },
    ]);
    const formats = await scene.db
      .selectFrom('formato_tienda')
      .innerJoin('categoria_gasto', 'categoria_gasto.id_formato', 'formato_tienda.id')
      .select(['formato_tienda.nombre', 'categoria_gasto.mantenimiento'])
      .where('categoria_gasto.nombre', 'in', ['Hielo seco', 'Neveras'])
      .orderBy('categoria_gasto.id')
      .execute();
    expect(formats).toEqual([
      { nombre: 'Express', mantenimiento: 1 },
      { nombre: 'Nevera', mantenimiento: 1 },
      { nombre: 'Nevera', mantenimiento: 1 },
    ]);
    expect((await file.review()).answer.filas.map(({ resultado }) => resultado)).toEqual([
      'igual',
      'igual',
      'igual',
      'igual',
      'error',
      'error',
      'error',
    ]);
    expect(await auditSentences(scene)).toEqual([]);
  });
});

describe('a file whose rows together take all categories out of a format', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startScene();
    await must(scene.browsers[1], '/guardarCatalogo', {
      tabla: 'formato_tienda',
      nombre: 'Quiosco',
    });
  });
  afterAll(() => scene.close());

  const fileOf = (...rows: string[][]) =>
    importOf(scene.browsers[1], 'categorias', csvOf([heads.slice(0, 3), ...rows]));
  const resultsOf = async (...rows: string[][]) => {
    const { filas } = (await fileOf(...rows).review()).answer;
    return filas.map(({ resultado, mensajes }) => [resultado, ...mensajes]);
  };
  const offeredBy = async (format: string) =>
    (
      await scene.db
        .selectFrom('categoria_gasto')
        .innerJoin('formato_tienda', 'formato_tienda.id', 'categoria_gasto.id_formato')
        .select('categoria_gasto.nombre')
        .where('formato_tienda.nombre', '=', format)
        .where('categoria_gasto.active_', '=', 1)
        .orderBy('categoria_gasto.id')
        .execute()
    ).map(({ nombre }) => nombre);
  const emptied = '«Quiosco» queda sin categorías en uso: sus tiendas no podrían registrar gastos.';

  test('is refused in each of these rows, and in no other one', async () => {
    const first = fileOf(
      ['Hielo', '529595', 'Quiosco, Express'],
      ['Agua', '529595', 'Quiosco, Express'],
    );
    await first.write((await first.review()).answer.huella);
    expect(
      await resultsOf(
        ['Hielo', '529595', 'Express'],
        ['Leche', '529595', 'Express'],
        ['Agua', '529595', 'Express'],
      ),
    ).toEqual([['error', emptied], ['correcta'], ['error', emptied]]);
    expect(await resultsOf(['Hielo', '529595', 'Express'])).toEqual([
      ['cambia', 'Formatos: Express, Quiosco → Express'],
    ]);
  });

  test('is accepted when another row, also a later one, brings it a category', async () => {
    const file = fileOf(
      ['Hielo', '529595', 'Express'],
      ['Agua', '529595', 'Express'],
      ['Pan', '529595', 'Quiosco'],
    );
    await file.write((await file.review()).answer.huella);
    expect(await offeredBy('Quiosco')).toEqual(['Pan']);
    const second = fileOf(['Pan', '529595', 'Express'], ['Torta', '529595', 'Quiosco']);
    const review = (await second.review()).answer;
    expect(review.filas.map(({ resultado }) => resultado)).toEqual(['cambia', 'correcta']);
    await second.write(review.huella);
    expect(await offeredBy('Quiosco')).toEqual(['Torta']);
    expect(await auditSentences(scene)).toEqual([]);
  });

  test('counts no row that is refused itself, and announces no format of one', async () => {
    expect(
      await resultsOf(
        ['Torta', '529595', 'Kiosco nuevo'],
        ['Queso', '529595', 'Kiosco nuevo'],
        ['Sal', 'cuenta', 'Quiosco'],
      ),
    ).toEqual([
      ['error', emptied],
      ['correcta', 'Crea el formato «Kiosco nuevo».'],
      ['error', 'Cuenta: Escriba la cuenta con 4 a 10 dígitos.'],
    ]);
    expect(await offeredBy('Quiosco')).toEqual(['Torta']);
  });
});

describe('a company on its first day', () => {
  let company: TestServer;
  let admin: TestClient;
  beforeAll(async () => {
    company = await startEmptyCompany();
    admin = await company.signIn(1);
  });
  afterAll(() => company.close());

  const step = async () =>
    (await must(admin, '/puestaEnMarcha', {})).pasos.find(({ paso }) => paso === 'categorias');

  test('has no format and no category, and its first day says so', async () => {
    expect(await company.db.selectFrom('formato_tienda').selectAll().execute()).toEqual([]);
    expect(await company.db.selectFrom('categoria_gasto').selectAll().execute()).toEqual([]);
    expect(await step()).toMatchObject({
      hecho: 0,
      falta: 'Falta un formato con sus categorías',
    });
  });

  test('gets one format and 31 categories from one file, and reads of no other format', async () => {
    const rows = Array.from({ length: 31 }, (_, index) => [
      `Gasto ${index + 1}`,
      `5295${index + 10}`,
      'Droguería',
    ]);
    const file = importOf(admin, 'categorias', xlsxOf([heads.slice(0, 3), ...rows]));
    const review = (await file.review()).answer;
    expect(review.filas.every(({ resultado }) => resultado === 'correcta')).toBe(true);
    await file.write(review.huella);
    expect(await step()).toMatchObject({ hecho: 1 });
    const [format] = await company.db.selectFrom('formato_tienda').selectAll().execute();
    const { 2: responsable, 3: supervisor, 8: gerente } = company.people;
    const store = await addStore(
      company.db,
      { nombre: 'Droguería 1', responsable, supervisor, gerente, id_formato: format?.id ?? 0 },
      company.clock.now(),
    );
    const ids = await company.db.selectFrom('categoria_gasto').select('id').execute();
    expect(Math.min(...ids.map(({ id }) => id))).toBeGreaterThanOrEqual(1_000);
    const offered = await must(await company.signIn(2), '/datosGenerales', {
      tabla: 'categoria_gasto',
      condicional: { id_formato: format?.id ?? 0 },
    });
    expect(offered).toHaveLength(31);

    const wrong: string[] = [];
    for (const profile of [1, 2, 3, 4, 5, 6, 7, 8] as const) {
      const browser = await company.signIn(profile);
      for (const path of Object.keys(calls) as CallPath[]) {
        const { kind } = calls[path];
        if (kind !== 'read' || 'multipart' in calls[path]) continue;
        const { required } = samples[path];
        const named = 'id_tienda' in required ? { id_tienda: store.id } : {};
        const { body } = await browser.call(path, { ...required, ...named });
        if (/isla\b/i.test(JSON.stringify(body) ?? '')) wrong.push(`${profile} ${path}`);
      }
    }
    for (const tabla of ['formato_tienda', 'categoria_gasto', 'tiendas'] as const)
      for (const path of ['/datosGenerales', '/datosGeneralesNoActive'] as const) {
        const { body } = await admin.call(path, { tabla });
        if (/isla\b/i.test(JSON.stringify(body))) wrong.push(`${path} ${tabla}`);
      }
    expect(wrong).toEqual([]);
  });

  test('that has formats is refused the template', async () => {
    const { status, refusal } = await admin.call('/usarPlantilla', {});
    expect([status, refusal.msg]).toEqual([
      409,
      'La compañía ya tiene formatos: la plantilla es solo para empezar.',
    ]);
  });

  test('may choose the template, with its fixed ids', async () => {
    const other = await startEmptyCompany();
    await must(await other.signIn(1), '/usarPlantilla', {});
    const formats = await other.db.selectFrom('formato_tienda').select('nombre').execute();
    expect(formats.map(({ nombre }) => nombre)).toContain('Isla');
    const limited = await other.db
      .selectFrom('categoria_gasto')
      .select('id')
      .where('nombre', '=', 'Transporte (menor al tope)')
      .orderBy('id')
      .execute();
    expect(limited.map(({ id }) => id)).toEqual([16, 36, 55, 67, 89, 108]);
    expect(await auditSentences(other)).toEqual([]);
    await other.close();
  });
});
