import type { DdlWords, Engine } from '../ddl-words.ts';

const expenseStates = '(1, 2, 3, 4, 5, 6, 7, 9, 10, 13, 15, 16)';

const stageColumns = (stage: string, int8: string): string =>
  `id_rechazo_${stage} ${int8} references motivo_rechazo (id),
    obs_${stage} text not null default '',
    fecha_${stage} ${int8},
    id_usuario_${stage} ${int8} references usuarios (id),
    estado_${stage} integer check (estado_${stage} in ${expenseStates})`;

/** Columns that lists of boxes read from an index besides the sort column. */
const listed = ['id', 'id_tienda', 'active', 'paso_mantenimiento', 'consecutivo'];

/**
 * Boxes, their expenses, the electronic invoices that the expenses are matched with, and the contents of receipt files.
 *
 * `cajas.por_decidir` is the undecided part of the approved total. An expense stores the categories chosen by the store
 * (`categorias_propias`), the comparison key of its receipt number (`recibo_normalizado`), the hash of its rendered
 * file (`soporte_contenido`), the instant of its last change of state (`cambio`), the last correction by the store as
 * JSON (`correccion`), and the rejected expense that it records again (`origen`).
 *
 * File contents are stored in chunks, by the SHA-256 of the whole file. PostgreSQL stores chunks uncompressed, since
 * receipts are already compressed.
 */
export const boxTables = ({ id, int8, flag, day, end }: DdlWords, engine: Engine): string[] => [
  `create table cajas (
    ${id},
    id_tienda ${int8} not null references tiendas (id),
    active integer not null default 0 check (active in (0, 1, 2, 3, 4, 5, 9)),
    consecutivo integer check (consecutivo > 0),
    ${day('fecha')},
    creada ${int8} not null,
    fecha_movimiento ${int8} not null,
    fecha_contabilidad ${int8},
    total ${int8} not null default 0 check (total >= 0),
    total_aprobado ${int8} not null default 0 check (total_aprobado >= 0),
    id_empresa ${int8} references empresas (id),
    codigo_soporte text,
    pdf_descargado ${int8},
    version integer not null default 0 check (version >= 0),
    hash text not null default '',
    por_decidir ${int8} not null default 0 check (por_decidir >= 0),
    ${flag('paso_mantenimiento')},
    unique (id_tienda, consecutivo),
    constraint cajas_consecutivo_al_enviar check ((active = 0) = (consecutivo is null))
  ${end}`,
  'create unique index cajas_una_abierta on cajas (id_tienda) where active = 0',
  'create index cajas_por_tienda on cajas (id_tienda, active, fecha_movimiento)',
  'create index cajas_por_espera on cajas (active, fecha_movimiento, id, id_tienda, paso_mantenimiento)',
  'create index cajas_por_recibo on cajas (active, fecha_contabilidad, id, id_tienda)',
  ...['fecha_movimiento', 'consecutivo', 'fecha', 'total'].map(
    (column) => `create index cajas_en_orden_de_${column} on cajas
      (${[column, ...listed.filter((other) => other !== column)].join(', ')})`,
  ),
  `create index cajas_en_orden_de_aprobado on cajas
    ((total_aprobado - por_decidir), ${listed.join(', ')})`,
  `create table gastos (
    ${id},
    id_caja ${int8} not null references cajas (id),
    ${day('fecha_gasto')},
    id_proveedor ${int8} not null references proveedores (id),
    proveedor_nombre text not null,
    recibo text not null check (recibo <> ''),
    valor ${int8} not null check (valor >= 0),
    concepto text not null,
    ${flag('factura_elec')},
    numero_factura text not null default '',
    enlace_factura text not null default '',
    data_factura text not null default '[]',
    soporte text,
    soporte_sha256 text,
    soporte_nombre text,
    soporte_tipo text,
    soporte_bytes ${int8},
    estado integer not null check (estado in ${expenseStates}),
    ${flag('item')},
    item_texto text not null default '',
    informe_novedad text not null default '',
    ${flag('requiere_mantenimiento')},
    encargado text not null default '',
    id_usuario ${int8} not null references usuarios (id),
    reembolsar ${int8} check (reembolsar >= 0),
    indicador ${int8} references indicadores (id),
    tipo_persona text check (tipo_persona in ('PJ', 'PN')),
    ${stageColumns('supervisor', int8)},
    ${stageColumns('mantenimiento', int8)},
    ${stageColumns('contabilidad', int8)},
    ${stageColumns('contabilidad_dos', int8)},
    version integer not null default 1 check (version >= 1),
    creado ${int8} not null,
    categorias_propias text not null default '[]',
    recibo_normalizado text not null default '',
    soporte_contenido text,
    cambio ${int8} not null default 0,
    correccion text not null default '',
    origen ${int8} references gastos (id)
  ${end}`,
  'create index gastos_por_caja on gastos (id_caja, estado, cambio)',
  'create index gastos_por_fecha on gastos (fecha_gasto)',
  // For the search of possible duplicates when an expense is recorded.
  'create index gastos_por_recibo_normalizado on gastos (id_proveedor, recibo_normalizado)',
  'create index gastos_por_soporte on gastos (soporte_sha256)',
  'create index gastos_por_valor on gastos (id_proveedor, fecha_gasto, valor)',
  'create index gastos_por_contenido on gastos (soporte_contenido)',
  'create index gastos_por_nombre_soporte on gastos (soporte)',
  // Finds the last decision of accounting about a supplier without reading the supplier's other expenses.
  `create index gastos_por_contabilidad on gastos (id_proveedor, fecha_contabilidad)
    where fecha_contabilidad is not null`,
  "create index gastos_por_enlace on gastos (enlace_factura) where enlace_factura <> ''",
  'create unique index gastos_por_origen on gastos (origen) where origen is not null',
  `create table gasto_categoria (
    ${id},
    id_gasto ${int8} not null references gastos (id) on delete cascade,
    id_categoria ${int8} not null references categoria_gasto (id),
    orden integer not null check (orden >= 0),
    valor_item ${int8} check (valor_item >= 0),
    iva_item ${int8} references impuestos (id),
    ${flag('agregada')},
    unique (id_gasto, orden)
  ${end}`,
  `create table factura_electronica (
    ${id},
    nit text not null,
    razon_social text not null default '',
    numero text not null,
    numero_normalizado text not null,
    total ${int8} not null check (total >= 0),
    ${day('fecha')},
    cufe text not null unique,
    url text not null,
    nit_comprador text not null default '',
    creado ${int8} not null,
    xml_sha256 text,
    pdf_sha256 text,
    id_usuario ${int8} references usuarios (id),
    firma text,
    cufe_comprobado text
  ${end}`,
  'create index factura_electronica_por_numero on factura_electronica (nit, numero_normalizado)',
  'create index factura_electronica_por_xml on factura_electronica (xml_sha256)',
  'create index factura_electronica_por_pdf on factura_electronica (pdf_sha256)',
  'create index factura_electronica_por_fecha on factura_electronica (nit, fecha)',
  `create table archivo (
    sha256 text primary key,
    bytes ${int8} not null,
    creado ${int8} not null
  ${end}`,
  `create table archivo_trozo (
    sha256 text not null references archivo (sha256) on delete cascade,
    numero integer not null,
    contenido ${engine === 'sqlite' ? 'blob' : 'bytea'} not null,
    primary key (sha256, numero)
  ${end}`,
  ...(engine === 'postgres'
    ? ['alter table archivo_trozo alter column contenido set storage external']
    : []),
];

const refusal = 'es un registro que solo crece: no se modifica ni se borra';

/** Makes a table append-only. @param by trigger function, on PostgreSQL */
const growsOnly: Record<Engine, (table: string, by: string) => string[]> = {
  sqlite: (table) =>
    ['update', 'delete'].map(
      (operation) => `create trigger ${table}_no_${operation} before ${operation} on ${table} begin
    select raise(abort, '${table} ${refusal}');
  end`,
    ),
  postgres: (table, by) => [
    `create trigger ${table}_no_cambia before update or delete or truncate on ${table}
    for each statement execute function ${by}()`,
  ],
};

const functions: Record<Engine, string[]> = {
  sqlite: [],
  postgres: [
    `create function evento_rehusa_cambio() returns trigger language plpgsql as $$
  begin
    raise exception 'evento ${refusal}';
  end $$`,
    `create function registro_rehusa_cambio() returns trigger language plpgsql as $$
  begin
    raise exception '% ${refusal}', tg_table_name;
  end $$`,
  ],
};

/**
 * The event log of boxes, chained by hash, with the store of the box and the sign-in method of the author; the
 * administration log; the signed heads of both; event counts by year, month and day, with the last counted event; the
 * leases of tasks that one process runs at a time.
 *
 * `evento.id_gasto` is not a foreign key: an expense of an open box may be deleted, and its events stay. The
 * `evento_cambios_…` indexes are covering: the workflow history looks up the previous event of the same object.
 */
export const logTables = ({ id, int8, end }: DdlWords, engine: Engine): string[] => [
  `create table evento (
    ${id},
    id_caja ${int8} not null references cajas (id),
    secuencia integer not null check (secuencia >= 1),
    id_gasto ${int8},
    evento text not null,
    desde text not null,
    hacia text not null,
    id_actor ${int8} references usuarios (id),
    perfil integer references tipo_usuario (id),
    instante ${int8} not null,
    version_maquina text not null,
    payload text not null,
    hash_previo text not null,
    hash text not null,
    id_tienda ${int8} not null,
    ingreso text not null default 'clave',
    version_hash integer not null default 1,
    unique (id_caja, secuencia)
  ${end}`,
  'create index evento_por_instante on evento (instante)',
  'create index evento_por_gasto on evento (id_gasto)',
  `create index evento_cambios_de_gasto on evento (id_gasto, secuencia, instante)
    where desde <> hacia and id_gasto is not null`,
  `create index evento_cambios_de_caja on evento (id_caja, secuencia, instante, hacia)
    where id_gasto is null`,
  `create table evento_administracion (
    ${id},
    secuencia integer not null unique check (secuencia >= 1),
    evento text not null,
    tabla text not null,
    id_actor ${int8} references usuarios (id),
    perfil integer references tipo_usuario (id),
    ingreso text not null default 'clave',
    instante ${int8} not null,
    payload text not null,
    hash_previo text not null,
    hash text not null
  ${end}`,
  'create index evento_administracion_por_actor on evento_administracion (id_actor)',
  `create table firma (
    secuencia integer not null primary key,
    instante ${int8} not null,
    evento ${int8} not null,
    resumen text not null,
    administracion integer not null,
    administracion_hash text not null,
    clave text not null,
    firma text not null
  ${end}`,
  ...functions[engine],
  ...growsOnly[engine]('evento', 'evento_rehusa_cambio'),
  ...['evento_administracion', 'firma'].flatMap((table) =>
    growsOnly[engine](table, 'registro_rehusa_cambio'),
  ),
  `create table historia (
    periodo text not null,
    de_caja integer not null check (de_caja in (0, 1)),
    evento text not null,
    desde text not null,
    hacia text not null,
    id_rechazo ${int8} not null,
    tramo integer not null,
    veces integer not null,
    suma ${int8} not null,
    primary key (periodo, de_caja, evento, desde, hacia, id_rechazo, tramo)
  ${end}${engine === 'sqlite' ? ', without rowid' : ''}`,
  `create table historia_hasta (evento ${int8} not null ${end}`,
  'insert into historia_hasta (evento) values (0)',
  `create table arriendo (
    tarea text primary key,
    titular text not null,
    ficha ${int8} not null,
    hasta ${int8} not null
  ${end}`,
];
