import type { Row } from '../database/schema.ts';
import type { Trx } from '../database/transactions.ts';
import { htmlOf } from '../mail/mail-body.ts';

/** A document that is made when the mail is sent. */
export interface MailAttachment {
  tipo: 'legalizacion';
  id_caja: number;
}

export interface Mail {
  /** Addresses separated by commas. */
  para: string;
  asunto: string;
  texto: string;
  adjuntos?: readonly MailAttachment[];
}

/** A mail of this transaction: it is sent once the transaction has committed. */
export async function queueMail(trx: Trx, mail: Mail, now: number): Promise<void> {
  await trx
    .insertInto('correo')
    .values({
      para: mail.para,
      asunto: mail.asunto,
      texto: mail.texto,
      html: htmlOf(mail.asunto, mail.texto),
      adjuntos: JSON.stringify(mail.adjuntos ?? []),
      proximo_intento: now,
      creado: now,
      enviado: null,
    })
    .execute();
}

/** True while the same mail still waits: asking for it twice sends it once. */
export async function isWaiting(trx: Trx, mail: Mail): Promise<boolean> {
  const waiting = await trx
    .selectFrom('correo')
    .select('id')
    .where('estado', '=', 'pendiente')
    .where('para', '=', mail.para)
    .where('asunto', '=', mail.asunto)
    .where('adjuntos', '=', JSON.stringify(mail.adjuntos ?? []))
    .executeTakeFirst();
  return waiting !== undefined;
}

export type MailRow = Row<'correo'>;

/** The next mail that is due, claimed until `lease` by moving its next try there. */
export async function claimMail(
  trx: Trx,
  now: number,
  lease: number,
): Promise<MailRow | undefined> {
  const mail = await trx
    .selectFrom('correo')
    .selectAll()
    .where('estado', '=', 'pendiente')
    .where('proximo_intento', '<=', now)
    .orderBy('proximo_intento')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (mail === undefined) return undefined;
  await trx
    .updateTable('correo')
    .set({ proximo_intento: lease })
    .where('id', '=', mail.id)
    .execute();
  return mail;
}

/** The text goes with the mail: it may hold a temporary password. */
export const markSent = async (trx: Trx, id: number, now: number): Promise<void> => {
  await trx
    .updateTable('correo')
    .set((expression) => ({
      estado: 'enviado' as const,
      enviado: now,
      error: '',
      texto: '',
      html: '',
      intentos: expression('intentos', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
};

/** @param next when it is tried again; null: it is given up and stays as failed */
export const markFailed = async (
  trx: Trx,
  id: number,
  error: string,
  next: number | null,
): Promise<void> => {
  await trx
    .updateTable('correo')
    .set((expression) => ({
      estado: next === null ? ('fallido' as const) : ('pendiente' as const),
      error: error.slice(0, 500),
      intentos: expression('intentos', '+', 1),
      ...(next === null ? {} : { proximo_intento: next }),
    }))
    .where('id', '=', id)
    .execute();
};
