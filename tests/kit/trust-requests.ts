/** A request for each row of the trust table: the sample body of the contract tests, with the given objects. */
import { type CallPath, callPaths } from '#contract/contract.ts';
import { type Sample, samples } from '#tests/contract/bodies.ts';
import { pdf, today } from './box-scene.ts';
import { tried } from './cases.ts';
import type { CallOptions, TestClient } from './client.ts';
import { type TrustRow, trustRows } from './trust-table.ts';
import { type Named, secret } from './trust-world.ts';

/** Before any accepted date range. */
const tooOld = '2020-01-01';
const noSuchCity = 3;

/** An absence in the past. */
const absence = { desde: tooOld, hasta: tooOld };

const storeOf = ({ id_tienda }: Named) => ({ id_tienda });

const boxesOf = ({ id_caja }: Named) => ({ cajas: [id_caja] });

const workflowFile = (format: 'xes' | 'json' | 'csv', { id_tienda }: Named) =>
  `/documentos/flujo/eventos.${format}?desde=${today}&hasta=${today}&id_tienda=${id_tienda}`;

type DocumentRow = Extract<TrustRow, `/documentos/${string}`>;

const addresses: Record<DocumentRow, (named: Named) => string> = {
  '/documentos/consolidado': () => '/documentos/consolidado',
  '/documentos/plantillas': () => '/documentos/plantillas?tabla=usuarios',
  '/documentos/flujo/eventos.xes': (named) => workflowFile('xes', named),
  '/documentos/flujo/eventos.json': (named) => workflowFile('json', named),
  '/documentos/flujo/eventos.csv': (named) => workflowFile('csv', named),
  '/documentos/flujo/caja.bpmn': () => '/documentos/flujo/caja.bpmn',
  '/documentos/comprobantes': () => '/documentos/comprobantes/999999',
  '/documentos/documentos-soporte': () => '/documentos/documentos-soporte/999999.csv',
  '/documentos/corte': () => '/documentos/corte',
  '/documentos/giros': () => '/documentos/giros/1',
  '/documentos/egresos': () => '/documentos/egresos/1',
  '/documentos/giros-hechos': () => '/documentos/giros-hechos',
  '/documentos/movimientos': ({ id_movimiento }) => `/documentos/movimientos/${id_movimiento}`,
  '/documentos/cuentas-nuevas.csv': () => '/documentos/cuentas-nuevas.csv',
  '/documentos/facturas': ({ factura }) => `/documentos/facturas/${factura}`,
  '/documentos/vale': ({ id_vale }) => `/documentos/vale?id_vale=${id_vale}`,
  '/documentos/legalizar.php': ({ id_caja }) => `/documentos/legalizar.php?id_caja=${id_caja}`,
  '/documentos/soportes': ({ soporte }) => `/documentos/soportes/${soporte}`,
  '/documentos/miniaturas': ({ soporte }) => `/documentos/miniaturas/${soporte}`,
  '/documentos/hojas': ({ soporte }) => `/documentos/hojas/${soporte}`,
};

/** Additions of a row: an object under another name, or an invalid form, so that nothing changes. */
const differences: Partial<Record<TrustRow, (named: Named) => object>> = {
  '/changePwd': () => ({ password: 'corta' }),
  '/activarSegundoFactor': () => ({ codigo: '' }),
  '/renovarCodigos': () => ({ codigo: '' }),
  '/desactivarSegundoFactor': () => ({ codigo: '' }),
  '/guardarIngresoCompania': () => ({ grupos: [{ grupo: 'jefes', tipo: 1, tiendas: '' }] }),
  '/datosGeneralesNoActive cajas': ({ id_caja }) => ({ condicional: { id: id_caja } }),
  '/datosGeneralesNoActive tiendas': ({ id_tienda }) => ({ condicional: { id: id_tienda } }),
  '/registrarUsuario': () => ({ email: 'admin@cajamenor.test' }),
  '/editarUsuario': () => ({ email: 'admin@cajamenor.test' }),
  '/crearEmpresa': () => ({ zona: noSuchCity }),
  '/editarEmpresa': ({ id_empresa }) => ({ zona: noSuchCity, id_elemento: id_empresa }),
  '/guardarTope': () => ({ id_categoria: 999_999 }),
  '/guardarProveedor': () => ({ digito: '0' }),
  '/agregarTienda': () => ({ ciudad: noSuchCity }),
  '/editarTienda': () => ({ ciudad: noSuchCity }),
  '/configGeneral': () => ({ monto_maximo: -1 }),
  '/crearClaveIntegracion': () => ({ dias: 366 }),
  '/enlacesInvitacion': ({ id_usuario }) => ({ usuarios: [id_usuario] }),
  '/actdesElemento': ({ id_usuario }) => ({ id_elemento: id_usuario, opc: 0, tabla: 'usuarios' }),
  '/actdesElemento de un catálogo': () => ({ id_elemento: 16, opc: 0, tabla: 'categoria_gasto' }),
  '/guardarCatalogo': () => ({ id_elemento: 1, porcentaje: 3 }),
  '/eliminarElemento': ({ id_usuario }) => ({ id_elemento: id_usuario }),
  '/ausencias de otra persona': ({ id_usuario }) => ({ id_ausente: id_usuario }),
  '/guardarMisCorreos': () => ({ demora: 'inmediato' }),
  '/delegar': ({ id_usuario }) => ({ ...absence, id_ausente: id_usuario }),
  '/delegar lo propio': () => absence,
  '/historialCajas de una tienda': storeOf,
  '/buscar': () => ({ texto: secret }),
  '/enviarSoporteCaja': ({ id_empresa }) => ({ id_empresa, codigo: 'G1' }),
  // More cash than any fund.
  '/darVale': () => ({ valor: 0 }),
  '/guardarArqueo': () => ({ cantidades: Array(12).fill(99_999) }),
  '/prepararGiros': boxesOf,
  '/retirarGiros': boxesOf,
  '/devolverGiros': boxesOf,
  '/proponerDevolucion': boxesOf,
  '/recibirPapeles': boxesOf,
  '/confirmarGiros': ({ id_caja }) => ({ dia: today, giros: [{ id_caja, referencia: '1' }] }),
  // A day after every today.
  '/consignarMovimiento': () => ({ dia: '2999-01-01' }),
  '/guardarFormatoBanco': () => ({ palabras: [{ palabra: 'Rechazado', sentido: 'exito' }] }),
  // Cash has no account.
  '/confirmarCuentas': () => ({ cuentas: [999_999] }),
  '/proponerCuenta': () => ({ via: 'efectivo', numero: '12345' }),
  '/enviarGasto': () => ({ fecha_gasto: tooOld }),
  '/aprobarGastos': ({ id_gasto }) => ({ gastos: [id_gasto] }),
  '/flujoActual de una tienda': storeOf,
  '/flujoCajas': storeOf,
  '/flujoDemoras': storeOf,
  '/flujoHistoria': storeOf,
  '/flujoCiclo': storeOf,
  '/flujoVariantes': storeOf,
  '/flujoRetrabajo': storeOf,
  '/flujoEtapas': storeOf,
  '/flujoCasos': storeOf,
  '/flujoComparar': storeOf,
  '/flujoComparar con una tienda': ({ id_tienda }) => ({
    contra: 'otro',
    otro: { desde: today, hasta: today, id_tienda },
  }),
  '/flujoDesviaciones': storeOf,
  // A target in working days that no delay exceeds.
  '/flujoSimular': ({ id_tienda }) => ({ id_tienda, estado: 'supervision', dias: 365 }),
};

const isName = (name: string, named: Named): name is keyof Named => Object.hasOwn(named, name);

/** The name of the row contains the table of reference rows. */
const tableIn = (row: TrustRow) =>
  row.startsWith('/datosGenerales') ? { tabla: row.split(' ')[1] } : {};

/** Body of a call, or address of a document. */
function requestOf(row: TrustRow, named: Named): object | string {
  const path = pathOf(row);
  if (path === undefined) return addresses[row as DocumentRow](named);
  const { required }: Sample = samples[path];
  const objects = Object.keys(required).flatMap((name) =>
    isName(name, named) ? [[name, named[name]]] : [],
  );
  return {
    ...required,
    ...Object.fromEntries(objects),
    ...tableIn(row),
    ...differences[row]?.(named),
  };
}

/** Body of a call about these objects. */
export const bodyOf = (row: TrustRow, named: Named): object => {
  const request = requestOf(row, named);
  if (typeof request === 'string') throw new Error(`${row} is opened by address`);
  return request;
};

const pathOf = (row: TrustRow): CallPath | undefined =>
  callPaths.find((path) => path === row.split(' ')[0]);

/** The first row of a call; undefined for public calls. */
export const rowOf = (path: CallPath): TrustRow | undefined =>
  trustRows.find((row) => pathOf(row) === path);

/** Calls with a row. */
export const pathsOf = (rows: readonly TrustRow[]): CallPath[] => [
  ...new Set(rows.map(pathOf).filter((path) => path !== undefined)),
];

export const isDocument = (row: TrustRow): boolean => pathOf(row) === undefined;

/** The part of an answer that an attacker could compare with another. */
interface Seen {
  status: number;
  /** Status, body without its support code, and the headers that depend on the body. */
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

/** Upload of a call; null sends a form without the required file. */
const uploads: Partial<Record<CallPath, typeof file | null>> = {
  '/cargarSoporte': file,
  '/importarFacturas': null,
  '/revisarImportacion': null,
  '/importarFilas': null,
  '/leerRespuestaBanco': null,
  '/corregirGasto': null,
};

/** Sends the request of a row about these objects. */
export async function ask(
  browser: TestClient,
  row: TrustRow,
  named: Named,
  options: CallOptions = {},
): Promise<Seen> {
  tried(1);
  const request = requestOf(row, named);
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

/** Names of the objects in the request of a row. */
export const namesOf = (row: TrustRow, named: Named): (keyof Named)[] => {
  const used = new Set<keyof Named>();
  requestOf(
    row,
    new Proxy(named, {
      get: (target, name: keyof Named) => {
        used.add(name);
        return target[name];
      },
    }),
  );
  return [...used];
};
