/**
 * Wire names of the four reviews: screens, calls, codes and fields. machines/domain/stages/stages.ts has their domain
 * facts; everything that differs between stages derives from these two tables.
 */
import type { Permission } from './permissions.ts';

/** In the order of the workflow. */
export const stageNames = ['supervisor', 'maintenance', 'accounting', 'final'] as const;
export type StageName = (typeof stageNames)[number];

interface WireStage {
  /** Suffix of the stage's fields and columns: `obs_…`, `fecha_…`, `id_rechazo_…`. */
  sufijo: string;
  /** Code of a box at the stage. */
  boxCode: number;
  /** Codes of an expense that the stage approved or rejected. */
  codes: readonly [approved: number, rejected: number];
  /** Permission, which is also the screen, for a box and for the decision on one of its expenses. */
  box: Permission;
  expense: Permission;
  /** The screen that lists the stage's boxes; the reviewer returns to it after a review. */
  list: Permission;
  /** The calls that read the expenses of a box and send it on. */
  reads: `/gastosCaja${string}`;
  sends: `/enviarCaja${string}`;
  /** The call that saves a decision, without its slash: an actor has the same name. */
  saves: `guardar${string}`;
  sendSummary: string;
}

export const wireStages = {
  supervisor: {
    sufijo: 'supervisor',
    boxCode: 2,
    codes: [3, 4],
    box: 'verCajaSupervisor',
    expense: 'detalleGastoSupervisor',
    list: 'historialCaja',
    reads: '/gastosCaja',
    saves: 'guardarSupervisor',
    sends: '/enviarCajaSupervisor',
    sendSummary: 'El supervisor envía la caja.',
  },
  maintenance: {
    sufijo: 'mantenimiento',
    boxCode: 1,
    codes: [9, 10],
    box: 'verCajaMantenimiento',
    expense: 'detalleGastoMantenimiento',
    list: 'historialCaja',
    reads: '/gastosCajaMantenimiento',
    saves: 'guardarMantenimiento',
    sends: '/enviarCajaMantenimiento',
    sendSummary: 'Mantenimiento envía la caja.',
  },
  accounting: {
    sufijo: 'contabilidad',
    boxCode: 9,
    codes: [6, 7],
    box: 'revisarCaja',
    expense: 'detalleGastoContabilidad',
    list: 'cajasPendientes',
    reads: '/gastosCajaContabilidad',
    saves: 'guardarContabilidad',
    sends: '/enviarCajaContabilidadPrevia',
    sendSummary: 'Contabilidad envía la caja tras la primera revisión.',
  },
  final: {
    sufijo: 'contabilidad_dos',
    boxCode: 4,
    codes: [15, 16],
    box: 'revisarCaja',
    expense: 'detalleGastoContabilidadFinal',
    list: 'cajasPendientes',
    reads: '/gastosCajaContabilidad',
    saves: 'guardarContabilidadFinal',
    sends: '/enviarCajaContabilidad',
    sendSummary: 'Contabilidad cierra la caja tras la revisión final.',
  },
} as const satisfies Record<StageName, WireStage>;

type Stage = (typeof wireStages)[StageName];

export type StageSuffix = Stage['sufijo'];

/** The screens on which reviewers see a box, each once: both reviews of accounting share one. */
export const reviewedBoxes: readonly Stage['box'][] = [
  ...new Set(stageNames.map((name) => wireStages[name].box)),
];

/** The screens for the decision on an expense. */
export const decisionScreens = stageNames.map((name) => wireStages[name].expense);

/** Stages whose approval needs only an observation, so that several expenses can be approved at once. */
export const jointStages = ['supervisor', 'maintenance', 'final'] as const satisfies StageName[];

/** The box and expense screens of all stages, a box screen before its expense screen. */
export const reviewScreens: readonly Permission[] = [
  ...new Set(stageNames.flatMap((name) => [wireStages[name].box, wireStages[name].expense])),
];

/**
 * A record with one key per stage: calls, fields, columns. Stages with the same key share its value.
 *
 * @example byStage(({ sufijo }) => `obs_${sufijo}`, () => '') // { obs_supervisor: '', obs_mantenimiento: '', … }
 */
export const byStage = <Key extends string, Value>(
  key: (stage: Stage, name: StageName) => Key,
  value: (name: StageName) => Value,
): Record<Key, Value> =>
  // TypeScript cannot type a record built from a list of its keys; the cast is made only here.
  Object.fromEntries(
    stageNames.map((name) => [key(wireStages[name], name), value(name)]),
  ) as Record<Key, Value>;
