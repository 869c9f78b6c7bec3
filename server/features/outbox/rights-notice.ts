/** Rights over money that somebody gave to another person, or credentials that somebody set for that person. */
import { holdsMoney } from '#machines/domain/people/authority.ts';
import { dateTimeInBogota, shortDateTime } from '#machines/domain/values/bogota-time.ts';
import { adding } from '../../platform/database/queries.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { peopleOfMoney, type UserRow } from '../accounts/user.repository.ts';
import { queueMail } from './outbox.repository.ts';

const changes = {
  created: 'creó el usuario de',
  activated: 'activó el usuario de',
  granted: 'dio permisos sobre los giros a',
  password: 'asignó una contraseña a',
  email: 'cambió el correo de',
  factor: 'quitó el segundo factor de',
  invited: 'invitó a elegir contraseña a',
} as const;

const addNotice = adding('aviso_derechos');

/**
 * Tells everybody who moves money about a person who does now, or whose credentials somebody else has set: by mail, and
 * the others also in «Mis pendientes».
 */
export async function noticeRights(
  trx: Trx,
  author: string,
  user: Pick<UserRow, 'id' | 'razon_social' | 'tipo' | 'permisos'>,
  what: readonly (keyof typeof changes)[],
  now: number,
): Promise<void> {
  if (what.length === 0 || !holdsMoney(user)) return;
  const lines = what.map((one) => `${author} ${changes[one]} ${user.razon_social}.`);
  const asunto = `Caja menor: permisos sobre los giros de ${user.razon_social}`;
  await notifyHolders(trx, { asunto, lines }, user.id, now);
}

/** Tells everybody who moves money by mail, and all but `except` also in «Mis pendientes». */
export async function notifyHolders(
  trx: Trx,
  { asunto, lines }: { asunto: string; lines: readonly string[] },
  except: number,
  now: number,
): Promise<void> {
  const people = await peopleOfMoney(trx);
  if (people.length === 0) return;
  const mail = {
    para: people.map(({ email }) => email).join(', '),
    asunto,
    texto: [
      ...lines,
      `Fue el ${shortDateTime(dateTimeInBogota(now))}. Si no lo esperaba, avise hoy mismo.`,
    ].join('\n'),
  };
  await queueMail(trx, mail, now);
  for (const { id } of people)
    if (id !== except)
      await addNotice(trx, { id_usuario: id, texto: lines.join(' '), creado: now, leido: null });
}
