/** HTTP statuses of refusals, each with its default message. */
export const refusals = {
  400: 'La solicitud no es válida.',
  401: 'Su sesión terminó. Inicie sesión de nuevo.',
  403: 'No tiene permiso para hacer esto.',
  404: 'No se encontró lo que busca.',
  408: 'La solicitud tardó demasiado. Intente de nuevo.',
  409: 'El estado actual no permite esta acción.',
  410: 'El archivo de este soporte ya no está en el servidor. Avise al administrador, que puede recuperarlo de un respaldo.',
  413: 'El archivo es demasiado grande.',
  415: 'El tipo de archivo no es válido: use pdf, jpg o png.',
  422: 'Existen errores, por favor corregir y enviar nuevamente',
  429: 'Demasiados intentos. Espere un momento e intente de nuevo.',
  500: 'Ocurrió un error. Intente de nuevo; si continúa, comunique el código de soporte.',
  503: 'El servicio no está disponible. Intente de nuevo en un momento.',
  507: 'El servidor no puede guardar: no tiene espacio en disco o permiso para escribir. No se guardó nada; avise al administrador e intente de nuevo.',
} as const;

export type RefusalStatus = keyof typeof refusals;

export const isRefusalStatus = (status: number): status is RefusalStatus =>
  Object.hasOwn(refusals, status);

/** Message of the 409 for a stale version. */
export const changedMessage = 'La información cambió mientras la revisaba. Actualice la página.';

/** Guard name of that refusal. */
export const versionGuard = 'versionIsCurrent';

/** Guard name of the refusal when an `Idempotency-Key` is reused with another body. */
export const idempotencyGuard = 'idempotencyKeyIsUnused';

/** Guard name of the refusal by `/auth/user` when the password is right and a second-factor code is required. */
export const codeGuard = 'secondFactorIsGiven';
/** Guard name of the refusal by `/auth/codigo` when the user must start again with the password. */
export const startAgainGuard = 'signInIsPending';

/** Guard name of the 401 for an outdated application token; the session may still be valid. */
export const tokenGuard = 'tokenIsCurrent';

/** A failing guard or form rule: `guardia` is the guard's name or the field's path. */
export interface Reason {
  guardia: string;
  mensaje: string;
  /** Details added to the fixed message, such as 'Faltan 2 gastos por decidir'. */
  detalle?: string;
  /** Ids of the affected expenses. */
  gastos?: readonly number[];
  /** Affected form fields, by their names in the call. */
  campos?: readonly string[];
}

/** One failing guard, as sent in `motivos` and as shown by a disabled button. */
export type FailedGuard = Reason;

/** A list with the refusal when the rule is broken, else an empty list. */
export const refusedIf = (broken: boolean, guardia: string, mensaje: string): FailedGuard[] =>
  broken ? [{ guardia, mensaje }] : [];

/** The single element of the list in a refusal's body. */
export interface RefusalBody {
  status: string;
  msg: string;
  motivos?: Reason[];
  errores?: string[];
  /** Id of the request, also written to the server log; shown as "código de soporte". */
  codigo_soporte?: string;
}

/** Success messages, worded as in the specification. */
export const successes = {
  saved: 'Datos almacenados',
  sent: 'Caja enviada',
  updated: 'Registro actualizado',
  deleted: 'Registro eliminado',
  mailed: 'Soporte enviado al correo registrado',
} as const;
