import { defineCalls, mutation, read } from '../call.ts';
import {
  aNumber,
  anId,
  aText,
  body,
  choice,
  done,
  fillAll,
  id,
  money,
  oneOfTexts,
  orNull,
  requiredId,
  rowsOf,
  someOf,
} from '../fields.ts';
import { overdraftPolicies } from './administration.calls.ts';

/** What a limit of a category holds for, with its label. */
export const limitKinds = {
  gasto: 'Cada gasto',
  caja: 'Cada caja',
  mes: 'Cada mes de una tienda',
  factura: 'Factura electrónica desde',
  servicio: 'Retención en la fuente: es un servicio',
  compra: 'Retención en la fuente: es una compra',
} as const;

export type LimitKind = keyof typeof limitKinds;

/** They say what a category is; their value follows from the UVT of the settings. */
export const withholdingKinds = ['servicio', 'compra'] as const satisfies readonly LimitKind[];
export type WithholdingKind = (typeof withholdingKinds)[number];
export const limitKindNames = Object.keys(limitKinds) as LimitKind[];

/** A limit as the form of an expense applies it; amounts in pesos. */
export const limitOfStore = {
  clase: oneOfTexts(limitKindNames),
  efecto: oneOfTexts(overdraftPolicies),
  categoria: aText(),
  /** Ids of the category in the format of the store. */
  ids: someOf(anId()),
  valor: aNumber(),
  /** What counts so far, by month of purchase; of a limit of a box one row, whose month is ''. */
  sumas: rowsOf({ mes: aText(), valor: aNumber() }),
};

export const limitCalls = defineCalls({
  '/topes': read({
    summary: 'Los topes por categoría que rigen.',
    who: ['catalogos'],
    body: body({}),
    answer: rowsOf({
      id: anId(),
      id_categoria: anId(),
      categoria: aText(),
      id_formato: orNull(anId()),
      formato: aText(),
      id_tienda: orNull(anId()),
      tienda: aText(),
      clase: oneOfTexts(limitKindNames),
      /** Pesos; of a withholding, its threshold of today. */
      valor: aNumber(),
      efecto: oneOfTexts(overdraftPolicies),
      /** `yyyy-MM-dd` */
      desde: aText(),
    }),
  }),
  '/guardarTope': mutation({
    summary: 'Crea un tope, o cambia uno: el anterior termina y lo ya registrado lo conserva.',
    who: ['catalogos'],
    creates: true,
    body: body({
      /** Absent for a new one. */
      id_elemento: id(),
      /** Any row of the category. */
      id_categoria: id().required(fillAll),
      /** Only in the stores of a format; absent: of all. */
      id_formato: id().nullable(),
      /** Only in one store; absent: in all. */
      id_tienda: id().nullable(),
      clase: choice(limitKindNames).required(fillAll),
      /** Ignored for a withholding. */
      valor: money().required(fillAll),
      efecto: choice(overdraftPolicies).required(fillAll),
    }),
    answer: done({ id_elemento: anId() }),
  }),
  '/quitarTope': mutation({
    summary: 'Termina un tope: rige para lo que se registró mientras estaba.',
    who: ['catalogos'],
    body: body({ id_elemento: requiredId() }),
    answer: done(),
  }),
});
