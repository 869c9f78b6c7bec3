import * as yup from 'yup';
import { defineCalls, mutation, read } from '../call.ts';
import { overdraftPolicies } from './administration.calls.ts';
import { expenseFacts, boxLocation } from './expenses.calls.ts';
import {
  aCount,
  aFlag,
  aNumber,
  anId,
  answer,
  aText,
  body,
  choice,
  code,
  done,
  id,
  listBody,
  maximumGuide,
  oneOfTexts,
  orNull,
  requiredId,
  rowsOf,
  someOf,
  text,
  version,
} from '../fields.ts';
import type { Permission } from '../permissions.ts';
import { byStage, reviewedBoxes, type StageName, stageNames, wireStages } from '../wire-stages.ts';

/** Groups of sent boxes: waiting for the caller's profile, waiting for another profile, closed. */
const boxGroupNames = ['por_decidir', 'en_tramite', 'cerradas'] as const;
export type BoxGroup = (typeof boxGroupNames)[number];

const boxViews = [
  'cajaActual',
  'verCaja',
  ...reviewedBoxes,
  'verCajaRevisada',
  'detalleCajaCI',
  'flujo',
] as const satisfies [Permission, ...Permission[]];

const expenseRow = () =>
  answer({
    ...expenseFacts,
    proveedor_doc: aText(),
    proveedor_nombre: aText(),
    categorias: aText(),
    icono: aText(),
    icono2: aText(),
    /** URLs of the electronic invoices to choose from. */
    facturas: someOf(aText()),
    /** Decisions so far, in the order of the stages. */
    decisiones: rowsOf({ etapa: oneOfTexts(stageNames), aprobado: aFlag() }),
    /** Last correction by the store, such as 'valor $ 20.000 → $ 18.000'; empty without one. */
    corregido: aText(),
    id_usuario_correccion: orNull(anId()),
    fecha: aText(),
    tienda: aText(),
    consecutivo: orNull(aCount()),
  });

const totalRow = () => answer({ total: aNumber(), estadoCaja: aCount() });

export type ExpenseRow = yup.InferType<ReturnType<typeof expenseRow>>;
export type BoxTotalRow = yup.InferType<ReturnType<typeof totalRow>>;

/** Expense rows, followed by one row with the total and the state of the box. */
const expenseRows = () =>
  yup
    .array()
    .strict()
    .of(
      // yup does not infer the type of a lazy schema.
      yup.lazy((row: unknown) =>
        typeof row === 'object' && row !== null && 'estadoCaja' in row ? totalRow() : expenseRow(),
      ) as unknown as yup.Schema<ExpenseRow | BoxTotalRow>,
    )
    .min(1)
    .required();

export const isExpenseRow = (row: ExpenseRow | BoxTotalRow): row is ExpenseRow => 'id' in row;

/** Codes of all box states: open (0), ready to ship (3), closed (5) and those of the four reviews. */
const boxCodes = [0, 3, 5, ...stageNames.map((name) => wireStages[name].boxCode)].toSorted(
  (one, other) => one - other,
);
const boxCode = () => code(boxCodes);

const boxState = {
  consecutivo: orNull(aCount()),
  fecha: aText(),
  total: aNumber(),
  estado: aText(),
  color: aText(),
  active: aCount(),
};

const boxFacts = {
  ...boxState,
  total_aprobado: aNumber(),
  /** Undecided part of `total_aprobado`. */
  por_decidir: aNumber(),
};

const place = { tienda: aText(), id_ciudad_tienda: anId(), id_tienda: anId() };

/** Permissions of the reviewers who read the expenses of a box with this call. */
const readersBy = (path: string): Permission[] =>
  reviewedBoxes.filter((screen) =>
    Object.values(wireStages).some(({ box, reads }) => box === screen && reads === path),
  );

const sendOf = (stage: StageName) =>
  mutation({
    summary: wireStages[stage].sendSummary,
    who: [wireStages[stage].box],
    body: body({ id_caja: requiredId(), version: version() }),
    answer: done(),
  });

export const boxCalls = defineCalls({
  '/obtenerDatosTiendaCaja': read({
    summary: 'El fondo de una tienda.',
    who: ['cajaActual', 'crearGasto'],
    body: body({ id_tienda: requiredId() }),
    answer: answer({
      id_tienda: anId(),
      tienda: aText(),
      base: aNumber(),
      disponible: aNumber(),
      porcentaje: orNull(aNumber()),
      /** Sum of `en_proceso` and `por_girar`. */
      reembolso: aNumber(),
      en_proceso: aNumber(),
      por_girar: aNumber(),
      /** Amounts not granted that the person in charge has not settled. */
      a_cargo_tienda: aNumber(),
      id_formato: anId(),
      active_: aFlag(),
      exceso_fondo: oneOfTexts(overdraftPolicies),
      /** Cash that was handed out and no expense has used; pesos. */
      vales: rowsOf({
        id: anId(),
        valor: aNumber(),
        persona: aText(),
        dia: aText(),
        /** 1: of the receipts of an opening, which several expenses up to `dia` use up. */
        de_apertura: aFlag(),
      }),
    }),
  }),
  '/obtenerCajaActual': read({
    summary: 'La caja abierta de una tienda.',
    who: ['cajaActual', 'crearGasto'],
    body: body({ id_tienda: requiredId() }),
    answer: answer({
      id: anId(),
      active: aCount(),
      consecutivo: orNull(aCount()),
      fecha: aText(),
      total: aNumber(),
      version: aCount(),
      excede_monto_maximo: aFlag(),
    }),
  }),
  '/gastosCaja': read({
    summary: 'Los gastos de una caja.',
    who: ['cajaActual', 'verCaja', ...readersBy('/gastosCaja'), 'verCajaRevisada', 'detalleCajaCI'],
    body: body({ id_caja: requiredId(), estado_caja: boxCode() }),
    answer: expenseRows(),
  }),
  '/gastosCajaMantenimiento': read({
    summary: 'Los gastos de una caja, para mantenimiento.',
    who: ['verCajaMantenimiento'],
    body: body({ id_caja: requiredId(), estado_caja: boxCode() }),
    answer: expenseRows(),
  }),
  '/gastosCajaContabilidad': read({
    summary: 'Los gastos de una caja, para contabilidad.',
    who: ['revisarCaja'],
    body: body({ id_caja: requiredId() }),
    answer: expenseRows(),
  }),
  '/enviarCaja': mutation({
    summary: 'La tienda envía su caja abierta.',
    who: ['cajaActual'],
    body: body({ id_caja: requiredId(), id_tienda: requiredId(), version: version() }),
    answer: done({ consecutivo: aCount() }),
  }),
  ...byStage(({ sends }) => sends, sendOf),
  '/enviarSoporteCaja': mutation({
    summary: 'La tienda envía los papeles.',
    who: ['verCajaRevisada'],
    body: body({
      id_caja: requiredId(),
      id_empresa: id().nullable(),
      codigo: text(maximumGuide).nullable(),
      version: version(),
    }),
    answer: done(),
  }),
  '/enviarSoporteCorreo': mutation({
    summary: 'Envía la legalización al correo registrado.',
    who: ['verCajaRevisada'],
    body: body({ id_caja: requiredId() }),
    answer: done(),
  }),
  '/obtenerSoportes': read({
    summary: 'La empresa y la guía con que se enviaron los soportes.',
    who: boxViews,
    body: body({ id_caja: requiredId() }),
    answer: yup
      .object({ empresa: yup.string().strict(), codigo_soporte: yup.string().strict() })
      .noUnknown()
      .strict()
      .required(),
  }),
  '/historialCajas': read({
    summary: 'El historial de cajas que la sesión puede ver.',
    who: ['historialCaja', 'historialTienda'],
    list: true,
    body: listBody({
      ver_control: code([0, 1]),
      id_tienda: id(),
      grupo: choice(boxGroupNames),
    }),
    answer: rowsOf({
      id_caja: anId(),
      tienda: aText(),
      ...boxFacts,
      tipo_usuario: aText(),
      fecha_movimiento: aText(),
      /** State of the payment, such as «Girado el 12 nov, ref. 4471»; '' for a box without one. */
      giro: aText(),
    }),
  }),
  '/verCajaDetalle': read({
    summary: 'Los datos de una caja, como lista.',
    who: boxViews,
    body: body({ id_caja: requiredId() }),
    answer: rowsOf({ ...boxFacts, ...place, ubicacion: boxLocation() }),
  }),
  '/obtenerCaja': read({
    summary: 'Una caja.',
    who: boxViews,
    body: body({ id_caja: requiredId() }),
    answer: answer({
      id: anId(),
      ...boxFacts,
      tipo_usuario: aText(),
      fecha_movimiento: aText(),
      /** The user who last sent the box; empty before its first send. */
      movida_por: aText(),
      ...place,
      version: aCount(),
      ubicacion: boxLocation(),
      /** Median stay of the store's last boxes at the next stage, fractional working days; null below three boxes. */
      dias_siguiente: orNull(aNumber()),
      /** Company of the store's last shipment; null unless this box is ready to ship. */
      empresa_anterior: orNull(anId()),
      /** 1: the store has opened the legalisation, which is required before the papers are shipped. */
      pdf_abierto: aFlag(),
    }),
  }),
  '/cajasPendientesContabilidad': read({
    summary: 'Las cajas que están en manos de contabilidad.',
    who: ['cajasPendientes'],
    list: true,
    body: listBody({ estado: boxCode().required() }),
    answer: rowsOf({ id: anId(), tienda: aText(), ...boxState }),
  }),
});
