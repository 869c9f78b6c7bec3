import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { UploadRules } from '#contract/call.ts';
import { type CallPath, calls } from '#contract/contract.ts';
import type { UploadedFile } from './operation.ts';
import { codeOf } from '../errors/error-code.ts';
import { HttpError } from '../errors/http-error.ts';

export const fileField = 'archivo';

/** Space for the fields and boundaries around the file. */
const aroundTheFile = 64 * 1024;

/** Largest body of a call with a file, in bytes. */
export const maximumUploadBytes = ({ maximumBytes }: UploadRules): number =>
  maximumBytes + aroundTheFile;

const asNumber = (text: string): unknown =>
  /^\d{1,15}(\.\d{1,2})?$/.test(text) ? Number(text) : text;

/** Fields of a form are text; those that the schema wants as numbers, or as lists of them, become that where they are. */
function fieldValue(path: CallPath, name: string, text: unknown): unknown {
  const field = calls[path].body.describe().fields[name];
  if (typeof text !== 'string' || field === undefined || !('type' in field)) return text;
  if (field.type === 'number') return asNumber(text);
  return field.type === 'array' ? text.split(',').map(asNumber) : text;
}

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
