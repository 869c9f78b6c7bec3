/** The address of the workflow, so that a view can be shared. */
import type { DelayGroup } from '#contract/calls/workflow.calls.ts';
import { type DateText, isDateText, lastDays } from '#machines/domain/values/dates.ts';
import { pathTo } from './paths.ts';

export const workflowTabs = ['ahora', 'demoras', 'historia', 'dibujo', 'conformidad'] as const;
export type WorkflowTab = (typeof workflowTabs)[number];

export interface WorkflowAddress {
  vista: WorkflowTab;
  /** Id of a chart; whoever shows it knows which there are. */
  maquina: string;
  /** The state whose boxes are listed; empty for none. */
  estado: string;
  desde: DateText;
  hasta: DateText;
  /** 0 for all of them. */
  tienda: number;
  supervisor: number;
  /** Whose delays are compared. */
  demoras: DelayGroup;
}

/** Days of the period when the address names none. */
const usualDays = 30;

const isTab = (text: string): text is WorkflowTab =>
  (workflowTabs as readonly string[]).includes(text);

const idIn = (text: string): number => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0);

const dateIn = (text: string, otherwise: DateText): DateText =>
  isDateText(text) ? text : otherwise;

/** Reads an address; what it leaves out, or has wrong, is as usual. @param today in Colombia */
export function readWorkflowAddress(query: URLSearchParams, today: DateText): WorkflowAddress {
  const text = (name: string) => query.get(name) ?? '';
  const usual = lastDays(today, usualDays);
  const vista = text('vista');
  return {
    vista: isTab(vista) ? vista : 'ahora',
    maquina: text('maquina') || 'box',
    estado: text('estado'),
    desde: dateIn(text('desde'), usual.min),
    hasta: dateIn(text('hasta'), usual.max),
    tienda: idIn(text('tienda')),
    supervisor: idIn(text('supervisor')),
    demoras: text('demoras') === 'persona' ? 'persona' : 'tienda',
  };
}

/** Writes the shortest address. @param today in Colombia */
export function workflowPath(address: WorkflowAddress, today: DateText): string {
  const usual = readWorkflowAddress(new URLSearchParams(), today);
  const names = Object.keys(usual) as (keyof WorkflowAddress)[];
  // Both ends of a period or none: one of them alone would mean another period tomorrow.
  const isUsualPeriod = address.desde === usual.desde && address.hasta === usual.hasta;
  const changed = names.filter((name) =>
    name === 'desde' || name === 'hasta' ? !isUsualPeriod : address[name] !== usual[name],
  );
  const query = new URLSearchParams(
    changed.map((name) => [name, String(address[name])]),
  ).toString();
  return query === '' ? pathTo('flujo') : `${pathTo('flujo')}?${query}`;
}

/** Names the step in the address of the history of one box. */
export const stepParam = 'paso';

/** The history of one box, at one of its events. */
export const boxHistoryPath = (idCaja: number, paso?: number | null): string =>
  paso == null
    ? pathTo('flujoCaja', { idCaja })
    : `${pathTo('flujoCaja', { idCaja })}?${stepParam}=${paso}`;

/** The step that an address names; null when it names none. */
export function stepIn(query: URLSearchParams): number | null {
  const text = query.get(stepParam) ?? '';
  return /^\d{1,7}$/.test(text) ? Number(text) : null;
}
