import { defineCalls, read } from '../call.ts';
import {
  aCount,
  anId,
  aNumber,
  answer,
  aText,
  body,
  choice,
  dateText,
  id,
  listBody,
  oneOfTexts,
  orNull,
  requiredId,
  rowsOf,
  text,
  namedBox,
} from '../fields.ts';

/** The chart of a state: that of the boxes or that of the expenses. */
export const chartNames = ['box', 'expense'] as const;
export type ChartName = (typeof chartNames)[number];

/** Groups of delays: each store, or each person who held boxes. */
export const delayGroups = ['tienda', 'persona'] as const;
export type DelayGroup = (typeof delayGroups)[number];

/** Boxes of the stores that all of it says something of; without any of it, all that the session sees. */
export const whose = { id_tienda: id(), id_supervisor: id(), id_formato: id(), id_ciudad: id() };

const aChart = () => oneOfTexts(chartNames);

/** A state by its name in the machines. */
const aState = { maquina: aChart(), estado: aText() };

const namedRows = rowsOf({ id: anId(), nombre: aText() });

/** Calls of the workflow page. Instants are epoch milliseconds, amounts pesos. */
export const workflowCalls = defineCalls({
  '/flujoFiltros': read({
    summary: 'Las tiendas, supervisores, formatos, ciudades y categorías por los que se filtra.',
    who: ['flujo'],
    body: body({}),
    answer: answer({
      tiendas: namedRows,
      supervisores: namedRows,
      formatos: namedRows,
      ciudades: namedRows,
      /** Named with their format, which has its own. */
      categorias: namedRows,
    }),
  }),
  '/flujoActual': read({
    summary:
      'Cuántas cajas y cuántos gastos hay ahora en cada estado, y desde cuándo el que más espera.',
    who: ['flujo'],
    body: body(whose),
    /**
     * A row for each state of both charts, those where nothing is among them, and for each state of the payments that
     * stores still wait for.
     */
    answer: rowsOf({
      maquina: oneOfTexts([...chartNames, 'payment']),
      estado: aText(),
      cantidad: aCount(),
      /** Sum of the totals of boxes, or of the values of expenses. */
      valor: aNumber(),
      /** When the one that waits longest entered the state; null where nothing waits. */
      desde: orNull(aCount()),
      /** The box of that one. */
      id_caja: orNull(anId()),
    }),
  }),
  '/flujoDemoras': read({
    summary: 'Cuánto esperan las cajas en cada etapa, por tienda o por persona, frente a su meta.',
    who: ['flujo'],
    body: body({ ...whose, por: choice(delayGroups).required() }),
    /** A row for each stage at which something of the store waits or waited, or with the person. */
    answer: rowsOf({
      estado: aText(),
      /** Names the store or the person; 0 for an office of several people, whose name is its profile's. */
      id: aCount(),
      nombre: aText(),
      /** The supervisor of the store; the name again for a person. */
      supervisor: aText(),
      /** Boxes that wait now, and since when the first of them does. */
      cajas: aCount(),
      desde: orNull(aCount()),
      /** Milliseconds that the last boxes took there; null where none did. */
      mediana: orNull(aCount()),
      p90: orNull(aCount()),
      /** Days that they may take; null without a target. */
      meta: orNull(aCount()),
    }),
  }),
  '/flujoCajas': read({
    summary: 'Las cajas que están ahora en un estado, o que tienen gastos en él.',
    who: ['flujo'],
    list: true,
    body: listBody({
      ...whose,
      maquina: choice(chartNames).required(),
      estado: text(40).required(),
    }),
    /** The one that has been longest in the state comes first. */
    answer: rowsOf({
      ...namedBox,
      estado: aText(),
      color: aText(),
      total: aNumber(),
      /** Expenses of the box in the state; 0 when the state is one of boxes. */
      gastos: aCount(),
      /** When the box, or the first of those expenses, entered the state. */
      desde: aCount(),
      /** The person whose turn it is. */
      encargado: aText(),
    }),
  }),
  '/flujoHistoria': read({
    summary: 'Lo que pasó en un periodo: transiciones, tiempo en cada estado y rechazos.',
    who: ['flujo'],
    body: body({
      desde: dateText().required('Elija la fecha inicial.'),
      hasta: dateText().required('Elija la fecha final.'),
      ...whose,
    }),
    answer: answer({
      /** Events of the period, by transition of the charts. */
      transiciones: rowsOf({
        maquina: aChart(),
        evento: aText(),
        desde: aText(),
        hacia: aText(),
        veces: aCount(),
      }),
      /** Stays that ended in the period, in milliseconds; percentiles by nearest rank, within 1 %. */
      estancias: rowsOf({
        ...aState,
        veces: aCount(),
        mediana: aCount(),
        p90: aCount(),
        suma: aCount(),
      }),
      /** Decisions taken in the period, by stage (`supervisor`, `maintenance`, `accounting`, `final`). */
      rechazos: rowsOf({ etapa: aText(), decisiones: aCount(), rechazos: aCount() }),
      motivos: rowsOf({ etapa: aText(), id_rechazo: anId(), nombre: aText(), veces: aCount() }),
    }),
  }),
  '/flujoCaja': read({
    summary: 'El registro de una caja, para volver a recorrerlo.',
    who: ['flujo'],
    body: body({ id_caja: requiredId() }),
    answer: answer({
      ...namedBox,
      /** When the box was opened. */
      creada: aCount(),
      /** The fund of the store as it is assigned today. */
      base: aNumber(),
      eventos: rowsOf({
        secuencia: anId(),
        id_gasto: orNull(anId()),
        evento: aText(),
        desde: aText(),
        hacia: aText(),
        id_actor: orNull(anId()),
        actor: aText(),
        perfil: orNull(aCount()),
        /** How its author had signed in: `clave`, `clave_totp` or `clave_recuperacion`. */
        ingreso: aText(),
        instante: aCount(),
        /** Version of the state machine that wrote it. */
        version_maquina: aText(),
        /** Payload of the event, in JSON, as the log keeps it. */
        payload: aText(),
        /** Amount that the other boxes of the store saved from its fund right after this event. */
        comprometido_otras: aNumber(),
      }),
      /** Every expense of the log, the removed ones too. */
      gastos: rowsOf({ id: anId(), concepto: aText(), proveedor: aText() }),
      /** The reasons that the log names. */
      motivos: namedRows,
    }),
  }),
});
