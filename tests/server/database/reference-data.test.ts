import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { profiles } from '#machines/domain/people/profiles.ts';
import { migrateToLatest } from '#server/platform/database/migrations.ts';
import {
  createMigratedDatabase,
  createTestDatabase,
  engines,
  type TestDatabase,
} from './database-fixture.ts';
import { usualSettings } from '#machines/flows/settings/settings.form.ts';

/** Number of municipalities by department, from the DIVIPOLA. */
const municipalitiesOf: Record<number, number> = {
  5: 125,
  8: 23,
  11: 1,
  13: 46,
  15: 123,
  17: 27,
  18: 16,
  19: 42,
  20: 25,
  23: 30,
  25: 116,
  27: 31,
  41: 37,
  44: 15,
  47: 30,
  50: 29,
  52: 64,
  54: 40,
  63: 12,
  66: 14,
  68: 87,
  70: 26,
  73: 47,
  76: 42,
  81: 7,
  85: 19,
  86: 13,
  88: 2,
  91: 11,
  94: 8,
  95: 4,
  97: 6,
  99: 4,
};

describe.each(engines)('reference data on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createMigratedDatabase(engine);
  });
  afterAll(() => database.drop());

  test('has the profiles with their permissions in order', async () => {
    const rows = await database.db.selectFrom('tipo_usuario').selectAll().orderBy('id').execute();
    expect(rows).toEqual(
      Object.entries(profiles).map(([id, { nombre, permisos }]) => ({
        id: Number(id),
        nombre,
        // Permissions that were added later come from the profile only.
        permisos: permisos
          .filter(
            (name) =>
              ![
                'misPendientes',
                'catalogos',
                'giros',
                'comprobantes',
                'gastos',
                'proveedores',
              ].includes(name),
          )
          .join(','),
      })),
    );
    expect(rows[7]).toEqual({
      id: 8,
      nombre: 'Gerente',
      permisos: 'verTiendas,historialTienda,detalleCajaCI,detalleGastoCI',
    });
  });

  test('has every municipality of Colombia under its DANE code', async () => {
    const counts = await database.db
      .selectFrom('municipios')
      .select(({ fn }) => ['departamento_id', fn.countAll<number>().as('cuantos')])
      .groupBy('departamento_id')
      .execute();
    expect(Object.fromEntries(counts.map((row) => [row.departamento_id, row.cuantos]))).toEqual(
      municipalitiesOf,
    );
    const names = await database.db
      .selectFrom('municipios')
      .innerJoin('paises', 'paises.id', 'municipios.departamento_id')
      .select(['municipio', 'nombre_region', 'iso_region'])
      .where('id_municipio', 'in', [5001, 8001, 11001, 15325, 76001])
      .orderBy('id_municipio')
      .execute();
    expect(names).toEqual([
      { municipio: 'Medellín', nombre_region: 'Antioquia', iso_region: 'CO-ANT' },
      { municipio: 'Barranquilla', nombre_region: 'Atlántico', iso_region: 'CO-ATL' },
      { municipio: 'Bogotá, D.C.', nombre_region: 'Bogotá, D.C.', iso_region: 'CO-DC' },
      { municipio: 'Guayatá', nombre_region: 'Boyacá', iso_region: 'CO-BOY' },
      { municipio: 'Cali', nombre_region: 'Valle del Cauca', iso_region: 'CO-VAC' },
    ]);
  });

  test('has municipality names in the usual capitalisation', async () => {
    const rows = await database.db.selectFrom('municipios').select('municipio').execute();
    const odd = rows
      .map(({ municipio }) => municipio)
      .filter((name) => !/^\p{Lu}[\p{L}.]*([ ,-]+[\p{L}.]+)*$/u.test(name));
    expect(odd).toEqual([]);
  });

  test('has one city for each municipality, and the national one', async () => {
    const cities = await database.db.selectFrom('ciudades').selectAll().execute();
    expect(cities).toHaveLength(1123);
    expect(cities.filter(({ id_municipio }) => id_municipio === null)).toEqual([
      { id: 1146, nombre: 'NACIONAL', id_municipio: null },
    ]);
    expect(cities.every(({ id, id_municipio }) => id === (id_municipio ?? 1146))).toBe(true);
  });

  test('has no format and no category before the template is chosen', async () => {
    const empty = await createTestDatabase(engine);
    await migrateToLatest(empty.db, engine);
    for (const table of ['formato_tienda', 'categoria_gasto'] as const)
      expect(await empty.db.selectFrom(table).selectAll().execute()).toEqual([]);
    await empty.drop();
  });

  test('has in each format of the template one capped transport, with its fixed id, and maintenance', async () => {
    const categories = await database.db.selectFrom('categoria_gasto').selectAll().execute();
    expect(categories).toHaveLength(108);
    const limited = categories.filter(({ nombre }) => nombre === 'Transporte (menor al tope)');
    expect(limited.map(({ id, id_formato }) => [id, id_formato])).toEqual([
      [16, 1],
      [36, 2],
      [55, 3],
      [67, 4],
      [89, 5],
      [108, 6],
    ]);
    for (const format of [1, 2, 3, 4, 5, 6]) {
      const own = categories.filter(({ id_formato }) => id_formato === format);
      expect(own.some(({ mantenimiento }) => mantenimiento === 1)).toBe(true);
      expect(own.length).toBeGreaterThanOrEqual(17);
    }
  });

  test('continues the generated ids after its own', async () => {
    const category = await database.db
      .insertInto('categoria_gasto')
      .values({ nombre: 'Otros', cuenta: '529595', id_formato: 1 })
      .returning(['id', 'mantenimiento', 'active_'])
      .executeTakeFirstOrThrow();
    expect(category).toEqual({ id: 109, mantenimiento: 0, active_: 1 });
  });

  test('has default settings, rejection reasons, document classes, taxes and NIT as 2', async () => {
    const { db } = database;
    const settings = await db.selectFrom('config').selectAll().execute();
    expect(Object.fromEntries(settings.map((row) => [row.field_name, row.field_content]))).toEqual({
      nit_empresa: '',
      perfiles_segundo_factor: '',
      monto_maximo: usualSettings.monto_maximo,
      exceso_fondo: usualSettings.exceso_fondo,
      ...usualSettings.metas,
      retenciones: '2026-01-01 52374 2 10 Decreto 572 de 2025 y UVT de la DIAN para 2026',
    });
    const nit = await db
      .selectFrom('tipo_doc')
      .select('nombre')
      .where('id', '=', 2)
      .executeTakeFirst();
    expect(nit).toEqual({ nombre: 'NIT' });
    for (const table of ['motivo_rechazo', 'indicadores', 'impuestos'] as const) {
      const rows = await db.selectFrom(table).select('active_').execute();
      expect(rows.length).toBeGreaterThan(4);
      expect(rows.every(({ active_ }) => active_ === 1)).toBe(true);
    }
  });
});
