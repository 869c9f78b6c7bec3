/** The table of calls and documents; the browser client, the server routes and the OpenAPI document derive from it. */
import type * as yup from 'yup';
import { absenceCalls } from './calls/absence.calls.ts';
import { administrationCalls } from './calls/administration.calls.ts';
import { bankAnswerCalls } from './calls/bank-answers.calls.ts';
import { boxCalls } from './calls/boxes.calls.ts';
import { catalogueCalls, referenceCalls } from './calls/reference.calls.ts';
import { cashCountCalls, valeCalls } from './calls/fund.calls.ts';
import { companySignInCalls } from './calls/company-sign-in.calls.ts';
import { entryCalls } from './calls/entries.calls.ts';
import { supportingDocumentCalls } from './calls/supporting-documents.calls.ts';
import { expenseCalls } from './calls/expenses.calls.ts';
import { figuresCalls } from './calls/figures.calls.ts';
import { importCalls, invoiceCalls } from './calls/imports.calls.ts';
import { invitationCalls } from './calls/invitations.calls.ts';
import { limitCalls } from './calls/limits.calls.ts';
import { keyCalls } from './calls/keys.calls.ts';
import { mailCalls } from './calls/mails.calls.ts';
import { movementCalls } from './calls/movements.calls.ts';
import { onboardingCalls } from './calls/onboarding.calls.ts';
import { paymentCalls } from './calls/payments.calls.ts';
import { pendingCalls } from './calls/pending.calls.ts';
import { reviewCalls } from './calls/review.calls.ts';
import { searchCalls } from './calls/search.calls.ts';
import { spendingCalls } from './calls/spending.calls.ts';
import { secondFactorCalls, sessionCalls } from './calls/session.calls.ts';
import { supplierCalls } from './calls/suppliers.calls.ts';
import { storeFilters, workflowCalls } from './calls/workflow.calls.ts';
import type { Call } from './call.ts';
import type { KeyScope } from './key-scopes.ts';
import type { Permission } from './permissions.ts';
import { reviewScreens } from './wire-stages.ts';
import type { PersonField } from './wire.ts';

export * from './wire.ts';

/** The calls by section of the OpenAPI document. */
export const callAreas = {
  Sesión: sessionCalls,
  'Segundo factor': secondFactorCalls,
  'Ingreso de la compañía': companySignInCalls,
  Referencia: referenceCalls,
  Administración: administrationCalls,
  Proveedores: supplierCalls,
  Catálogos: { ...catalogueCalls, ...limitCalls },
  Importación: importCalls,
  Invitaciones: invitationCalls,
  'Claves de integración': keyCalls,
  'Puesta en marcha': onboardingCalls,
  Ausencias: absenceCalls,
  Correos: mailCalls,
  Cajas: boxCalls,
  Arqueos: cashCountCalls,
  'Movimientos del fondo': movementCalls,
  Vales: valeCalls,
  Giros: { ...paymentCalls, ...bankAnswerCalls },
  Comprobantes: entryCalls,
  'Documentos soporte': supportingDocumentCalls,
  Gastos: expenseCalls,
  'Gasto por mes': spendingCalls,
  'Facturas electrónicas': invoiceCalls,
  Revisión: reviewCalls,
  'Flujo de trabajo': { ...workflowCalls, ...figuresCalls },
  Búsqueda: searchCalls,
  Pendientes: pendingCalls,
} satisfies Record<string, Record<string, Call>>;

export const calls = {
  ...sessionCalls,
  ...secondFactorCalls,
  ...companySignInCalls,
  ...referenceCalls,
  ...administrationCalls,
  ...supplierCalls,
  ...limitCalls,
  ...catalogueCalls,
  ...importCalls,
  ...invitationCalls,
  ...keyCalls,
  ...onboardingCalls,
  ...absenceCalls,
  ...mailCalls,
  ...boxCalls,
  ...cashCountCalls,
  ...movementCalls,
  ...valeCalls,
  ...paymentCalls,
  ...entryCalls,
  ...supportingDocumentCalls,
  ...bankAnswerCalls,
  ...expenseCalls,
  ...spendingCalls,
  ...invoiceCalls,
  ...reviewCalls,
  ...workflowCalls,
  ...figuresCalls,
  ...searchCalls,
  ...pendingCalls,
} satisfies Record<string, Call>;

export type CallPath = keyof typeof calls;
export const callPaths = Object.keys(calls) as CallPath[];

/** Validated body as the server handles it, with codes as numbers. */
export type BodyOf<Path extends CallPath> = yup.InferType<(typeof calls)[Path]['body']>;

/** Calls that upload a file. */
export type UploadPath = {
  [Path in CallPath]: (typeof calls)[Path] extends { multipart: object } ? Path : never;
}[CallPath];

/** Calls that return a paged list. */
export type ListPath = {
  [Path in CallPath]: (typeof calls)[Path] extends { list: true } ? Path : never;
}[CallPath];

/** Body as the caller passes it; the client adds the token and the person fields. */
export type RequestOf<Path extends CallPath> = Omit<
  BodyOf<Path>,
  | 'token'
  | Exclude<PersonField, 'id_usuario'>
  | (Path extends
      | '/obtenerUsuarioById'
      | '/editarUsuario'
      | '/restablecerSegundoFactor'
      | '/invitarUsuario'
      ? never
      : 'id_usuario')
>;

export type AnswerOf<Path extends CallPath> = yup.InferType<(typeof calls)[Path]['answer']>;

const whoSeesExpenses = [
  'cajaActual',
  'detalleGasto',
  'verCaja',
  'verCajaRevisada',
  ...reviewScreens,
  'detalleCajaCI',
  'detalleGastoCI',
] as const;

export interface Document {
  path: string;
  who: readonly [Permission, ...Permission[]];
  /** Scope with which a machine's key may open it; absent: no key may. */
  keys?: KeyScope;
  summary: string;
  /** Name of the path parameter that follows `path`. */
  named?: string;
  /** Query parameters. */
  query?: readonly string[];
}

/** Documents opened by URL, authenticated by the session cookie or by a machine's key. */
export const documents = {
  vale: {
    path: '/documentos/vale',
    who: ['cajaActual'],
    summary: 'Un vale de caja menor en PDF, para firmar.',
    query: ['id_vale'],
  },
  legalisation: {
    path: '/documentos/legalizar.php',
    who: ['verCajaRevisada', 'verCaja', 'revisarCaja', 'detalleCajaCI', 'verCajaSupervisor'],
    summary: 'La legalización de una caja en PDF.',
    query: ['id_caja'],
  },
  receipt: {
    path: '/documentos/soportes',
    who: whoSeesExpenses,
    summary: 'El archivo de soporte de un gasto; con `descargar`, para guardarlo.',
    named: 'soporte',
    query: ['descargar'],
  },
  thumbnail: {
    path: '/documentos/miniaturas',
    who: whoSeesExpenses,
    summary: 'La imagen pequeña de un soporte, o de la primera página de su PDF, en JPEG.',
    named: 'soporte',
  },
  sheets: {
    path: '/documentos/hojas',
    who: whoSeesExpenses,
    summary:
      'Cuántas hojas tiene el archivo de soporte de un gasto; con un número al final, esa hoja como imagen.',
    named: 'soporte',
  },
  invoice: {
    path: '/documentos/facturas',
    who: ['cajasPendientes', ...whoSeesExpenses],
    summary:
      'La representación gráfica de una factura electrónica importada; sin ella, su XML. Con .pdf o .xml al final, solo ese archivo.',
    named: 'cufe',
  },
  bankFile: {
    path: '/documentos/giros',
    who: ['giros'],
    summary: 'El archivo de un lote de giros para el banco, como se escribió.',
    named: 'lote',
  },
  voucher: {
    path: '/documentos/egresos',
    who: ['giros', 'autorizarGiros', 'detalleCajaCI'],
    summary: 'El comprobante de egreso de un giro confirmado, en PDF.',
    named: 'giro',
  },
  paidPayments: {
    path: '/documentos/giros-hechos',
    who: ['giros', 'autorizarGiros', 'detalleCajaCI'],
    summary: 'Los giros hechos en XLSX, por día.',
    query: ['desde', 'hasta'],
  },
  movementAct: {
    path: '/documentos/movimientos',
    who: ['cajaActual', 'historialTienda', 'giros', 'detalleCajaCI', 'editarTienda'],
    summary: 'El acta de un movimiento del fondo de una tienda, en PDF.',
    named: 'movimiento',
  },
  newAccounts: {
    path: '/documentos/cuentas-nuevas.csv',
    who: ['giros'],
    summary:
      'Las cuentas vigentes a las que todavía no se ha girado, para inscribirlas en el banco.',
  },
  entryFile: {
    path: '/documentos/comprobantes',
    who: ['comprobantes'],
    keys: 'lecturaComprobantes',
    summary: 'El archivo de una exportación de comprobantes, como se escribió.',
    named: 'exportacion',
  },
  supportingDocuments: {
    path: '/documentos/documentos-soporte',
    who: ['comprobantes'],
    summary: 'Una exportación de documentos soporte, con .csv o .xlsx al final.',
    named: 'exportacion',
  },
  cut: {
    path: '/documentos/corte',
    who: ['comprobantes'],
    keys: 'lecturaComprobantes',
    summary: 'Lo registrado hasta un día y no cerrado ese día, para la provisión, en XLSX.',
    query: ['hasta'],
  },
  consolidated: {
    path: '/documentos/consolidado',
    who: ['consolidado'],
    keys: 'lecturaConsolidado',
    summary: 'El consolidado de gastos en XLSX.',
    query: ['desde', 'hasta', 'id_responsable', 'id_supervisor'],
  },
  importTemplate: {
    path: '/documentos/plantillas',
    who: ['crearUsuario', 'crearTienda', 'editarTienda', 'proveedores', 'comprobantes'],
    summary:
      'La plantilla en XLSX para importar usuarios, tiendas, aperturas, categorías, proveedores o números de documentos soporte, con un ejemplo y los valores permitidos.',
    query: ['tabla'],
  },
  workflowXes: {
    path: '/documentos/flujo/eventos.xes',
    who: ['flujo'],
    keys: 'lecturaRegistros',
    summary: 'Los eventos de un periodo en XES (IEEE 1849-2016), una traza por caja o por gasto.',
    query: ['desde', 'hasta', ...Object.keys(storeFilters), 'caso'],
  },
  workflowOcel: {
    path: '/documentos/flujo/eventos.json',
    who: ['flujo'],
    keys: 'lecturaRegistros',
    summary: 'Los eventos de un periodo con sus objetos en OCEL 2.0 (JSON).',
    query: ['desde', 'hasta', ...Object.keys(storeFilters)],
  },
  workflowCsv: {
    path: '/documentos/flujo/eventos.csv',
    who: ['flujo'],
    keys: 'lecturaRegistros',
    summary: 'Los eventos de un periodo en CSV (RFC 4180), una fila por evento.',
    query: ['desde', 'hasta', ...Object.keys(storeFilters)],
  },
  workflowBpmn: {
    path: '/documentos/flujo/caja.bpmn',
    who: ['flujo'],
    summary: 'El flujo de una caja en BPMN 2.0, con su dibujo.',
  },
} as const satisfies Record<string, Document>;
