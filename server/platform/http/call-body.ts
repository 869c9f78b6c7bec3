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

/** Space for the fields and boundaries around the file. */
const aroundTheFile = 64 * 1024;

/** Largest body of a call with a file, in bytes. */
export const maximumUploadBytes = ({ maximumBytes }: UploadRules): number =>
  maximumBytes + aroundTheFile;

/** Fields of a form are text; a list is one with commas. */
const fieldValue = (path: CallPath, name: string, text: unknown): unknown =>
  typeof text === 'string' && calls[path].body.describe().fields[name]?.type === 'array'
    ? text.split(',')
    : text;

/** Writes the file as it comes, until it is on the disk: no upload is ever whole in memory. */
async function received(part: MultipartFile, place: string): Promise<UploadedFile> {
  const target = createWriteStream(place, { flush: true });
  // What is too large is not read on.
  part.file.once('limit', () => part.file.destroy(new HttpError(413)));
  await pipeline(part.file, target);
  return { filename: part.filename ?? '', file: `${target.path}`, bytes: target.bytesWritten };
}

async function readParts(
  request: FastifyRequest,
  path: CallPath,
  { maximumBytes }: UploadRules,
  place: string,
): Promise<{ body: Record<string, unknown>; archivo: UploadedFile | null }> {
  const body: Record<string, unknown> = {};
  let archivo: UploadedFile | null = null;
  const limits = { fileSize: maximumBytes, files: 1, fields: 20, fieldSize: 4_000 };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') body[part.fieldname] = fieldValue(path, part.fieldname, part.value);
    else if (part.fieldname === fileField) archivo = await received(part, place);
    else throw new HttpError(400);
  }
  return { body, archivo };
}

/** The parser of forms throws plain errors; everything that is not its own comes as a class of its own. */
const isBrokenForm = (error: unknown): boolean =>
  error instanceof Error &&
  error.constructor === Error &&
  !('statusCode' in error) &&
  codeOf(error) === '';

/**
 * Reads an upload whole: its fields as a body, and its file into the place.
 *
 * @throws HttpError 400 when it is cut off or has no boundary, 413 when the file is too large
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

/** The file of the form, once everything else about the request is in order; null where none is needed. */
export function fileOfForm(
  archivo: UploadedFile | null,
  { missing }: UploadRules,
): UploadedFile | null {
  if (archivo !== null || missing === undefined) return archivo;
  throw new HttpError(422, { motivos: [{ guardia: fileField, mensaje: missing }] });
}

/** Values in the largest body of a form, four lists of two hundred or a condition of a thousand, and worker process beside. */
const MAXIMUM_VALUES = 1_500;
const MAXIMUM_DEPTH = 8;

/**
 * False for a body that only a program would send: to check each of its values would keep everybody else
 * waiting, and to print it deep enough ends the stack. It looks at no more values than it lets through.
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

/** A program sent it, not a person: unknown fields, wrong types and ids that cannot be. */
const isMalformed = (error: yup.ValidationError): boolean =>
  error.type === 'typeError' || error.type === 'noUnknown' || isMalformedSentence(error.message);

/** Forms whose refusal is, by the specification, status '401' in the body with a list of sentences. */
const refusedWithErrorList: readonly CallPath[] = ['/registrarUsuario', '/editarUsuario'];

/** 422 in the form that the call promises. */
function brokenRules(path: CallPath, motivos: Reason[]): HttpError {
  const errores = [...new Set(motivos.map(({ mensaje }) => mensaje))];
  return new HttpError(
    422,
    refusedWithErrorList.includes(path) ? { bodyStatus: '401', errores, motivos } : { motivos },
  );
}

/**
 * The body of a call, checked by its schema; what came as text is a number afterwards where the call has one.
 *
 * @throws HttpError 400 when it is malformed, 422 with every broken rule when a person filled it wrongly
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

/** Several rules of a field may say the same. */
const reasonsOf = (failures: readonly yup.ValidationError[]): Reason[] => {
  const reasons = new Map<string, Reason>();
  for (const { path = '', message } of failures) {
    reasons.set(`${path}\n${message}`, { guardia: path, mensaje: message });
  }
  return [...reasons.values()];
};

/** In tests: an answer that is not what the contract promises is a mistake of the server. */
export async function assertAnswer(path: CallPath, answer: unknown): Promise<void> {
  await calls[path].answer.validate(answer, { strict: true, abortEarly: false });
}
