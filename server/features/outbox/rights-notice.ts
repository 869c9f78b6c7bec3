/** Rights over money that somebody gave to another person, or credentials that somebody set for that person. */
import { holdsMoney } from '#machines/domain/people/authority.ts';
import { dateTimeInBogota, shortDateTime } from '#machines/domain/values/bogota-time.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { peopleOfMoney, type UserRow } from '../accounts/user.repository.ts';
import { queueMail } from './outbox.repository.ts';

const changes = {
  created: 'creó el usuario de',
  granted: 'dio permisos sobre los giros a',
  password: 'asignó una contraseña a',
  email: 'cambió el correo de',
  factor: 'quitó el segundo factor de',
  invited: 'invitó a elegir contraseña a',
} as const;

/** Mails everybody who moves money about a person who does now, or whose credentials somebody else has set. */
export async function noticeRights(
  trx: Trx,
  author: string,
  user: Pick<UserRow, 'razon_social' | 'tipo' | 'permisos'>,
  what: readonly (keyof typeof changes)[],
  now: number,
): Promise<void> {
  if (what.length === 0 || !holdsMoney(user)) return;
  const addresses = (await peopleOfMoney(trx)).map(({ email }) => email);
  if (addresses.length === 0) return;
  const mail = {
    para: addresses.join(', '),
    asunto: `Caja menor: permisos sobre los giros de ${user.razon_social}`,
    texto: [
      ...what.map((one) => `${author} ${changes[one]} ${user.razon_social}.`),
      `Fue el ${shortDateTime(dateTimeInBogota(now))}. Si no lo esperaba, avise hoy mismo.`,
    ].join('\n'),
  };
  await queueMail(trx, mail, now);
}
