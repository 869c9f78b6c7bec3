/** How everything that is not an answer of an operation leaves the server: one element in a list. */
import { isRefusalStatus, type RefusalBody } from '#contract/errors.ts';
import { HttpError, codeOf, fullDisk } from '../errors/http-error.ts';

interface RefusalAnswer {
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

/** Answers to what the framework refuses before an operation is reached, in the words of a person. */
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

/** The expected "no" behind an error, or null when the error is a mistake or a failure of ours. */
export function refusalOf(error: unknown): HttpError | null {
  if (error instanceof HttpError) return error;
  const known = frameworkRefusals[codeOf(error)];
  if (known) return known;
  const status = statusOf(error);
  if (status < 400 || status >= 500) return null;
  return new HttpError(isRefusalStatus(status) ? status : 400);
}

/** PostgreSQL: it cannot be reached, is going down, has no connection left, or waited too long for a lock. */
const passingFailures: readonly string[] = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'ENOTFOUND',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // A node that was the primary, or is about to be.
  '25006',
  '55P03',
  '40001',
  '40P01',
  'SQLITE_BUSY',
];

/** A disk that is full or may not be written: nothing was stored, and the operator of the machine can mend it. */
const storageFailures: readonly string[] = [
  ...fullDisk,
  'EACCES',
  'EPERM',
  'EIO',
  'SQLITE_FULL',
  'SQLITE_READONLY',
  'SQLITE_CANTOPEN',
  'SQLITE_IOERR',
  // PostgreSQL: disk full, input or output.
  '53100',
  '58030',
];

/** SQLite's codes have kinds: SQLITE_IOERR_WRITE. */
const isStorageFailure = (code: string): boolean =>
  storageFailures.some((known) => code === known || code.startsWith(`${known}_`));

const isPassing = (error: unknown): boolean => passingFailures.includes(codeOf(error));

function failureStatus(error: unknown): 500 | 503 | 507 {
  if (isStorageFailure(codeOf(error))) return 507;
  return isPassing(error) ? 503 : 500;
}

/** A failure of ours, without its details: those are in the log under the same support code. */
export function failureAnswer(error: unknown, supportCode: string): RefusalAnswer {
  const { httpStatus, body } = refusalAnswer(new HttpError(failureStatus(error)));
  return { httpStatus, body: [{ ...body[0], codigo_soporte: supportCode }] };
}
