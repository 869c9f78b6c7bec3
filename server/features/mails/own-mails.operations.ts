/** Mails that a person chooses: which kinds, and when each is sent. */
import { successes } from '#contract/errors.ts';
import {
  choiceRefusals,
  chosenTime,
  mailKindsOf,
  timesOfKind,
} from '#machines/domain/people/mail-choice.ts';
import { HttpError } from '../../platform/errors/http-error.ts';
import { recipientOf, saveChoices } from '../notices/notice.repository.ts';
import { mailHourOf } from '../settings/settings.repository.ts';
import { findUser } from '../accounts/user.repository.ts';
import { done, type Operation } from '../../platform/http/operation.ts';

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
    const { llegada, rechazo, cierre, demora } = input;
    const choices = { llegada, rechazo, cierre, demora };
    const motivos = choiceRefusals(session.profile, choices);
    if (motivos.length > 0) throw new HttpError(422, { motivos });
    await saveChoices(trx, session.idUsuario, choices);
    return done(successes.saved);
  });

export const mailOperations = {
  '/misCorreos': ownMails,
  '/guardarMisCorreos': saveOwnMails,
};
