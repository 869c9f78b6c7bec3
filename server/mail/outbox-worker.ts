/**
 * Sends the mails of the outbox, apart from every request: a mail is a row of the transaction that
 * causes it, and nobody waits for it. Any number of processes may run a worker: a row is claimed by
 * moving its next try into the future.
 */
import type { Kysely } from 'kysely';
import { createTransport, type Transporter } from 'nodemailer';
import type { Logger } from 'pino';
import type { Database } from '../database/schema.ts';
import { inTransaction } from '../database/transactions.ts';
import { renderLegalisation } from '../documents/legalisation.ts';
import type { SupportStore } from '../documents/support-store.ts';
import {
  claimMail,
  type MailAttachment,
  type MailRow,
  markFailed,
  markSent,
} from '../repositories/outbox.repository.ts';

const MINUTE = 60_000;

/** Pauses after each failed try; after the last one the mail is given up and shown as failed. */
export const pauses: readonly number[] = [1, 2, 5, 15, 30, 60, 120, 240, 480, 720].map(
  (minutes) => minutes * MINUTE,
);

/** Longer than any try can take: what a process that died had claimed is tried again after it. */
const LEASE = 5 * MINUTE;

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** How often the outbox is looked at. */
const POLL = 5_000;

export interface OutboxServices {
  db: Kysely<Database>;
  supports: SupportStore;
  smtpUrl: string;
  log: Logger;
  now: () => number;
}

/** The sender's address: the user of the SMTP server when it is an address, otherwise one of its host. */
export function senderOf(smtpUrl: string): string {
  const { username, hostname } = new URL(smtpUrl);
  const user = decodeURIComponent(username);
  return `Caja menor <${user.includes('@') ? user : `caja-menor@${hostname}`}>`;
}

const transportOf = (smtpUrl: string): Transporter =>
  createTransport({ url: smtpUrl, ...timeouts });

async function attachmentsOf({ db, supports, now }: OutboxServices, mail: MailRow) {
  const named = JSON.parse(mail.adjuntos) as MailAttachment[];
  const files = [];
  for (const { id_caja } of named) {
    const read = <Result>(work: Parameters<typeof inTransaction<Result>>[1]) =>
      inTransaction(db, work);
    const { filename, bytes } = await renderLegalisation({ read, supports, now }, id_caja);
    files.push({ filename, content: bytes, contentType: 'application/pdf' });
  }
  return files;
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Sends one mail that is due. @returns false when none is */
export async function sendNext(services: OutboxServices): Promise<boolean> {
  const { db, log, now, smtpUrl } = services;
  const mail = await inTransaction(db, (trx) => claimMail(trx, now(), now() + LEASE));
  if (mail === undefined) return false;
  const transport = transportOf(smtpUrl);
  try {
    await transport.sendMail({
      from: senderOf(smtpUrl),
      to: mail.para,
      subject: mail.asunto,
      text: mail.texto,
      html: mail.html,
      attachments: await attachmentsOf(services, mail),
      messageId: `<correo-${mail.id}-${mail.creado}@caja-menor>`,
    });
    await inTransaction(db, (trx) => markSent(trx, mail.id, now()));
  } catch (error) {
    const pause = pauses[mail.intentos];
    await inTransaction(db, (trx) =>
      markFailed(trx, mail.id, textOf(error), pause === undefined ? null : now() + pause),
    );
    log.warn(
      { correo: mail.id, intento: mail.intentos + 1, err: error },
      'no se pudo enviar un correo',
    );
  } finally {
    transport.close();
  }
  return true;
}

/** Sends what is due now and looks again every few seconds. @returns what ends it, after the mail in hand */
export function keepSending(services: OutboxServices): () => Promise<void> {
  let stopped = false;
  let working: Promise<void> = Promise.resolve();
  const drain = async () => {
    while (!stopped && (await sendNext(services)));
  };
  const look = () => {
    working = working
      .then(drain)
      .catch((error: unknown) => services.log.warn({ err: error }, 'falló la bandeja de salida'));
  };
  look();
  const timer = setInterval(look, POLL);
  timer.unref();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await working;
  };
}
