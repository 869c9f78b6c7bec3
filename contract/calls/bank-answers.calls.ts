import { defineCalls, mutation, read } from '../call.ts';
import {
  aCount,
  aFlag,
  anId,
  answer,
  aText,
  body,
  choice,
  done,
  filledLine,
  line,
  listOf,
  oneOfTexts,
  orNull,
  requiredId,
  rowsOf,
  sentRow,
  someOf,
} from '../fields.ts';

const required = 'Este campo es obligatorio';

/** What the columns of a bank's answer hold. `concepto` is our own reference, `referencia` the bank's number. */
export const answerColumns = [
  'cuenta',
  'documento',
  'valor',
  'referencia',
  'estado',
  'motivo',
  'concepto',
] as const;
export type AnswerColumn = (typeof answerColumns)[number];

/** What a word of state means: the bank paid, or it refused. */
export const wordMeanings = ['exito', 'rechazo'] as const;
export type WordMeaning = (typeof wordMeanings)[number];

/** A line confirms a payment, proposes its return, or is a question that does neither. */
const lineResults = ['hecho', 'rechazado', 'pregunta'] as const;
export type LineResult = (typeof lineResults)[number];

/** Maximum size of a bank's answer, in bytes, and its rows. */
export const maximumBankAnswer = 2_000_000;
export const maximumAnswerRows = 2_000;

const title = () => line(120);

export const bankAnswerCalls = defineCalls({
  '/leerRespuestaBanco': read({
    summary: 'Empareja cada línea de la respuesta del banco con un giro enviado del lote.',
    who: ['giros'],
    multipart: {
      maximumBytes: maximumBankAnswer,
      types: 'xlsx o csv',
      missing: 'Adjunte la respuesta del banco (xlsx o csv).',
    },
    body: body({ id_lote: requiredId() }),
    answer: answer({
      /** The saved format that reads the file; null while there is none. */
      formato: orNull(answer({ id: anId(), nombre: aText() })),
      /** Why no format reads the file; '' when one does. */
      aviso: aText(),
      /** Rows that may hold the titles, the likeliest first; only while no format reads the file. */
      encabezados: rowsOf({
        fila: aCount(),
        titulos: someOf(aText()),
        /** The proposed title of each column; '' without one. */
        propuesta: answer({
          cuenta: aText(),
          documento: aText(),
          valor: aText(),
          referencia: aText(),
          estado: aText(),
          motivo: aText(),
          concepto: aText(),
        }),
        /** The different texts below each title; none for a column with many. */
        valores: someOf(someOf(aText())),
      }),
      lineas: rowsOf({
        linea: aCount(),
        documento: aText(),
        /** `•••• 4471` */
        cuenta: aText(),
        valor: aText(),
        referencia: aText(),
        estado: aText(),
        /** Why the bank refused the transfer. */
        motivo: aText(),
        resultado: oneOfTexts(lineResults),
        /** The box whose payment the line confirms or refuses; null for a question. */
        id_caja: orNull(anId()),
        tienda: aText(),
        consecutivo: orNull(aCount()),
        /** What a person has to answer; empty for the other results. */
        problema: aText(),
      }),
      /** The words of state of the file. */
      palabras: rowsOf({
        palabra: aText(),
        lineas: aCount(),
        /** Null while nobody has said it. */
        sentido: orNull(oneOfTexts(wordMeanings)),
        /** 1: valid; 0: nobody has said what it means, or a second person has not agreed. */
        acordada: aFlag(),
        propuesta_por: aText(),
        id_propuesta_por: orNull(anId()),
      }),
      /** Sent payments of the batch that no line confirms or refuses. */
      sin_respuesta: rowsOf({ id_caja: anId(), tienda: aText(), consecutivo: aCount() }),
    }),
  }),
  '/guardarFormatoBanco': mutation({
    summary:
      'Guarda cómo se lee la respuesta de un banco: sus columnas y sus palabras de éxito y de rechazo.',
    who: ['giros'],
    body: body({
      nombre: filledLine(60, required),
      /** Titles as they stand in the file. */
      columnas: sentRow({
        cuenta: title(),
        documento: title(),
        valor: filledLine(120, required),
        referencia: filledLine(120, required),
        estado: filledLine(120, required),
        motivo: title(),
        concepto: title(),
      }).required(),
      /** Of a format that exists, new words are proposals. */
      palabras: listOf(
        sentRow({
          palabra: filledLine(120, required),
          sentido: choice(wordMeanings).required(),
        }),
        50,
      ),
    }),
    answer: done({ id_formato: anId() }),
  }),
  '/decidirPalabraBanco': mutation({
    summary:
      'Dice qué significa una palabra de estado de un banco; vale cuando otra persona dice lo mismo.',
    who: ['giros', 'autorizarGiros'],
    body: body({
      id_formato: requiredId(),
      palabra: filledLine(120, required),
      sentido: choice(wordMeanings).required(),
    }),
    answer: done({ acordada: aFlag() }),
  }),
});
