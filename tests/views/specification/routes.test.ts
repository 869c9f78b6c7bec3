import { describe, expect, test } from 'vitest';
import { permissionNames } from '#contract/permissions.ts';
import { openRoutes, profiles } from '#machines/domain/people/profiles.ts';
import { userKind } from '#machines/flows/users/user.form.ts';
import { screenRoutes } from '#src/app/screen-routes.tsx';
import { legalisationUrl, patterns, permissionLabelOf } from '#src/shell/screens/paths.ts';
import { menuEntries, menuFor } from '#src/app/menu.ts';
import { screenTable } from '#src/shell/screens/screen-table.ts';
import { userFacts, userValues } from '#tests/kit/record-fixtures.ts';

/** The route list of the specification, in its order. */
const routes = [
  'login',
  'logout',
  'cambiar-clave',
  'listarUsuarios',
  'crearUsuario',
  'editarUsuario/{idUsuario}',
  'listarEmpresa',
  'crearEmpresa',
  'editarEmpresa/{idEmpresa}',
  'listarTiendas',
  'crearTienda',
  'editarTienda/{idTienda}',
  'business',
  'cajaActual/{idTienda}',
  'crearGasto/{idTienda}',
  'historialCaja',
  'verCaja/{idCaja}',
  'detalleGasto/{idGasto}',
  'verCajaSupervisor/{idCaja}',
  'detalleGastoSupervisor/{idCaja}/{idGasto}',
  'verCajaRevisada/{idCaja}',
  'cajasPendientes',
  'revisarCaja/{idCaja}',
  'detalleGastoContabilidad/{idGasto}/{idCaja}',
  'detalleGastoContabilidadFinal/{idGasto}/{idCaja}',
  'verCajaMantenimiento/{idCaja}',
  'detalleGastoMantenimiento/{idCaja}/{idGasto}',
  'verTiendas',
  'historialTienda/{idTienda}',
  'detalleCajaCI/{idCaja}',
  'detalleGastoCI/{idGasto}/{idCaja}',
  'consolidado',
];

describe('the routes of the specification', () => {
  test.each(routes)('%s', (route) => {
    const pattern = `/${route.replace(/\{(\w+)\}/g, ':$1')}`;
    expect(Object.values<string>(patterns)).toContain(pattern);
  });

  test('begin with a permission or an open route', () => {
    const names: readonly string[] = [...permissionNames, ...openRoutes];
    const first = Object.values(patterns).map((pattern) => pattern.split('/')[1] ?? '');
    expect(first.filter((name) => !names.includes(name))).toEqual([]);
  });

  test.each(permissionNames)('allow %s as the only permission if its route needs no id', (name) => {
    const chosen = { ...userValues, permisos_propios: 'si' as const, permisos: [name] };
    const refused = userKind.refusals(chosen, userFacts).map(({ guardia }) => guardia);
    const opens = Object.values<string>(patterns).includes(`/${name}`);
    expect(refused).toEqual(opens ? [] : ['permisos']);
  });

  test('include the document of the legalisation', () => {
    expect(legalisationUrl(12)).toBe('/documentos/legalizar.php?id_caja=12');
  });
});

describe('the screen table', () => {
  test('has one route for each screen', () => {
    expect(screenRoutes).toHaveLength(Object.keys(screenTable).length);
  });

  test('gives each permission a distinct label', () => {
    expect(new Set(permissionNames.map(permissionLabelOf)).size).toBe(permissionNames.length);
    expect(permissionLabelOf('cajasPendientes')).toBe('Cajas pendientes de contabilidad');
    expect(permissionLabelOf('business')).toBe('Configuración');
  });

  test('puts no screen whose route needs an id into the menu', () => {
    expect(menuEntries.filter(({ to }) => to.includes(':'))).toEqual([]);
  });
});

test('the menu entries follow the order of the specification, each with its permission', () => {
  const wanted = [
    ['listarUsuarios', 'Usuarios'],
    ['listarEmpresa', 'Empresas de envío'],
    ['listarTiendas', 'Tiendas'],
    ['historialCaja', 'Historial de cajas'],
    ['business', 'Configuración'],
    ['cajasPendientes', 'Cajas pendientes'],
    ['verTiendas', 'Lista de tiendas'],
    ['consolidado', 'Descargar consolidado'],
  ];
  const shown = menuEntries.map(({ permission, label }) => [permission, label] as const);
  const labels = wanted.map(([, label]) => label);
  expect(shown.filter(([, label]) => labels.includes(label))).toEqual(wanted);
});

test('accounting begins with «Cajas pendientes», and its menu has no other list of boxes', () => {
  const permissions: readonly string[] = profiles[6].permisos;
  const own = menuFor(null).filter(({ permission }) => permissions.includes(permission));
  expect(own.map(({ label }) => label)).toEqual([
    'Mis pendientes',
    'Cajas pendientes',
    'Giros',
    'Lista de tiendas',
    'Comprobantes',
    'Gastos',
    'Proveedores',
    'Descargar consolidado',
    'Flujo de trabajo',
  ]);
  expect(permissions[0]).toBe('cajasPendientes');
});
