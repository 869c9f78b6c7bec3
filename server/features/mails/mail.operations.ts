import { successes } from '#contract/errors.ts';
import {
  choiceRefusals,
  chosenTime,
  mailKindsOf,
  timesOfKind,
} from '#machines/domain/people/mail-choice.ts';
import { dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import { HttpError, conflict, found } from '../../platform/errors/http-error.ts';
import { type Operation, done } from '../../platform/http/operation.ts';
import { findUser } from '../accounts/user.repository.ts';
import { recipientOf, saveChoices } from '../notices/notice.repository.ts';
import { lockMail, restartMail, unsentMails } from '../outbox/outbox.repository.ts';
import { mailHourOf } from '../settings/settings.ts';

/** Maximum number of listed mails. */
const SHOWN = 100;

/** /correosSalientes: unsent mails, newest first, without their text, which may contain a temporary password. */
const outgoingMails: Operation<'/correosSalientes'> = (_input, context) =>
  context.read(async (trx) =>
    (await unsentMails(trx, SHOWN)).map(({ estado, proximo_intento, creado, ...mail }) => ({
      ...mail,
      estado: estado === 'fallido' ? ('fallido' as const) : ('pendiente' as const),
      proximo_intento: estado === 'fallido' ? '' : dateTimeInBogota(proximo_intento),
      creado: dateTimeInBogota(creado),
    })),
  );

/**
 * /reintentarCorreo: makes the mail due at once and resets its attempts. Refuses a mail that a worker is sending (an
 * attempt has started and left no error), since it would be sent twice.
 */
const retryMail: Operation<'/reintentarCorreo'> = ({ id_correo }, context) =>
  context.write(async (trx) => {
    const mail = found(await lockMail(trx, id_correo));
    if (mail.estado === 'enviado') throw conflict('mailIsUnsent', 'Este correo ya se envió.');
    if (mail.estado === 'pendiente' && mail.intentos > 0 && mail.error === '')
      throw conflict('mailIsAtRest', 'Este correo se está enviando en este momento.');
    await restartMail(trx, mail.id, context.now());
    return done('El correo se enviará de nuevo en un momento.');
  });

export const outgoingMailOperations = {
  '/correosSalientes': outgoingMails,
  '/reintentarCorreo': retryMail,
};

/** Mail preferences of the user: which kinds, and when each is sent. */

const ownMails: Operation<'/misCorreos'> = (_input, { read, session }) =>
  read(async (trx) => {
    const user = await findUser(trx, session.idUsuario);
    if (user === undefined) throw new HttpError(401);
    const { choices } = await recipientOf(trx, user);
    return {
      email: user.email,
      hora: await mailHourOf(trx),
      correos: mailKindsOf(user.tipo).map((tipo) => ({
        tipo,
        cuando: chosenTime(user.tipo, tipo, choices),
        opciones: timesOfKind(tipo),
      })),
    };
  });

const saveOwnMails: Operation<'/guardarMisCorreos'> = (input, { write, session }) =>
  write(async (trx) => {
    const { llegada, rechazo, cierre, demora, fondo } = input;
    const choices = { llegada, rechazo, cierre, demora, fondo };
    const motivos = choiceRefusals(session.profile, choices);
    if (motivos.length > 0) throw new HttpError(422, { motivos });
    await saveChoices(trx, session.idUsuario, choices);
    return done(successes.saved);
  });

export const mailOperations = {
  '/misCorreos': ownMails,
  '/guardarMisCorreos': saveOwnMails,
};
