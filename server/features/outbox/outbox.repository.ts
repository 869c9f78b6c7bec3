import { exists } from '../../platform/database/queries.ts';
import type { Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { currentScope, headerOf } from '../../platform/tracing/scope.ts';

/** A document that is generated when the mail is sent. */
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
  /** The only link of the mail. */
  enlace?: MailLink;
  /** Unique key: a second mail with the same key is not queued. */
  clave?: string;
  /** Epoch milliseconds from which it is no longer sent. */
  vence?: number;
}

/** Queues mails in the transaction; they are sent after the commit. A mail whose key already exists is not queued. */
export async function queueMails(trx: Trx, mails: readonly Mail[], now: number): Promise<void> {
  if (mails.length === 0) return;
  const origin = currentScope()?.origin ?? null;
  const rows = mails.map((mail) => ({
    para: mail.para,
    asunto: mail.asunto,
    texto: textOf(mail),
    html: htmlOf(mail),
    adjuntos: JSON.stringify(mail.adjuntos ?? []),
    proximo_intento: now,
    creado: now,
    enviado: null,
    clave: mail.clave ?? null,
    vence: mail.vence ?? null,
    traza: origin && headerOf(origin),
  }));
  await trx
    .insertInto('correo')
    .values(rows)
    .onConflict((conflict) => conflict.column('clave').doNothing())
    .execute();
}

export const queueMail = (trx: Trx, mail: Mail, now: number): Promise<void> =>
  queueMails(trx, [mail], now);

/** True while an equal mail is pending, so that a repeated request sends it once. */
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

/** A mail that is leased to a worker until `proximo_intento`; the current attempt is already counted. */
export type ClaimedMail = Row<'correo'>;

/**
 * Claims the next due mail until `lease`, to which its next attempt moves. The attempt is counted now, so that a mail
 * that crashes the process is eventually given up; its error is cleared, since only a finished attempt sets one.
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
 * Marks a mail as sent, even when its claim has expired, since it was delivered. Erases its text, which may contain a
 * temporary password.
 *
 * @param rejected addresses that the mail server refused
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
 * Does nothing when the claim has expired and another worker has claimed, sent or given up the mail.
 *
 * @param next instant of the next attempt; null gives the mail up as failed
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

/** Number of pending and of failed mails. */
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

/** Creation of the oldest pending mail, in epoch milliseconds; null without one. Expired mails are ignored. */
export async function oldestWaiting(trx: Trx, now: number): Promise<number | null> {
  const { creado } = await trx
    .selectFrom('correo')
    .select(({ fn }) => fn.min('creado').as('creado'))
    .where('estado', '=', 'pendiente')
    .where((due) => due.or([due('vence', 'is', null), due('vence', '>', now)]))
    .executeTakeFirstOrThrow();
  return creado;
}

/** The newest unsent mails, without their texts. */
export const unsentMails = (trx: Trx, limit: number) =>
  trx
    .selectFrom('correo')
    .select(['id', 'para', 'asunto', 'estado', 'intentos', 'proximo_intento', 'error', 'creado'])
    .where('estado', 'in', ['pendiente', 'fallido'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Locks a mail and returns its state; undefined when it does not exist. */
export const lockMail = (trx: Trx, id: number) =>
  trx
    .selectFrom('correo')
    .select(['id', 'estado', 'intentos', 'error'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Makes a mail due at once and resets its attempts. */
export const restartMail = async (trx: Trx, id: number, now: number): Promise<void> => {
  await trx
    .updateTable('correo')
    .set({ estado: 'pendiente', intentos: 0, proximo_intento: now })
    .where('id', '=', id)
    .execute();
};

/** True when a mail with this key exists, sent or not. */
export const hasMail = (trx: Trx, clave: string): Promise<boolean> =>
  exists(trx.selectFrom('correo').select('id').where('clave', '=', clave));

/** Deletes the expired mails that were not sent. */
export async function deleteOutdatedMails(trx: Trx, now: number): Promise<void> {
  await trx
    .deleteFrom('correo')
    .where('estado', '!=', 'enviado')
    .where('vence', '<=', now)
    .execute();
}

/** Deletes sent and failed mails whose `proximo_intento` is before an instant. */
export async function deleteMailsBefore(trx: Trx, instant: number): Promise<void> {
  await trx
    .deleteFrom('correo')
    .where('estado', 'in', ['enviado', 'fallido'])
    .where('proximo_intento', '<', instant)
    .execute();
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

/** Mail clients support little CSS, and only as inline styles. */
const look = {
  body: 'margin:0;padding:24px;background:#f1f5f9;font-family:Arial,Helvetica,sans-serif;color:#1e293b',
  card: 'max-width:560px;margin:0 auto;background:#ffffff;border-radius:8px;overflow:hidden',
  head: 'background:#134e4a;color:#ffffff;padding:16px 24px;font-size:18px;font-weight:bold',
  text: 'padding:8px 24px 20px;font-size:15px;line-height:1.5',
  button:
    'display:inline-block;padding:10px 20px;background:#0f766e;color:#ffffff;text-decoration:none;border-radius:6px;font-weight:bold',
} as const;

interface MailLink {
  titulo: string;
  direccion: string;
}

interface Written {
  asunto: string;
  texto: string;
  enlace?: MailLink;
}

/** Plain text of a mail, with the link at its end. */
const textOf = ({ texto, enlace }: Written): string =>
  enlace === undefined ? texto : `${texto.trimEnd()}\n\n${enlace.titulo}: ${enlace.direccion}\n`;

/** HTML of a mail; its paragraphs are separated by empty lines in the plain text. */
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
