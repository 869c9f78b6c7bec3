import { describe, expect, test } from 'vitest';
import * as yup from 'yup';
import { type CallPath, callPaths, calls } from '#contract/contract.ts';
import { isMalformedSentence } from '#contract/fields.ts';
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

/** All failures of a body; empty when it is valid. */
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
      malformed: isMalformedSentence(message) || type === 'noUnknown',
    }));
  }
}

const isMalformed = (path: CallPath, body: unknown): boolean =>
  failuresOf(path, body).some(({ malformed }) => malformed);

const sampleOf = (path: CallPath): Sample => samples[path];
const least = (path: CallPath) => ({ token, ...sampleOf(path).required });
const most = (path: CallPath) => ({ ...least(path), ...sampleOf(path).optional });

/** An object that cannot be read as a number or a text. */
const unreadable = { toString: 'x', valueOf: 1 };

/** Values that are never valid instead of the given one. */
function wrongInsteadOf(path: CallPath, value: unknown): unknown[] {
  if (path === '/formatearNumero') return [true, {}, [], unreadable];
  if (Array.isArray(value))
    return ['x', true, {}, unreadable, [unreadable], [true], [{}], [[1]], ['x']];
  if (typeof value === 'object')
    return ['x', 1, true, [], { id: unreadable }, { id: {} }, { id: [[1]] }, { id: null }];
  if (typeof value === 'string') return [12, true, {}, unreadable, [], [value]];
  return [true, {}, unreadable, [], [value], 'x', '1e1', '-1', '0x1', '1.2.3'];
}

/** A text that is no amount of money: the user may have typed it. */
const isRefusedAsAmount = (path: CallPath, field: string, wrong: unknown): boolean =>
  [wrong].flat().every((value) => typeof value === 'string') &&
  failuresOf(path, { ...most(path), [field]: wrong }).some(
    ({ message }) => message === 'Solo números',
  );

/** A payment of a movement has a negative key. */
const isPaymentKey = (path: CallPath, field: string): boolean =>
  field === 'id_caja' && (path === '/corregirGiro' || path === '/responderGiro');

/** Numbers as text, as a client built only from the specification sends them. */
function asText(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  return Array.isArray(value) ? value.map(asText) : value;
}

const without = (body: Record<string, unknown>, field: string) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));

describe.each(callPaths)('%s', (path) => {
  test('accepts its body, with and without optional fields', () => {
    expect(failuresOf(path, least(path))).toEqual([]);
    expect(failuresOf(path, most(path))).toEqual([]);
    expect(check(path, most(path))).toEqual(most(path));
  });

  test('parses ids, codes and money from text, and accepts empty optional numbers', () => {
    if (path === '/formatearNumero') return;
    const texts = Object.entries(most(path)).map(([field, value]) => [field, asText(value)]);
    expect(check(path, Object.fromEntries(texts))).toEqual(most(path));
    for (const [field, value] of Object.entries(sampleOf(path).optional ?? {}))
      if (typeof value === 'number')
        expect(failuresOf(path, { ...least(path), [field]: '' }), field).toEqual([]);
  });

  test('has no fields other than those of its sample', () => {
    const compatibility = ['usuario_accion', 'id_usuario', 'tipo_perfil', 'tipoperfil_id'];
    const known = new Set([...Object.keys(most(path)), ...compatibility]);
    expect(new Set(Object.keys(calls[path].body.fields))).toEqual(known);
  });

  test('refuses a body with a required field missing or null', () => {
    const accepted = Object.keys(least(path)).filter(
      (field) =>
        failuresOf(path, without(least(path), field)).length === 0 ||
        failuresOf(path, { ...least(path), [field]: null }).length === 0,
    );
    expect(accepted).toEqual([]);
  });

  test('refuses wrong types as malformed in every field', () => {
    const accepted = Object.entries(most(path)).flatMap(([field, value]) =>
      wrongInsteadOf(path, value)
        .filter((wrong) => wrong !== '-1' || !isPaymentKey(path, field))
        .filter((wrong) => !isMalformed(path, { ...most(path), [field]: wrong }))
        .filter((wrong) => !isRefusedAsAmount(path, field, wrong))
        .map((wrong) => `${field}: ${JSON.stringify(wrong)}`),
    );
    expect(accepted).toEqual([]);
  });

  test('refuses numbers out of range', () => {
    const accepted = Object.entries(most(path)).flatMap(([field, value]) =>
      [1e300, -1, 0.001]
        .filter(
          (wrong) => typeof value === 'number' && (wrong !== -1 || !isPaymentKey(path, field)),
        )
        .filter((wrong) => failuresOf(path, { ...most(path), [field]: wrong }).length === 0)
        .map((wrong) => `${field}: ${wrong}`),
    );
    expect(accepted).toEqual([]);
  });

  test('refuses unknown fields', () => {
    for (const name of ['otro', 'Token', 'constructor', 'toString', 'id_usuario_'])
      expect(isMalformed(path, { ...least(path), [name]: 1 }), name).toBe(true);
  });

  test('accepts the actor fields of compatibility only as number or text', () => {
    for (const field of ['usuario_accion', 'tipo_perfil', 'tipoperfil_id']) {
      expect(failuresOf(path, { ...least(path), [field]: 7 })).toEqual([]);
      expect(failuresOf(path, { ...least(path), [field]: '7' })).toEqual([]);
      expect(isMalformed(path, { ...least(path), [field]: { id: 7 } })).toBe(true);
    }
  });

  test('refuses a missing or invalid token', () => {
    const body = without(least(path), 'token');
    for (const wrong of [undefined, null, '', 5, true, ['caja-menor'], 'x'.repeat(201)])
      expect(isMalformed(path, { ...body, token: wrong }), JSON.stringify(wrong)).toBe(true);
  });

  test('refuses a body that is not an object', () => {
    for (const wrong of [null, undefined, [], 'x', 1, true, JSON.stringify(least(path))])
      expect(failuresOf(path, wrong), JSON.stringify(wrong)).not.toEqual([]);
  });
});

describe('codes as numbers or numeric text become numbers', () => {
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
  test.each([0, -1, 1.5, Number.MAX_SAFE_INTEGER + 1, '0', '1.5', '-7', 'x7', Number.NaN])(
    '%s is not valid',
    (wrong) => {
      expect(isMalformed('/obtenerCaja', { token, id_caja: wrong })).toBe(true);
    },
  );

  test('can be text', () => {
    expect(check('/obtenerCaja', { token, id_caja: '7' })).toEqual({ token, id_caja: 7 });
  });
});

describe('the values of the specification', () => {
  test.each([
    ['1.500.000', 1_500_000],
    ['12500.50', 12_500.5],
    ['$ 12.500,50', 12_500.5],
    ['48000', 48_000],
  ])('money %j is %d', (valor, pesos) => {
    expect(check('/enviarGasto', { ...least('/enviarGasto'), valor }).valor).toBe(pesos);
  });

  test.each(['12.50.0', '1,5,0', '$', 'doce mil'])('%j is not money', (valor) => {
    expect(failuresOf('/enviarGasto', { ...least('/enviarGasto'), valor })).toEqual([
      { path: 'valor', message: 'Solo números', malformed: false },
    ]);
  });

  test('an empty text counts as no value', () => {
    const decided = { ...least('/guardarSupervisor'), id_rechazo: '', reembolsar: '' };
    expect(check('/guardarSupervisor', decided)).toMatchObject({
      id_rechazo: null,
      reembolsar: null,
    });
    const itemised = { ...least('/guardarContabilidad'), tipo_persona: '' };
    expect(check('/guardarContabilidad', itemised)).toMatchObject({ tipo_persona: null });
    expect(check('/historialCajas', { token, id_tienda: '' })).toEqual({ token });
  });

  test('a single category becomes a list', () => {
    for (const categoria of [7, '7'])
      expect(check('/enviarGasto', { ...least('/enviarGasto'), categoria }).categoria).toEqual([7]);
  });

  test('null is none for an optional field', () => {
    expect(check('/historialCajas', { token, id_tienda: null })).toEqual({ token });
    const itemised = { ...least('/guardarContabilidad'), version: null, categorias: null };
    expect(check('/guardarContabilidad', itemised)).toEqual(least('/guardarContabilidad'));
    const decided = { ...least('/guardarSupervisor'), item: null, id_rechazo: null };
    expect(check('/guardarSupervisor', decided)).toEqual({
      ...least('/guardarSupervisor'),
      id_rechazo: null,
    });
  });

  test('a list may be one text', () => {
    const itemised = {
      ...least('/guardarContabilidad'),
      categorias: '1, 2',
      item_valor: '12.000,500.5',
      iva_item: '1,',
    };
    expect(check('/guardarContabilidad', itemised)).toMatchObject({
      categorias: [1, 2],
      item_valor: [12_000, 500.5],
      iva_item: [1, null],
    });
    const one = { ...itemised, categorias: '1', item_valor: '12.000,50', iva_item: '1' };
    expect(check('/guardarContabilidad', one)).toMatchObject({ item_valor: [12_000.5] });
  });

  test('a condition is an object or its JSON text', () => {
    const asked = { token, tabla: 'empresas', condicional: '{"id_ciudad":[5,1146]}' };
    expect(check('/datosGenerales', asked).condicional).toEqual({ id_ciudad: [5, 1146] });
    const text = { ...asked, condicional: 'id_ciudad = 5 or 1 = 1' };
    expect(isMalformed('/datosGenerales', text)).toBe(true);
  });

  test.each(['900.412.857-8', '900412857-8', '900 412 857', '900412857'])(
    'the document %s is 900412857',
    (num_doc) => {
      expect(check('/enviarGasto', { ...least('/enviarGasto'), num_doc }).num_doc).toBe(
        '900412857',
      );
      const user = { ...least('/registrarUsuario'), num_doc };
      expect(check('/registrarUsuario', user).num_doc).toBe('900412857');
    },
  );

  test('a wrong check digit is reported', () => {
    const body = { ...least('/enviarGasto'), num_doc: '900.412.857-1' };
    expect(failuresOf('/enviarGasto', body).map(({ message }) => message)).toEqual([
      'El dígito de verificación no corresponde al número de documento',
    ]);
  });

  test.each<[CallPath, string, unknown, string]>([
    ['/obtenerCaja', 'id_caja', 'siete', 'id_caja debe ser un número entero'],
    ['/obtenerCaja', 'id_caja', '0', 'id_caja debe ser 1 o más'],
    ['/obtenerCaja', 'id_caja', undefined, 'id_caja es obligatorio'],
    ['/guardarSupervisor', 'estado', 9, 'estado debe ser uno de: 3, 4'],
    ['/guardarSupervisor', 'observacion', 12, 'observacion debe ser un texto'],
    ['/enviarGasto', 'categoria', ['x'], 'categoria[0] debe ser un número entero'],
    ['/enviarGasto', 'valor', true, 'valor debe ser un valor en pesos'],
    ['/enviarGasto', 'otro', 1, 'el cuerpo tiene campos que no se conocen: otro'],
  ])('the refusal of %s names %s and the reason', (path, field, value, why) => {
    const messages = failuresOf(path, { ...least(path), [field]: value }).map((one) => one.message);
    expect(messages).toContain(`La solicitud no es válida: ${why}.`);
  });
});

describe('text', () => {
  test.each(['\u0000', 'a\u0000b', '\uD800', 'x\uDC00'])('%j is malformed', (wrong) => {
    const body = { ...least('/guardarSupervisor'), observacion: wrong };
    expect(isMalformed('/guardarSupervisor', body)).toBe(true);
  });

  test('can contain accents, emoji and line breaks', () => {
    const body = { ...least('/guardarSupervisor'), observacion: 'Ñandú «sí»\n🧾 ok' };
    expect(failuresOf('/guardarSupervisor', body)).toEqual([]);
  });
});
