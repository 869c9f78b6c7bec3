/**
 * Sends the mails of the outbox outside of any request: a mail is a row of the transaction that causes it, and no
 * request waits for its delivery. Several processes may run a worker: claiming a row moves its next try into the
 * future.
 *
 * Delivery is at least once. When a process ends between the acceptance by the SMTP server and the commit, the mail
 * is sent again after its claim expires, with the same `Message-ID`, by which mail programs detect duplicates.
 */
import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../platform/database/schema.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import { codeOf } from '../platform/errors/http-error.ts';
import { companyOf } from '../features/settings/settings.ts';
import { renderLegalisation } from '../features/legalisation/legalisation.ts';
import type { ReceiptStore } from '../platform/files/receipt-store.ts';
import {
  type ClaimedMail,
  type MailAttachment,
  claimMail,
  markFailed,
  markSent,
} from '../features/outbox/outbox.repository.ts';
import { type Tracing, inScope, newTraceId, traceParentOf } from '../platform/tracing/scope.ts';
import { senderOf, type smtpTimeouts, transportOf } from '../platform/mail/smtp.ts';
import { runPeriodically } from '../platform/database/lease-keeper.ts';

const MINUTE = 60_000;

/** Pauses after each failed try; after the last one the mail is given up and shown as failed. */
export const pauses: readonly number[] = [1, 2, 5, 15, 30, 60, 120, 240, 480, 720].map(
  (minutes) => minutes * MINUTE,
);

/** Milliseconds that a claim lasts, longer than any try: the mails of a process that died are retried after it. */
export const LEASE = 5 * MINUTE;

/** Milliseconds between two polls of the outbox. */
const POLL = 5_000;

/** Milliseconds that shutdown waits for the mail being sent; less than the process has. Then its claim expires. */
const END_LIMIT = 5_000;

export interface OutboxServices {
  db: Kysely<Database>;
  receipts: ReceiptStore;
  smtpUrl: string;
  /** Of the settings of the server; default: none. */
  companyName?: string;
  log: Logger;
  now: () => number;
  /** Milliseconds; the defaults are in smtp.ts. */
  timeouts?: Partial<typeof smtpTimeouts>;
  /** Records a span for each try. */
  tracing?: Tracing | null;
}

async function attachmentsOf(
  { db, receipts, now, companyName = '' }: OutboxServices,
  mail: ClaimedMail,
  folder: string,
) {
  const named = JSON.parse(mail.adjuntos) as MailAttachment[];
  const files = [];
  for (const { id_caja } of named) {
    const read = <Result>(work: Parameters<typeof inTransaction<Result>>[1]) =>
      inTransaction(db, work);
    const apart = join(folder, `${id_caja}`);
    await mkdir(apart);
    const { filename, file } = await renderLegalisation(
      { read, receipts, now, config: { companyName } },
      id_caja,
      apart,
    );
    files.push({ filename, file, contentType: 'application/pdf' });
  }
  return files;
}

/** @returns the addresses that the SMTP server refused although it accepted others */
const send = (services: OutboxServices, mail: ClaimedMail): Promise<string[]> =>
  services.receipts.apart(async (folder) =>
    sendWith(await attachmentsOf(services, mail, folder), services, mail),
  );

async function sendWith(
  files: Awaited<ReturnType<typeof attachmentsOf>>,
  services: OutboxServices,
  mail: ClaimedMail,
): Promise<string[]> {
  const attachments = files.map(({ file, ...named }) => ({
    ...named,
    content: createReadStream(file),
  }));
  const transport = transportOf(services.smtpUrl, services.timeouts);
  const { companyName = '' } = services;
  const { nombre } = await inTransaction(services.db, (trx) => companyOf(trx, { companyName }));
  try {
    const { rejected } = await transport.sendMail({
      from: senderOf(services.smtpUrl, nombre),
      to: mail.para,
      subject: mail.asunto,
      text: mail.texto,
      html: mail.html,
      attachments,
      messageId: `<correo-${mail.id}-${mail.creado}@caja-menor>`,
    });
    return rejected;
  } finally {
    for (const { content } of attachments) content.destroy();
    transport.close();
  }
}

const textOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)) || 'Error desconocido';

/** Plans the next try of a mail, or gives it up after the last one. */
async function fail(
  { db, log, now }: OutboxServices,
  mail: ClaimedMail,
  error: unknown,
): Promise<void> {
  const pause = pauses[mail.intentos - 1];
  const next = pause === undefined ? null : now() + pause;
  await inTransaction(db, (trx) => markFailed(trx, mail, textOf(error), next));
  log.warn({ correo: mail.id, intento: mail.intentos, err: error }, 'no se pudo enviar un correo');
}

/** Sends one mail that is due. @returns false when none is */
export async function sendNext(services: OutboxServices): Promise<boolean> {
  const { db, now, tracing } = services;
  const mail = await inTransaction(db, (trx) => claimMail(trx, now(), now() + LEASE));
  if (mail === undefined) return false;
  const name = 'enviar correo';
  const cause = traceParentOf(mail.traza ?? undefined);
  const span = tracing?.open(name, 'consumer', { cause });
  const log = services.log.child({
    traza: span?.traceId ?? newTraceId(),
    ...(cause && { traza_origen: cause.traceId }),
  });
  const work = () => tryToSend({ ...services, log }, mail);
  const attributes = { 'caja_menor.correo': mail.id, 'caja_menor.intento': mail.intentos };
  try {
    const isSent = await (span?.scope ? inScope(span.scope, work) : work());
    span?.end(name, attributes, isSent ? undefined : 'not sent');
  } catch (error) {
    span?.end(name, attributes, codeOf(error) || 'error');
    throw error;
  }
  return true;
}

/** @returns false when the mail is retried later or given up */
async function tryToSend(services: OutboxServices, mail: ClaimedMail): Promise<boolean> {
  const { db, log, now } = services;
  // The count is this high only after tries that ended with their process: the mail itself may crash it.
  if (mail.intentos > pauses.length + 1) {
    await fail(services, mail, new Error('El envío se interrumpió varias veces.'));
    return false;
  }
  let rejected: string[];
  try {
    rejected = await send(services, mail);
  } catch (error) {
    await fail(services, mail, error);
    return false;
  }
  if (rejected.length > 0) {
    log.warn(
      { correo: mail.id, rechazadas: rejected },
      'un correo no llegó a todas sus direcciones',
    );
  }
  await inTransaction(db, (trx) => markSent(trx, mail.id, now(), rejected));
  return true;
}

/**
 * Sends the mails that are due, and polls the outbox again every few seconds.
 *
 * @param poll milliseconds between two polls
 * @returns a function that stops it, after the mail in progress or `END_LIMIT`
 */
export function startOutbox(services: OutboxServices, poll = POLL): () => Promise<void> {
  let stopped = false;
  const work = async () => {
    while (!stopped && (await sendNext(services)));
  };
  const failed = (error: unknown) =>
    services.log.warn({ err: error }, 'falló la bandeja de salida');
  const { end } = runPeriodically([{ work, every: poll }], failed);
  return () => {
    stopped = true;
    return Promise.race([end(), wait(END_LIMIT, undefined, { ref: false })]);
  };
}
