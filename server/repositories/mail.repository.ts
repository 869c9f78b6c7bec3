import type { Trx } from '../database/transactions.ts';

export interface NewMail {
  para: string;
  asunto: string;
  texto: string;
}

/** A mail is a row of the transaction that causes it; it is sent once that has committed. */
export async function insertMail(trx: Trx, mail: NewMail, now: number): Promise<void> {
  await trx
    .insertInto('correo')
    .values({ ...mail, proximo_intento: now, creado: now, enviado: null })
    .execute();
}
