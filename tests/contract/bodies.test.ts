import { describe, expect, test } from 'vitest';
import * as yup from 'yup';
import { type CallPath, callPaths, calls } from '#contract/contract.ts';
import { malformedMessage } from '#contract/fields.ts';
import { codes, type Sample, samples } from './bodies.ts';

const options = { abortEarly: false, stripUnknown: false } as const;
const token = 'caja-menor';

const check = (path: CallPath, body: unknown): Record<string, unknown> =>
  calls[path].body.validateSync(body, options);

interface Failure {
  path: string;
  message: string;
  malformed: boolean;
}

/** Every failure of a body; none when it is right. */
function failuresOf(path: CallPath, body: unknown): Failure[] {
  try {
    check(path, body);
    return [];
  } catch (error) {
    if (!yup.ValidationError.isError(error)) throw error;
    const inner = error.inner.length > 0 ? error.inner : [error];
    return inner.map(({ path: field = '', message, type }) => ({
      path: field,
      message,
      malformed: message === malformedMessage || type === 'typeError' || type === 'noUnknown',
    }));
  }
}

const isMalformed = (path: CallPath, body: unknown): boolean =>
  failuresOf(path, body).some(({ malformed }) => malformed);

const sampleOf = (path: CallPath): Sample => samples[path];
const least = (path: CallPath) => ({ token, ...sampleOf(path).required });
const most = (path: CallPath) => ({ ...least(path), ...sampleOf(path).optional });

const isCode = (path: CallPath, field: string): boolean =>
  codes.some(([call, name]) => call === path && name === field);

/** An object that cannot be read as a number or a text. */
const unreadable = { toString: 'x', valueOf: 1 };

/** What is never right in the place of a value. */
function wrongInsteadOf(path: CallPath, field: string, value: unknown): unknown[] {
  if (path === '/formatearNumero') return [true, {}, [], unreadable];
  if (Array.isArray(value))
    return ['1', 1, true, {}, unreadable, [unreadable], [true], [{}], [[1]], ['x']];
  if (typeof value === 'object')
    return ['x', 1, true, [], { id: unreadable }, { id: {} }, { id: [[1]] }, { id: null }];
  if (typeof value === 'string') return [12, true, {}, unreadable, [], [value]];
  const never = [true, {}, unreadable, [], [value], 'x', '', '1e1'];
  return isCode(path, field) ? never : [...never, String(value)];
}

const without = (body: Record<string, unknown>, field: string) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));

describe.each(callPaths)('%s', (path) => {
  test('takes its body, with and without what is optional', () => {
    expect(failuresOf(path, least(path))).toEqual([]);
    expect(failuresOf(path, most(path))).toEqual([]);
    expect(check(path, most(path))).toEqual(most(path));
  });

  test('knows no other fields than those that are tried here', () => {
    const compatibility = ['usuario_accion', 'id_usuario', 'tipo_perfil', 'tipoperfil_id'];
    const known = new Set([...Object.keys(most(path)), ...compatibility]);
    expect(new Set(Object.keys(calls[path].body.fields))).toEqual(known);
  });

  test('refuses it when something required is missing or null', () => {
    const accepted = Object.keys(least(path)).filter(
      (field) =>
        failuresOf(path, without(least(path), field)).length === 0 ||
        failuresOf(path, { ...least(path), [field]: null }).length === 0,
    );
    expect(accepted).toEqual([]);
  });

  test('refuses wrong types as malformed, whatever the field', () => {
    const accepted = Object.entries(most(path)).flatMap(([field, value]) =>
      wrongInsteadOf(path, field, value)
        .filter((wrong) => !isMalformed(path, { ...most(path), [field]: wrong }))
        .map((wrong) => `${field}: ${JSON.stringify(wrong)}`),
    );
    expect(accepted).toEqual([]);
  });

  test('refuses numbers beyond all measure', () => {
    const accepted = Object.entries(most(path)).flatMap(([field, value]) =>
      [1e300, -1, 0.001]
        .filter(() => typeof value === 'number')
        .filter((wrong) => failuresOf(path, { ...most(path), [field]: wrong }).length === 0)
        .map((wrong) => `${field}: ${wrong}`),
    );
    expect(accepted).toEqual([]);
  });

  test('refuses a field that it does not know', () => {
    for (const name of ['otro', 'Token', 'constructor', 'toString', 'id_usuario_'])
      expect(isMalformed(path, { ...least(path), [name]: 1 }), name).toBe(true);
  });

  test('takes who acts for compatibility, as number or text, and nothing else in its place', () => {
    for (const field of ['usuario_accion', 'tipo_perfil', 'tipoperfil_id']) {
      expect(failuresOf(path, { ...least(path), [field]: 7 })).toEqual([]);
      expect(failuresOf(path, { ...least(path), [field]: '7' })).toEqual([]);
      expect(isMalformed(path, { ...least(path), [field]: { id: 7 } })).toBe(true);
    }
  });

  test('is no call without the token', () => {
    const body = without(least(path), 'token');
    for (const wrong of [undefined, null, '', 5, true, ['caja-menor'], 'x'.repeat(201)])
      expect(isMalformed(path, { ...body, token: wrong }), JSON.stringify(wrong)).toBe(true);
  });

  test('takes nothing that is not an object', () => {
    for (const wrong of [null, undefined, [], 'x', 1, true, JSON.stringify(least(path))])
      expect(failuresOf(path, wrong), JSON.stringify(wrong)).not.toEqual([]);
  });
});

describe('codes come as number or as numeric text and are numbers afterwards', () => {
  test.each(codes)('%s %s', (path, field, values) => {
    for (const value of values) {
      expect(check(path, { ...least(path), [field]: value })[field]).toBe(value);
      expect(check(path, { ...least(path), [field]: String(value) })[field]).toBe(value);
    }
    const others = [6, 8, 11, 99, -1, 1.5].filter((value) => !values.includes(value));
    for (const value of [...others, ...others.map(String), ' 1', '1.0', '0x1', 'uno'])
      expect(isMalformed(path, { ...least(path), [field]: value }), String(value)).toBe(true);
  });
});

describe('ids', () => {
  test.each([0, -1, 1.5, Number.MAX_SAFE_INTEGER + 1, '1', Number.NaN])('%s is none', (wrong) => {
    expect(isMalformed('/obtenerCaja', { token, id_caja: wrong })).toBe(true);
  });
});

describe('text', () => {
  test.each(['\u0000', 'a\u0000b', '\uD800', 'x\uDC00'])('%j cannot be stored', (wrong) => {
    const body = { ...least('/guardarSupervisor'), observacion: wrong };
    expect(isMalformed('/guardarSupervisor', body)).toBe(true);
  });

  test('may hold every letter, emoji and line', () => {
    const body = { ...least('/guardarSupervisor'), observacion: 'Ñandú «sí»\n🧾 ok' };
    expect(failuresOf('/guardarSupervisor', body)).toEqual([]);
  });
});
