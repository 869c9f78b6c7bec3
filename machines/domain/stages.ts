import type { ExpenseEventType } from './expense-guards.ts';
import type { ProfileId } from './permissions.ts';
import type { BoxStateName, ExpenseStateName } from './states.ts';

/** The stages at which an expense is decided, in the order of the workflow. */
export const stageNames = ['supervisor', 'maintenance', 'accounting', 'final'] as const;
export type StageName = (typeof stageNames)[number];

interface StageFacts {
  nombre: string;
  boxState: BoxStateName;
  profile: ProfileId;
  approved: ExpenseStateName;
  rejected: ExpenseStateName;
  /** Expenses in these states keep the box from being sent on. */
  waiting: readonly ExpenseStateName[];
  /** The name of a waiting expense. */
  pendiente: string;
  /** The sentence of a decision while the box is elsewhere. */
  fuera: string;
  /** The events of a decision. */
  approve: ExpenseEventType;
  reject: ExpenseEventType;
  /** Suffix of the stage's columns and fields: `obs_…`, `fecha_…`, `id_rechazo_…`. */
  sufijo: 'supervisor' | 'mantenimiento' | 'contabilidad' | 'contabilidad_dos';
}

export const stages = {
  supervisor: {
    nombre: 'Supervisor',
    boxState: 'supervision',
    profile: 3,
    approved: 'supervisorApproved',
    rejected: 'supervisorRejected',
    waiting: ['unreviewed'],
    pendiente: 'Pendiente de supervisor',
    fuera: 'La caja no está en revisión del supervisor.',
    approve: 'SUPERVISOR.APPROVE',
    reject: 'SUPERVISOR.REJECT',
    sufijo: 'supervisor',
  },
  maintenance: {
    nombre: 'Supervisor de mantenimiento',
    boxState: 'maintenance',
    profile: 5,
    approved: 'maintenanceApproved',
    rejected: 'maintenanceRejected',
    waiting: ['pendingMaintenance'],
    pendiente: 'Pendiente de mantenimiento',
    fuera: 'La caja no está en revisión de mantenimiento.',
    approve: 'MAINTENANCE.APPROVE',
    reject: 'MAINTENANCE.REJECT',
    sufijo: 'mantenimiento',
  },
  accounting: {
    nombre: 'Contabilidad (primera revisión)',
    boxState: 'preliminary',
    profile: 6,
    approved: 'accountingApproved',
    rejected: 'accountingRejected',
    waiting: ['supervisorApproved', 'maintenanceApproved'],
    pendiente: 'Pendiente de contabilidad (primera revisión)',
    fuera: 'La caja no está en la primera revisión de contabilidad.',
    approve: 'ACCOUNTING.APPROVE',
    reject: 'ACCOUNTING.REJECT',
    sufijo: 'contabilidad',
  },
  final: {
    nombre: 'Contabilidad (revisión final)',
    boxState: 'finalAccounting',
    profile: 6,
    approved: 'finalApproved',
    rejected: 'finalRejected',
    waiting: ['supervisorApproved'],
    pendiente: 'Pendiente de contabilidad (revisión final)',
    fuera: 'La caja no está en la revisión final de contabilidad.',
    approve: 'FINAL.APPROVE',
    reject: 'FINAL.REJECT',
    sufijo: 'contabilidad_dos',
  },
} as const satisfies Record<StageName, StageFacts>;

/** The stage at which the box is being decided, null outside the four reviews. */
export const stageOfBox = (state: BoxStateName): StageName | null =>
  stageNames.find((name) => stages[name].boxState === state) ?? null;
