import { byStage } from '#contract/wire-stages.ts';

/**
 * Spanish names of the events, guards, calls and entry actions of the flows, one word for
 * one concept in all charts. The names of the states are in the charts (`description`).
 * tests/flows/chart-rules.test.ts refuses a name that is missing, and one that no chart uses.
 */
export interface ChartWords {
  events: Readonly<Record<string, string>>;
  /** The condition under which the guard holds, not the text of a refusal. */
  guards: Readonly<Record<string, string>>;
  /** The description of a call, by the name of its actor. */
  calls: Readonly<Record<string, string>>;
  entryActions: Readonly<Record<string, string>>;
}

export const flowWords: ChartWords = {
  events: {
    RETRY: 'Reintentar',
    BACK: 'Volver',
    RELOAD: 'Cargar lo nuevo',
    SAVE: 'Guardar',
    CANCEL: 'Cancelar',
    LOGIN: 'Iniciar sesión',
    CODE: 'Enviar el código',
    START_AGAIN: 'Volver a la contraseña',
    ENROLLED: 'Segundo factor activado',
    'NOTICE.READ': 'Aviso leído',
    'LINK.OPENED': 'Abrir un enlace',
    'LINK.FOLLOWED': 'Llegar al enlace',
    LOGOUT: 'Salir',
    FORGOT_PASSWORD: 'Olvidó la contraseña',
    RECOVER: 'Recuperar contraseña',
    CHANGE_PASSWORD: 'Cambiar contraseña',
    PROVE_IDENTITY: 'Escribir la contraseña actual',
    'SESSION.EXPIRED': 'La sesión venció',
    'SESSION.CLOSED_ELSEWHERE': 'Salió en otra pestaña',
    'SESSION.OPENED_ELSEWHERE': 'Entró en otra pestaña',
    CHOOSE_APPROVED: 'Elegir aprobado',
    CHOOSE_REJECTED: 'Elegir rechazado',
    CHOOSE_INVOICE: 'Elegir factura',
    DISCARD: 'Descartar lo escrito',
    CHANGE: 'Cambiar lo guardado',
    STAY: 'Seguir desde aquí',
    SEE: 'Ver el soporte',
    APPROVE_UNSEEN: 'Aprobar sin verlo',
    CONFIRM: 'Confirmar',
  },
  guards: {
    succeeded: 'El servidor acepta',
    sessionEnded: 'La sesión terminó',
    changedElsewhere: 'Cambió entretanto',
    isInvisible: 'No existe o no puede verlo',
    mayNotDecide: 'No puede decidirlo',
    wasApproved: 'Ya estaba aprobado',
    wasRejected: 'Ya estaba rechazado',
    saveHadArrived: 'Lo guardado ya había llegado',
    decisionIsAllowed: 'La decisión está permitida',
    receiptIsSeen: 'El soporte se ha visto',
    nothingIsProposed: 'Nada queda como propuesta',
    isApproval: 'Es una aprobación',
    invoiceIsOffered: 'La factura es una de las encontradas',
    shippingIsGiven: 'Empresa y guía completas',
    mustChangePassword: 'Debe cambiar la contraseña',
    mustEnrol: 'Debe activar el segundo factor',
    enrolmentIsDue: 'Falta activar el segundo factor',
    mustReadNotice: 'Debe leer el aviso de datos',
    noticeIsDue: 'Falta leer el aviso de datos',
    asksForCode: 'Falta el código',
    startsAgain: 'El ingreso venció',
    signOutPending: 'Falta cerrar la sesión anterior',
    isSignedOut: 'El servidor cerró la sesión',
    signInIsOld: 'Entró hace más de cinco minutos',
    newPasswordIsRefused: 'La contraseña nueva no sirve',
    serverFailed: 'Falló el servidor',
    isStillOpen: 'La sesión guardada puede seguir abierta',
    isOver: 'La sesión guardada ya terminó',
    isOtherPerson: 'Es otra persona',
  },
  calls: {
    authSesion: 'Pregunta si hay sesión',
    storedSession: 'Lee la sesión guardada en este equipo',
    authUser: 'Verifica usuario y contraseña',
    authCodigo: 'Verifica el código',
    recoverPassword: 'Pide una contraseña temporal',
    changePwd: 'Guarda la nueva contraseña',
    authLogout: 'Cierra la sesión en el servidor',
    loadExpense: 'Consulta el gasto',
    ...byStage(
      ({ saves }) => saves,
      () => 'Guarda la decisión',
    ),
    elegirFacturaElectronica: 'Guarda la factura elegida',
  },
  entryActions: {
    storeSession: 'Guarda los datos de la sesión',
    endStoredSession: 'Marca la sesión como terminada',
    removeStoredAnswers: 'Borra las respuestas guardadas',
    forgetSession: 'Olvida quién estaba',
    reloadApplication: 'Carga de nuevo la aplicación',
    forgetProblem: 'Olvida el problema anterior',
    announceSaved: 'Avisa que quedó guardado',
  },
};
