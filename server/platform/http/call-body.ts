import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import * as yup from 'yup';
import type { UploadRules } from '#contract/call.ts';
import { type CallPath, calls } from '#contract/contract.ts';
import type { Reason } from '#contract/errors.ts';
import { isMalformedSentence, malformedMessage } from '#contract/fields.ts';
import { HttpError, codeOf } from '../errors/http-error.ts';
import type { UploadedFile } from './operation.ts';

export const fileField = 'archivo';

/** Bytes allowed for the form fields and boundaries besides the file. */
const aroundTheFile = 64 * 1024;

/** Maximum body of a call with a file, in bytes. */
export const maximumUploadBytes = ({ maximumBytes }: UploadRules): number =>
  maximumBytes + aroundTheFile;

/** Streams the file to disk and syncs it: an upload is never held in memory as a whole. */
async function received(part: MultipartFile, place: string): Promise<UploadedFile> {
  const target = createWriteStream(place, { flush: true });
  // Stops reading a file that is too large.
  part.file.once('limit', () => part.file.destroy(new HttpError(413)));
  await pipeline(part.file, target);
  return { filename: part.filename ?? '', file: `${target.path}`, bytes: target.bytesWritten };
}

async function readParts(
  request: FastifyRequest,
  { maximumBytes }: UploadRules,
  place: string,
): Promise<{ body: Record<string, unknown>; archivo: UploadedFile | null }> {
  const body: Record<string, unknown> = {};
  let archivo: UploadedFile | null = null;
  const limits = { fileSize: maximumBytes, files: 1, fields: 20, fieldSize: 4_000 };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') body[part.fieldname] = part.value;
    else if (part.fieldname === fileField) archivo = await received(part, place);
    else throw new HttpError(400);
  }
  return { body, archivo };
}

/** The form parser throws plain `Error`s without a code; any other error has a class or a code. */
const isBrokenForm = (error: unknown): boolean =>
  error instanceof Error &&
  error.constructor === Error &&
  !('statusCode' in error) &&
  codeOf(error) === '';

/**
 * Reads a whole upload: its fields as a body, its file into the path `place`.
 *
 * @throws HttpError 400 when it is truncated or has no boundary, 413 when the file is too large
 */
export async function multipartBody(
  ...form: Parameters<typeof readParts>
): ReturnType<typeof readParts> {
  try {
    return await readParts(...form);
  } catch (error) {
    throw isBrokenForm(error) ? new HttpError(400) : error;
  }
}

/** The file of the form, checked last; null when it is optional and absent. @throws HttpError 422 when it is missing */
export function fileOfForm(
  archivo: UploadedFile | null,
  { missing }: UploadRules,
): UploadedFile | null {
  if (archivo !== null || missing === undefined) return archivo;
  throw new HttpError(422, { motivos: [{ guardia: fileField, mensaje: missing }] });
}

/** The largest form confirms 1,000 payments with three values each; the rest is margin. */
const MAXIMUM_VALUES = 4_500;
const MAXIMUM_DEPTH = 8;

/**
 * False for a body that no form of the page sends: validating too many values would block the event loop, and
 * deep nesting would overflow the stack. Visits no more values than the limit allows.
 */
function isOfModestSize(body: unknown): boolean {
  let level: unknown[] = [body];
  let values = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAXIMUM_DEPTH) return false;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      const inside = Object.values(value);
      values += inside.length;
      if (values > MAXIMUM_VALUES) return false;
      next.push(...inside);
    }
    level = next;
  }
  return true;
}

/** True for errors that a form cannot produce: unknown fields, wrong types, impossible ids. */
const isMalformed = (error: yup.ValidationError): boolean =>
  error.type === 'noUnknown' || isMalformedSentence(error.message);

/** Forms that the specification refuses with status '401' in the body and a list of messages. */
const refusedWithErrorList: readonly CallPath[] = ['/registrarUsuario', '/editarUsuario'];

/** A 422 refusal in the format of the call. */
function brokenRules(path: CallPath, motivos: Reason[]): HttpError {
  const errores = [...new Set(motivos.map(({ mensaje }) => mensaje))];
  return new HttpError(
    422,
    refusedWithErrorList.includes(path) ? { bodyStatus: '401', errores, motivos } : { motivos },
  );
}

/**
 * Validates the body of a call against its schema, and converts text to numbers for numeric fields.
 *
 * @throws HttpError 400 when it is malformed, 422 with every broken rule when the user filled it in wrongly
 */
export async function validBody(path: CallPath, body: unknown): Promise<unknown> {
  if (!isOfModestSize(body)) throw new HttpError(400, { msg: malformedMessage });
  try {
    return await calls[path].body.validate(body, { abortEarly: false, stripUnknown: false });
  } catch (error) {
    if (!yup.ValidationError.isError(error)) throw error;
    const failures = error.inner.length > 0 ? error.inner : [error];
    const malformed = failures.find(isMalformed);
    if (malformed !== undefined)
      throw new HttpError(400, { msg: malformed.message, motivos: reasonsOf(failures) });
    throw brokenRules(path, reasonsOf(failures));
  }
}

/** Deduplicated: several rules of a field may have the same message. */
const reasonsOf = (failures: readonly yup.ValidationError[]): Reason[] => {
  const reasons = new Map<string, Reason>();
  for (const { path = '', message } of failures) {
    reasons.set(`${path}\n${message}`, { guardia: path, mensaje: message });
  }
  return [...reasons.values()];
};

/** Throws when an answer does not match the contract, which is a server bug; used in tests. */
export async function assertAnswer(path: CallPath, answer: unknown): Promise<void> {
  await calls[path].answer.validate(answer, { strict: true, abortEarly: false });
}
