/** Text of an attacker that tries to run code in a page, a sheet or a mail. */
import { type Kysely, sql } from 'kysely';
import { openDatabase } from '#server/platform/database/dialects.ts';
import type { Database } from '#server/platform/database/schema.ts';

/** Sets `hurt` wherever a part of it is executed. */
export const hostileWords =
  '=HYPERLINK("https://malo.test","x")<img src=x onerror=window.hurt=1>"><script>window.hurt=1</script>\'-window.hurt=1-\' javascript:window.hurt=1 +cmd|\'/C calc\'!A0 @SUM(A1)';

/** A link to a script. */
const hostileLink = 'javascript:window.hurt=1//';

/** Columns with text of users, of their files or of the administration. */
const worded = {
  usuarios: ['razon_social', 'num_doc', 'digito', 'celular'],
  empresas: ['nombre'],
  tiendas: ['nombre', 'direccion', 'telefono', 'email', 'centro_costo', 'centro_beneficio'],
  proveedores: ['num_doc', 'digito', 'nombre', 'direccion', 'nombres', 'apellidos'],
  arqueo: ['nota', 'motivo'],
  vale: ['persona', 'motivo'],
  movimiento_fondo: ['motivo', 'referencia'],
  cuenta_tienda: ['banco', 'titular'],
  formato_banco: [
    'nombre',
    'cuenta',
    'documento',
    'valor',
    'referencia',
    'estado',
    'motivo',
    'concepto',
  ],
  palabra_banco: ['palabra'],
  exportacion_contable: ['motivo'],
  reversa_contable: ['motivo'],
  documento_soporte: ['numero'],
  giro: ['referencia', 'motivo', 'nota'],
  cajas: ['codigo_soporte'],
  gastos: [
    'proveedor_nombre',
    'recibo',
    'concepto',
    'numero_factura',
    'soporte_nombre',
    'item_texto',
    'informe_novedad',
    'encargado',
    'obs_supervisor',
    'obs_mantenimiento',
    'obs_contabilidad',
    'obs_contabilidad_dos',
  ],
  factura_electronica: ['razon_social', 'numero', 'numero_normalizado'],
  categoria_gasto: ['nombre', 'cuenta'],
  motivo_rechazo: ['nombre'],
  ciudades: ['nombre'],
  formato_tienda: ['nombre'],
  impuestos: ['nombre'],
  indicadores: ['nombre'],
  tipo_doc: ['nombre'],
  aviso_derechos: ['texto'],
} as const;

/** Text columns without user text: the program writes them, or looks rows up by them. */
const wordless: Record<string, readonly string[]> = {
  usuarios: ['email', 'clave_hash', 'permisos', 'sal'],
  cajas: ['fecha', 'hash', 'giro'],
  caso_cerrado: ['camino', 'detalle'],
  tabla_derivada: ['nombre'],
  cuenta_tienda: [
    'via',
    'codigo_banco',
    'tipo_cuenta',
    'numero',
    'tipo_doc',
    'documento',
    'estado',
    'sal',
  ],
  banco: ['nombre'],
  formato_banco: ['clave'],
  palabra_banco: ['sentido'],
  giro: ['via', 'estado', 'dia'],
  movimiento_fondo: ['tipo', 'estado', 'giro', 'dia'],
  archivo_banco: ['nombre', 'formato', 'sha256', 'contenido'],
  exportacion_contable: ['hasta', 'nombre', 'sha256', 'contenido'],
  documento_soporte: ['dia', 'desde', 'hasta', 'cuds'],
  // Written in JSON from the texts of expenses.
  comprobante: ['origen', 'tipo', 'dia', 'lineas'],
  gastos: [
    'fecha_gasto',
    'soporte',
    'soporte_sha256',
    'soporte_tipo',
    'tipo_persona',
    'enlace_factura',
    'data_factura',
    'categorias_propias',
    'recibo_normalizado',
    'factura_normalizada',
    'soporte_contenido',
    // Written as a whole below.
    'correccion',
  ],
  proveedores: ['documento', 'tipo_doc', 'regimen', 'sal'],
  tope_categoria: ['clase', 'efecto'],
  factura_electronica: [
    'nit',
    'fecha',
    'cufe',
    'url',
    'nit_comprador',
    'xml_sha256',
    'pdf_sha256',
    'firma',
    'cufe_comprobado',
    'tipo',
    'forma_pago',
    'impuestos',
  ],
  impuestos: ['cuenta_retencion'],
  indicadores: ['codigo'],
  // Written as a whole below.
  correo: ['para', 'asunto', 'texto', 'html', 'adjuntos', 'estado', 'error', 'clave', 'traza'],
  config: ['field_name', 'field_content'],
  archivo: ['sha256'],
  archivo_trozo: ['sha256'],
  arriendo: ['tarea', 'titular'],
  clave_temporal: ['clave_hash'],
  sesion: ['token_hash', 'xsrf_hash', 'agente', 'ip', 'metodo', 'sid_compania'],
  segundo_factor: ['secreto'],
  codigo_recuperacion: ['hash'],
  invitacion: ['token_hash'],
  llave: ['prefijo', 'secreto_hash', 'anterior_hash', 'alcances', 'tiendas'],
  identidad: ['emisor', 'sujeto', 'grupos'],
  ingreso_compania: ['estado_hash', 'nonce', 'verificador', 'previa_hash'],
  salida_compania: ['jti_hash'],
  aviso_leido: ['sha256'],
  preferencia_correo: ['tipo', 'cuando'],
  aviso_correo: ['tipo'],
  ingreso_pendiente: ['token_hash'],
  intento: ['accion', 'tipo', 'sujeto'],
  idempotencia: ['clave', 'ruta', 'huella', 'respuesta'],
  limite_peticiones: ['clave'],
  municipios: ['municipio'],
  paises: ['iso_region', 'nombre_region'],
  tipo_usuario: ['nombre', 'permisos'],
  // Immutable; the tour includes a box whose events contain such text.
  evento: [
    'evento',
    'desde',
    'hacia',
    'version_maquina',
    'payload',
    'hash_previo',
    'hash',
    'ingreso',
  ],
  evento_administracion: ['evento', 'tabla', 'ingreso', 'payload', 'hash_previo', 'hash'],
  firma: ['resumen', 'administracion_hash', 'clave', 'firma'],
  delegacion: ['desde', 'hasta'],
  arqueo: ['conteo', 'estado'],
  vale: ['dia', 'estado', 'sal'],
};

const known = (table: string): readonly string[] => [
  ...(worded[table as keyof typeof worded] ?? []),
  ...(wordless[table] ?? []),
];

/** Writes the text into every row of the `worded` columns. */
export async function writeWordsInto(db: Kysely<Database>): Promise<void> {
  // Some columns are unique, so the id is appended.
  for (const [table, columns] of Object.entries(worded))
    for (const column of columns)
      await sql`update ${sql.table(table)}
        set ${sql.ref(column)} = cast(${hostileWords} as text) || cast(id as text)`.execute(db);
}

/** Writes invoice links that are scripts, and a failed mail. */
async function writeLinksAndMail(db: Kysely<Database>): Promise<void> {
  const links = JSON.stringify([
    { numero_factura: hostileWords, url: hostileLink },
    { numero_factura: hostileWords, url: `${hostileLink}2` },
  ]);
  await sql`update gastos set enlace_factura = ${hostileLink} where id % 2 = 0`.execute(db);
  await sql`update gastos set enlace_factura = '', data_factura = ${links} where id % 2 = 1`.execute(
    db,
  );
  const correction = JSON.stringify({
    id_usuario: 1,
    instante: 1,
    etapa: 'supervisor',
    motivo: hostileWords,
    observacion: hostileWords,
    diferencias: [{ campo: 'concepto', antes: hostileWords, despues: hostileWords }],
    sin_efecto: [],
  });
  await sql`update gastos set correccion = ${correction}`.execute(db);
  await sql`insert into correo (para, asunto, texto, estado, intentos, proximo_intento, error, creado)
    values (${hostileWords}, ${hostileWords}, '', 'fallido', 3, 1, ${hostileWords}, 1)`.execute(db);
}

/** Fills the embedded database of a folder that no program uses. @returns text columns that neither list contains */
export async function writeHostileWords(dataDir: string): Promise<string[]> {
  const { db, close } = openDatabase({ dataDir });
  try {
    const { rows } = await sql<{ tabla: string; columna: string }>`
      select tables.name as tabla, columns.name as columna
      from sqlite_master as tables, pragma_table_info(tables.name) as columns
      where tables.type = 'table' and upper(columns.type) = 'TEXT'
        and tables.name not like 'kysely%' and tables.name not like 'sqlite%'`.execute(db);
    await writeWordsInto(db);
    await writeLinksAndMail(db);
    return rows
      .filter(({ tabla, columna }) => !known(tabla).includes(columna))
      .map(({ tabla, columna }) => `${tabla}.${columna}`);
  } finally {
    await close();
  }
}
