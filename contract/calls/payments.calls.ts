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
  listOf,
  oneOfTexts,
  orNull,
  requiredId,
  rowsOf,
  sentRow,
  shaped,
  text,
} from '../fields.ts';

const required = 'Este campo es obligatorio';

/** The ways in which a store gets its money; only the first may have a file for the bank. */
export const paymentWays = ['transferencia', 'efectivo', 'cheque', 'ventas'] as const;
export type PaymentWay = (typeof paymentWays)[number];

export const accountKinds = ['ahorros', 'corriente'] as const;
export type AccountKind = (typeof accountKinds)[number];

/** Kinds of document of the holder of an account. */
export const holderDocuments = ['CC', 'CE', 'NIT', 'TI', 'PA'] as const;
export type HolderDocument = (typeof holderDocuments)[number];

/** `porGirar`: in no batch, or claimed by the store; `enCurso`: in a batch and not confirmed; `girados`: confirmed. */
export const paymentLists = ['porGirar', 'enCurso', 'girados'] as const;
export type PaymentList = (typeof paymentLists)[number];

export const bankFormats = ['csv', 'pab'] as const;
export type BankFormat = (typeof bankFormats)[number];

/** The columns that the CSV for the bank may have, in the order in which the setting names them. */
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
] as const;
export type BankColumn = (typeof bankColumns)[number];

/** Boxes of one batch. */
export const maximumBatch = 200;

/** Characters of what the bank answered. */
export const maximumBankAnswer = 100_000;

const boxes = () => listOf(requiredId(), maximumBatch).min(1).required();

const reads = ['giros', 'autorizarGiros', 'detalleCajaCI'] as const;

/** An account as people may see it: the last four digits of its number alone. */
const maskedAccount = {
  id: anId(),
  via: oneOfTexts(paymentWays),
  banco: aText(),
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
};

/** A payment as lists and boxes show it; amounts in pesos. */
const paymentFields = {
  id_caja: anId(),
  id_tienda: anId(),
  tienda: aText(),
  consecutivo: aCount(),
  /** What the box was granted. */
  valor: aNumber(),
  /** `porGirar`, `preparado`, `autorizado`, `enviado`, `girado`, `noRecibido`, `recibido`. */
  estado: aText(),
  nombre_estado: aText(),
  color: aText(),
  via: oneOfTexts(paymentWays),
  banco: aText(),
  /** `•••• 4471` of the account that it goes to, or that it would go to now; empty where there is none. */
  cuenta: aText(),
  /** Since when it is in its state, epoch milliseconds. */
  desde: aCount(),
  id_lote: orNull(anId()),
  preparado_por: aText(),
  autorizado_por: aText(),
  /** `yyyy-MM-dd` of the confirmation; empty until then. */
  dia: aText(),
  referencia: aText(),
  /** Why the last attempt was returned; what the store wrote when nothing arrived. */
  motivo: aText(),
  nota: aText(),
};

const payment = () => answer(paymentFields);

const bankFile = () =>
  answer({
    numero: anId(),
    nombre: aText(),
    formato: oneOfTexts(bankFormats),
    /** Of its bytes, hexadecimal. */
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
  /** Payments that are still in it, by their state: a batch moves on as one. */
  preparados: aCount(),
  autorizados: aCount(),
  enviados: aCount(),
  girados: aCount(),
  /** Those that were taken out or returned. */
  fuera: aCount(),
  /** Pesos of what is still in it. */
  valor: aNumber(),
  /** Null until it is sent, and where nothing goes by transfer to an account. */
  archivo: orNull(bankFile()),
};

const accountFields = {
  via: choice(paymentWays).required(required),
  banco: line(60),
  /** The code of the bank in files for the bank, as `1007`. */
  codigo_banco: shaped(text(9), /^\d{1,9}$/, 'Solo números'),
  tipo_cuenta: choice(['', ...accountKinds]),
  numero: shaped(text(17), /^\d{4,17}$/, 'Solo números, entre 4 y 17'),
  titular: line(80),
  tipo_doc: choice(['', ...holderDocuments]),
  documento: shaped(text(15), /^\d{3,15}$/, 'Solo números, sin dígito de verificación'),
};

export const paymentCalls = defineCalls({
  '/giros': read({
    summary: 'Los giros por hacer, en curso o hechos, de las tiendas que la persona ve.',
    who: [...reads],
    list: true,
    /** Of one list, of one batch, or of both. */
    body: listBody({ lista: choice(paymentLists), id_lote: id() }),
    answer: rowsOf({
      ...paymentFields,
      /** Why it cannot go on as it is; empty where it can. */
      problema: aText(),
    }),
  }),
  '/lotesGiros': read({
    summary: 'Los lotes de giros con su archivo para el banco, el más nuevo primero.',
    who: [...reads],
    list: true,
    body: listBody({ id_lote: id() }),
    answer: rowsOf(batchFields),
  }),
  '/prepararGiros': mutation({
    summary: 'Reúne en un lote los giros de una o varias cajas cerradas.',
    who: ['giros'],
    creates: true,
    body: body({ cajas: boxes() }),
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
    /** Without a format where nothing goes by transfer to an account. */
    body: body({ id_lote: requiredId(), formato: choice(bankFormats) }),
    answer: done({ giros: aCount(), archivo: orNull(bankFile()) }),
  }),
  '/leerRespuestaBanco': read({
    summary: 'Empareja cada línea de la respuesta del banco con un giro enviado del lote.',
    who: ['giros'],
    body: body({
      id_lote: requiredId(),
      /** CSV with a row of names: `documento` or `cuenta`, `valor`, `referencia`. */
      texto: filled(maximumBankAnswer, 'Elija o pegue la respuesta del banco'),
    }),
    answer: answer({
      lineas: rowsOf({
        linea: aCount(),
        documento: aText(),
        cuenta: aText(),
        valor: aText(),
        referencia: aText(),
        /** The box whose payment it confirms; null where it is none. */
        id_caja: orNull(anId()),
        tienda: aText(),
        consecutivo: orNull(aCount()),
        /** Why it confirms nothing; empty where it does. */
        problema: aText(),
      }),
      /** Sent payments of the batch about which the bank says nothing. */
      sin_respuesta: rowsOf({ id_caja: anId(), tienda: aText(), consecutivo: aCount() }),
    }),
  }),
  '/confirmarGiros': mutation({
    summary: 'Confirma giros enviados con un día y la referencia de cada uno.',
    who: ['giros'],
    body: body({
      dia: dateText().required(required),
      giros: listOf(
        sentRow({ id_caja: requiredId(), referencia: filledLine(60, required) }),
        maximumBatch,
      )
        .min(1)
        .required(),
    }),
    answer: done({ giros: aCount() }),
  }),
  '/devolverGiros': mutation({
    summary: 'Devuelve giros que el banco no hizo: vuelven a estar por girar.',
    who: ['giros'],
    body: body({ cajas: boxes(), motivo: filled(200, required) }),
    answer: done({ giros: aCount() }),
  }),
  '/giroDeCaja': read({
    summary: 'El giro de una caja, lo que no se le reconoció y qué fue de eso.',
    who: ['cajaActual', 'verCaja', 'verCajaRevisada', 'verCajaSupervisor', 'revisarCaja', ...reads],
    body: body({ id_caja: requiredId() }),
    answer: answer({
      /** Null before the closing, where nothing was granted, and where payments are not followed. */
      giro: orNull(payment()),
      /** Events that the person may fire at it: `PAYMENT.RECEIVE`, `PAYMENT.CLAIM`. */
      puede: rowsOf({ evento: aText() }),
      no_reconocido: rowsOf({
        id_gasto: anId(),
        concepto: aText(),
        proveedor: aText(),
        /** Pesos that were not granted, and how much of them is still owed. */
        valor: aNumber(),
        debe: aNumber(),
        motivo: aText(),
      }),
    }),
  }),
  '/responderGiro': mutation({
    summary: 'La tienda dice si le llegó el dinero de una caja.',
    who: ['cajaActual', 'verCajaRevisada'],
    body: body({
      id_caja: requiredId(),
      recibido: flag().required(),
      /** Needed where it did not arrive. */
      nota: text(200),
    }),
    answer: done(),
  }),
  '/gastosACargo': read({
    summary: 'Lo que está a cargo de quien responde por una tienda, gasto por gasto.',
    who: ['cajaActual', 'historialTienda', 'giros'],
    body: body({ id_tienda: requiredId() }),
    answer: answer({
      id_tienda: anId(),
      tienda: aText(),
      responsable: aText(),
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
        valor: aNumber(),
        debe: aNumber(),
        motivo: aText(),
        /** 1: it was rejected for good and was not recorded again. */
        se_puede_registrar: aFlag(),
      }),
    }),
  }),
  '/consignarGasto': mutation({
    summary: 'Quien responde por la tienda devuelve al cajón lo que no se reconoció de un gasto.',
    who: ['cajaActual'],
    body: body({
      id_gasto: requiredId(),
      dia: dateText().required(required),
      nota: filled(200, required),
    }),
    answer: done(),
  }),
  '/asumirGasto': mutation({
    summary: 'La empresa asume lo que no se reconoció de un gasto.',
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
    }),
  }),
  '/proponerCuenta': mutation({
    summary: 'Propone cómo girar a una tienda; vale cuando otro administrador lo confirma.',
    who: ['editarTienda'],
    body: body({ id_tienda: requiredId(), ...accountFields }),
    answer: done({ id_cuenta: anId() }),
  }),
  '/resolverCuenta': mutation({
    summary: 'Confirma o rechaza el cambio que propuso otro administrador, o retira el propio.',
    who: ['editarTienda'],
    body: body({ id_cuenta: requiredId(), confirma: flag().required() }),
    answer: done(),
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
      /** Since when, epoch milliseconds. */
      desde: aCount(),
    }),
  }),
  '/recibirPapeles': mutation({
    summary: 'Marca que llegaron los papeles de unas cajas, o de las que trae una guía.',
    who: ['revisarCaja'],
    body: body({
      /** One of the two. */
      cajas: listOf(requiredId(), maximumBatch),
      guia: text(100),
    }),
    answer: done({ recibidas: aCount() }),
  }),
});
