import { defineCalls, mutation, read } from '../call.ts';
import {
  answer,
  aText,
  body,
  choice,
  done,
  oneOfTexts,
  rowsOf,
  shaped,
  someOf,
  text,
} from '../fields.ts';

/**
 * Mails that users can set: a box arrived, expenses were rejected, a box was closed, boxes exceed their target, funds are
 * low.
 */
export const mailKinds = ['llegada', 'rechazo', 'cierre', 'demora', 'fondo'] as const;
export type MailKind = (typeof mailKinds)[number];

/** When a kind of mail is sent: immediately, once a day in a single mail, or never. */
export const mailTimes = ['inmediato', 'diario', 'nunca'] as const;
export type MailTime = (typeof mailTimes)[number];

/** `HH:mm` */
export const hourPattern = /^([01]\d|2[0-3]):[0-5]\d$/;
export const hourMessage = 'Escriba una hora entre 00:00 y 23:59.';

/** Time of day of the daily mail, 'HH:mm' in Bogotá. */
export const mailHour = () => shaped(text(5), hourPattern, hourMessage);

export const mailCalls = defineCalls({
  '/misCorreos': read({
    summary: 'Los correos que la persona puede recibir, y cuándo recibe cada uno.',
    who: 'session',
    body: body({}),
    answer: answer({
      email: aText(),
      /** Time of the daily mail, 'HH:mm'. */
      hora: aText(),
      correos: rowsOf({
        tipo: oneOfTexts(mailKinds),
        cuando: oneOfTexts(mailTimes),
        /** Allowed values of `cuando`. */
        opciones: someOf(oneOfTexts(mailTimes)),
      }),
    }),
  }),
  '/guardarMisCorreos': mutation({
    summary: 'Guarda cuándo recibe la persona cada correo.',
    who: 'session',
    /** An absent kind is not changed. */
    body: body({
      llegada: choice(mailTimes),
      rechazo: choice(mailTimes),
      cierre: choice(mailTimes),
      demora: choice(mailTimes),
      fondo: choice(mailTimes),
    } satisfies Record<MailKind, unknown>),
    answer: done(),
  }),
});
