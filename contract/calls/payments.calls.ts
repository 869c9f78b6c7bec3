import { defineCalls, mutation, read } from '../call.ts';
import {
  aCount,
  aFlag,
  aNumber,
  anId,
  answer,
  aText,
  body,
  choice,
  dateText,
  done,
  filled,
  filledLine,
  flag,
  id,
  line,
  listBody,
  listFields,
  listOf,
  oneOfTexts,
  orNull,
  paymentKey,
  requiredId,
  rowsOf,
  sentRow,
  shaped,
  text,
} from '../fields.ts';

const required = 'Este campo es obligatorio';

/** Payment methods of a store; only the first one can appear in a file for the bank. */
export const paymentWays = ['transferencia', 'efectivo', 'cheque', 'ventas'] as const;
export type PaymentWay = (typeof paymentWays)[number];

/** Kinds of the account that pays; stores may also have a `deposito` electrónico, such as Nequi or Daviplata. */
export const payingKinds = ['ahorros', 'corriente'] as const;
export type PayingKind = (typeof payingKinds)[number];
export const accountKinds = [...payingKinds, 'deposito'] as const;
export type AccountKind = (typeof accountKinds)[number];

/** Document types of an account holder; `PA` is a passport. */
export const holderDocuments = ['CC', 'NIT', 'CE', 'PPT', 'PA'] as const;
export type HolderDocument = (typeof holderDocuments)[number];

/** `porGirar`: in no batch, or claimed as not received; `enCurso`: in a batch and unconfirmed; `girados`: confirmed. */
export const paymentLists = ['porGirar', 'enCurso', 'girados'] as const;
export type PaymentList = (typeof paymentLists)[number];

export const bankFormats = ['csv', 'pab'] as const;
export type BankFormat = (typeof bankFormats)[number];

/** Columns available for the CSV file for the bank; the setting selects and orders them. */
export const bankColumns = [
  'documento',
  'titular',
  'banco',
  'codigo_banco',
  'tipo_cuenta',
  'cuenta',
  'valor',
  'referencia',
  'tienda',
  'concepto',
] as const;
export type BankColumn = (typeof bankColumns)[number];

/** Refusal of a reference that another payment has; `repetida` answers it. */
export const referenceIsNew = 'referenceIsNew';

/** Maximum number of payments in a batch. */
export const maximumBatch = 1_000;

/** States of a confirmed payment, from which its return is proposed. */
export const returnableStates = ['girado', 'noRecibido', 'recibido'] as const;

/** Answers of bank and store about a payment. */
const pastAnswers = ['confirmado', 'corregido', 'reclamado', 'devuelto'] as const;

/** Keys of payments, in fields that are named after boxes: a movement has the negative of its id. */
const boxes = () => listOf(paymentKey(), maximumBatch).min(1).required();

const reads = ['giros', 'autorizarGiros', 'detalleCajaCI'] as const;

/** An account as shown to users, with only the last four digits of its number. */
const maskedAccount = {
  id: anId(),
  via: oneOfTexts(paymentWays),
  banco: aText(),
  /** Null where the bank is a text that the catalogue does not have. */
  id_banco: orNull(anId()),
  tipo_cuenta: aText(),
  /** `•••• 4471`; empty where there is none. */
  cuenta: aText(),
  titular: aText(),
  tipo_doc: aText(),
  documento: aText(),
  /** `yyyy-MM-dd HH:mm` in Colombia. */
  creada: aText(),
  creada_por: aText(),
  id_creada_por: anId(),
  /** The whole number of a proposal, for who may confirm it; empty for others. */
  numero: aText(),
};

/** A payment in lists and beside its box; amounts in pesos. */
const paymentFields = {
  /** Key of the payment: the id of its box, or the negative id of its movement. */
  id_caja: aNumber(),
  id_tienda: anId(),
  tienda: aText(),
  /** 0 for a movement. */
  consecutivo: aCount(),
  /** What is paid besides a box, such as `Aumento de la base`; empty for a box. */
  concepto: aText(),
  /** What is paid: the granted value less what is kept back to lower the base. */
  valor: aNumber(),
  retenido: aNumber(),
  /** Who took it over for the company, and does not prepare it; null and empty for any other payment. */
  asume: orNull(anId()),
  asumido_por: aText(),
  /** What the store is asked to hand in of its base, and can be kept back from this payment; null when it cannot. */
  por_retener: orNull(aNumber()),
  /** `porGirar`, `preparado`, `autorizado`, `enviado`, `girado`, `noRecibido`, `recibido`, `devolucionPropuesta`, `retenido`. */
  estado: aText(),
  nombre_estado: aText(),
  color: aText(),
  via: oneOfTexts(paymentWays),
  banco: aText(),
  /** `•••• 4471` of the account that is paid, or that would be paid now; empty without an account. */
  cuenta: aText(),
  /** When the payment entered its state, epoch milliseconds. */
  desde: aCount(),
  id_lote: orNull(anId()),
  preparado_por: aText(),
  autorizado_por: aText(),
  /** Our reference of the attempt, such as `GIRO12`; empty while it waits. */
  referencia_propia: aText(),
  /** `yyyy-MM-dd`: the first day on which it can have been paid; empty until it is known. */
  desde_dia: aText(),
  /** `yyyy-MM-dd` of the confirmation, and the reference of the bank; empty until then. */
  dia: aText(),
  referencia: aText(),
  /** Why the last attempt was returned; the store's note that the money did not arrive. */
  motivo: aText(),
  nota: aText(),
  /** Who proposed and who confirmed the account, and until when its confirmer authorises nothing to it. */
  gente_cuenta: orNull(
    answer({
      propone: anId(),
      confirma: orNull(anId()),
      hasta: orNull(aCount()),
    }),
  ),
  /** `yyyy-MM-dd HH:mm` of the confirmation of the account, and its holder; empty without one. */
  cuenta_desde: aText(),
  titular: aText(),
  /** 1: no file for the bank contains it, somebody pays it by hand. */
  a_mano: aFlag(),
  /** The proposed return of a confirmed payment, with the state to which it goes back; null without one. */
  devolucion: orNull(
    answer({
      estado: oneOfTexts(returnableStates),
      motivo: aText(),
      propuesta_por: aText(),
      id_propuesta_por: anId(),
    }),
  ),
  /** What bank and store said of the payment before, the oldest first; a confirmation shown above is not repeated. */
  anteriores: rowsOf({
    que: oneOfTexts(pastAnswers),
    /** `yyyy-MM-dd` and reference of a confirmation or correction; empty for others. */
    dia: aText(),
    referencia: aText(),
    /** Reason of a return, note of the store; empty for others. */
    texto: aText(),
  }),
};

const payment = () => answer(paymentFields);

const bankFile = () =>
  answer({
    numero: anId(),
    nombre: aText(),
    formato: oneOfTexts(bankFormats),
    /** SHA-256 of the file, hexadecimal. */
    sha256: aText(),
    registros: aCount(),
    valor: aNumber(),
    bytes: aCount(),
  });

const batchFields = {
  id: anId(),
  creado: aText(),
  preparado_por: aText(),
  id_preparado_por: anId(),
  /** `preparado`, `autorizado`, `enviado`, `confirmadoEnParte`, `cerrado`. */
  estado: aText(),
  nombre_estado: aText(),
  color: aText(),
  /** Number of payments in the batch, by state. */
  preparados: aCount(),
  autorizados: aCount(),
  enviados: aCount(),
  girados: aCount(),
  /** Payments taken out of the batch or returned. */
  fuera: aCount(),
  /** Pesos of the payments in the batch. */
  valor: aNumber(),
  /** Format of the settings, in which the batch would be sent now; 1: a bank took such a file. */
  formato: oneOfTexts(bankFormats),
  comprobado: aFlag(),
  /** Until when the caller's fresh rights authorise nothing, epoch milliseconds; null when they do. */
  reciente_hasta: orNull(aCount()),
  /** Null until the batch is sent, and when no payment is a transfer to an account. */
  archivo: orNull(bankFile()),
};

const accountFields = {
  via: choice(paymentWays).required(required),
  /** Code of the catalogue of banks, such as 1007. */
  id_banco: id(),
  tipo_cuenta: choice(['', ...accountKinds]),
  numero: shaped(text(17), /^\d{4,17}$/, 'Solo números, entre 4 y 17'),
  titular: shaped(
    line(80),
    /^[\p{L}\p{M}\d][\p{L}\p{M}\d .,&'-]*$/u,
    'Solo letras, números, espacios, puntos, comas, guiones y &',
  ),
  tipo_doc: choice(['', ...holderDocuments]),
  documento: shaped(text(15), /^[A-Za-z0-9]{3,15}$/, 'Sin puntos ni dígito de verificación').when(
    'tipo_doc',
    ([tipo], schema) =>
      // Only passports have letters.
      tipo === 'PA' ? schema : schema.matches(/^\d*$/, 'Solo números, sin dígito de verificación'),
  ),
};

const totalFields = {
  nombre: aText(),
  giros: aCount(),
  /** Pesos. */
  valor: aNumber(),
};

export const paymentCalls = defineCalls({
  '/giros': read({
    summary: 'Los giros por hacer, en curso o hechos, de las tiendas que la persona ve.',
    who: [...reads],
    list: true,
    /** Filter by list, by batch, or by both. */
    body: listBody({ lista: choice(paymentLists), id_lote: id() }),
    answer: rowsOf({
      ...paymentFields,
      /** Why the payment cannot proceed; empty when it can. */
      problema: aText(),
      /** 1: nobody could authorise it, were it prepared by the caller or as it was prepared. */
      sin_autorizador: aFlag(),
    }),
  }),
  '/lotesGiros': read({
    summary: 'Los lotes de giros con su archivo para el banco, el más nuevo primero.',
    who: [...reads],
    list: true,
    /** `abiertos` 1: only batches with a payment that waits for somebody. */
    body: listBody({ id_lote: id(), abiertos: flag() }),
    answer: rowsOf(batchFields),
  }),
  '/totalesGiros': read({
    summary: 'Los totales de una de las listas de giros, por vía y por banco.',
    who: [...reads],
    /** The list, with its search. In progress are the payments in the batches that wait for somebody. */
    body: body({ lista: choice(paymentLists).required(required), buscar: listFields.buscar }),
    answer: answer({
      vias: rowsOf(totalFields),
      /** Banks of the accounts that transfers go to. */
      bancos: rowsOf(totalFields),
    }),
  }),
  '/prepararGiros': mutation({
    summary: 'Reúne en un lote los giros de cajas cerradas y de movimientos de los fondos.',
    who: ['giros'],
    creates: true,
    body: body({
      cajas: boxes(),
      /** Those of them from whose payment the asked decrease of the base is kept back. */
      retener: listOf(requiredId(), maximumBatch),
    }),
    answer: done({ id_lote: anId(), giros: aCount() }),
  }),
  '/retirarGiros': mutation({
    summary: 'Retira giros de su lote antes de enviarlo: vuelven a estar por girar.',
    who: ['giros'],
    body: body({ cajas: boxes() }),
    answer: done({ giros: aCount() }),
  }),
  '/autorizarGiros': mutation({
    summary: 'Autoriza los giros preparados de un lote: otra persona que quien los preparó.',
    who: ['autorizarGiros'],
    body: body({ id_lote: requiredId() }),
    answer: done({ giros: aCount() }),
  }),
  '/enviarGiros': mutation({
    summary:
      'Envía los giros autorizados de un lote y escribe una vez el archivo para el banco, si alguno va a una cuenta.',
    who: ['giros'],
    /** The settings name the format of the file. */
    body: body({ id_lote: requiredId() }),
    answer: done({ giros: aCount(), archivo: orNull(bankFile()) }),
  }),
  '/confirmarGiros': mutation({
    summary: 'Confirma giros enviados con la referencia y el día de cada uno.',
    who: ['giros'],
    body: body({
      /** Day of the payments without a day of their own. */
      dia: dateText().required(required),
      giros: listOf(
        sentRow({
          id_caja: paymentKey(),
          referencia: filledLine(60, required),
          dia: dateText(),
        }),
        maximumBatch,
      )
        .min(1)
        .required(),
      /** 1: the references are right although another payment has one of them. */
      repetida: flag(),
    }),
    answer: done({ giros: aCount() }),
  }),
  '/devolverGiros': mutation({
    summary: 'Devuelve giros que el banco no hizo: vuelven a estar por girar.',
    who: ['giros'],
    body: body({ cajas: boxes(), motivo: filled(200, required) }),
    answer: done({ giros: aCount() }),
  }),
  '/proponerDevolucion': mutation({
    summary: 'Propone devolver giros que ya se confirmaron: otra persona aprueba la devolución.',
    who: ['giros'],
    body: body({ cajas: boxes(), motivo: filled(200, required) }),
    answer: done({ giros: aCount() }),
  }),
  '/resolverDevolucion': mutation({
    summary:
      'Aprueba devoluciones propuestas (los giros vuelven a estar por girar) o las niega (quedan como estaban).',
    who: ['autorizarGiros'],
    body: body({ cajas: boxes(), aprueba: flag().required() }),
    answer: done({ giros: aCount() }),
  }),
  '/corregirGiro': mutation({
    summary: 'Corrige el día o la referencia de un giro confirmado; el registro conserva los dos.',
    who: ['giros'],
    body: body({
      id_caja: paymentKey(),
      dia: dateText().required(required),
      referencia: filledLine(60, required),
      /** As in `/confirmarGiros`. */
      repetida: flag(),
    }),
    answer: done({ giros: aCount() }),
  }),
  '/giroDeCaja': read({
    summary: 'El giro de una caja, lo que no se le reconoció y qué fue de eso.',
    who: ['cajaActual', 'verCaja', 'verCajaRevisada', 'verCajaSupervisor', 'revisarCaja', ...reads],
    body: body({ id_caja: requiredId() }),
    answer: answer({
      /** Null before the closing, when nothing was granted, and when payments are not followed. */
      giro: orNull(payment()),
      /** Events that the caller may send to the payment: `PAYMENT.RECEIVE`, `PAYMENT.CLAIM`. */
      puede: rowsOf({ evento: aText() }),
      no_reconocido: rowsOf({
        id_gasto: anId(),
        concepto: aText(),
        proveedor: aText(),
        /** Pesos that were not granted, and the part of them still owed. */
        valor: aNumber(),
        debe: aNumber(),
        motivo: aText(),
      }),
    }),
  }),
  '/responderGiro': mutation({
    summary: 'La tienda dice si le llegó el dinero de una caja o de un movimiento de su fondo.',
    who: ['cajaActual', 'verCajaRevisada'],
    body: body({
      id_caja: paymentKey(),
      recibido: flag().required(),
      /** Required when the money did not arrive. */
      nota: text(200),
    }),
    answer: done(),
  }),
  '/gastosACargo': read({
    summary:
      'Lo que está a cargo de las personas de una tienda: gastos que no se reconocieron, faltantes y vales.',
    who: ['cajaActual', 'historialTienda', 'giros'],
    body: body({ id_tienda: requiredId() }),
    answer: answer({
      id_tienda: anId(),
      tienda: aText(),
      /** Pesos. */
      total: aNumber(),
      gastos: rowsOf({
        id_gasto: anId(),
        id_caja: anId(),
        consecutivo: aCount(),
        /** `yyyy-MM-dd` of the purchase. */
        fecha_gasto: aText(),
        concepto: aText(),
        proveedor: aText(),
        /** Who owes it: the main person in charge of the store on the day the box was sent. */
        responsable: aText(),
        valor: aNumber(),
        debe: aNumber(),
        motivo: aText(),
        /** 1: the expense can be recorded again, and has not been yet. */
        se_puede_registrar: aFlag(),
        id_deudor: orNull(anId()),
      }),
      /** Debts without an expense. */
      movimientos: rowsOf({
        id_movimiento: anId(),
        /** Such as `Faltante de un arqueo`. */
        concepto: aText(),
        /** `yyyy-MM-dd` */
        fecha: aText(),
        responsable: aText(),
        id_deudor: orNull(anId()),
        debe: aNumber(),
        motivo: aText(),
      }),
    }),
  }),
  '/consignarGasto': mutation({
    summary:
      'Lo que no se reconoció de un gasto volvió al cajón; contabilidad dice además quién lo debía.',
    who: ['cajaActual', 'giros'],
    body: body({
      id_gasto: requiredId(),
      /** Required from accounting. */
      id_deudor: id(),
      dia: dateText().required(required),
      nota: filled(200, required),
    }),
    answer: done(),
  }),
  '/asumirGasto': mutation({
    summary: 'La empresa asume lo que no se reconoció de un gasto: queda por girar.',
    who: ['giros'],
    body: body({ id_gasto: requiredId(), motivo: filled(200, required) }),
    answer: done(),
  }),
  '/cuentaTienda': read({
    summary: 'Cómo se gira a una tienda, y el cambio que espera confirmación.',
    who: ['editarTienda', 'giros', 'autorizarGiros', 'detalleCajaCI', 'cajaActual'],
    body: body({ id_tienda: requiredId() }),
    answer: answer({
      id_tienda: anId(),
      tienda: aText(),
      vigente: orNull(answer(maskedAccount)),
      propuesta: orNull(answer(maskedAccount)),
      /** The catalogue of banks. */
      bancos: rowsOf({ id: anId(), nombre: aText() }),
      /** Until when the caller's fresh rights confirm no account, epoch milliseconds; null when they do. */
      reciente_hasta: orNull(aCount()),
    }),
  }),
  '/proponerCuenta': mutation({
    summary: 'Propone cómo girar a una tienda; vale cuando otra persona lo confirma.',
    who: ['editarTienda'],
    body: body({ id_tienda: requiredId(), ...accountFields }),
    answer: done({ id_cuenta: anId() }),
  }),
  '/resolverCuenta': mutation({
    summary: 'Confirma o rechaza el cambio que propuso otra persona, o retira el propio.',
    who: ['editarTienda', 'autorizarGiros'],
    body: body({ id_cuenta: requiredId(), confirma: flag().required() }),
    answer: done(),
  }),
  '/cuentasPropuestas': read({
    summary: 'Los cambios de cuenta que esperan confirmación.',
    who: ['editarTienda', 'autorizarGiros'],
    body: body({}),
    answer: answer({
      cuentas: rowsOf({ id_tienda: anId(), tienda: aText(), ...maskedAccount }),
      /** As in `/cuentaTienda`. */
      reciente_hasta: orNull(aCount()),
    }),
  }),
  '/confirmarCuentas': mutation({
    summary: 'Confirma a la vez cambios de cuenta que propusieron otras personas; todos o ninguno.',
    who: ['editarTienda', 'autorizarGiros'],
    body: body({ cuentas: listOf(requiredId(), maximumBatch).min(1).required() }),
    answer: done({ confirmadas: aCount() }),
  }),
  '/papelesEnCamino': read({
    summary: 'Las cajas cuyos papeles se enviaron y no han llegado a contabilidad.',
    who: ['cajasPendientes', 'revisarCaja'],
    list: true,
    body: listBody({}),
    answer: rowsOf({
      id_caja: anId(),
      id_tienda: anId(),
      tienda: aText(),
      consecutivo: aCount(),
      empresa: aText(),
      guia: aText(),
      /** When the papers were sent, epoch milliseconds. */
      desde: aCount(),
    }),
  }),
  '/recibirPapeles': mutation({
    summary: 'Marca que llegaron los papeles de unas cajas, o de las que trae una guía.',
    who: ['revisarCaja'],
    body: body({
      /** Either `cajas` or `guia`. */
      cajas: listOf(requiredId(), maximumBatch),
      guia: text(100),
    }),
    answer: done({ recibidas: aCount() }),
  }),
});
