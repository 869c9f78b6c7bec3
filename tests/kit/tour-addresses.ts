/** Addresses that a user of the demonstration may open: every route, with ids in the user's scope. */
import type { APIRequestContext, Page } from 'playwright-core';
import {
  type AnswerOf,
  apiBase,
  type CallPath,
  type RequestOf,
  xsrfCookie,
  xsrfHeader,
} from '#contract/contract.ts';
import { boxStates, expenseStates } from '#machines/domain/stages/states.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import { demoToken } from './browser.ts';

/** Permission of a route: the first segment of its address. */
const permissionOf = (pattern: string): string => pattern.split('/')[1] ?? '';

interface TourExpense {
  id: number;
  estado: number;
}

interface TourBox {
  id: number;
  active: number;
}

export interface TourApi {
  call<Path extends CallPath>(path: Path, body: RequestOf<Path>): Promise<AnswerOf<Path>>;
  attach(id_gasto: number, pdf: Buffer): Promise<void>;
}

/** The calls with the session of a page. @throws Error with the server's answer to a refused call */
export async function apiOf(page: Page): Promise<TourApi> {
  const context = page.context();
  const cookies = await context.cookies();
  const proof = cookies.find(({ name }) => name === xsrfCookie)?.value ?? '';
  const request: APIRequestContext = context.request;
  const headers = { [xsrfHeader]: proof };
  const post = async (path: CallPath, given: Parameters<typeof request.post>[1]) => {
    const response = await request.post(apiBase + path, { ...given, headers });
    if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
    return response.json();
  };
  return {
    call: (path, body) => post(path, { data: { token: demoToken, ...body } }),
    async attach(id_gasto, buffer) {
      const archivo = { name: 'recibo.pdf', mimeType: 'application/pdf', buffer };
      await post('/cargarSoporte', { multipart: { token: demoToken, id_gasto, archivo } });
    },
  };
}

interface Reach {
  api: TourApi;
  permissions: readonly string[];
}

/** Rows of the first source that the user may call; empty when there is none. */
async function firstOpen<Row>(
  { permissions }: Reach,
  sources: readonly (readonly [permission: string, read: () => Promise<Row[]>])[],
): Promise<Row[]> {
  const open = sources.find(([permission]) => permissions.includes(permission));
  return open === undefined ? [] : open[1]();
}

const storesOf = (reach: Reach): Promise<number[]> => {
  const read = async () => (await reach.api.call('/obtenerTiendas', {})).map(({ id }) => id);
  return firstOpen(reach, [
    ['listarTiendas', read],
    ['verTiendas', read],
  ]);
};

const boxesOf = (reach: Reach, stores: readonly number[]): Promise<TourBox[]> => {
  const history = async (id_tienda?: number): Promise<TourBox[]> =>
    (await reach.api.call('/historialCajas', { ver_control: 1, id_tienda })).map(
      ({ id_caja, active }) => ({ id: id_caja, active }),
    );
  return firstOpen<TourBox>(reach, [
    ['cajasPendientes', () => reach.api.call('/cajasPendientesContabilidad', { estado: 4 })],
    ['historialCaja', () => history()],
    ['historialTienda', async () => (await Promise.all(stores.map(history))).flat()],
    [
      'flujo',
      async () =>
        (await reach.api.call('/flujoCajas', { maquina: 'box', estado: 'supervision' })).map(
          ({ id_caja, active }) => ({ id: id_caja, active }),
        ),
    ],
  ]);
};

const isExpense = <Row extends object>(row: Row): row is Extract<Row, TourExpense> =>
  'estado' in row;

const expensesOf = (reach: Reach, id_caja: number): Promise<TourExpense[]> => {
  const { call } = reach.api;
  const general = async () => (await call('/gastosCaja', { id_caja })).filter(isExpense);
  return firstOpen<TourExpense>(reach, [
    ['cajaActual', general],
    ['verCajaSupervisor', general],
    [
      'verCajaMantenimiento',
      async () =>
        (await call('/gastosCajaMantenimiento', { id_caja, estado_caja: 1 })).filter(isExpense),
    ],
    [
      'revisarCaja',
      async () => (await call('/gastosCajaContabilidad', { id_caja })).filter(isExpense),
    ],
    ['detalleCajaCI', general],
  ]);
};

/** States in which a screen shows most, with one visit for each box state, and the expense state. */
const bestStates: Partial<
  Record<keyof typeof patterns, { boxes: readonly number[]; expense?: number }>
> = {
  verCajaRevisada: { boxes: [boxStates.readyToShip.codigo, boxStates.finalAccounting.codigo] },
  verCajaSupervisor: { boxes: [boxStates.supervision.codigo] },
  soportesSupervisor: { boxes: [boxStates.supervision.codigo] },
  soportesMantenimiento: { boxes: [boxStates.maintenance.codigo] },
  soportesContabilidad: { boxes: [boxStates.finalAccounting.codigo] },
  detalleGastoSupervisor: { boxes: [boxStates.supervision.codigo] },
  verCajaMantenimiento: { boxes: [boxStates.maintenance.codigo] },
  corregirGasto: {
    boxes: [boxStates.supervision.codigo],
    expense: expenseStates.supervisorRejected.codigo,
  },
  detalleGastoMantenimiento: {
    boxes: [boxStates.maintenance.codigo],
    expense: expenseStates.pendingMaintenance.codigo,
  },
  revisarCaja: { boxes: [boxStates.preliminary.codigo, boxStates.finalAccounting.codigo] },
  detalleGastoContabilidad: {
    boxes: [boxStates.preliminary.codigo],
    expense: expenseStates.supervisorApproved.codigo,
  },
  detalleGastoContabilidadFinal: { boxes: [boxStates.finalAccounting.codigo] },
  detalleGastoCI: {
    boxes: [boxStates.preliminary.codigo],
    expense: expenseStates.supervisorApproved.codigo,
  },
};

/** The address of a route with the given ids; the other ids become 1. */
const filledIn = (pattern: string, ids: Record<string, number> = {}): string =>
  pattern.replace(/:(\w+)/g, (_, name: string) => String(ids[name] ?? 1));

const first = <Row>(rows: readonly Row[], what: string): Row => {
  const [row] = rows;
  if (row === undefined) throw new Error(`the demonstration has no ${what} for this person`);
  return row;
};

/** One set of ids for a route without a box, otherwise one for each of its best states. */
async function idsFor(
  reach: Reach,
  route: keyof typeof patterns,
  { stores, boxes }: { stores: readonly number[]; boxes: readonly TourBox[] },
): Promise<Record<string, number>[]> {
  const pattern = patterns[route];
  const { call } = reach.api;
  if (pattern.includes(':idUsuario'))
    return [{ idUsuario: first(await call('/obtenerUsuarios', {}), 'user').id }];
  if (pattern.includes(':idLote'))
    return [{ idLote: first(await call('/lotesGiros', {}), 'batch of payments').id }];
  if (pattern.includes(':idEmpresa'))
    return [{ idEmpresa: first(await call('/obtenerEmpresas', {}), 'company').id }];
  if (pattern.includes(':idProveedor'))
    return [{ idProveedor: first(await call('/obtenerProveedores', {}), 'supplier').id }];
  if (pattern.includes(':idTienda') && !pattern.includes(':idGasto'))
    return [{ idTienda: first(stores, 'store') }];
  const best = bestStates[route];
  const fitting = (best?.boxes ?? []).flatMap((state) =>
    boxes.filter(({ active }) => active === state).slice(0, 1),
  );
  const chosen = fitting.length > 0 ? fitting : [first(boxes, 'box')];
  return Promise.all(
    chosen.map(async ({ id }): Promise<Record<string, number>> => {
      if (!pattern.includes(':idGasto')) return { idCaja: id };
      const expenses = await expensesOf(reach, id);
      const expense = expenses.find(({ estado }) => estado === best?.expense);
      return { idCaja: id, idGasto: (expense ?? first(expenses, 'expense')).id };
    }),
  );
}

/** Addresses of a route that show another view. */
const otherViews: Partial<Record<keyof typeof patterns, readonly string[]>> = {
  flujo: [
    '/flujo?estado=supervision',
    ...['ciclo', 'variantes', 'desviaciones', 'simulacion', 'historia', 'tiempos', 'dibujo'].map(
      (vista) => `/flujo?vista=${vista}`,
    ),
  ],
};

const routeNames = Object.keys(patterns) as (keyof typeof patterns)[];

/** The addresses that need no id, in the order of the routes. */
export const plainAddresses = (permissions: readonly string[]): string[] =>
  routeNames
    .filter((name) => permissions.includes(permissionOf(patterns[name])))
    .filter((name) => !patterns[name].includes(':'))
    .flatMap((name) => [patterns[name], ...(otherViews[name] ?? [])]);

/** Every address that the user may open, in the order of the routes, with ids in the user's scope. */
export async function permittedAddresses(
  page: Page,
  permissions: readonly string[],
): Promise<string[]> {
  const reach: Reach = { api: await apiOf(page), permissions };
  const stores = await storesOf(reach);
  const boxes = await boxesOf(reach, stores);
  const open = routeNames.filter((name) => permissions.includes(permissionOf(patterns[name])));
  const addresses: string[] = [];
  for (const name of open) {
    const pattern = patterns[name];
    if (!pattern.includes(':')) addresses.push(pattern, ...(otherViews[name] ?? []));
    else
      for (const ids of await idsFor(reach, name, { stores, boxes }))
        addresses.push(filledIn(pattern, ids));
  }
  return addresses;
}

/** One address of every route without permission. */
export const otherAddresses = (permissions: readonly string[]): string[] =>
  routeNames
    .map((name): string => patterns[name])
    .filter((pattern) => !permissions.includes(permissionOf(pattern)))
    .map((pattern) => filledIn(pattern));
