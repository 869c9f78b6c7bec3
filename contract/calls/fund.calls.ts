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

/** The notes and coins of Colombia, the largest first. A count names its pieces by their place here. */
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

/** Some pieces of one of them; `valor` in pesos. */
export interface Pieces {
  clase: string;
  valor: number;
  cantidad: number;
}

/** A note of how a difference came to be, at most so long. */
export const maximumNote = 500;

/** The last counts of a store that are listed. */
export const listedCounts = 100;

/** Pesos. `disponible` is the cash that there should be: negative when the fund is exceeded. */
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
      /** The newest first. */
      arqueos: rowsOf({
        id: anId(),
        /** `yyyy-MM-dd HH:mm` in Colombia. */
        fecha: aText(),
        persona: aText(),
        ...fund,
        efectivo: aNumber(),
        nota: aText(),
        /** 1: counted by accounting or internal control, without a notice. */
        sorpresivo: aFlag(),
        /** The pieces that there were. */
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
      /** Pieces of each denomination, in the order of the table. */
      cantidades: listOf(whole(0, 99_999).required(), denominations.length)
        .min(denominations.length)
        .required(),
      /** Pesos, as the person saw them: refused when the fund is another one by now. */
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
