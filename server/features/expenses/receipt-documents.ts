/** Routes of the receipts: the file as it was uploaded, and its sheets as pictures. */
import type { FastifyReply } from 'fastify';
import { receiptTypes } from '#contract/calls/expenses.calls.ts';
import { isReceiptMime } from '../../platform/files/receipt-type.ts';
import { HttpError, codeOf, notFound } from '../../platform/errors/http-error.ts';
import { receiptInScope } from '../cases/scope.repository.ts';
import { drawOnce } from '../../platform/workers/shared-runs.ts';
import {
  DRAWING_TIME,
  runUntrusted,
  untrustedFiles,
} from '../../platform/workers/untrusted-files.ts';
import { isFaultOfFile } from '../../platform/workers/tasks.ts';
import type { RunOptions } from '../../platform/workers/worker-pool.ts';
import type { SessionContext } from '../../platform/http/operation.ts';
import { attachmentAs, inlineAs, namedAsItIs } from '../../platform/http/document-request.ts';
import {
  type OpenDocument,
  type Opening,
  sendFile,
  withoutHead,
} from '../../platform/http/document-access.ts';
import type { Services } from '../../platform/http/services.ts';

/** The file name in a path. @throws HttpError 404 for an invalid name */
function nameIn(text = ''): string {
  if (!/^[\w.-]{1,100}$/.test(text)) throw notFound();
  return text;
}

/** The number of a sheet in a path. @throws HttpError 404 for an invalid number */
function sheetIn(text = ''): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw notFound();
  return Number(text);
}

/** @throws HttpError 404 when the session sees no expense with this receipt */
async function receiptOf(context: SessionContext, given: string | undefined) {
  const name = nameIn(given);
  const { soporte_sha256, soporte_tipo, soporte_nombre, recibo } = await context.read((trx) =>
    receiptInScope(trx, context.session, name),
  );
  if (soporte_sha256 === null || !isReceiptMime(soporte_tipo)) throw notFound();
  return { sha256: soporte_sha256, type: soporte_tipo, name: soporte_nombre ?? name, recibo };
}

const undrawable = () =>
  new HttpError(422, { msg: 'Este archivo no se puede mostrar aquí. Ábralo o descárguelo.' });

/** Replaces the failure of a receipt whose file is gone by the refusal 410. */
function goneOr(error: unknown): unknown {
  return codeOf(error) === 'ENOENT' ? new HttpError(410) : error;
}

/**
 * Draws a receipt in a worker thread.
 *
 * @param name identifies the picture among those of the file
 * @throws HttpError 410 when the file is gone, 422 when it cannot be opened or drawn in time, 503 when the queue is full
 */
const drawn = <Result>(
  { receipts, session, signal }: SessionContext,
  { sha256, name }: { sha256: string; name: string },
  draw: (file: string, options: RunOptions) => Promise<Result>,
): Promise<Result> =>
  runUntrusted(() =>
    drawOnce({ person: session.idUsuario, signal }, `${name} ${sha256}`, () =>
      receipts.withFile(sha256, (file) => draw(file, { signal, processor: DRAWING_TIME })),
    ),
  ).catch((error: unknown) => {
    throw isFaultOfFile(error) ? undrawable() : goneOr(error);
  });

/** The file as it was uploaded; saved, it is named by its expense. @throws HttpError 410 when it is gone */
async function sendReceipt(opening: Opening) {
  const { context, request } = opening;
  const { sha256, type, name, recibo } = await receiptOf(context, request.params.soporte);
  const file = await context.receipts.open(sha256).catch((error: unknown) => {
    throw goneOr(error);
  });
  const disposition =
    request.query.descargar === undefined
      ? inlineAs(namedAsItIs(name, type))
      : attachmentAs(namedAsItIs(`Soporte ${recibo}`, type));
  return sendFile(opening, file, { type, disposition });
}

const sendPicture = (reply: FastifyReply, picture: Uint8Array) =>
  reply.type(receiptTypes.jpg).send(Buffer.from(picture));

export function registerReceiptDocuments(open: OpenDocument, services: Services): void {
  const { thumbnail, sheet: oneSheet } = services.atOnce;
  const sendThumbnail = async ({ context, request, reply }: Opening) => {
    const { sha256, type } = await receiptOf(context, request.params.soporte);
    const picture = await thumbnail(context.session, () =>
      drawn(context, { sha256, name: 'thumbnail' }, (file, options) =>
        untrustedFiles.run('thumbnail', { file, type }, options),
      ),
    );
    return sendPicture(reply, picture);
  };
  const sendCount = async ({ context, request, reply }: Opening) => {
    const { sha256, type } = await receiptOf(context, request.params.soporte);
    const hojas = await oneSheet(context.session, () =>
      drawn(context, { sha256, name: 'sheets' }, (file, options) =>
        untrustedFiles.run('countSheets', { file, type }, options),
      ),
    );
    return reply.send({ hojas });
  };
  const sendSheet = async ({ context, request, reply }: Opening) => {
    const sheet = sheetIn(request.params.hoja);
    const { sha256, type } = await receiptOf(context, request.params.soporte);
    const picture = await oneSheet(context.session, () =>
      drawn(context, { sha256, name: `sheet ${sheet}` }, (file, options) =>
        untrustedFiles.run('drawSheet', { file, type, sheet }, options),
      ),
    );
    if (picture === null) throw notFound();
    return sendPicture(reply, picture);
  };
  const at = '/:soporte';
  open('receipt', sendReceipt, { at });
  open('thumbnail', sendThumbnail, { at, ...withoutHead });
  open('sheets', sendCount, { at, ...withoutHead });
  open('sheets', sendSheet, { at: `${at}/:hoja`, ...withoutHead });
}
