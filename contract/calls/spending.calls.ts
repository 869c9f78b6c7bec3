import { defineCalls, read } from '../call.ts';
import {
  aCount,
  aNumber,
  answer,
  anId,
  aText,
  body,
  choice,
  dateText,
  id,
  orNull,
  rowsOf,
  text,
} from '../fields.ts';

/** What a row of the figures is, with its label. */
export const spendingGroups = {
  categoria: 'Categoría',
  tienda: 'Tienda',
  proveedor: 'Proveedor',
} as const;

export type SpendingGroup = keyof typeof spendingGroups;
export const spendingGroupNames = Object.keys(spendingGroups) as SpendingGroup[];

/** `mes` is any day of the month; the other fields narrow it. */
const filters = {
  mes: dateText().required(),
  id_tienda: id().nullable(),
  /** Name of a category, the same in every format. */
  categoria: text(200).nullable(),
  id_proveedor: id().nullable(),
};

export const spendingCalls = defineCalls({
  '/gastosPorMes': read({
    summary:
      'Lo gastado en un mes por categoría, tienda o proveedor, junto a las medianas de antes y del formato.',
    who: ['gastos'],
    body: body({ ...filters, por: choice(spendingGroupNames).required() }),
    answer: answer({
      /** Name of the store of `id_tienda`, '' without one. */
      tienda: aText(),
      total: aNumber(),
      /** The largest first; amounts in pesos. */
      filas: rowsOf({
        clave: aText(),
        nombre: aText(),
        gastos: aCount(),
        valor: aNumber(),
        /** Median of the earlier months with purchases; null without one. */
        mediana: orNull(aNumber()),
        /** Median of the stores of the format in the month; null without a store, and for too few stores. */
        mediana_formato: orNull(aNumber()),
      }),
    }),
  }),
  '/gastosDeMes': read({
    summary: 'Los gastos de un mes detrás de una cifra.',
    who: ['gastos'],
    body: body(filters),
    /** The largest first; `valor` is the part in the category, in pesos. */
    answer: rowsOf({
      id_gasto: anId(),
      id_caja: anId(),
      active: aCount(),
      fecha_gasto: aText(),
      tienda: aText(),
      proveedor: aText(),
      concepto: aText(),
      valor: aNumber(),
    }),
  }),
});
