import type * as yup from 'yup';
import { defineCalls, read } from '../call.ts';
import {
  aCount,
  aNumber,
  anId,
  answer,
  aText,
  body,
  listBody,
  oneOfTexts,
  orNull,
  rowsOf,
  namedBox,
} from '../fields.ts';
import { countedScreens } from '../permissions.ts';

/**
 * Kinds of what waits for somebody: expenses of a box to decide, a box whose expenses are decided to send on; money that
 * did not reach its store, a batch to authorise, boxes to pay; papers to ship, receipts that are missing, rejected expenses
 * that can still be corrected, money that was paid, papers that do not arrive, what the store owes, a fund that is low,
 * expenses that were rejected for good. They come in this order.
 */
export const pendingKinds = [
  'decidir',
  'enviar',
  'reclamo',
  'autorizar',
  'girar',
  'despachar',
  'soporte',
  'corregir',
  'recibir',
  'papeles',
  'aCargo',
  'fondo',
  'rechazo',
] as const;
export type PendingKind = (typeof pendingKinds)[number];

/** Expenses that a row names, the one that waits longest first. */
export const namedExpenses = 3;

const pendingItems = () =>
  rowsOf({
    tipo: oneOfTexts(pendingKinds),
    ...namedBox,
    /** Null for a fund, and for what is about several boxes; `id_tienda` is then that of one of them. */
    id_caja: orNull(anId()),
    /** The batch of a payment; null for everything else. */
    id_lote: orNull(anId()),
    /** Pesos: of the box, of its expenses that are concerned, or what the fund has left. */
    valor: aNumber(),
    /** Since when it waits, epoch milliseconds; null for a fund. */
    desde: orNull(aCount()),
    /** Expenses that are concerned, or payments; and how many expenses have an anomaly. */
    cantidad: aCount(),
    con_novedad: aCount(),
    /** The first of them. */
    gastos: rowsOf({
      id_gasto: anId(),
      proveedor: aText(),
      valor: aNumber(),
      informe_novedad: aText(),
      /** Why it was rejected; empty for one that was not. */
      motivo: aText(),
    }),
    /** The part that a fund has left, in percent of its base; null for everything else. */
    porcentaje: orNull(aNumber()),
  });

export type PendingItem = yup.InferType<ReturnType<typeof pendingItems>>[number];

export const pendingCalls = defineCalls({
  '/misPendientes': read({
    summary: 'Lo que espera a la persona, primero lo que espera hace más tiempo.',
    // The list of accounting is that of its boxes, which leads to the first of them.
    who: ['misPendientes', 'cajasPendientes'],
    list: true,
    body: listBody({}),
    answer: pendingItems(),
  }),
  '/contarPendientes': read({
    summary: 'Cuánto espera a la persona, y sus cajas enviadas por grupo.',
    who: countedScreens,
    body: body({}),
    answer: answer({
      pendientes: aCount(),
      por_decidir: aCount(),
      en_tramite: aCount(),
      cerradas: aCount(),
      /** The only store of a person who records for one; null for everybody else, who has to choose. */
      unica_tienda: orNull(anId()),
    }),
  }),
});
