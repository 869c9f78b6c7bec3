/** Responses for refusals and failures: a list with one element. */
import { isRefusalStatus, type RefusalBody } from '#contract/errors.ts';
import {
  HttpError,
  codeOf,
  databaseGone,
  fullDisk,
  isAnyOf,
  isDamage,
} from '../errors/http-error.ts';

export interface RefusalAnswer {
  httpStatus: number;
  body: [RefusalBody];
}

export function refusalAnswer(refusal: HttpError): RefusalAnswer {
  const { motivos, errores } = refusal;
  return {
    httpStatus: refusal.status,
    body: [
      {
        status: refusal.bodyStatus,
        msg: refusal.msg,
        ...(motivos && { motivos }),
        ...(errores && { errores }),
      },
    ],
  };
}

/** Spanish messages for requests that Fastify refuses before an operation runs. */
const frameworkRefusals: Record<string, HttpError> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new HttpError(415, {
    msg: 'La solicitud debe enviarse en formato JSON.',
  }),
  FST_INVALID_MULTIPART_CONTENT_TYPE: new HttpError(415, {
    msg: 'El archivo debe enviarse como formulario multipart.',
  }),
  FST_ERR_CTP_BODY_TOO_LARGE: new HttpError(413, { msg: 'La solicitud es demasiado grande.' }),
  FST_REQ_FILE_TOO_LARGE: new HttpError(413),
};

const statusOf = (error: unknown): number =>
  error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;

/** The refusal that an error stands for; null for a bug or a server failure. */
export function refusalOf(error: unknown): HttpError | null {
  if (error instanceof HttpError) return error;
  const known = frameworkRefusals[codeOf(error)];
  if (known) return known;
  const status = statusOf(error);
  if (status < 400 || status >= 500) return null;
  return new HttpError(isRefusalStatus(status) ? status : 400);
}

/** Database unreachable, shutting down, out of connections or read-only; lock timeouts and conflicts. */
const passingFailures: readonly string[] = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'ENOTFOUND',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // Read-only node: a former primary, or a standby that is being promoted.
  '25006',
  '55P03',
  '40001',
  '40P01',
  'SQLITE_BUSY',
];

/** Disk full or not writable: nothing was stored, and the operator can fix it. */
const storageFailures: readonly string[] = [
  ...fullDisk,
  'EACCES',
  'EPERM',
  'EIO',
  'SQLITE_FULL',
  'SQLITE_READONLY',
  'SQLITE_CANTOPEN',
  'SQLITE_IOERR',
  // PostgreSQL: disk full, I/O error.
  '53100',
  '58030',
];

const isPassing = (error: unknown): boolean => passingFailures.includes(codeOf(error));

function failureOf(error: unknown): HttpError {
  const code = codeOf(error);
  if (isDamage(error))
    return new HttpError(500, {
      msg: 'La base de datos está dañada. No se guardó nada; avise al administrador.',
    });
  if (code === databaseGone)
    return new HttpError(503, {
      msg: 'No se guardó nada: la base de datos no está en su sitio. Avise al administrador.',
    });
  if (isAnyOf(storageFailures, code)) return new HttpError(507);
  return new HttpError(isPassing(error) ? 503 : 500);
}

/** The response for a server failure, without details: the log has them under the same support code. */
export function failureAnswer(error: unknown, supportCode: string): RefusalAnswer {
  const { httpStatus, body } = refusalAnswer(failureOf(error));
  return { httpStatus, body: [{ ...body[0], codigo_soporte: supportCode }] };
}
