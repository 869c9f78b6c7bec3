import type { ImportedTable } from '#contract/calls/imports.calls.ts';
import type { RequestOf } from '#contract/contract.ts';
import type { Permission } from '#contract/permissions.ts';
import { type StageName, type Stages, boxScreenOf } from '#machines/domain/stages/stages.ts';
import { type AnyScreen, openScreens, screenTable } from './screen-table.ts';

type ScreenName = keyof typeof screenTable;

/** The title of a screen: `labelOf('crearUsuario')`. */
export const labelOf = (name: ScreenName): string => screenTable[name].label;

/** Returns the visible name of a permission. */
export function permissionLabelOf(permission: Permission): string {
  if (permission === 'autorizarGiros') return 'Autorizar giros';
  const { label, permissionLabel = label }: AnyScreen = screenTable[permission];
  return permissionLabel;
}

/** Every address of the product; no other module writes one. The addresses of screens derive from the table. */

const addresses = { ...openScreens, ...screenTable };

type RouteName = keyof typeof addresses;

type Patterns = { readonly [Name in RouteName]: (typeof addresses)[Name]['address'] };

/** Path patterns of the hash router. */
export const patterns = Object.fromEntries(
  Object.entries(addresses).map(([name, { address }]) => [name, address]),
) as Patterns;

/** The root path: redirects to the login or to the first permitted screen. */
export const root = '/';

type ParamNames<Pattern extends string> = Pattern extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Pattern extends `${string}:${infer Name}`
    ? Name
    : never;

type Params<Name extends RouteName> =
  ParamNames<Patterns[Name]> extends never ? [] : [Record<ParamNames<Patterns[Name]>, number>];

/** The address of a screen: `pathTo('verCaja', { idCaja: 12 })` is `/verCaja/12`. */
export function pathTo<Name extends RouteName>(name: Name, ...[params]: Params<Name>): string {
  const values: Record<string, number> = params ?? {};
  return patterns[name].replace(/:(\w+)/g, (_, key: string) => String(values[key]));
}

/** Path and label of a screen, for a link: `back={linkTo('historialCaja')}`. */
export const linkTo = <Name extends ScreenName>(
  name: Name,
  ...params: Params<Name>
): { to: string; label: string } => ({ to: pathTo(name, ...params), label: labelOf(name) });

/** Address of the invitations with one user marked. */
export const invitationPath = (idUsuario: number): string =>
  `${pathTo('invitaciones')}?usuario=${idUsuario}`;

/** Query parameters of the form of a new user: the profile, and whether the person authorises payments. */
export const wantedProfileParam = 'perfil';
export const wantedAuthoriserParam = 'autoriza';

/** The form of a new user, for a person who is missing. */
export const wantedUserPath = (perfil: number, autoriza: boolean): string =>
  `${pathTo('crearUsuario')}?${wantedProfileParam}=${perfil}${autoriza ? `&${wantedAuthoriserParam}=si` : ''}`;

/** Address of the expense form at its file field, for an expense that was recorded without a receipt. */
export const uploadPath = (idTienda: number, idGasto: number): string =>
  `${pathTo('crearGasto', { idTienda })}?${pendingExpenseParam}=${idGasto}`;

/** Address of the form that corrects a refused queued expense; at its file field when only the file was refused. */
export const reopenedPath = (idTienda: number, clave: string, idGasto: number | null): string =>
  idGasto === null
    ? `${pathTo('crearGasto', { idTienda })}?${queuedExpenseParam}=${clave}`
    : uploadPath(idTienda, idGasto);

/** Query parameter of the expense form: key of the queued expense that is corrected. */
export const queuedExpenseParam = 'envio';
/** The form of a new expense, prefilled from a rejected one. */
export const recordAgainPath = (idTienda: number, idGasto: number): string =>
  `${pathTo('crearGasto', { idTienda })}?${originParam}=${idGasto}`;

/** Query parameter of the expense form: id of the rejected expense that is recorded again. */
export const originParam = 'origen';
/** One cash count of a store, as a sheet. */
export const countPath = (
  screen: 'arqueosCaja' | 'arqueosTienda',
  idTienda: number,
  idArqueo: number,
): string => `${pathTo(screen, { idTienda })}?arqueo=${idArqueo}`;

/** Days of the default period of the workflow. */
export const usualDays = 90;

/** The deviations of the default period, of one kind or of all. */
export const deviationsPath = (clase = ''): string =>
  `${pathTo('flujo')}?vista=desviaciones${clase === '' ? '' : `&clase=${clase}`}`;

/** Query parameter of the expense form: id of the expense whose receipt is missing. */
export const pendingExpenseParam = 'gasto';

/** Documents that the server renders outside of the application. */
export const legalisationUrl = (idCaja: number): string =>
  `/documentos/legalizar.php?id_caja=${idCaja}`;

export const movementActUrl = (idMovimiento: number): string =>
  `/documentos/movimientos/${idMovimiento}`;

/** A vale, to be printed and signed. */
export const valeUrl = (idVale: number): string => `/documentos/vale?id_vale=${idVale}`;

export const receiptUrl = (soporte: string): string =>
  `/documentos/soportes/${encodeURIComponent(soporte)}`;

/** The same file, to be saved. */
export const savedReceiptUrl = (soporte: string): string => `${receiptUrl(soporte)}?descargar=si`;

/** The accounts to register with the bank. */
export const newAccountsUrl = '/documentos/cuentas-nuevas.csv';

/** The file of an export of entries, byte for byte as it was written. */
export const entryFileUrl = (numero: number): string => `/documentos/comprobantes/${numero}`;

/** An export of «documentos soporte» for the provider of the company. */
export const supportingDocumentsUrl = (exportacion: number, ending: 'csv' | 'xlsx'): string =>
  `/documentos/documentos-soporte/${exportacion}.${ending}`;

/** What was recorded and not closed at a day, as a workbook. */
export const cutUrl = (hasta: string): string => `/documentos/corte?hasta=${hasta}`;

/** The paid payments as a workbook. */
export const paidPaymentsUrl = '/documentos/giros-hechos';

/** The voucher of a confirmed payment. */
export const voucherUrl = (idGiro: number): string => `/documentos/egresos/${idGiro}`;

/** The bank file of a batch, byte for byte as it was written. */
export const bankFileUrl = (idLote: number): string => `/documentos/giros/${idLote}`;

/** The workbook template for an import of users or stores. */
export const templateUrl = (tabla: ImportedTable): string =>
  `/documentos/plantillas?tabla=${tabla}`;

/** A thumbnail of a receipt. */
export const thumbnailUrl = (soporte: string): string =>
  `/documentos/miniaturas/${encodeURIComponent(soporte)}`;
/** A page of a PDF receipt as an image drawn by the server. */
export const sheetUrl = (soporte: string, sheet: number): string =>
  `/documentos/hojas/${encodeURIComponent(soporte)}/${sheet}`;

/** The graphic representation of an imported electronic invoice, or its XML. */
export const invoiceUrl = (cufe: string): string => `/documentos/facturas/${cufe}`;

/**
 * The consolidated spreadsheet. As specified, a store sends its `id_responsable` and a supervisor its `id_supervisor`;
 * the server narrows the answer to their expenses whatever the address contains.
 */
export function consolidatedUrl(
  person: { id: number; profile: number },
  { desde, hasta }: { desde: string; hasta: string },
): string {
  const query = new URLSearchParams({
    ...(desde === '' ? undefined : { desde }),
    ...(hasta === '' ? undefined : { hasta }),
    ...(person.profile === 2 ? { id_responsable: String(person.id) } : undefined),
    ...(person.profile === 3 ? { id_supervisor: String(person.id) } : undefined),
  }).toString();
  return query === '' ? '/documentos/consolidado' : `/documentos/consolidado?${query}`;
}

/** The cases of a file; with `corte`, the events of the period instead. */
export type LogQuestion = RequestOf<'/flujoCiclo'> & { caso?: 'gasto'; corte?: 'eventos' };

/** The log of whole cases as a file for other programs; without `id_…`, of every box that the user may see. */
export const eventLogUrl = (format: 'xes' | 'json' | 'csv', question: LogQuestion): string =>
  `/documentos/flujo/eventos.${format}?${new URLSearchParams(
    Object.entries(question).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  )}`;

/** The workflow of a box as BPMN. */
export const boxBpmnUrl = '/documentos/flujo/caja.bpmn';

/** Path of a box from the history: depends on the profile and, for stores, on the state of the box. */
export const boxPath = (profile: number, box: { id_caja: number; active: number }): string =>
  pathTo(boxScreenOf(profile, box.active), { idCaja: box.id_caja });

/** Path of the contact sheet, with which a reviewer looks at the receipts of a box. */
export const sheetPath = (box: Stages[StageName]['box'], idCaja: number): string =>
  `${pathTo(box, { idCaja })}/soportes`;

/** Path of a box for its store: the open box, or a box of the history. */
export const storeBoxPath = (box: {
  id_caja: number;
  id_tienda: number;
  active: number;
}): string =>
  box.active === 0 ? pathTo('cajaActual', { idTienda: box.id_tienda }) : boxPath(2, box);
