import { type Kysely, sql } from 'kysely';
import type { DdlWords, Engine, FrozenTables } from '../ddl-words.ts';
import { departments, municipalities } from './municipalities.ts';

/** Tables of the catalogues that come with the program. */
export const referenceTables = ({ id, int8, flag, end }: DdlWords): string[] => [
  `create table tipo_usuario (
    id integer not null primary key check (id between 1 and 8),
    nombre text not null unique,
    permisos text not null
  ${end}`,
  `create table tipo_doc (
    id integer not null primary key,
    nombre text not null unique
  ${end}`,
  `create table paises (
    id integer not null primary key,
    iso_region text not null unique,
    nombre_region text not null unique
  ${end}`,
  `create table municipios (
    id_municipio integer not null primary key,
    municipio text not null,
    departamento_id integer not null references paises (id)
  ${end}`,
  'create index municipios_por_departamento on municipios (departamento_id, municipio)',
  `create table ciudades (
    id integer not null primary key,
    nombre text not null,
    id_municipio integer unique references municipios (id_municipio)
  ${end}`,
  'create index ciudades_por_nombre on ciudades (nombre)',
  `create table formato_tienda (
    ${id},
    nombre text not null unique
  ${end}`,
  `create table categoria_gasto (
    ${id},
    nombre text not null,
    cuenta text not null,
    id_formato ${int8} not null references formato_tienda (id),
    ${flag('mantenimiento')},
    ${flag('active_', 1)},
    unique (id_formato, nombre)
  ${end}`,
  `create table motivo_rechazo (
    ${id},
    nombre text not null unique,
    ${flag('active_', 1)}
  ${end}`,
  `create table indicadores (
    ${id},
    codigo text not null unique,
    nombre text not null unique,
    ${flag('active_', 1)}
  ${end}`,
  `create table impuestos (
    ${id},
    nombre text not null unique,
    porcentaje integer not null check (porcentaje between 0 and 100),
    ${flag('active_', 1)}
  ${end}`,
  `create table config (
    ${id},
    field_name text not null unique,
    field_content text not null
  ${end}`,
];

/** Profiles and permissions as inserted by this migration; the current ones are in `machines/domain/people`. */
const profiles: readonly { id: number; nombre: string; permisos: string }[] = [
  {
    id: 1,
    nombre: 'Administrador',
    permisos:
      'listarUsuarios,crearUsuario,editarUsuario,listarEmpresa,crearEmpresa,editarEmpresa,listarTiendas,crearTienda,editarTienda,business,consolidado,flujo',
  },
  {
    id: 2,
    nombre: 'Responsable de tienda',
    permisos:
      'listarTiendas,cajaActual,crearGasto,detalleGasto,historialCaja,verCaja,verCajaRevisada,consolidado',
  },
  {
    id: 3,
    nombre: 'Supervisor',
    permisos:
      'historialCaja,verCajaSupervisor,detalleGastoSupervisor,verTiendas,historialTienda,consolidado',
  },
  {
    id: 4,
    nombre: 'Coordinador de tiendas',
    permisos:
      'listarTiendas,cajaActual,crearGasto,detalleGasto,historialCaja,verCaja,verCajaRevisada,consolidado',
  },
  {
    id: 5,
    nombre: 'Mantenimiento',
    permisos: 'historialCaja,verCajaMantenimiento,detalleGastoMantenimiento,detalleGastoSupervisor',
  },
  {
    id: 6,
    nombre: 'Contabilidad',
    permisos:
      'cajasPendientes,revisarCaja,detalleGastoContabilidad,detalleGastoContabilidadFinal,verTiendas,historialTienda,detalleCajaCI,detalleGastoCI,consolidado,flujo',
  },
  {
    id: 7,
    nombre: 'Control interno',
    permisos: 'verTiendas,historialTienda,detalleCajaCI,detalleGastoCI,consolidado,flujo',
  },
  {
    id: 8,
    nombre: 'Gerente',
    permisos: 'verTiendas,historialTienda,detalleCajaCI,detalleGastoCI',
  },
];

const documentTypes = [
  { id: 1, nombre: 'Cédula de ciudadanía' },
  { id: 2, nombre: 'NIT' },
  { id: 3, nombre: 'Cédula de extranjería' },
  { id: 4, nombre: 'Pasaporte' },
  { id: 5, nombre: 'Permiso por protección temporal (PPT)' },
  { id: 6, nombre: 'Tarjeta de identidad' },
] as const;

const storeFormats = [
  { id: 1, nombre: 'Almacén' },
  { id: 2, nombre: 'Supermercado' },
  { id: 3, nombre: 'Express' },
  { id: 4, nombre: 'Isla' },
  { id: 5, nombre: 'Outlet' },
  { id: 6, nombre: 'Mayorista' },
] as const;

interface CategoryModel {
  nombre: string;
  /** Account of the Colombian PUC (Decreto 2650 de 1993), group 52: selling expenses. */
  cuenta: string;
  mantenimiento?: 0 | 1;
}

/** For an expense in this category alone, the supervisor may set a reimbursement value, up to a limit. */
const limitedTransport: CategoryModel = { nombre: 'Transporte (menor al tope)', cuenta: '529545' };

/** Ordered by use; a format with fewer categories omits the last ones. */
const categoryModels: readonly CategoryModel[] = [
  { nombre: 'Elementos de aseo', cuenta: '529525' },
  { nombre: 'Elementos de cafetería', cuenta: '529525' },
  { nombre: 'Útiles y papelería', cuenta: '529530' },
  { nombre: 'Fotocopias e impresiones', cuenta: '529530' },
  { nombre: 'Mantenimiento locativo', cuenta: '525015', mantenimiento: 1 },
  { nombre: 'Reparación de equipos', cuenta: '524515', mantenimiento: 1 },
  { nombre: 'Instalaciones eléctricas', cuenta: '525005', mantenimiento: 1 },
  { nombre: 'Fletes y acarreos', cuenta: '523550' },
  { nombre: 'Transporte (mayor al tope)', cuenta: '529545' },
  { nombre: 'Parqueaderos y peajes', cuenta: '529565' },
  { nombre: 'Combustibles y lubricantes', cuenta: '529535' },
  { nombre: 'Correo y mensajería', cuenta: '523540' },
  { nombre: 'Empaques y bolsas', cuenta: '529540' },
  { nombre: 'Botiquín y medicamentos', cuenta: '520584' },
  { nombre: 'Refrigerios y alimentación', cuenta: '529560' },
  { nombre: 'Recarga de gas', cuenta: '523555' },
  { nombre: 'Decoración y exhibición', cuenta: '525010' },
  { nombre: 'Trámites y licencias', cuenta: '524015' },
];

/** Category keys of each format; the key of its limited transport is fixed by the business. */
const categoryKeys = [
  { id_formato: 1, first: 1, last: 18, limitedTransport: 16 },
  { id_formato: 2, first: 19, last: 36, limitedTransport: 36 },
  { id_formato: 3, first: 37, last: 55, limitedTransport: 55 },
  { id_formato: 4, first: 56, last: 72, limitedTransport: 67 },
  { id_formato: 5, first: 73, last: 90, limitedTransport: 89 },
  { id_formato: 6, first: 91, last: 108, limitedTransport: 108 },
] as const;

const expenseCategories = categoryKeys.flatMap((keys) => {
  const models = [...categoryModels];
  models.splice(keys.limitedTransport - keys.first, 0, limitedTransport);
  return models
    .slice(0, keys.last - keys.first + 1)
    .map(({ nombre, cuenta, mantenimiento = 0 }, position) => ({
      id: keys.first + position,
      nombre,
      cuenta,
      id_formato: keys.id_formato,
      mantenimiento,
    }));
});

const rejectionReasons = [
  { id: 1, nombre: 'Soporte ilegible o incompleto' },
  { id: 2, nombre: 'El soporte no corresponde al gasto' },
  { id: 3, nombre: 'El valor no coincide con el soporte' },
  { id: 4, nombre: 'Gasto duplicado' },
  { id: 5, nombre: 'Gasto no autorizado por la política de caja menor' },
  { id: 6, nombre: 'Falta la factura electrónica' },
  { id: 7, nombre: 'Fecha fuera del período permitido' },
  { id: 8, nombre: 'Datos del proveedor incorrectos' },
] as const;

/** `indicadores`. */
const invoiceClasses = [
  { id: 1, codigo: 'FE', nombre: 'Factura electrónica' },
  { id: 2, codigo: 'DE', nombre: 'Documento equivalente' },
  { id: 3, codigo: 'DS', nombre: 'Documento soporte' },
  { id: 4, codigo: 'TP', nombre: 'Tiquete POS' },
  { id: 5, codigo: 'CC', nombre: 'Cuenta de cobro' },
  { id: 6, codigo: 'RC', nombre: 'Recibo de caja' },
] as const;

const taxes = [
  { id: 1, nombre: 'IVA 19 %', porcentaje: 19 },
  { id: 2, nombre: 'IVA 5 %', porcentaje: 5 },
  { id: 3, nombre: 'IVA 0 % (exento)', porcentaje: 0 },
  { id: 4, nombre: 'INC 8 %', porcentaje: 8 },
  { id: 5, nombre: 'No responsable o excluido', porcentaje: 0 },
] as const;

/** Pesos: maximum that one box may buy from a supplier created by a store. */
const maximumForOccasionalSupplier = '500000';

/** City of shipping companies that serve the whole country. DANE codes begin at 5001, so the id is free. */
const nationalCity = { id: 1146, nombre: 'NACIONAL', id_municipio: null };

const cities = [
  nationalCity,
  ...municipalities.map(({ id_municipio, municipio }) => ({
    id: id_municipio,
    nombre: municipio,
    id_municipio,
  })),
];

/** Advances the sequences of PostgreSQL, which inserts with explicit keys do not. */
async function advanceKeys(db: Kysely<FrozenTables>): Promise<void> {
  const tables = [
    'formato_tienda',
    'categoria_gasto',
    'motivo_rechazo',
    'indicadores',
    'impuestos',
  ];
  for (const table of tables) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), max(id)) from ${sql.table(table)}`.execute(
      db,
    );
  }
}

/** Rows per statement: 500 rows of four columns stay below the parameter limits of both engines. */
const chunkSize = 500;
const inChunks = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / chunkSize) }, (_, chunk) =>
    rows.slice(chunk * chunkSize, (chunk + 1) * chunkSize),
  );

/** Inserts the initial rows of an installation. A later change of these lists needs a new migration. */
export async function insertReferenceRows(db: Kysely<FrozenTables>, engine: Engine): Promise<void> {
  await db
    .insertInto('tipo_usuario')
    .values([...profiles])
    .execute();
  await db
    .insertInto('tipo_doc')
    .values([...documentTypes])
    .execute();
  await db.insertInto('paises').values(departments).execute();
  for (const rows of inChunks(municipalities))
    await db.insertInto('municipios').values(rows).execute();
  for (const rows of inChunks(cities)) await db.insertInto('ciudades').values(rows).execute();
  await db
    .insertInto('formato_tienda')
    .values([...storeFormats])
    .execute();
  await db.insertInto('categoria_gasto').values(expenseCategories).execute();
  await db
    .insertInto('motivo_rechazo')
    .values([...rejectionReasons])
    .execute();
  await db
    .insertInto('indicadores')
    .values([...invoiceClasses])
    .execute();
  await db
    .insertInto('impuestos')
    .values([...taxes])
    .execute();
  await db
    .insertInto('config')
    .values([
      { field_name: 'monto_maximo', field_content: maximumForOccasionalSupplier },
      { field_name: 'nit_empresa', field_content: '' },
      { field_name: 'perfiles_segundo_factor', field_content: '' },
      { field_name: 'exceso_fondo', field_content: 'avisar' },
      { field_name: 'dias_supervision', field_content: '2' },
      { field_name: 'dias_mantenimiento', field_content: '2' },
      { field_name: 'dias_previa', field_content: '2' },
      { field_name: 'dias_envio', field_content: '3' },
      { field_name: 'dias_final', field_content: '5' },
    ])
    .execute();
  if (engine === 'postgres') await advanceKeys(db);
}
