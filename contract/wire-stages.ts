/**
 * The four reviews as the wire names them: screens, calls, codes, fields. machines/domain/box/stages.ts says what
 * the rules make of each; whatever differs from stage to stage derives from the two tables.
 */
import type { Permission } from './permissions.ts';

/** In the order of the workflow. */
export const stageNames = ['supervisor', 'maintenance', 'accounting', 'final'] as const;
export type StageName = (typeof stageNames)[number];

interface WireStage {
  /** Suffix of its fields and columns: `obs_…`, `fecha_…`, `id_rechazo_…`. */
  sufijo: string;
  /** Code of a box that the stage has. */
  boxCode: number;
  /** Codes of an expense that the stage approved, and of one that it rejected. */
  codes: readonly [approved: number, rejected: number];
  /** Permission and screen of a box, and of the decision on one of its expenses. */
  box: Permission;
  expense: Permission;
  /** The screen that lists its boxes, where their reviewer comes from and is led back to. */
  list: Permission;
  /** The calls that read the expenses of a box and send it on. */
  reads: `/gastosCaja${string}`;
  sends: `/enviarCaja${string}`;
  /** The call that saves a decision, without its slash: an actor bears the name. */
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

/** The screens of boxes before their reviewers, each once: the two reviews of accounting share one. */
export const reviewedBoxes: readonly Stage['box'][] = [
  ...new Set(stageNames.map((name) => wireStages[name].box)),
];

/** The screens that decide an expense. */
export const decisionScreens = stageNames.map((name) => wireStages[name].expense);

/** Stages at which an observation alone completes an approval: several expenses can be approved at once there. */
export const jointStages = ['supervisor', 'maintenance', 'final'] as const satisfies StageName[];

/** Both, each box before its expenses. */
export const reviewScreens: readonly Permission[] = [
  ...new Set(stageNames.flatMap((name) => [wireStages[name].box, wireStages[name].expense])),
];

/**
 * A record with a key for each stage: calls, fields, columns. Stages that share a key share its value.
 *
 * @example byStage(({ sufijo }) => `obs_${sufijo}`, () => '') // { obs_supervisor: '', obs_mantenimiento: '', … }
 */
export const byStage = <Key extends string, Value>(
  key: (stage: Stage, name: StageName) => Key,
  value: (name: StageName) => Value,
): Record<Key, Value> =>
  // The language has no typed way from the list of stages to the record of their keys; this is the only one.
  Object.fromEntries(
    stageNames.map((name) => [key(wireStages[name], name), value(name)]),
  ) as Record<Key, Value>;
