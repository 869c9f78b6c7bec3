/**
 * States of boxes and expenses: the name in the machines, the code in database and wire (`active`, `estado`), and the
 * display name in Spanish. Everything that shows or stores a state uses these tables.
 */
import { wireStages } from '#contract/wire-stages.ts';

/**
 * Colours of states by meaning: `palette` for the screen and drawings, `ink` for text on paper. `closing` is the final
 * pass. Yellow and teal are not used: they mark warnings and controls.
 */
export const stateTones = {
  neutral: { palette: 'gray', ink: '#1e293b' },
  info: { palette: 'blue', ink: '#1e40af' },
  closing: { palette: 'purple', ink: '#5b21b6' },
  success: { palette: 'green', ink: '#166534' },
  danger: { palette: 'red', ink: '#991b1b' },
} as const;

export type Tone = keyof typeof stateTones;

interface BoxStateFacts {
  codigo: number;
  nombre: string;
  color: Tone;
  /** Profile in charge (`tipo_usuario`); '—' for none. */
  tipo_usuario: string;
  /** Name of the state in a list of all stages of a box. */
  etapa: string;
}

export const boxStates = {
  open: {
    codigo: 0,
    nombre: 'Abierta',
    color: 'neutral',
    tipo_usuario: 'Tienda',
    etapa: 'Tienda',
  },
  supervision: {
    codigo: wireStages.supervisor.boxCode,
    nombre: 'En supervisión',
    color: 'info',
    tipo_usuario: 'Supervisor',
    etapa: 'Supervisor',
  },
  maintenance: {
    codigo: wireStages.maintenance.boxCode,
    nombre: 'En mantenimiento',
    color: 'info',
    tipo_usuario: 'Mantenimiento',
    etapa: 'Mantenimiento',
  },
  preliminary: {
    codigo: wireStages.accounting.boxCode,
    nombre: 'En contabilidad (primera)',
    color: 'info',
    tipo_usuario: 'Contabilidad',
    etapa: 'Contabilidad (primera)',
  },
  readyToShip: {
    codigo: 3,
    nombre: 'Lista para envío',
    color: 'info',
    tipo_usuario: 'Tienda',
    etapa: 'Envío de papeles',
  },
  finalAccounting: {
    codigo: wireStages.final.boxCode,
    nombre: 'En contabilidad (final)',
    color: 'closing',
    tipo_usuario: 'Contabilidad',
    etapa: 'Contabilidad (final)',
  },
  closed: {
    codigo: 5,
    nombre: 'Cerrada',
    color: 'success',
    tipo_usuario: '—',
    etapa: 'Cerrada',
  },
} as const satisfies Record<string, BoxStateFacts>;

export type BoxStateName = keyof typeof boxStates;

export interface ExpenseStateFacts {
  codigo: number;
  nombre: string;
  color: Tone;
  /** Name of the icon of the list row (`icono`). */
  icono: 'pending' | 'approved' | 'rejected';
}

const approved = <Code extends number, Name extends string>(codigo: Code, nombre: Name) =>
  ({ codigo, nombre, color: 'success', icono: 'approved' }) as const;

const rejected = <Code extends number, Name extends string>(codigo: Code, nombre: Name) =>
  ({ codigo, nombre, color: 'danger', icono: 'rejected' }) as const;

export const expenseStates = {
  unreviewed: { codigo: 1, nombre: 'Sin revisar', color: 'neutral', icono: 'pending' },
  unreviewedMaintenance: {
    codigo: 2,
    nombre: 'Sin revisar (mantenimiento)',
    color: 'neutral',
    icono: 'pending',
  },
  pendingMaintenance: {
    codigo: 13,
    nombre: 'Pendiente de mantenimiento',
    color: 'info',
    icono: 'pending',
  },
  supervisorApproved: approved(wireStages.supervisor.codes[0], 'Aprobado por supervisor'),
  supervisorRejected: rejected(wireStages.supervisor.codes[1], 'Rechazado por supervisor'),
  maintenanceApproved: approved(wireStages.maintenance.codes[0], 'Aprobado por mantenimiento'),
  maintenanceRejected: rejected(wireStages.maintenance.codes[1], 'Rechazado por mantenimiento'),
  accountingApproved: approved(wireStages.accounting.codes[0], 'Aprobado por contabilidad'),
  accountingRejected: rejected(wireStages.accounting.codes[1], 'Rechazado por contabilidad'),
  finalApproved: approved(wireStages.final.codes[0], 'Aprobado (contabilidad final)'),
  finalRejected: rejected(wireStages.final.codes[1], 'Rechazado (contabilidad final)'),
  /** The specification lists this code without a meaning; it can be read, but no transition leads here. */
  reserved: { codigo: 5, nombre: 'Reservado', color: 'neutral', icono: 'pending' },
} as const satisfies Record<string, ExpenseStateFacts>;

export type ExpenseStateName = keyof typeof expenseStates;

/** Stored codes of the named states, by default of all states. */
export const codesOf = <Name extends string>(
  table: Readonly<Record<Name, { codigo: number }>>,
  names: readonly Name[] = Object.keys(table) as Name[],
): number[] => names.map((name) => table[name].codigo);

const nameByCode = <Name extends string>(table: Record<Name, { codigo: number }>) =>
  new Map((Object.keys(table) as Name[]).map((name): [number, Name] => [table[name].codigo, name]));

const boxNames = nameByCode<BoxStateName>(boxStates);
const expenseNames = nameByCode<ExpenseStateName>(expenseStates);

/** @throws RangeError on an unknown code. */
export function boxStateOf(codigo: number): BoxStateName {
  const name = boxNames.get(codigo);
  if (name === undefined) throw new RangeError(`Unknown box state ${codigo}`);
  return name;
}

/** @throws RangeError on an unknown code. */
export function expenseStateOf(codigo: number): ExpenseStateName {
  const name = expenseNames.get(codigo);
  if (name === undefined) throw new RangeError(`Unknown expense state ${codigo}`);
  return name;
}

/** True before the first decision, and while maintenance still has to decide. */
export const isPending = (estado: number): boolean =>
  expenseStates[expenseStateOf(estado)].icono === 'pending';

/** True for a rejection by any stage; the later stages do not approve the value. */
export const isRejected = (estado: number): boolean =>
  expenseStates[expenseStateOf(estado)].icono === 'rejected';

export const rejectedCodes = codesOf(expenseStates).filter(isRejected);
