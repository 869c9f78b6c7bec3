import type * as yup from 'yup';
import { defineCalls, mutation, read } from '../call.ts';
import {
  aCount,
  aFlag,
  alphanumeric,
  aNumber,
  anId,
  answer,
  aText,
  body,
  dateText,
  documentText,
  done,
  fillAll,
  flag,
  id,
  isFilled,
  listOf,
  oneOfTexts,
  money,
  orNull,
  requiredId,
  line,
  rowsOf,
  shaped,
  someOf,
  text,
  version,
  namedBox,
} from '../fields.ts';
import { byText, textRules } from '../expense-fields.ts';
import { byStage, decisionScreens, stageNames } from '../wire-stages.ts';

/** Largest receipt file, in bytes (10 MB). */
export const maximumReceiptBytes = 10_000_000;

/** Types of a receipt file, as the file chooser and the server name them. */
export const receiptTypes = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  png: 'image/png',
} as const;

/** Said when the electronic invoice of an expense is not known (`enlace_factura`). */
export const invoiceNotFound = 'FACTURA NO ENCONTRADA';

/** Supplier document, receipt and invoice numbers as a store types them. */
export const supplierDocument = () => documentText(15, /^\d{7,15}$/, 'Solo se aceptan números');

/** A field that a form fills for a supplier whom nobody knows. */
const ofUnknown = <Schema extends yup.AnySchema>(
  field: Schema,
  rule: (schema: Schema) => yup.AnySchema,
): Schema =>
  field.when('id_proveedor', ([known]: unknown[], schema: Schema) =>
    known == null ? rule(schema) : schema,
  );

const filledIn = (schema: yup.StringSchema<string | null | undefined>) =>
  schema.required(fillAll).test('filled', fillAll, isFilled);

/**
 * The body of the expense form. A known supplier comes as `id_proveedor`; an unknown one with
 * document, check digit, name, address, department and city.
 */
const expenseForm = {
  fecha_gasto: dateText().required(fillAll),
  id_proveedor: id().nullable(),
  num_doc: ofUnknown(supplierDocument(), (schema) => schema.required('Solo se aceptan números')),
  digito: shaped(text(1), /^\d$/, 'Solo números'),
  proveedor: ofUnknown(line(200), filledIn),
  direccion: ofUnknown(line(200).nullable(), filledIn),
  departamento: ofUnknown(id().nullable(), (schema) => schema.required(fillAll)),
  ciudad: ofUnknown(id().nullable(), (schema) => schema.required(fillAll)),
  recibo: alphanumeric(100).required(fillAll),
  valor: money().required('Solo números').moreThan(0, 'Solo números'),
  ...textRules,
  categoria: listOf(requiredId(), 50).min(1, fillAll).required(fillAll),
  tipo_factura: flag().required(fillAll),
  numero_factura: text(100)
    .nullable()
    .when('tipo_factura', ([electronic], schema) =>
      electronic === 1
        ? schema
            .required('Solo letras y números, campo obligatorio')
            .matches(/^[A-Za-z0-9]{1,100}$/, 'Solo letras y números, campo obligatorio')
        : schema,
    ),
};

const supplier = () => answer({ num_doc: aText(), digito: aText(), nombre: aText() });

/** A category of an expense; amounts in pesos, null until it is itemised. */
const category = () =>
  answer({
    id: anId(),
    nombre: aText(),
    cuenta: aText(),
    valor_item: orNull(aNumber()),
    iva_item: orNull(anId()),
  });

/** An invoice to choose from; `valor` in pesos. What is not known of it is null. */
const electronicInvoice = () =>
  answer({
    numero_factura: aText(),
    url: aText(),
    nit: orNull(aText()),
    fecha: orNull(aText()),
    valor: orNull(aNumber()),
  });

/** Progress of a box in a stage (`situacion`). */
const stageSituations = ['completada', 'actual', 'pendiente', 'no aplica'] as const;

export type StageSituation = (typeof stageSituations)[number];

/** Location of a box: the same answer beside a box and beside one of its expenses. */
export const boxLocation = () =>
  answer({
    /** Code and name of the state. */
    active: aCount(),
    estado: aText(),
    color: aText(),
    /** Profile in charge, '—' when nobody is, and the person's name; '' where any person of the profile may go on. */
    tipo_usuario: aText(),
    encargado: aText(),
    /** «Carlos decide por Luz Marina hasta el 5 dic» while the person in charge is absent; else ''. */
    reemplazo: aText(),
    /** The people who may decide the box where it is; null where any person of the profile may. */
    decisores: orNull(someOf(anId())),
    /** Pesos by which the boxes of the store exceed its fund while this one takes from it; 0 while it is enough. */
    fondo_excedido: aNumber(),
    /** `yyyy-MM-dd HH:mm` in Colombia: since when. */
    fecha_movimiento: aText(),
    /**
     * Every stage, in their order; `desde` is '' where the box has not been, `encargado` where any person of the
     * profile may go on.
     */
    recorrido: rowsOf({
      active: aCount(),
      etapa: aText(),
      encargado: aText(),
      situacion: oneOfTexts(stageSituations),
      desde: aText(),
    }),
  });

export type BoxLocation = yup.InferType<ReturnType<typeof boxLocation>>;

/** The last correction of a rejected expense. */
const correction = () =>
  answer({
    /** When, `yyyy-MM-dd HH:mm`. */
    fecha: aText(),
    /** The stage that had rejected it, with its reason and its observation. */
    etapa: oneOfTexts(stageNames),
    motivo: aText(),
    observacion: aText(),
    /** `campo` as people read it. */
    diferencias: rowsOf({ campo: aText(), antes: aText(), despues: aText() }),
    /** Earlier stages whose decision was of another purchase. */
    sin_efecto: someOf(oneOfTexts(stageNames)),
    id_usuario: anId(),
  });

/** Fields that every answer about an expense carries; amounts in pesos. */
export const expenseFacts = {
  id: anId(),
  version: aCount(),
  fecha_gasto: aText(),
  recibo: aText(),
  numero_factura: aText(),
  enlace_factura: aText(),
  valor: aNumber(),
  valor_f: aText(),
  /** The part of the value that the supervisor granted; null where that is all of it. */
  reembolsar: orNull(aNumber()),
  soporte: orNull(aText()),
  estado: aCount(),
  nombre_estado: aText(),
  color: aText(),
  requiere_mantenimiento: aFlag(),
  informe_novedad: aText(),
  id_usuario_registro: anId(),
  /** Ids of the categories under which it was recorded, whatever accounting split it into. */
  categorias_propias: someOf(anId()),
  /** Text of the reason with which it was rejected; empty where it was not. */
  motivo_rechazo: aText(),
  /** The expense that records it again. */
  registrado_de_nuevo: orNull(anId()),
};

const expense = () =>
  answer({
    ...expenseFacts,
    ...namedBox,
    ...byText(aText),
    factura_elec: aFlag(),
    data_factura: someOf(electronicInvoice()),
    /** Warnings about the invoices above that could not be verified. */
    avisos_facturas: rowsOf({ url: aText(), aviso: aText() }),
    soporte_tipo: orNull(aText()),
    item: aFlag(),
    /** Ids of the expenses that it repeats, of those that the session may see. */
    repetidos: someOf(anId()),
    registrado_por: aText(),
    /** The person who changed the expense last, and when (`yyyy-MM-dd HH:mm`). */
    cambiado_por: aText(),
    id_usuario_cambio: orNull(anId()),
    fecha_cambio: aText(),
    ...byStage(
      ({ sufijo }) => `id_rechazo_${sufijo}`,
      () => orNull(anId()),
    ),
    ...byStage(({ sufijo }) => `obs_${sufijo}`, aText),
    ...byStage(({ sufijo }) => `fecha_${sufijo}`, aText),
    indicador: orNull(anId()),
    tipo_persona: orNull(aText()),
    item_texto: aText(),
    id_proveedor: anId(),
    proveedor: supplier(),
    categorias: someOf(category()),
    /**
     * As accounting split and classified the last expense of the supplier, for whom this one waits; the categories under
     * which that was recorded are `categorias_propias`.
     */
    ultima_vez: orNull(
      answer({
        fecha: aText(),
        indicador: orNull(anId()),
        tipo_persona: orNull(aText()),
        categorias: rowsOf({ id: anId(), nombre: aText(), iva_item: orNull(anId()) }),
        categorias_propias: someOf(anId()),
      }),
    ),
    /** The day on which it was recorded. */
    fecha_registro: aText(),
    correccion: orNull(correction()),
    /** The rejected expense that this one records again. */
    origen: orNull(anId()),
    /** Where its box is. */
    ubicacion: boxLocation(),
  });

/** A supplier of whom the store bought, with what it would be asked again. */
const recentSupplier = () =>
  answer({
    id: anId(),
    num_doc: aText(),
    digito: aText(),
    nombre: aText(),
    categoria: someOf(anId()),
    tipo_factura: aFlag(),
    concepto: aText(),
  });

export type Expense = yup.InferType<ReturnType<typeof expense>>;

export const expenseCalls = defineCalls({
  '/enviarGasto': mutation({
    summary: 'Registra un gasto en la caja abierta.',
    who: ['crearGasto'],
    creates: true,
    body: body({
      ...expenseForm,
      id_tienda: requiredId(),
      /** A rejected expense of the store that is recorded again. */
      origen: id().nullable(),
    }),
    answer: done({ id_gasto: anId() }),
  }),
  '/corregirGasto': mutation({
    summary:
      'Corrige un gasto que rechazó la etapa que tiene la caja; con archivo, también su soporte.',
    who: ['crearGasto'],
    creates: true,
    multipart: { maximumBytes: maximumReceiptBytes, types: 'pdf, jpg o png' },
    body: body({
      ...expenseForm,
      id_gasto: requiredId(),
      version: version(),
    }),
    answer: done(),
  }),
  '/cargarSoporte': mutation({
    summary: 'Carga el archivo de soporte de un gasto.',
    who: ['crearGasto'],
    multipart: {
      maximumBytes: maximumReceiptBytes,
      types: 'pdf, jpg o png',
      missing: 'Adjunte el archivo de soporte (pdf, jpg o png).',
    },
    body: body({ id_gasto: requiredId() }),
    answer: done({ soporte: aText() }),
  }),
  '/eliminarGasto': mutation({
    summary: 'Elimina un gasto de la caja abierta.',
    who: ['cajaActual'],
    body: body({ id_gasto: requiredId(), id_tienda: requiredId() }),
    answer: done(),
  }),
  '/gastosRepetidos': read({
    summary: 'Los gastos ya registrados que repetiría uno nuevo.',
    who: ['crearGasto'],
    body: body({
      id_tienda: requiredId(),
      id_proveedor: id().nullable(),
      num_doc: supplierDocument().required('Solo se aceptan números'),
      fecha_gasto: expenseForm.fecha_gasto,
      recibo: expenseForm.recibo,
      valor: expenseForm.valor,
      /** An expense that it corrects or records again: neither repeats the other. */
      origen: id().nullable(),
    }),
    answer: answer({
      /** Sentences of the anomalies that it would have. */
      avisos: someOf(aText()),
      /** Ids of the others, of those that the session may see. */
      repetidos: someOf(anId()),
    }),
  }),
  '/sugerenciasGasto': read({
    summary: 'Lo que la tienda registró hace poco, para proponerlo en un gasto nuevo.',
    who: ['crearGasto'],
    body: body({ id_tienda: requiredId() }),
    answer: answer({
      /** The latest first, each with what its last expense in the store had. */
      proveedores: someOf(recentSupplier()),
      /** Ids of the categories that the store uses most, the first one most. */
      categorias: someOf(anId()),
      /** Where the store is; null for a city of no municipality. */
      departamento: orNull(anId()),
      ciudad: orNull(anId()),
    }),
  }),
  '/facturasSinGasto': read({
    summary: 'Las facturas electrónicas recientes de un proveedor que ningún gasto tiene.',
    who: ['crearGasto'],
    body: body({ id_tienda: requiredId(), id_proveedor: requiredId() }),
    /** The latest first; `valor` in pesos. */
    answer: someOf(answer({ numero_factura: aText(), fecha: aText(), valor: aNumber() })),
  }),
  '/facturaDelCodigo': read({
    summary:
      'La factura importada y el proveedor del código QR o del CUFE de una factura electrónica.',
    who: ['crearGasto'],
    body: body({
      id_tienda: requiredId(),
      cufe: text(96)
        .matches(/^[\da-f]{96}$/, 'El CUFE tiene 96 dígitos hexadecimales')
        .nullable(),
      nit: supplierDocument().nullable(),
    }),
    answer: answer({
      /** Null when nobody imported it; `valor` in pesos, `con_gasto` 1 when an expense has it. */
      factura: orNull(
        answer({
          nit: aText(),
          razon_social: aText(),
          numero_factura: aText(),
          fecha: aText(),
          valor: aNumber(),
          con_gasto: aFlag(),
        }),
      ),
      /** Null when nobody bought from it. */
      proveedor: orNull(answer({ id: anId(), num_doc: aText(), digito: aText(), nombre: aText() })),
    }),
  }),
  '/detalleGasto': read({
    summary: 'Un gasto, como lista de un elemento.',
    who: ['detalleGasto', ...decisionScreens, 'detalleGastoCI'],
    body: body({ id_gasto: requiredId() }),
    answer: someOf(expense()).length(1),
  }),
});
