/** A request for each row of the table of trust: right but for what the table says about it. */
import type { Call } from '#contract/call.ts';
import { type CallPath, callPaths, calls } from '#contract/contract.ts';
import { denominations } from '#contract/denominations.ts';
import { approval, split } from './box-stages.ts';
import { pdf, today } from './box-scene.ts';
import { tried } from './cases.ts';
import type { CallOptions, TestClient } from './client.ts';
import { type TrustRow, trustRows } from './trust-table.ts';
import { type Named, secret } from './trust-world.ts';

/** Long before any window of dates. */
const tooOld = '2020-01-01';
const noSuchCity = 3;

const userForm = {
  tipo: 2,
  nombre: 'Repetida',
  tipo_doc: 1,
  num_doc: '77',
  email: 'admin@cajamenor.test',
  password: 'Fresno4821',
};

const storeForm = {
  nombre: 'Tienda',
  direccion: 'Calle 1',
  telefono: '6044441212',
  email: 'tienda@cajamenor.test',
  centro_costo: 'CC',
  centro_beneficio: 'CB',
  responsable: 1,
  gerente: 1,
  supervisor: 1,
  formato_tienda: 1,
  base: 1_000_000,
  ciudad: 5001,
};

/** Of days that are over. */
const absence = { id_delegado: 1, desde: tooOld, hasta: tooOld };

const expenseForm = {
  fecha_gasto: tooOld,
  id_proveedor: 1,
  recibo: 'R1',
  valor: 12_500,
  concepto: 'Bombillos',
  categoria: [1],
  tipo_factura: 0,
};

const decision = ({ id_caja, id_gasto }: Named) => ({ id_caja, id_gasto, ...approval });
const boxOf = ({ id_caja }: Named) => ({ id_caja });
const storeOf = ({ id_tienda }: Named) => ({ id_tienda });

const workflowFile = (format: 'xes' | 'csv', { id_tienda }: Named) =>
  `/documentos/flujo/eventos.${format}?desde=${today}&hasta=${today}&id_tienda=${id_tienda}`;

/** Bodies that need more than the contract says, and addresses of documents. */
const special: Partial<Record<TrustRow, (named: Named) => object | string>> = {
  '/changePwd': () => ({ email: 'admin@cajamenor.test', password: 'corta' }),
  '/activarSegundoFactor': () => ({ codigo: '' }),
  '/renovarCodigos': () => ({ codigo: '' }),
  '/desactivarSegundoFactor': () => ({ codigo: '' }),
  '/formatearNumero': () => ({ valor: '12500' }),
  '/datosGenerales motivo_rechazo': () => ({ tabla: 'motivo_rechazo' }),
  '/datosGenerales usuarios': () => ({ tabla: 'usuarios' }),
  '/datosGenerales proveedores': () => ({ tabla: 'proveedores' }),
  '/datosGenerales config': () => ({ tabla: 'config' }),
  '/datosGeneralesNoActive cajas': (named) => ({
    tabla: 'cajas',
    condicional: { id: named.id_caja },
  }),
  '/datosGeneralesNoActive tiendas': (named) => ({
    tabla: 'tiendas',
    condicional: { id: named.id_tienda },
  }),
  '/datosGeneralesNoActive categoria_gasto': () => ({ tabla: 'categoria_gasto' }),
  '/datosGeneralesNoActive motivo_rechazo': () => ({ tabla: 'motivo_rechazo' }),
  '/datosGeneralesNoActive impuestos': () => ({ tabla: 'impuestos' }),
  '/datosGeneralesNoActive indicadores': () => ({ tabla: 'indicadores' }),
  '/registrarUsuario': () => userForm,
  '/editarUsuario': ({ id_usuario }) => ({ ...userForm, id_usuario }),
  '/crearEmpresa': () => ({ nombre: 'Envíos', zona: noSuchCity }),
  '/editarEmpresa': ({ id_empresa }) => ({
    nombre: 'Envíos',
    zona: noSuchCity,
    id_elemento: id_empresa,
  }),
  '/agregarTienda': () => storeForm,
  '/editarTienda': (named) => ({ ...storeForm, ...storeOf(named) }),
  '/configGeneral': () => ({ monto_maximo: -1 }),
  '/actdesElemento': ({ id_usuario }) => ({ id_elemento: id_usuario, opc: 0, tabla: 'usuarios' }),
  '/actdesElemento de un catálogo': () => ({ id_elemento: 16, opc: 0, tabla: 'categoria_gasto' }),
  '/guardarCatalogo': () => ({ tabla: 'impuestos', id_elemento: 1, nombre: 'IVA', porcentaje: 3 }),
  '/eliminarElemento': ({ id_usuario }) => ({ id_elemento: id_usuario, tabla: 'usuarios' }),
  // Of a fund that nobody has: whoever may is refused.
  '/guardarArqueo': (named) => ({
    ...storeOf(named),
    cantidades: Array<number>(denominations.length).fill(0),
    ...{ base: 1, en_caja: 0, en_proceso: 0 },
  }),
  '/ausencias de otra persona': ({ id_usuario }) => ({ id_ausente: id_usuario }),
  '/guardarMisCorreos': () => ({ demora: 'inmediato' }),
  '/delegar': ({ id_usuario }) => ({ ...absence, id_ausente: id_usuario }),
  '/delegar lo propio': () => absence,
  '/terminarDelegacion': () => ({ id_delegacion: 2_000_000_000 }),
  '/gastosCaja': (named) => ({ ...boxOf(named), estado_caja: '3' }),
  '/gastosCajaMantenimiento': (named) => ({ ...boxOf(named), estado_caja: 1 }),
  '/historialCajas': () => ({ ver_control: 1 }),
  '/historialCajas de una tienda': (named) => ({ ver_control: 1, ...storeOf(named) }),
  '/buscar': () => ({ texto: secret }),
  '/cajasPendientesContabilidad': () => ({ estado: '4' }),
  '/enviarCaja': (named) => ({ ...boxOf(named), ...storeOf(named) }),
  '/enviarSoporteCaja': (named) => ({
    ...boxOf(named),
    id_empresa: named.id_empresa,
    codigo: 'G1',
  }),
  '/enviarGasto': (named) => ({ ...expenseForm, ...storeOf(named) }),
  '/gastosRepetidos': (named) => ({
    ...storeOf(named),
    num_doc: '900373923',
    fecha_gasto: '2026-06-15',
    recibo: 'R1',
    valor: 12_500,
  }),
  '/facturasSinGasto': (named) => ({ ...storeOf(named), id_proveedor: 1 }),
  '/corregirGasto': ({ id_gasto }) => ({ ...expenseForm, id_gasto }),
  '/guardarSupervisor': (named) => ({ ...decision(named), estado: 3 }),
  '/guardarMantenimiento': (named) => ({ ...decision(named), estado: '9' }),
  '/guardarContabilidad': (named) => ({ ...decision(named), ...split(12_500), estado: 6 }),
  '/guardarContabilidadFinal': ({ id_caja, id_gasto }) => ({
    id_caja,
    id_gasto,
    observacion: approval.observacion,
    estado: 15,
  }),
  '/aprobarGastos': ({ id_caja, id_gasto }) => ({
    id_caja,
    gastos: [id_gasto],
    observacion: approval.observacion,
  }),
  '/elegirFacturaElectronica': ({ id_gasto }) => ({
    id_gasto,
    recibo: 'FE2',
    url: 'https://facturas.test/b',
  }),
  '/flujoActual de una tienda': storeOf,
  '/flujoCajas': (named) => ({ maquina: 'box', estado: 'closed', ...storeOf(named) }),
  '/flujoDemoras': (named) => ({ por: 'tienda', ...storeOf(named) }),
  '/flujoHistoria': (named) => ({ desde: today, hasta: today, ...storeOf(named) }),
  '/flujoConformidad': () => ({ despues: 0, cantidad: 50 }),
  '/revisarImportacion': () => ({ tabla: 'usuarios' }),
  '/importarFilas': () => ({ tabla: 'usuarios', huella: 'a1b2' }),
  '/documentos/consolidado': () => '/documentos/consolidado',
  '/documentos/plantillas': () => '/documentos/plantillas?tabla=usuarios',
  '/documentos/flujo/eventos.xes': (named) => workflowFile('xes', named),
  '/documentos/flujo/eventos.csv': (named) => workflowFile('csv', named),
  '/documentos/facturas': ({ factura }) => `/documentos/facturas/${factura}`,
  '/documentos/legalizar.php': ({ id_caja }) => `/documentos/legalizar.php?id_caja=${id_caja}`,
  '/documentos/soportes': ({ soporte }) => `/documentos/soportes/${soporte}`,
  '/documentos/miniaturas': ({ soporte }) => `/documentos/miniaturas/${soporte}`,
  '/documentos/hojas': ({ soporte }) => `/documentos/hojas/${soporte}`,
};

/** The objects that a call must name, as its schema in the contract says. */
const derived =
  (path: CallPath) =>
  (named: Named): object => {
    const { fields } = (calls[path] as Call).body.describe();
    const required = Object.entries(fields).filter(
      ([, field]) => 'optional' in field && !field.optional,
    );
    return Object.fromEntries(
      required.flatMap(([name]) => (isName(name, named) ? [[name, named[name]]] : [])),
    );
  };

const isName = (name: string, named: Named): name is keyof Named => Object.hasOwn(named, name);

const requestOf = (row: TrustRow): ((named: Named) => object | string) => {
  const path = pathOf(row);
  const request = special[row] ?? (path && derived(path));
  if (request === undefined) throw new Error(`${row} is asked for nowhere`);
  return request;
};

/** The right body of a call about some objects. */
export const bodyOf = (row: TrustRow, named: Named): object => {
  const request = requestOf(row)(named);
  if (typeof request === 'string') throw new Error(`${row} is opened by address`);
  return request;
};

const pathOf = (row: TrustRow): CallPath | undefined =>
  callPaths.find((path) => path === row.split(' ')[0]);

/** The first row about a call; none for what is open to anybody. */
export const rowOf = (path: CallPath): TrustRow | undefined =>
  trustRows.find((row) => pathOf(row) === path);

/** Calls that some row is about. */
export const pathsOf = (rows: readonly TrustRow[]): CallPath[] => [
  ...new Set(rows.map(pathOf).filter((path) => path !== undefined)),
];

export const isDocument = (row: TrustRow): boolean => pathOf(row) === undefined;

/** An answer as a stranger could compare it with another one. */
export interface Seen {
  status: number;
  /** What tells answers apart: the body without its support code, and the headers that depend on it. */
  text: string;
}

const tellingHeaders = ['content-type', 'content-length', 'x-total-count', 'cache-control', 'etag'];

const seen = (status: number, headers: Record<string, unknown>, body: string): Seen => ({
  status,
  text: JSON.stringify([
    status,
    body.replace(/"codigo_soporte":"[^"]*"/, ''),
    ...tellingHeaders.map((name) => headers[name]),
  ]),
});

const file = { filename: 'recibo.pdf', bytes: pdf('confianza'), type: 'application/pdf' };

/** The file that goes with an upload; importing without one is a form that is wrong. */
const uploads: Partial<Record<CallPath, typeof file | null>> = {
  '/cargarSoporte': file,
  '/importarFacturas': null,
  '/revisarImportacion': null,
  '/importarFilas': null,
  '/corregirGasto': null,
};

/** Makes the request of a row about some objects. */
export async function ask(
  browser: TestClient,
  row: TrustRow,
  named: Named,
  options: CallOptions = {},
): Promise<Seen> {
  tried(1);
  const request = requestOf(row)(named);
  const path = pathOf(row);
  if (typeof request === 'string' || path === undefined) {
    const { statusCode, headers, body } = await browser.get(String(request));
    return seen(statusCode, headers, body);
  }
  const upload = uploads[path];
  const { status, headers, body } =
    upload === undefined
      ? await browser.call(path, request, options)
      : await browser.upload(path, { ...request }, upload, options);
  return seen(status, headers, JSON.stringify(body));
}

/** Which objects the request of a row names. */
export const namesOf = (row: TrustRow, named: Named): (keyof Named)[] => {
  const used = new Set<keyof Named>();
  requestOf(row)(
    new Proxy(named, {
      get: (target, name: keyof Named) => {
        used.add(name);
        return target[name];
      },
    }),
  );
  return [...used];
};
