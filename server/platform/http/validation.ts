import * as yup from 'yup';
import { type CallPath, calls } from '#contract/contract.ts';
import type { Reason } from '#contract/errors.ts';
import { malformedMessage } from '#contract/fields.ts';
import { HttpError } from '../errors/http-error.ts';

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
  error.type === 'typeError' || error.type === 'noUnknown' || error.message === malformedMessage;

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
 * The body of a call, checked by its schema; codes that came as text are numbers afterwards.
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
    if (failures.some(isMalformed)) {
      throw new HttpError(400, { msg: malformedMessage, motivos: reasonsOf(failures) });
    }
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
