import { beforeAll, describe, expect, test } from 'vitest';
import type {
  ReferenceRow,
  ReferenceTable,
  UnfilteredRow,
} from '#contract/calls/reference.calls.ts';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { startTestServer } from '#tests/kit/server.ts';

const server = perFile(startTestServer);
let admin: TestClient;
let store: TestClient;
beforeAll(async () => {
  admin = await server.signIn(1);
  store = await server.signIn(2);
  const company = (
    nombre: string,
    id_ciudad: number,
    active_: 0 | 1 = 1,
    eliminado: 0 | 1 = 0,
  ) => ({
    nombre,
    id_ciudad,
    active_,
    eliminado,
  });
  await server.db
    .insertInto('empresas')
    .values([
      company('Motorizado', 1146),
      company('Envíos del Valle', 76001),
      company('Antioqueña de carga', 5001),
      company('Cerrada', 1146, 0),
      company('Borrada', 1146, 0, 1),
    ])
    .execute();
  await server.db
    .insertInto('proveedores')
    .values([
      { num_doc: '900373923', digito: '8', nombre: 'Papelería 900', creado: 1 },
      { num_doc: '90037', digito: '1', nombre: 'Ferretería', creado: 1 },
      { num_doc: '800197268', digito: '4', nombre: 'Aseo total', creado: 1 },
    ])
    .execute();
});

const rowsOf = async <Table extends ReferenceTable>(
  browser: TestClient,
  tabla: Table,
  condicional?: object,
): Promise<ReferenceRow<Table>[]> =>
  (await browser.call('/datosGenerales', { tabla, ...(condicional && { condicional }) }))
    .answer as ReferenceRow<Table>[];

describe('lookup lists', () => {
  test('categories of a format', async () => {
    const rows = await rowsOf(store, 'categoria_gasto', { id_formato: 2 });
    expect(rows).toHaveLength(18);
    expect(rows.every(({ id_formato }) => id_formato === 2)).toBe(true);
    expect(rows.find(({ id }) => id === 36)).toEqual({
      id: 36,
      nombre: 'Transporte (menor al tope)',
      cuenta: '529545',
      id_formato: 2,
      mantenimiento: 0,
    });
  });

  test('companies of a city and national ones, ordered by name, without inactive ones', async () => {
    const rows = await rowsOf(store, 'empresas', { id_ciudad: [5001, 1146] });
    expect(rows.map(({ nombre }) => nombre)).toEqual(['Antioqueña de carga', 'Motorizado']);
    expect(await rowsOf(store, 'empresas', { id_ciudad: [] })).toEqual([]);
  });

  test('suppliers by document prefix', async () => {
    const numbers = async (num_doc: string) =>
      (await rowsOf(store, 'proveedores', { num_doc })).map((row) => row.num_doc);
    expect(await numbers('9003')).toEqual(['90037', '900373923']);
    expect(await numbers('%')).toEqual([]);
    expect(await numbers('')).toHaveLength(3);
  });

  test('users with only the fields that a selector needs', async () => {
    const rows = await rowsOf(admin, 'usuarios', { tipo: 3 });
    expect(rows).toContainEqual({
      id: server.people[3].id,
      razon_social: server.people[3].nombre,
      tipo: 3,
    });
    expect(Object.keys(rows[0] ?? {})).toEqual(['id', 'razon_social', 'tipo']);
  });

  test('every other list with exactly its columns', async () => {
    const columns: Record<string, string[]> = {
      motivo_rechazo: ['id', 'nombre'],
      indicadores: ['id', 'nombre', 'codigo'],
      impuestos: ['id', 'nombre', 'porcentaje', 'cuenta_retencion'],
      tipo_doc: ['id', 'nombre'],
      tipo_usuario: ['id', 'nombre'],
      ciudades: ['id', 'nombre', 'id_municipio'],
      formato_tienda: ['id', 'nombre'],
      paises: ['id', 'iso_region', 'nombre_region'],
      municipios: ['id_municipio', 'municipio', 'departamento_id'],
      config: ['id', 'field_name', 'field_content', 'version'],
    };
    for (const [tabla, expected] of Object.entries(columns)) {
      const [row] = await rowsOf(admin, tabla as ReferenceTable);
      expect([tabla, Object.keys(row ?? {})]).toEqual([tabla, expected]);
    }
  });

  test('municipalities of a department; a key may be sent as text', async () => {
    const rows = await rowsOf(store, 'municipios', { departamento_id: '11' });
    expect(rows).toEqual([{ id_municipio: 11001, municipio: 'Bogotá, D.C.', departamento_id: 11 }]);
  });

  test.each([
    ['a column of no list', 'usuarios', { clave_hash: 'x' }],
    ['a column of another list', 'motivo_rechazo', { tipo: 2 }],
    ['text that wants to be SQL', 'empresas', { id_ciudad: '1 or 1=1' }],
    ['a name that every object has', 'empresas', { constructor: 1 }],
    ['an object', 'empresas', { id_ciudad: { $gt: 0 } }],
    ['a list', 'empresas', [1]],
    ['a fraction', 'empresas', { id: 1.5 }],
  ])('refuse %s as a condition', async (_name, tabla, condicional) => {
    const { status } = await admin.call('/datosGenerales', { tabla, condicional });
    expect(status).toBe(400);
  });

  test.each(['sesion', 'cajas', 'tiendas', 'evento', '', 'usuarios; drop table usuarios'])(
    'refuse the table «%s»',
    async (tabla) => {
      expect((await admin.call('/datosGenerales', { tabla })).status).toBe(400);
    },
  );

  test.each([
    ['usuarios', 2],
    ['usuarios', 6],
    ['proveedores', 3],
    ['config', 7],
  ] as const)('of %s are forbidden for profile %i', async (tabla, profile) => {
    const browser = await server.signIn(profile);
    expect((await browser.call('/datosGenerales', { tabla })).status).toBe(403);
  });

  test('have pages, order, search, a total and at most 1,000 rows', async () => {
    const page = await admin.call('/datosGenerales', {
      tabla: 'municipios',
      pagina: 2,
      limite: 10,
      orden: 'id_municipio',
      direccion: 'desc',
    });
    expect(page.total).toBe(1122);
    const ids = (page.answer as ReferenceRow<'municipios'>[]).map((row) =>
      Number(row.id_municipio),
    );
    expect(ids).toHaveLength(10);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    const found = await admin.call('/datosGenerales', { tabla: 'municipios', buscar: 'medellin' });
    const cities = found.answer as ReferenceRow<'municipios'>[];
    expect(cities.map((row) => row.municipio)).toEqual(['Medellín']);
    const whole = await admin.call('/datosGenerales', { tabla: 'municipios' });
    expect(whole.answer).toHaveLength(1_000);
    const unknown = { tabla: 'municipios', orden: 'clave_hash' };
    expect((await admin.call('/datosGenerales', unknown)).status).toBe(400);
  });
});

describe('lists with inactive rows', () => {
  test('categories of a format, also inactive ones', async () => {
    await server.db
      .updateTable('categoria_gasto')
      .set({ active_: 0 })
      .where('id', '=', 100)
      .execute();
    const body = { tabla: 'categoria_gasto', condicional: { id_formato: 6 } };
    const all = (await store.call('/datosGeneralesNoActive', body))
      .answer as UnfilteredRow<'categoria_gasto'>[];
    const active = (await store.call('/datosGenerales', body)).answer;
    expect(all.length - active.length).toBe(1);
    expect(all.find(({ id }) => id === 100)?.active_).toBe(0);
  });

  const seen = async (profile: ProfileId, tabla: 'cajas' | 'tiendas') => {
    const browser = await server.signIn(profile);
    const { answer } = await browser.call('/datosGeneralesNoActive', { tabla });
    return answer.map(({ id }) => id);
  };

  test('stores that the user sees', async () => {
    const [own, other] = [server.store.id, server.otherStore.id];
    expect(await seen(1, 'tiendas')).toEqual([own, other]);
    for (const profile of [2, 3, 8] as const) expect(await seen(profile, 'tiendas')).toEqual([own]);
    expect(await seen(5, 'tiendas')).toEqual([]);
    const { answer } = await store.call('/datosGeneralesNoActive', {
      tabla: 'tiendas',
      condicional: { id: own },
    });
    expect(answer[0]).toMatchObject({ id: own, nombre: 'Tienda Centro', base: 1_000_000 });
  });

  test('boxes that the user sees: an open one only for its store', async () => {
    expect(await seen(2, 'cajas')).toEqual([server.store.idCaja]);
    expect(await seen(3, 'cajas')).toEqual([]);
    const condicional = { id: server.otherStore.idCaja };
    const { answer } = await store.call('/datosGeneralesNoActive', { tabla: 'cajas', condicional });
    expect(answer).toEqual([]);
  });
});

describe('/formatearNumero', () => {
  test('says up to what an amount may be', async () => {
    for (const valor of ['9.999.999.999.999', 1e13]) {
      const { status, refusal } = await store.call('/formatearNumero', { valor });
      expect([status, refusal.msg]).toEqual([422, 'El valor puede ser de hasta $ 999.999.999']);
    }
  });

  test.each([
    ['12500', '$ 12.500'],
    ['$ 12.500', '$ 12.500'],
    ['12500.5', '$ 12500.50'],
    ['$ 12500.50', '$ 12500.50'],
    ['12.500,50', '$ 12500.50'],
    [12_500.5, '$ 12500.50'],
    [0, '$ 0'],
  ])('formats %s as %s', async (valor, expected) => {
    const { answer, headers } = await store.call('/formatearNumero', { valor });
    expect(answer).toBe(expected);
    expect(headers['content-type']).toContain('application/json');
  });

  test.each(['doce', '1,555', '12.50.0', '', -1, 1.234])(
    'refuses %s as an amount',
    async (valor) => {
      const { status, refusal } = await store.call('/formatearNumero', { valor });
      expect([status, refusal.msg]).toEqual([422, 'Solo números']);
    },
  );
});
