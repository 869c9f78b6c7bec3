import type { Trx } from '../database/transactions.ts';

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
