/** The sentences of the specification's validation rules, verbatim, where a schema produces them. */

import { describe, expect, test } from 'vitest';
import * as yup from 'yup';
import { type CallPath, calls } from '#contract/contract.ts';
import { samples } from './bodies.ts';

function sentences(path: CallPath, changes: Record<string, unknown>): Record<string, string> {
  const body = { token: 'x', ...samples[path].required, ...changes };
  try {
    calls[path].body.validateSync(body, { abortEarly: false, stripUnknown: false });
    return {};
  } catch (error) {
    if (!yup.ValidationError.isError(error)) throw error;
    const inner = error.inner.length > 0 ? error.inner : [error];
    return Object.fromEntries(inner.map(({ path: field = '', message }) => [field, message]));
  }
}

const email = 'Por favor introduzca un correo válido.';
const six = 'Tu contraseña necesita mínimo 6 caracteres.';
const required = 'Por favor llene todos los campos requeridos.';
const format = 'El formato del correo es incorrecto';
const password = 'La contraseña no cumple con los requisitos (Alfanumérico, 8-10 caracteres)';
const complete = 'Por favor complete todos los campos';
const alphanumeric = 'Recuerda que solo se aceptan letras y números';
const invoice = 'Solo letras y números, campo obligatorio';
const digits = 'Solo se aceptan números';
const numbers = 'Solo números';
const most = 'El valor puede ser de hasta $ 999.999.999';
const tooMuch = [
  1_000_000_000,
  999_999_999.5,
  '1.000.000.000',
  '$ 9.999.999.999.999',
  '1000000000000000',
];
const oneLine = 'Escriba el texto en una sola línea, sin saltos ni caracteres de control.';
const severalLines = [
  'Ana\nBcc: x@y.co',
  'Ana\r',
  'Ana\tB',
  'Ana\u2028B',
  'Ana\u0007',
  'ana\u202efdp.exe',
];
const severalAddresses = [
  'ana@a.co,eva@b.co',
  'ana@a.co;eva@b.co',
  'Ana<ana@a.co>',
  '"ana"@a.co',
  'ana@a.co\n',
  'ana@a.co,b.co',
  'mailto:ana@a.co',
  'ana(x)@a.co',
  'ana\u0000@a.co',
];

describe('the sentence for an invalid value of', () => {
  test.each<[CallPath, string, unknown[], string]>([
    [
      '/auth/user',
      'email',
      ['', undefined, 'ana', 'ana@', '@a.co', 'a b@c.co', 'ana@tienda'],
      email,
    ],
    ['/auth/user', 'password', ['', undefined, '12345'], six],
    ['/enviarGasto', 'valor', tooMuch, most],
    ['/guardarSupervisor', 'reembolsar', tooMuch, most],
    ['/darVale', 'valor', tooMuch, most],
    ['/configGeneral', 'monto_maximo', tooMuch, most],
    ['/agregarTienda', 'base', [1_000_000_000, '1000000000', '1000000000000000'], most],
    ['/editarTienda', 'base', [1_000_000_000, '1000000000', '1000000000000000'], most],
    ['/auth/codigo', 'codigo', ['', undefined], 'Escriba el código'],
    ['/recoverPassword', 'email', ['', undefined], 'Email obligatorio'],
    ['/recoverPassword', 'email', ['ana'], email],
    ['/changePwd', 'password', ['', undefined], 'Este campo es obligatorio'],
    [
      '/changePwd',
      'password',
      ['Caja202', 'Caja2026abc', 'Caja 2026', 'Caja-2026', 'ñandú2026'],
      password,
    ],
    ['/registrarUsuario', 'tipo', [undefined, null], required],
    ['/registrarUsuario', 'nombre', ['', '   ', undefined], required],
    ['/registrarUsuario', 'tipo_doc', [undefined], required],
    ['/registrarUsuario', 'num_doc', ['', undefined], required],
    ['/registrarUsuario', 'digito', ['', undefined, 'x'], required],
    [
      '/registrarUsuario',
      'digito',
      ['0', '1', '7'],
      'El dígito de verificación no corresponde al número de documento',
    ],
    ['/registrarUsuario', 'email', ['', undefined], required],
    ['/registrarUsuario', 'email', ['ana', 'ana@tienda'], format],
    ['/registrarUsuario', 'celular', ['300 123', '+57300', 'abc'], 'No es un número válido'],
    [
      '/registrarUsuario',
      'password',
      ['', undefined, 'Caja202', 'Caja2026abc', 'Caja_2026'],
      password,
    ],
    ['/editarUsuario', 'password', ['corta', 'Caja_2026'], password],
    ['/crearEmpresa', 'nombre', ['', '  ', undefined], complete],
    ['/crearEmpresa', 'zona', [undefined, null], complete],
    ['/agregarTienda', 'nombre', ['', ' ', undefined], complete],
    ['/agregarTienda', 'centro_costo', ['', undefined], complete],
    ['/agregarTienda', 'responsable', [undefined, null], complete],
    ['/agregarTienda', 'gerente', [undefined, null], complete],
    ['/agregarTienda', 'base', [undefined, null], complete],
    ['/agregarTienda', 'base', [-1, 0.001, '1.500', 'x'], numbers],
    ['/agregarTienda', 'email', ['norte', 'norte@tienda'], 'Formato de email inválido'],
    ['/configGeneral', 'monto_maximo', [undefined, null], 'Este campo es obligatorio'],
    ['/registrarUsuario', 'nombre', severalLines, oneLine],
    ['/editarUsuario', 'nombre', severalLines, oneLine],
    ['/crearEmpresa', 'nombre', severalLines, oneLine],
    ['/editarEmpresa', 'nombre', severalLines, oneLine],
    ['/agregarTienda', 'nombre', severalLines, oneLine],
    ['/editarTienda', 'direccion', severalLines, oneLine],
    ['/enviarGasto', 'proveedor', severalLines, oneLine],
    ['/guardarContabilidad', 'proveedor', severalLines, oneLine],
    ['/registrarUsuario', 'email', severalAddresses.slice(0, -1), format],
    ['/agregarTienda', 'email', severalAddresses.slice(0, -1), 'Formato de email inválido'],
    ['/enviarGasto', 'fecha_gasto', ['', undefined], complete],
    ['/enviarGasto', 'fecha_gasto', ['31/11/2026', '29.2.2027', '32/1/2026'], 'Ese día no existe.'],
    [
      '/enviarGasto',
      'fecha_gasto',
      ['30/11/2026', 'ayer', '31/11'],
      'La fecha debe tener la forma aaaa-mm-dd.',
    ],
    ['/enviarGasto', 'num_doc', ['', undefined, '123456', '12345a7', '900.37'], digits],
    ['/enviarGasto', 'proveedor', ['', '   ', undefined], complete],
    ['/enviarGasto', 'direccion', ['', '   ', undefined, null], complete],
    ['/enviarGasto', 'departamento', [undefined, null], complete],
    ['/enviarGasto', 'ciudad', [undefined, null], complete],
    ['/enviarGasto', 'recibo', ['', undefined], complete],
    ['/enviarGasto', 'recibo', ['A-1', 'A 1', 'ñ1'], alphanumeric],
    ['/enviarGasto', 'valor', [undefined, null, '', 0, -5, 1.234, 'x', '-1', '12.50.0'], numbers],
    ['/guardarSupervisor', 'reembolsar', ['x', '1e3', -1], numbers],
    ['/enviarGasto', 'concepto', ['', '  ', undefined], complete],
    ['/enviarGasto', 'categoria', [undefined, []], complete],
    ['/enviarGasto', 'tipo_factura', [undefined], complete],
    ['/enviarGasto', 'numero_factura', ['', undefined, null, 'FE-1', 'FE 1'], invoice],
  ])('%s %s', (path, field, values, sentence) => {
    for (const value of values)
      expect(sentences(path, { [field]: value }), JSON.stringify(value)).toMatchObject({
        [field]: sentence,
      });
  });
});

describe('the validation rules', () => {
  test.each<[string, CallPath, Record<string, unknown>]>([
    [
      'a check digit is asked for only with a NIT',
      '/registrarUsuario',
      { tipo_doc: 1, digito: undefined },
    ],
    ['a mobile number may be left out', '/registrarUsuario', { celular: '' }],
    ['a password may stay when a user is edited', '/editarUsuario', { password: '' }],
    ['or be null', '/editarUsuario', { password: null }],
    ['six characters are enough to sign in', '/auth/user', { password: '123456' }],
    [
      'an expense without electronic invoice needs no number',
      '/enviarGasto',
      { tipo_factura: 0, numero_factura: undefined },
    ],
    [
      'also when the answer comes as text',
      '/enviarGasto',
      { tipo_factura: '0', numero_factura: '' },
    ],
    ['seven digits are a document', '/enviarGasto', { num_doc: '1234567' }],
    [
      'a known supplier needs no address',
      '/enviarGasto',
      {
        id_proveedor: 5,
        num_doc: undefined,
        proveedor: undefined,
        direccion: undefined,
        departamento: undefined,
        ciudad: undefined,
      },
    ],
    [
      'additional persons in charge are optional',
      '/agregarTienda',
      { responsables_adicionales: undefined },
    ],
    [
      'the guide may be empty, the machine decides',
      '/enviarSoporteCaja',
      { id_empresa: null, codigo: '' },
    ],
    [
      'an observation may be missing, the machine decides',
      '/guardarSupervisor',
      { observacion: null, id_rechazo: null },
    ],
    ['one hundred characters are a receipt', '/enviarGasto', { recibo: 'A'.repeat(100) }],
  ])('%s', (_, path, changes) => {
    expect(sentences(path, changes)).toEqual({});
  });

  test('an electronic invoice given as text needs its number', () => {
    const changes = { tipo_factura: '1', numero_factura: undefined };
    expect(sentences('/enviarGasto', changes)).toEqual({ numero_factura: invoice });
  });

  test('a receipt number has at most one hundred characters', () => {
    expect(sentences('/enviarGasto', { recibo: 'A'.repeat(101) })).toHaveProperty('recibo');
  });
});
