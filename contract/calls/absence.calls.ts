import { defineCalls, mutation, read } from '../call.ts';
import {
  aFlag,
  anId,
  answer,
  aText,
  body,
  dateText,
  done,
  id,
  requiredId,
  rowsOf,
} from '../fields.ts';

const required = 'Este campo es obligatorio';

export const absenceCalls = defineCalls({
  '/ausencias': read({
    summary:
      'Las ausencias de una persona y las que ella cubre, en curso o por venir, y quién puede reemplazarla.',
    who: 'session',
    /** Without `id_ausente`: the user of the session. */
    body: body({ id_ausente: id() }),
    answer: answer({
      id_ausente: anId(),
      nombre: aText(),
      /** 1: boxes are assigned to this person, so that a delegate can decide them. */
      delega: aFlag(),
      /** Today's date in Colombia. */
      hoy: aText(),
      delegaciones: rowsOf({
        id: anId(),
        id_usuario: anId(),
        nombre: aText(),
        id_delegado: anId(),
        delegado: aText(),
        desde: aText(),
        hasta: aText(),
      }),
      candidatos: rowsOf({ id: anId(), nombre: aText() }),
    }),
  }),
  '/delegar': mutation({
    summary: 'Otra persona del mismo perfil decide por quien se ausenta, entre dos días.',
    who: 'session',
    body: body({
      /** Without it: the user of the session. */
      id_ausente: id(),
      id_delegado: id().required(required),
      desde: dateText().required(required),
      hasta: dateText().required(required),
    }),
    answer: done({ id_delegacion: anId() }),
  }),
  '/terminarDelegacion': mutation({
    summary: 'Termina una ausencia antes de su último día.',
    who: 'session',
    body: body({ id_delegacion: requiredId() }),
    answer: done(),
  }),
});
