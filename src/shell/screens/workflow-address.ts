import { useEffect, useRef } from 'react';
import { useNavigate, useNavigationType, useSearchParams } from 'react-router-dom';
import {
  caseOutcomes,
  casePolicies,
  caseTraits,
  comparisons,
  deviationKinds,
  reworkGroups,
  targetedStates,
  yesOrNo,
} from '#contract/calls/figures.calls.ts';
import { delayGroups } from '#contract/calls/workflow.calls.ts';
import { isDateText } from '#machines/domain/values/bogota-time.ts';
import { type DateText, lastDays } from '#machines/domain/values/dates.ts';
import type { DateRange } from '#machines/flows/steps/date-range.form.ts';
import { serverToday } from '../../wire/server-clock.ts';
import { pathTo, usualDays } from './paths.ts';

/** The address of the workflow screen contains its whole view, so that a view can be shared. */

export const workflowTabs = [
  'ahora',
  'ciclo',
  'variantes',
  'retrabajo',
  'etapas',
  'comparacion',
  'tardias',
  'desviaciones',
  'simulacion',
  'demoras',
  'historia',
  'tiempos',
  'dibujo',
] as const;
export type WorkflowTab = (typeof workflowTabs)[number];

const idIn = (text: string): number => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0);

/** Reads one of the names; the first name is the default. */
const nameIn =
  <const Names extends readonly [string, ...string[]]>(names: Names) =>
  (text: string): Names[number] =>
    names.find((name) => name === text) ?? names[0];

/** Parameters of the address with their parsers, which return the default for ''. A filter of 0 or '' selects all. */
const readers = {
  vista: nameIn(workflowTabs),
  /** Id of a chart, which the view validates. */
  maquina: (text: string) => text || 'box',
  /** State whose boxes are listed; empty for none. */
  estado: String,
  tienda: idIn,
  supervisor: idIn,
  categoria: idIn,
  formato: idIn,
  ciudad: idIn,
  /** Range of the pesos of a box, `from-to`; each end may be open. */
  valor: (text: string) => (/^\d{0,9}-\d{0,9}$/.test(text) ? text : ''),
  resultado: nameIn(['', ...caseOutcomes]),
  /** Grouping of delays and stages. */
  por: nameIn(delayGroups),
  /** Grouping of rework. */
  grupo: nameIn(reworkGroups),
  contra: nameIn(comparisons),
  /** Selection of the cases to compare with, as a nested address. */
  otro: String,
  /** Variant. */
  camino: String,
  /** A state or a transition that a case went through. */
  paso: String,
  con: nameIn(['', ...caseTraits]),
  /** Range of working days, `from-to`; each end may be open. */
  dias: (text: string) => (/^\d{0,4}-\d{0,4}$/.test(text) ? text : ''),
  relevos: (text: string) => (/^\d{1,4}$/.test(text) ? text : ''),
  /** Day of the week of the send, 1 for Monday. */
  dia_envio: (text: string) => (/^[1-7]$/.test(text) ? text : ''),
  mantenimiento: nameIn(['', ...yesOrNo]),
  tarde: nameIn(['', ...yesOrNo]),
  /** Stage whose target was exceeded. */
  tarde_en: nameIn(['', ...targetedStates]),
  persona: idIn,
  motivo: idIn,
  /** Kind of the listed deviations. */
  clase: nameIn(['', ...deviationKinds]),
  /** A simulated policy, its limit in pesos or days, and its category or state. */
  politica: nameIn(['', ...casePolicies]),
  limite: idIn,
  de: String,
};

const readerNames = Object.keys(readers) as (keyof typeof readers)[];

export type WorkflowAddress = {
  [Name in keyof typeof readers]: ReturnType<(typeof readers)[Name]>;
} & DateRange;

const dateIn = (text: string, otherwise: DateText): DateText =>
  isDateText(text) ? text : otherwise;

/** Reads an address; missing or invalid values become defaults. @param usual the default period */
function readWorkflowAddress(query: URLSearchParams, usual: DateRange): WorkflowAddress {
  const text = (name: string) => query.get(name) ?? '';
  return {
    ...(Object.fromEntries(readerNames.map((name) => [name, readers[name](text(name))])) as Omit<
      WorkflowAddress,
      'desde' | 'hasta'
    >),
    desde: dateIn(text('desde'), usual.desde),
    hasta: dateIn(text('hasta'), usual.hasta),
  };
}

/** Writes the shortest address. @param days the default period */
function writeWorkflowAddress(address: WorkflowAddress, days: DateRange): string {
  const usual = readWorkflowAddress(new URLSearchParams(), days);
  const names = Object.keys(usual) as (keyof WorkflowAddress)[];
  // Both ends of a period or neither: a single one would select another period tomorrow.
  const isUsualPeriod = address.desde === usual.desde && address.hasta === usual.hasta;
  const changed = names.filter((name) =>
    name === 'desde' || name === 'hasta' ? !isUsualPeriod : address[name] !== usual[name],
  );
  return new URLSearchParams(changed.map((name) => [name, String(address[name])])).toString();
}

/** Query parameter of the step in the address of the history of one box. */
const stepParam = 'paso';

/** Path of the history of one box at one of its events. */
export const boxHistoryPath = (idCaja: number, paso?: number | null): string =>
  paso == null
    ? pathTo('flujoCaja', { idCaja })
    : `${pathTo('flujoCaja', { idCaja })}?${stepParam}=${paso}`;

/** The step in an address; null when it has none. */
function stepIn(query: URLSearchParams): number | null {
  const text = query.get(stepParam) ?? '';
  return /^\d{1,7}$/.test(text) ? Number(text) : null;
}

export interface WorkflowViewState {
  address: WorkflowAddress;
  /** The default period. */
  usual: DateRange;
  /** The same address with some changes. */
  pathWith: (changes: Partial<WorkflowAddress>) => string;
  goWith: (changes: Partial<WorkflowAddress>) => void;
}

/** The view of the workflow, which is stored only in the address. */
export function useWorkflowAddress(): WorkflowViewState {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { min: desde, max: hasta } = lastDays(serverToday(), usualDays);
  const usual = { desde, hasta };
  const address = readWorkflowAddress(query, usual);
  const pathWith = (changes: Partial<WorkflowAddress>) => {
    const written = writeWorkflowAddress({ ...address, ...changes }, usual);
    return written === '' ? pathTo('flujo') : `${pathTo('flujo')}?${written}`;
  };
  return { address, usual, pathWith, goWith: (changes) => void navigate(pathWith(changes)) };
}

/** The view of the cases to compare with; their default period is that of the compared view. */
export function comparedViewOf({
  address,
  pathWith,
  goWith,
}: WorkflowViewState): WorkflowViewState {
  const { desde, hasta, otro } = address;
  const usual = { desde, hasta };
  const other = readWorkflowAddress(new URLSearchParams(otro), usual);
  const within = (changes: Partial<WorkflowAddress>) => ({
    otro: writeWorkflowAddress({ ...other, ...changes }, usual),
  });
  return {
    address: other,
    usual,
    pathWith: (changes) => pathWith(within(changes)),
    goWith: (changes) => goWith(within(changes)),
  };
}

interface Walker {
  paso: number;
  /** True when playback has stopped at the step, so that the address may contain it. */
  settled: boolean;
  go: (paso: number) => void;
}

/** The step in the address; null when it has none. */
export function useStepOfAddress(): number | null {
  const [query] = useSearchParams();
  return stepIn(query);
}

/**
 * Writes a settled step into the address without a new history entry, and goes to the step of an address that the user
 * changed.
 */
export function useStepInAddress({ paso, settled, go }: Walker): void {
  const [query, setQuery] = useSearchParams();
  // This hook writes with REPLACE; any other navigation comes from outside.
  const isOwn = useNavigationType() === 'REPLACE';
  const requested = stepIn(query);
  const known = useRef({ requested, written: paso });
  useEffect(() => {
    if (requested === known.current.requested) return;
    known.current.requested = requested;
    if (requested === null || isOwn) return;
    known.current.written = requested;
    go(requested);
  });
  useEffect(() => {
    if (!settled || paso === known.current.written) return;
    known.current.written = paso;
    setQuery({ [stepParam]: String(paso) }, { replace: true });
  });
}
