/**
 * Limits of time: somebody who sends a request byte by byte, or falls silent within it, only holds a
 * connection. Each part of a
 * request has its time, and an upload over a slow line has enough of it.
 */
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { TimeLimits } from '../config/config.ts';
import { HttpError } from '../errors/http-error.ts';
import { refusalAnswer } from './answer.ts';

/** Refuses what is no HTTP, or not in time, in the form of every other refusal; then the connection ends. */
function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code !== 'ECONNRESET' && socket.writable) {
    const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    const { httpStatus, body } = refusalAnswer(new HttpError(isLate ? 408 : 400));
    const text = JSON.stringify(body);
    socket.write(
      [
        `HTTP/1.1 ${httpStatus} ${isLate ? 'Request Timeout' : 'Bad Request'}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(text)}`,
        'Connection: close',
        '',
        text,
      ].join('\r\n'),
    );
  }
  socket.destroy();
}

/** The part of the limits that Node keeps by itself. */
export const connectionLimits = ({ headers, upload, silence }: TimeLimits) => ({
  requestTimeout: upload,
  connectionTimeout: silence,
  // It looks at the connections only so often: a limit is exceeded by a quarter at most.
  http: { headersTimeout: headers, connectionsCheckingInterval: Math.ceil(headers / 4) },
  clientErrorHandler: refuseConnection,
});

/** Ends the reading of a body that is not whole in time; its call is then refused with 408 and never begins. */
export function withBodyTimeout(payload: Readable, { body }: TimeLimits): void {
  const timer = setTimeout(() => payload.emit('error', new HttpError(408)), body);
  for (const event of ['end', 'close', 'error']) payload.once(event, () => clearTimeout(timer));
}
