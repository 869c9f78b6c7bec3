import { dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import { conflict, found } from '../../platform/errors/http-error.ts';
import { lockMail, restartMail, unsentMails } from '../outbox/outbox.repository.ts';
import { done, type Operation } from '../../platform/http/operation.ts';

/** Rows that a person looks through; whoever has more unsent mails has another problem. */
const SHOWN = 100;

/** /correosSalientes: the newest first; never what a mail says, since it may hold a temporary password. */
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
 * /reintentarCorreo: the mail is due at once, with every try before it. One that a worker has in hand (a
 * try was begun and has not left an error) is left to it: it would be sent twice.
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
