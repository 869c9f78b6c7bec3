import type { ExpenseEventType } from './expense-guards.ts';
import type { ProfileId } from './permissions.ts';
import type { BoxStateName, ExpenseStateName } from './states.ts';

/** Where an expense is decided, in the order of the workflow. */
export const stageNames = ['supervisor', 'maintenance', 'accounting', 'final'] as const;
export type StageName = (typeof stageNames)[number];

interface StageFacts {
  nombre: string;
  boxState: BoxStateName;
  profile: ProfileId;
  approved: ExpenseStateName;
  rejected: ExpenseStateName;
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
    approve: 'FINAL.APPROVE',
    reject: 'FINAL.REJECT',
    sufijo: 'contabilidad_dos',
  },
} as const satisfies Record<StageName, StageFacts>;

/** The stage at which the box is being decided, null outside the four reviews. */
export const stageOfBox = (state: BoxStateName): StageName | null =>
  stageNames.find((name) => stages[name].boxState === state) ?? null;
