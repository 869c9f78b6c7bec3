import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { permissionNames } from '#contract/permissions.ts';
import {
  isProfileId,
  parsePermissions,
  profiles,
  redirectFor,
} from '#machines/domain/people/profiles.ts';

const text = (list: readonly string[]) => list.join(', ');

describe('profiles', () => {
  const store =
    'listarTiendas, cajaActual, crearGasto, detalleGasto, historialCaja, verCaja, verCajaRevisada, consolidado, misPendientes';
  test.each([
    [
      1,
      'Administrador',
      'listarUsuarios, crearUsuario, editarUsuario, listarEmpresa, crearEmpresa, editarEmpresa, listarTiendas, crearTienda, editarTienda, business, catalogos, consolidado, flujo, misPendientes, proveedores',
    ],
    [2, 'Responsable de tienda', store],
    [
      3,
      'Supervisor',
      'misPendientes, historialCaja, verCajaSupervisor, detalleGastoSupervisor, verTiendas, historialTienda, consolidado',
    ],
    [4, 'Coordinador de tiendas', `${store}, gastos`],
    [
      5,
      'Mantenimiento',
      'misPendientes, historialCaja, verCajaMantenimiento, detalleGastoMantenimiento, detalleGastoSupervisor',
    ],
    [
      6,
      'Contabilidad',
      'cajasPendientes, revisarCaja, detalleGastoContabilidad, detalleGastoContabilidadFinal, verTiendas, historialTienda, detalleCajaCI, detalleGastoCI, consolidado, flujo, giros, misPendientes, comprobantes, gastos, proveedores',
    ],
    [
      7,
      'Control interno',
      'verTiendas, historialTienda, detalleCajaCI, detalleGastoCI, consolidado, flujo, gastos',
    ],
    [8, 'Gerente', 'verTiendas, historialTienda, detalleCajaCI, detalleGastoCI, gastos'],
  ] as const)('%d is %s', (id, nombre, permisos) => {
    expect([profiles[id].nombre, text(profiles[id].permisos)]).toEqual([nombre, permisos]);
  });

  test('are eight, and have every permission except autorizarGiros', () => {
    expect([0, 1, 8, 9, '1', null, undefined, 1.5].filter(isProfileId)).toEqual([1, 8]);
    const given = new Set(
      Object.values(profiles).flatMap(({ permisos }) => permisos as readonly string[]),
    );
    // A payment needs two users: an administrator grants the second one the permission to authorise.
    expect(permissionNames.filter((name) => !given.has(name))).toEqual(['autorizarGiros']);
  });
});

describe('the permission list on the wire', () => {
  test.each([
    ['', []],
    ['verCaja', ['verCaja']],
    [' verCaja , historialCaja,', ['verCaja', 'historialCaja']],
  ])('%j is parsed', (list, names) => {
    expect(parsePermissions(list)).toEqual(names);
  });
});

describe('the route rule', () => {
  const mine = ['historialCaja', 'verCaja'];
  test.each([
    ['/verCaja/12', null],
    ['verCaja/12', null],
    ['/verCaja/12?orden=fecha', null],
    ['//verCaja//12', null],
    ['/historialCaja', null],
    ['/login', null],
    ['/logout', null],
    ['/cambiar-clave', null],
    ['/mi-cuenta', null],
    ['/ayuda', null],
    ['/', '/historialCaja'],
    ['', '/historialCaja'],
    ['/verCajas', '/historialCaja'],
    ['/vercaja/12', '/historialCaja'],
    ['/revisarCaja/verCaja', '/historialCaja'],
    ['/listarUsuarios?x=/verCaja', '/historialCaja'],
    ['/verCaja%2F12', '/historialCaja'],
    ['/__proto__', '/historialCaja'],
  ])('%j leads to %j', (path, target) => {
    expect(redirectFor(path, mine)).toBe(target);
  });

  test.each([
    [['verCaja', 'autorizarGiros', 'historialCaja'], '/historialCaja'],
    [['verCaja', 'autorizarGiros'], '/mi-cuenta'],
  ])('of %j leads past the screens that need an id to %j', (permissions, target) => {
    expect(['', '/login', '/otra'].map((path) => redirectFor(path, permissions))).toEqual([
      target,
      null,
      target,
    ]);
  });

  test('leads to /logout without any permission', () => {
    expect([redirectFor('/verCaja/1', []), redirectFor('/login', [])]).toEqual(['/logout', null]);
  });

  test('leads only to paths that may be opened', () => {
    const list = fc.uniqueArray(fc.constantFrom(...permissionNames), { maxLength: 8 });
    const part = fc.constantFrom(...permissionNames, 'login', '', '..', '12', '?', '#', '%2F');
    const anyPath = fc.array(part, { maxLength: 5 }).map((parts) => parts.join('/'));
    fc.assert(
      fc.property(fc.oneof(anyPath, fc.string()), list, (path, permissions) => {
        const target = redirectFor(path, permissions);
        return target === null || redirectFor(target, permissions) === null;
      }),
    );
  });
});
