/** The statuses of a refusal and the sentence each has when nothing more precise is known. */
export const refusals = {
  400: 'La solicitud no es válida.',
  401: 'Su sesión terminó. Inicie sesión de nuevo.',
  403: 'No tiene permiso para hacer esto.',
  404: 'No se encontró lo que busca.',
  408: 'La solicitud tardó demasiado. Intente de nuevo.',
  409: 'El estado actual no permite esta acción.',
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

/** 409 when the object is no longer as it was shown. */
export const changedMessage = 'La información cambió mientras la revisaba. Actualice la página.';

/** Names the refusal of a creation whose `Idempotency-Key` was used with another body. */
export const idempotencyGuard = 'idempotencyKeyIsUnused';

/** Names the refusal of `/auth/user` when the password is right and a code has to follow. */
export const codeGuard = 'secondFactorIsGiven';
/** Names the refusal of `/auth/codigo` when the sign-in starts again with the password. */
export const startAgainGuard = 'signInIsPending';

/** Names the 401 of a page whose token is not the application's any more: it says nothing about the session. */
export const tokenGuard = 'tokenIsCurrent';

/** A failing guard or form rule: `guardia` is the guard's name or the field's path. */
export interface Reason {
  guardia: string;
  mensaje: string;
  /** How much is missing, beside the fixed sentence: 'Faltan 2 gastos por decidir'. */
  detalle?: string;
  /** Ids of the expenses it is about. */
  gastos?: readonly number[];
  /** Fields of the form it is about, by their names in the call. */
  campos?: readonly string[];
}

/** One failing guard, as it travels in `motivos` and as a disabled button tells it. */
export type FailedGuard = Reason;

/** The refusal of a rule that does not hold; none where it does. */
export const refusedIf = (broken: boolean, guardia: string, mensaje: string): FailedGuard[] =>
  broken ? [{ guardia, mensaje }] : [];

/** The one element of a refusal's list. */
export interface RefusalBody {
  status: string;
  msg: string;
  motivos?: Reason[];
  errores?: string[];
  /** Id of the request, also in the log: shown as "código de soporte". */
  codigo_soporte?: string;
}

/** Sentences of success, as the specification writes them. */
export const successes = {
  saved: 'Datos almacenados',
  sent: 'Caja enviada',
  updated: 'Registro actualizado',
  deleted: 'Registro eliminado',
  mailed: 'Soporte enviado al correo registrado',
} as const;
