import type * as yup from 'yup';
import { defineCalls, mutation, read } from '../call.ts';
import { limitOfStore } from './limits.calls.ts';
import { byText, textRules } from '../expense-fields.ts';
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
  line,
  listOf,
  money,
  namedBox,
  oneOfTexts,
  orNull,
  requiredId,
  rowsOf,
  shaped,
  someOf,
  text,
  version,
} from '../fields.ts';
import { byStage, decisionScreens, stageNames } from '../wire-stages.ts';

/** Maximum size of a receipt file, in bytes (10 MB). */
export const maximumReceiptBytes = 10_000_000;

/** Accepted types of a receipt file. */
export const receiptTypes = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  png: 'image/png',
} as const;

/** Value of `enlace_factura` when the electronic invoice of an expense was not found. */
export const invoiceNotFound = 'FACTURA NO ENCONTRADA';

/** Document of a supplier, as a store types it. */
export const supplierDocument = () => documentText(15, /^\d{7,15}$/, 'Solo se aceptan números');

/** Applies a rule to a field only when the supplier is unknown, that is, without `id_proveedor`. */
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
 * The body of the expense form. A known supplier is sent as `id_proveedor`; an unknown one as document, check digit,
 * name, address, department and city.
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
    /** 0: its tax is part of the cost; null: by its tax. */
    deducible: orNull(aFlag()),
  });

/** An electronic invoice to choose from; `valor` in pesos, unknown facts are null. */
const electronicInvoice = () =>
  answer({
    numero_factura: aText(),
    url: aText(),
    nit: orNull(aText()),
    fecha: orNull(aText()),
    valor: orNull(aNumber()),
  });

/** Progress of a box at a stage (`situacion`). */
const stageSituations = ['completada', 'actual', 'pendiente', 'no aplica'] as const;

export type StageSituation = (typeof stageSituations)[number];

/** Location of a box; part of the answers about a box and about one of its expenses. */
export const boxLocation = () =>
  answer({
    /** Code and name of the state. */
    active: aCount(),
    estado: aText(),
    color: aText(),
    /** Profile in charge, '—' for none; name of the person in charge, '' when any user of the profile may act. */
    tipo_usuario: aText(),
    encargado: aText(),
    /** «Carlos decide por Luz Marina hasta el 5 dic» while the person in charge is absent, else ''. */
    reemplazo: aText(),
    /** Ids of the users who may decide the box in its state; null when any user of the profile may. */
    decisores: orNull(someOf(anId())),
    /** Pesos by which the boxes of the store exceed its fund; 0 without an excess, and for a closed box. */
    fondo_excedido: aNumber(),
    /** When the box entered its state, `yyyy-MM-dd HH:mm` in Colombia. */
    fecha_movimiento: aText(),
    /**
     * Every stage, in the order of the workflow; `desde` is '' for a stage that the box has not reached, `encargado`
     * when any user of the profile may act.
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
    /** Time of the correction, `yyyy-MM-dd HH:mm`. */
    fecha: aText(),
    /** The stage that had rejected the expense, with its reason and observation. */
    etapa: oneOfTexts(stageNames),
    motivo: aText(),
    observacion: aText(),
    /** `campo` is the label of the field. */
    diferencias: rowsOf({ campo: aText(), antes: aText(), despues: aText() }),
    /** Earlier stages whose decision the correction voided, since the purchase is a different one. */
    sin_efecto: someOf(oneOfTexts(stageNames)),
    id_usuario: anId(),
  });

/** Fields of every answer about an expense; amounts in pesos. */
export const expenseFacts = {
  id: anId(),
  version: aCount(),
  fecha_gasto: aText(),
  recibo: aText(),
  numero_factura: aText(),
  enlace_factura: aText(),
  valor: aNumber(),
  valor_f: aText(),
  /** Part of the value that the supervisor granted; null when it is the whole value. */
  reembolsar: orNull(aNumber()),
  soporte: orNull(aText()),
  estado: aCount(),
  nombre_estado: aText(),
  color: aText(),
  requiere_mantenimiento: aFlag(),
  informe_novedad: aText(),
  id_usuario_registro: anId(),
  /** Ids of the categories under which the store recorded it; accounting may split it into others. */
  categorias_propias: someOf(anId()),
  /** Text of the rejection reason; empty when it was not rejected. */
  motivo_rechazo: aText(),
  /** Id of the expense that records it again; null without one. */
  registrado_de_nuevo: orNull(anId()),
  /** 1: the company took over what was not granted of it. */
  asumido: aFlag(),
};

const expense = () =>
  answer({
    ...expenseFacts,
    ...namedBox,
    ...byText(aText),
    factura_elec: aFlag(),
    data_factura: someOf(electronicInvoice()),
    /**
     * Kind, payment and taxes of the linked invoice, amounts in pesos; null without one, or when it was imported before
     * they were read.
     */
    factura: orNull(
      answer({
        valor: aNumber(),
        anticipo: aNumber(),
        tipo: aText(),
        forma_pago: aText(),
        impuestos: rowsOf({
          codigo: oneOfTexts(['01', '04']),
          tarifa: aNumber(),
          base: aNumber(),
          valor: aNumber(),
        }),
      }),
    ),
    /** Warnings about unverified invoices of `data_factura`. */
    avisos_facturas: rowsOf({ url: aText(), aviso: aText() }),
    soporte_tipo: orNull(aText()),
    item: aFlag(),
    /** Ids of the expenses that it duplicates, limited to those that the session may see. */
    repetidos: someOf(anId()),
    registrado_por: aText(),
    /** The user who last changed the expense, and when (`yyyy-MM-dd HH:mm`). */
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
     * How accounting split and classified the supplier's last expense; `categorias_propias` are the categories under
     * which the store recorded that one. Null unless this expense waits for accounting's first pass.
     */
    ultima_vez: orNull(
      answer({
        fecha: aText(),
        /** 1: that expense had an electronic invoice. */
        factura_elec: aFlag(),
        indicador: orNull(anId()),
        tipo_persona: orNull(aText()),
        categorias: rowsOf({
          id: anId(),
          nombre: aText(),
          iva_item: orNull(anId()),
          deducible: orNull(aFlag()),
        }),
        categorias_propias: someOf(anId()),
      }),
    ),
    /** Day of the recording. */
    fecha_registro: aText(),
    correccion: orNull(correction()),
    /** Id of the rejected expense that this one records again. */
    origen: orNull(anId()),
    ubicacion: boxLocation(),
  });

/** A supplier of the store, with the values of its last expense as defaults for the form. */
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
      /** The rejected expense of the store that this one records again. */
      origen: id().nullable(),
      /** The vale of the store that paid it; its difference came back or was added. */
      id_vale: id().nullable(),
      /** 1: it was queued on a device without signal. What would be refused now is marked instead, so that it is not lost. */
      sin_senal: flag(),
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
    summary: 'Carga el archivo de soporte de un gasto; su formulario puede ir sin token.',
    who: ['crearGasto'],
    multipart: {
      maximumBytes: maximumReceiptBytes,
      types: 'pdf, jpg o png',
      missing: 'Adjunte el archivo de soporte (pdf, jpg o png).',
      withoutToken: true,
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
      /** Number of its electronic invoice; empty without one. */
      numero_factura: text(100).nullable(),
      /** The expense that it corrects or records again, which does not count as a duplicate. */
      origen: id().nullable(),
    }),
    answer: answer({
      /** Messages of the anomalies that the new expense would have. */
      avisos: someOf(aText()),
      /** Ids of the duplicated expenses, limited to those that the session may see. */
      repetidos: someOf(anId()),
    }),
  }),
  '/sugerenciasGasto': read({
    summary: 'Lo que la tienda registró hace poco, para proponerlo en un gasto nuevo.',
    who: ['crearGasto'],
    body: body({ id_tienda: requiredId() }),
    answer: answer({
      /** Latest first, each with the values of its last expense in the store. */
      proveedores: someOf(recentSupplier()),
      /** Ids of the store's most used categories, most used first. */
      categorias: someOf(anId()),
      /** The limits of its categories. */
      topes: rowsOf(limitOfStore),
      /** Department and city of the store; null for a city without a municipality. */
      departamento: orNull(anId()),
      ciudad: orNull(anId()),
    }),
  }),
  '/facturasSinGasto': read({
    summary: 'Las facturas electrónicas recientes de un proveedor que ningún gasto tiene.',
    who: ['crearGasto'],
    body: body({ id_tienda: requiredId(), id_proveedor: requiredId() }),
    /** Latest first; amounts in pesos, `anticipo` what was prepaid beyond `valor`. Two may have the same number. */
    answer: someOf(
      answer({
        cufe: aText(),
        numero_factura: aText(),
        fecha: aText(),
        valor: aNumber(),
        anticipo: aNumber(),
      }),
    ),
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
      /** Null when the invoice was not imported; `valor` in pesos, `con_gasto` is 1 when an expense has the invoice. */
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
      /** Null for an unknown supplier. */
      proveedor: orNull(
        answer({
          id: anId(),
          num_doc: aText(),
          digito: aText(),
          nombre: aText(),
          /** Instant since which it is blocked; null when it is not. */
          bloqueado_desde: orNull(aCount()),
        }),
      ),
    }),
  }),
  '/detalleGasto': read({
    summary: 'Un gasto, como lista de un elemento.',
    who: ['detalleGasto', ...decisionScreens, 'detalleGastoCI'],
    body: body({ id_gasto: requiredId() }),
    answer: someOf(expense()).length(1),
  }),
});
