import { defineCalls, mutation, read } from '../call.ts';
import { denominations } from '../cash.ts';
import {
  aCount,
  aFlag,
  aNumber,
  aText,
  anId,
  answer,
  body,
  choice,
  dateText,
  done,
  filled,
  filledLine,
  line,
  listOf,
  money,
  oneOfTexts,
  orNull,
  requiredId,
  rowsOf,
  text,
  whole,
} from '../fields.ts';

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

/** Ways to settle the difference of a count. */
const settlements = ['aCargo', 'entregado', 'recontado'] as const;
export type Settlement = (typeof settlements)[number];

const required = 'Complete todos los campos';

export const cashCountCalls = defineCalls({
  '/arqueos': read({
    summary:
      'Los últimos arqueos de una tienda. Lo que debe haber solo se dice de lo ya contado: quien cuenta no lo ve antes.',
    who: [...who],
    body: body({ id_tienda: requiredId() }),
    answer: answer({
      id_tienda: anId(),
      tienda: aText(),
      /** 1: the store claims a payment, and no difference is settled. */
      reclamo: aFlag(),
      /** Newest first. */
      arqueos: rowsOf({
        id: anId(),
        /** `yyyy-MM-dd HH:mm` in Colombia. */
        fecha: aText(),
        persona: aText(),
        id_persona: anId(),
        /** Profile of then; 0 in earlier counts. */
        perfil: aCount(),
        ...fund,
        /** Pesos of the available money that were paid and that the store had not received. */
        sin_recibir: aNumber(),
        efectivo: aNumber(),
        /** Pesos: counted less expected cash; negative when cash is missing. */
        diferencia: aNumber(),
        nota: aText(),
        /** cuadra, conDiferencia or resuelto; '' for a count from before differences were settled. */
        estado: aText(),
        /** Main person in charge of the store at the count; null without one, and in earlier counts. */
        id_responsable: orNull(anId()),
        responsable: aText(),
        /** How, by whom, when and why the difference was settled; null before. */
        resolucion: orNull(
          answer({
            como: oneOfTexts(settlements),
            persona: aText(),
            fecha: aText(),
            motivo: aText(),
            /** `yyyy-MM-dd` and reference of what was handed to the company; '' for another way. */
            dia: aText(),
            referencia: aText(),
          }),
        ),
        /** 1: unannounced count by accounting or internal control. */
        sorpresivo: aFlag(),
        /** Counted pieces, without the denominations that have none. */
        conteo: rowsOf({ clase: aText(), valor: aCount(), cantidad: aCount() }),
      }),
    }),
  }),
  '/guardarArqueo': mutation({
    summary:
      'Guarda un arqueo de caja: lo contado frente al fondo de ese momento, firmado por la persona y la fecha.',
    who: [...who],
    creates: true,
    body: body({
      id_tienda: requiredId(),
      /** Number of pieces of each denomination, in the order of `denominations`. */
      cantidades: listOf(whole(0, 99_999).required(), denominations.length)
        .min(denominations.length)
        .required(),
    }),
    answer: done({ id_arqueo: anId() }),
  }),
  '/explicarArqueo': mutation({
    summary: 'Quien contó explica la diferencia que resultó.',
    who: [...who],
    body: body({ id_arqueo: requiredId(), nota: filled(maximumNote, required) }),
    answer: done(),
  }),
  '/resolverArqueo': mutation({
    summary:
      'Otra persona resuelve la diferencia de un arqueo: a cargo de quien responde por la tienda, entregada a la empresa, o corregida por un arqueo posterior.',
    who: ['historialTienda'],
    body: body({
      id_arqueo: requiredId(),
      como: choice(settlements).required(),
      /** For `aCargo` and `recontado`. */
      motivo: text(maximumNote),
      /** For `entregado`: day and reference of the delivery. */
      dia: dateText(),
      referencia: line(60),
    }),
    answer: done(),
  }),
});

export const valeCalls = defineCalls({
  '/vales': read({
    summary: 'Los últimos vales de una tienda: dinero que se entregó antes de tener su soporte.',
    who: ['cajaActual', 'crearGasto'],
    body: body({ id_tienda: requiredId() }),
    answer: answer({
      id_tienda: anId(),
      tienda: aText(),
      active_: aFlag(),
      /** Pesos in the drawer: the available money less what was paid and not received. */
      en_cajon: aNumber(),
      /** Newest first. */
      vales: rowsOf({
        id: anId(),
        valor: aNumber(),
        persona: aText(),
        motivo: aText(),
        /** `yyyy-MM-dd`. */
        dia: aText(),
        /** Who gave it. */
        dio: aText(),
        /** fuera, legalizado, devuelto or a_cargo. */
        estado: aText(),
        /** The expense that used it; null without one. */
        id_gasto: orNull(anId()),
      }),
    }),
  }),
  '/darVale': mutation({
    summary: 'La tienda entrega dinero antes de tener el soporte de la compra.',
    who: ['cajaActual'],
    creates: true,
    body: body({
      id_tienda: requiredId(),
      valor: money().required(required),
      persona: filledLine(100, required),
      dia: dateText().required(required),
      motivo: line(200),
    }),
    answer: done({ id_vale: anId() }),
  }),
  '/devolverVale': mutation({
    summary: 'El dinero de un vale volvió al cajón sin usarse.',
    who: ['cajaActual'],
    body: body({ id_vale: requiredId() }),
    answer: done(),
  }),
});
