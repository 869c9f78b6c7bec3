import type * as yup from 'yup';
import { defineCalls, mutation, read } from '../call.ts';
import {
  aCount,
  aNumber,
  anId,
  answer,
  aText,
  body,
  done,
  listBody,
  listOf,
  oneOfTexts,
  orNull,
  requiredId,
  rowsOf,
  namedBox,
} from '../fields.ts';
import { countedScreens } from '../permissions.ts';

/**
 * Kinds of pending items, in the order in which they are listed: expenses of a box to decide, a decided box to send on;
 * money that did not reach its store, a return to agree, a batch to authorise, payments that nobody may authorise,
 * payments to prepare, a difference of a cash count to settle, the fund of a store that was switched off; papers to ship,
 * missing receipts, rejected expenses that can still be corrected, paid money to confirm, a cash count after a handover,
 * cash without an expense, papers that have not arrived, what the store owes, a low fund, expenses rejected for good.
 */
export const pendingKinds = [
  'decidir',
  'enviar',
  'reclamo',
  'devolucion',
  'autorizar',
  'sinAutorizador',
  'girar',
  'diferencia',
  'liquidar',
  'despachar',
  'soporte',
  'corregir',
  'recibir',
  'arqueo',
  'vale',
  'papeles',
  'aCargo',
  'fondo',
  'rechazo',
] as const;
export type PendingKind = (typeof pendingKinds)[number];

/** Maximum number of expenses listed in a row, longest wait first. */
export const namedExpenses = 3;

const pendingItems = () =>
  rowsOf({
    tipo: oneOfTexts(pendingKinds),
    ...namedBox,
    /** Null for a fund and for an item about several boxes; `id_tienda` is then the store of one of these boxes. */
    id_caja: orNull(anId()),
    /** The payment batch; null for other items. */
    id_lote: orNull(anId()),
    /** Pesos: value of the box or of its affected expenses, or the available part of the fund. */
    valor: aNumber(),
    /** Start of the wait, epoch milliseconds; null for a fund. */
    desde: orNull(aCount()),
    /**
     * Number of affected expenses, of the expenses that a store with a low fund can send, or of payments; number of the
     * affected expenses with an anomaly.
     */
    cantidad: aCount(),
    con_novedad: aCount(),
    /** Up to `namedExpenses` of the affected expenses. */
    gastos: rowsOf({
      id_gasto: anId(),
      proveedor: aText(),
      valor: aNumber(),
      informe_novedad: aText(),
      /** Rejection reason; empty for an expense that was not rejected. */
      motivo: aText(),
    }),
    /** Available part of the fund, in percent of its base; null for other items. */
    porcentaje: orNull(aNumber()),
  });

export type PendingItem = yup.InferType<ReturnType<typeof pendingItems>>[number];

export const pendingCalls = defineCalls({
  '/misPendientes': read({
    summary: 'Lo que espera a la persona, primero lo que espera hace más tiempo.',
    // Accounting works from `cajasPendientes`, which links to the first pending item.
    who: ['misPendientes', 'cajasPendientes'],
    list: true,
    body: listBody({}),
    answer: pendingItems(),
  }),
  '/misAvisos': read({
    summary: 'Lo que otra persona cambió en los derechos sobre el dinero, hasta que se lea.',
    who: ['misPendientes'],
    body: body({}),
    answer: rowsOf({
      id: anId(),
      texto: aText(),
      /** Epoch milliseconds. */
      creado: aCount(),
    }),
  }),
  '/leerAvisos': mutation({
    summary: 'Marca como leídos avisos de la persona.',
    who: ['misPendientes'],
    body: body({ avisos: listOf(requiredId()).min(1).required() }),
    answer: done(),
  }),
  '/contarPendientes': read({
    summary: 'Cuánto espera a la persona, y sus cajas enviadas por grupo.',
    who: countedScreens,
    body: body({}),
    answer: answer({
      /** Items and unread notices. */
      pendientes: aCount(),
      por_decidir: aCount(),
      en_tramite: aCount(),
      cerradas: aCount(),
      /** The store of a user who records for exactly one active store; null for all other users. */
      unica_tienda: orNull(anId()),
    }),
  }),
});
