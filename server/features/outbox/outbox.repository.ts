import { exists } from '../../platform/database/queries.ts';
import type { Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { currentScope, headerOf } from '../../platform/tracing/scope.ts';

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
  /** The one link. */
  enlace?: MailLink;
  /** There is one mail with this key at most. */
  clave?: string;
  /** The instant from which it is not sent any more. */
  vence?: number;
}

/**
 * A mail of this transaction: it is sent once the transaction has committed. Of several with the same key the first one
 * stays.
 */
export async function queueMail(trx: Trx, mail: Mail, now: number): Promise<void> {
  const { clave = null, vence = null } = mail;
  const origin = currentScope()?.origin ?? null;
  await trx
    .insertInto('correo')
    .values({
      para: mail.para,
      asunto: mail.asunto,
      texto: textOf(mail),
      html: htmlOf(mail),
      adjuntos: JSON.stringify(mail.adjuntos ?? []),
      proximo_intento: now,
      creado: now,
      enviado: null,
      clave,
      vence,
      traza: origin && headerOf(origin),
    })
    .onConflict((conflict) => conflict.column('clave').doNothing())
    .execute();
}

/** True while the same mail still waits: asking for it twice sends it once. */
export const isWaiting = (trx: Trx, mail: Mail): Promise<boolean> =>
  exists(
    trx
      .selectFrom('correo')
      .select('id')
      .where('estado', '=', 'pendiente')
      .where('para', '=', mail.para)
      .where('asunto', '=', mail.asunto)
      .where('adjuntos', '=', JSON.stringify(mail.adjuntos ?? [])),
  );

/** A mail in the hands of a worker until `proximo_intento`, with the try that begins counted. */
export type ClaimedMail = Row<'correo'>;

/**
 * The next mail that is due, claimed until `lease` by moving its next try there. The try counts from
 * here, so that a mail which ends the process is given up too; without an error, since only a try that
 * came to its end leaves one.
 */
export async function claimMail(
  trx: Trx,
  now: number,
  lease: number,
): Promise<ClaimedMail | undefined> {
  const due = await trx
    .selectFrom('correo')
    .select('id')
    .where('estado', '=', 'pendiente')
    .where('proximo_intento', '<=', now)
    .where((due) => due.or([due('vence', 'is', null), due('vence', '>', now)]))
    .orderBy('proximo_intento')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (due === undefined) return undefined;
  return trx
    .updateTable('correo')
    .set((expression) => ({
      proximo_intento: lease,
      intentos: expression('intentos', '+', 1),
      error: '',
    }))
    .where('id', '=', due.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * True whatever became of the claim meanwhile: the mail is out. The text goes with it: it may hold a
 * temporary password.
 *
 * @param rejected addresses that did not get it
 */
export const markSent = async (
  trx: Trx,
  id: number,
  now: number,
  rejected: readonly string[],
): Promise<void> => {
  await trx
    .updateTable('correo')
    .set({
      estado: 'enviado',
      enviado: now,
      error: rejected.length > 0 ? `Direcciones rechazadas: ${rejected.join(', ')}` : '',
      texto: '',
      html: '',
    })
    .where('id', '=', id)
    .execute();
};

/**
 * Leaves the mail alone when its claim has expired and somebody else has taken, sent or given it up.
 *
 * @param next when it is tried again; null: it is given up and stays as failed
 */
export const markFailed = async (
  trx: Trx,
  { id, proximo_intento }: ClaimedMail,
  error: string,
  next: number | null,
): Promise<void> => {
  await trx
    .updateTable('correo')
    .set({
      estado: next === null ? 'fallido' : 'pendiente',
      error: error.slice(0, 500),
      ...(next === null ? {} : { proximo_intento: next }),
    })
    .where('id', '=', id)
    .where('estado', '=', 'pendiente')
    .where('proximo_intento', '=', proximo_intento)
    .execute();
};

/** How many mails wait and how many were given up. */
export async function countUnsent(trx: Trx): Promise<Record<'pendiente' | 'fallido', number>> {
  const counted = await trx
    .selectFrom('correo')
    .select(({ fn }) => ['estado', fn.countAll<number>().as('cuantos')])
    .where('estado', 'in', ['pendiente', 'fallido'])
    .groupBy('estado')
    .execute();
  const of = (state: string) => counted.find(({ estado }) => estado === state)?.cuantos ?? 0;
  return { pendiente: of('pendiente'), fallido: of('fallido') };
}

/** When the mail that waits longest was written, in epoch milliseconds; null when none waits. */
export async function oldestWaiting(trx: Trx, now: number): Promise<number | null> {
  const { creado } = await trx
    .selectFrom('correo')
    .select(({ fn }) => fn.min('creado').as('creado'))
    .where('estado', '=', 'pendiente')
    .where((due) => due.or([due('vence', 'is', null), due('vence', '>', now)]))
    .executeTakeFirstOrThrow();
  return creado;
}

/** The newest mails that have not been sent, without what they say. */
export const unsentMails = (trx: Trx, limit: number) =>
  trx
    .selectFrom('correo')
    .select(['id', 'para', 'asunto', 'estado', 'intentos', 'proximo_intento', 'error', 'creado'])
    .where('estado', 'in', ['pendiente', 'fallido'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** The state of a mail that somebody is about to change; undefined when there is none. */
export const lockMail = (trx: Trx, id: number) =>
  trx
    .selectFrom('correo')
    .select(['id', 'estado', 'intentos', 'error'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** A mail begins anew: it is due at once and has every try before it. */
export const restartMail = async (trx: Trx, id: number, now: number): Promise<void> => {
  await trx
    .updateTable('correo')
    .set({ estado: 'pendiente', intentos: 0, proximo_intento: now })
    .where('id', '=', id)
    .execute();
};

/** True when there is, or was, a mail with this key. */
export const hasMail = (trx: Trx, clave: string): Promise<boolean> =>
  exists(trx.selectFrom('correo').select('id').where('clave', '=', clave));

/** Mails that did not go out while somebody wanted them. */
export async function deleteOutdatedMails(trx: Trx, now: number): Promise<void> {
  await trx
    .deleteFrom('correo')
    .where('estado', '!=', 'enviado')
    .where('vence', '<=', now)
    .execute();
}

/** Mails that are out, or were given up and that nobody began anew, from before an instant. */
export async function deleteMailsBefore(trx: Trx, instant: number): Promise<void> {
  await trx
    .deleteFrom('correo')
    .where('estado', 'in', ['enviado', 'fallido'])
    .where('proximo_intento', '<', instant)
    .execute();
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

/** Mail programs know little CSS, and only beside the element. */
const look = {
  body: 'margin:0;padding:24px;background:#f1f5f9;font-family:Arial,Helvetica,sans-serif;color:#1e293b',
  card: 'max-width:560px;margin:0 auto;background:#ffffff;border-radius:8px;overflow:hidden',
  head: 'background:#134e4a;color:#ffffff;padding:16px 24px;font-size:18px;font-weight:bold',
  text: 'padding:8px 24px 20px;font-size:15px;line-height:1.5',
  button:
    'display:inline-block;padding:10px 20px;background:#0f766e;color:#ffffff;text-decoration:none;border-radius:6px;font-weight:bold',
} as const;

/** The way on from a mail, with its name. */
interface MailLink {
  titulo: string;
  direccion: string;
}

interface Written {
  asunto: string;
  texto: string;
  enlace?: MailLink;
}

/** The text form of a mail: its link stands behind what it says. */
const textOf = ({ texto, enlace }: Written): string =>
  enlace === undefined ? texto : `${texto.trimEnd()}\n\n${enlace.titulo}: ${enlace.direccion}\n`;

/** The HTML form of a mail: its paragraphs are separated by empty lines in the text form. */
function htmlOf({ asunto, texto, enlace }: Written): string {
  const paragraphs = texto
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escaped(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('');
  const button =
    enlace === undefined
      ? ''
      : `<p><a href="${escaped(enlace.direccion)}" style="${look.button}">${escaped(enlace.titulo)}</a></p>`;
  return [
    '<!doctype html><html lang="es"><head><meta charset="utf-8">',
    `<title>${escaped(asunto)}</title></head><body style="${look.body}">`,
    `<div style="${look.card}"><div style="${look.head}">Caja menor</div>`,
    `<div style="${look.text}">${paragraphs}${button}</div></div></body></html>`,
  ].join('');
}
