import { defineCalls, read } from '../call.ts';
import {
  aCount,
  anId,
  aNumber,
  answer,
  aText,
  body,
  choice,
  id,
  listBody,
  oneOfTexts,
  orNull,
  requiredId,
  rowsOf,
  text,
  namedBox,
} from '../fields.ts';

/** Charts with counted states: boxes and expenses. */
export const chartNames = ['box', 'expense'] as const;
export type ChartName = (typeof chartNames)[number];

/** Grouping of delays: by store, or by the person who held the boxes. */
export const delayGroups = ['tienda', 'persona'] as const;
export type DelayGroup = (typeof delayGroups)[number];

/** Filter by attributes of the store, combined with AND; without any, every box that the session may see. */
export const storeFilters = {
  id_tienda: id(),
  id_supervisor: id(),
  id_formato: id(),
  id_ciudad: id(),
};

const namedRows = rowsOf({ id: anId(), nombre: aText() });

/** Calls of the workflow page. Instants are epoch milliseconds, amounts pesos. */
export const workflowCalls = defineCalls({
  '/flujoFiltros': read({
    summary:
      'Aquello por lo que se filtra: tiendas, personas, formatos, ciudades, categorías, motivos.',
    who: ['flujo'],
    keys: 'lecturaFlujo',
    body: body({}),
    answer: answer({
      tiendas: namedRows,
      supervisores: namedRows,
      formatos: namedRows,
      ciudades: namedRows,
      /** One per name, with the id of one of the categories that have it: each format has its own. */
      categorias: namedRows,
      personas: namedRows,
      motivos: namedRows,
    }),
  }),
  '/flujoActual': read({
    summary:
      'Cuántas cajas y cuántos gastos hay ahora en cada estado, y desde cuándo el que más espera.',
    who: ['flujo'],
    keys: 'lecturaFlujo',
    body: body(storeFilters),
    /**
     * One row per state of both charts, empty ones included, and per state of the payments, of boxes and of movements
     * of a fund, that stores still wait for.
     */
    answer: rowsOf({
      maquina: oneOfTexts([...chartNames, 'payment']),
      estado: aText(),
      cantidad: aCount(),
      /** Sum of the totals of boxes, or of the values of expenses. */
      valor: aNumber(),
      /** When the box, expense or payment with the longest wait entered the state; null for an empty state. */
      desde: orNull(aCount()),
      /** The box of that row; null for payments and for an empty state. */
      id_caja: orNull(anId()),
    }),
  }),
  '/flujoDemoras': read({
    summary: 'Cuánto esperan las cajas en cada etapa, por tienda o por persona, frente a su meta.',
    who: ['flujo'],
    keys: 'lecturaFlujo',
    body: body({ ...storeFilters, por: choice(delayGroups).required() }),
    /** One row per stage and store, or stage and person, with a present or past wait. */
    answer: rowsOf({
      estado: aText(),
      /** Id of the store or person; 0 for a profile with several people, where `nombre` is that of the profile. */
      id: aCount(),
      nombre: aText(),
      /** The supervisor of the store; `nombre` again for a person. */
      supervisor: aText(),
      /** Boxes that wait now, and the start of the longest wait. */
      cajas: aCount(),
      desde: orNull(aCount()),
      /** Working time of the latest stays, milliseconds; null without any. */
      mediana: orNull(aCount()),
      p90: orNull(aCount()),
      /** Target in working days; null without a target. */
      meta: orNull(aCount()),
    }),
  }),
  '/flujoCajas': read({
    summary: 'Las cajas que están ahora en un estado, o que tienen gastos en él.',
    who: ['flujo'],
    keys: 'lecturaFlujo',
    list: true,
    body: listBody({
      ...storeFilters,
      maquina: choice(chartNames).required(),
      estado: text(40).required(),
    }),
    /** Longest time in the state first. */
    answer: rowsOf({
      ...namedBox,
      estado: aText(),
      color: aText(),
      total: aNumber(),
      /** Expenses of the box in the state; 0 when the state is one of boxes. */
      gastos: aCount(),
      /** When the box, or the earliest of those expenses, entered the state. */
      desde: aCount(),
      /** Name of the profile in charge. */
      encargado: aText(),
    }),
  }),
  '/flujoCaja': read({
    summary: 'El registro de una caja, para volver a recorrerlo.',
    who: ['flujo'],
    keys: 'lecturaRegistros',
    body: body({ id_caja: requiredId() }),
    answer: answer({
      ...namedBox,
      /** When the box was opened. */
      creada: aCount(),
      /** Fund assigned to the store today. */
      base: aNumber(),
      /** Working days that a box may stay in a state, for states with a target. */
      metas: rowsOf({ estado: aText(), dias: aCount() }),
      eventos: rowsOf({
        secuencia: anId(),
        id_gasto: orNull(anId()),
        evento: aText(),
        desde: aText(),
        hacia: aText(),
        id_actor: orNull(anId()),
        actor: aText(),
        perfil: orNull(aCount()),
        /** How the actor had signed in: `clave`, `clave_totp` or `clave_recuperacion`. */
        ingreso: aText(),
        instante: aCount(),
        /** Version of the state machine that wrote it. */
        version_maquina: aText(),
        /** Payload of the event, the JSON text stored in the log. */
        payload: aText(),
        /** Part of the fund committed to the other boxes of the store right after this event. */
        comprometido_otras: aNumber(),
      }),
      /** Every expense in the log, including removed ones. */
      gastos: rowsOf({ id: anId(), concepto: aText(), proveedor: aText() }),
      /** Rejection reasons referenced in the log. */
      motivos: namedRows,
    }),
  }),
});
