import { defineCalls, mutation, read } from '../call.ts';
import {
  aCount,
  aFlag,
  aNumber,
  aText,
  anId,
  answer,
  body,
  done,
  listOf,
  money,
  requiredId,
  rowsOf,
  text,
  whole,
} from '../fields.ts';

/** Colombian notes and coins, largest first. Counts refer to them by index. */
export const denominations = [
  { clase: 'billete', valor: 100_000 },
  { clase: 'billete', valor: 50_000 },
  { clase: 'billete', valor: 20_000 },
  { clase: 'billete', valor: 10_000 },
  { clase: 'billete', valor: 5_000 },
  { clase: 'billete', valor: 2_000 },
  { clase: 'billete', valor: 1_000 },
  { clase: 'moneda', valor: 1_000 },
  { clase: 'moneda', valor: 500 },
  { clase: 'moneda', valor: 200 },
  { clase: 'moneda', valor: 100 },
  { clase: 'moneda', valor: 50 },
] as const;

/** Counted pieces of one denomination; `valor` in pesos. */
export interface Pieces {
  clase: string;
  valor: number;
  cantidad: number;
}

/** Maximum length of the note that explains a difference, in characters. */
export const maximumNote = 500;

/** Maximum number of counts listed for a store. */
export const listedCounts = 100;

/** Pesos. `disponible` is the expected cash, negative when the fund is exceeded. */
const fund = {
  base: aNumber(),
  en_caja: aNumber(),
  en_proceso: aNumber(),
  por_girar: aNumber(),
  a_cargo_tienda: aNumber(),
  disponible: aNumber(),
};

const who = ['cajaActual', 'historialTienda'] as const;

export const cashCountCalls = defineCalls({
  '/arqueos': read({
    summary: 'El fondo de una tienda como debe contarse, y sus últimos arqueos.',
    who: [...who],
    body: body({ id_tienda: requiredId() }),
    answer: answer({
      id_tienda: anId(),
      tienda: aText(),
      ...fund,
      /** Newest first. */
      arqueos: rowsOf({
        id: anId(),
        /** `yyyy-MM-dd HH:mm` in Colombia. */
        fecha: aText(),
        persona: aText(),
        ...fund,
        efectivo: aNumber(),
        nota: aText(),
        /** 1: unannounced count by accounting or internal control. */
        sorpresivo: aFlag(),
        /** Counted pieces, without the denominations that have none. */
        conteo: rowsOf({ clase: aText(), valor: aCount(), cantidad: aCount() }),
      }),
    }),
  }),
  '/guardarArqueo': mutation({
    summary:
      'Guarda un arqueo de caja: lo contado frente al fondo, firmado por la persona y la fecha.',
    who: [...who],
    creates: true,
    body: body({
      id_tienda: requiredId(),
      /** Number of pieces of each denomination, in the order of `denominations`. */
      cantidades: listOf(whole(0, 99_999).required(), denominations.length)
        .min(denominations.length)
        .required(),
      /** Pesos that the user saw; refused when the fund has changed since. */
      base: money().required(),
      en_caja: money().required(),
      en_proceso: money().required(),
      por_girar: money().required(),
      a_cargo_tienda: money().required(),
      nota: text(maximumNote),
    }),
    answer: done({ id_arqueo: anId() }),
  }),
});
