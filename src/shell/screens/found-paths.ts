/** Paths to the results of the search that the user may open. */
import type { FoundKind } from '#contract/calls/search.calls.ts';
import type { Permission } from '#contract/permissions.ts';
import { stageFor, stageNames, stages } from '#machines/domain/stages/stages.ts';
import { boxStateOf } from '#machines/domain/stages/states.ts';
import type { FoundEntry } from '#machines/flows/search/search.machine.ts';
import { pathTo, storeBoxPath } from './paths.ts';

interface Viewer {
  profile: number;
  permissions: readonly string[];
}

type RowOf<Kind extends FoundKind> = Extract<FoundEntry, { kind: Kind }>['row'];

/** Paths to a row with the permission that each needs; the first permitted one is used. */
type Way = readonly [Permission, () => string];
type Ways<Kind extends FoundKind> = (row: RowOf<Kind>, viewer: Viewer) => readonly Way[];

/** The stage of a reviewer for a box in its state; undefined for a profile that reviews nothing. */
export function stageOf(profile: number, active: number) {
  const own = stageNames.find((name) => stages[name].profile === profile);
  return own && stages[stageFor(stages[own].sender, boxStateOf(active))];
}

type FoundExpense = Pick<RowOf<'gastos'>, 'id_caja' | 'id_gasto' | 'active'>;

function waysToExpense({ id_caja, id_gasto, active }: FoundExpense, { profile }: Viewer): Way[] {
  const params = { idCaja: id_caja, idGasto: id_gasto };
  const stage = stageOf(profile, active);
  return [
    ...(stage ? ([[stage.expense, () => pathTo(stage.expense, params)]] as const) : []),
    ['detalleGasto', () => pathTo('detalleGasto', params)],
    ['detalleGastoCI', () => pathTo('detalleGastoCI', params)],
    ['detalleGastoSupervisor', () => pathTo('detalleGastoSupervisor', params)],
    ['flujo', () => pathTo('flujoCaja', params)],
  ];
}

const ways: { [Kind in FoundKind]: Ways<Kind> } = {
  cajas: (box, { profile }) => {
    const params = { idCaja: box.id_caja };
    const stage = stageOf(profile, box.active);
    return [
      ...(stage ? ([[stage.box, () => pathTo(stage.box, params)]] as const) : []),
      ['verCaja', () => storeBoxPath(box)],
      ['detalleCajaCI', () => pathTo('detalleCajaCI', params)],
      ['flujo', () => pathTo('flujoCaja', params)],
    ];
  },
  tiendas: ({ id_tienda }) => {
    const params = { idTienda: id_tienda };
    return [
      ['editarTienda', () => pathTo('editarTienda', params)],
      ['cajaActual', () => pathTo('cajaActual', params)],
      ['historialTienda', () => pathTo('historialTienda', params)],
    ];
  },
  usuarios: ({ id_usuario }) => [
    ['editarUsuario', () => pathTo('editarUsuario', { idUsuario: id_usuario })],
  ],
  gastos: waysToExpense,
};

const firstAllowed = (found: readonly Way[], { permissions }: Viewer): string | null =>
  found.find(([permission]) => permissions.includes(permission))?.[1]() ?? null;

/** Path to a found row; null when the user may open none of its screens. */
export function foundPath({ kind, row }: FoundEntry, viewer: Viewer): string | null {
  const waysTo = ways[kind] as Ways<FoundKind>;
  return firstAllowed(waysTo(row, viewer), viewer);
}

/** The same for an expense. */
export const expensePath = (expense: FoundExpense, viewer: Viewer): string | null =>
  firstAllowed(waysToExpense(expense, viewer), viewer);
