import { useEffect, useRef } from 'react';
import { useNavigate, useNavigationType, useSearchParams } from 'react-router-dom';
import {
  caseOutcomes,
  casePolicies,
  comparisons,
  deviationKinds,
  reworkGroups,
} from '#contract/calls/figures.calls.ts';
import { delayGroups } from '#contract/calls/workflow.calls.ts';
import { isDateText } from '#machines/domain/values/bogota-time.ts';
import { type DateText, lastDays } from '#machines/domain/values/dates.ts';
import type { DateRange } from '#machines/flows/steps/date-range.form.ts';
import { serverToday } from '../../wire/server-clock.ts';
import { pathTo, usualDays } from './paths.ts';

/** The address of the workflow, so that a view can be shared. */

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
  'dibujo',
] as const;
export type WorkflowTab = (typeof workflowTabs)[number];

const idIn = (text: string): number => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0);

/** One of some names; the first of them where the text is none. */
const nameIn =
  <const Names extends readonly [string, ...string[]]>(names: Names) =>
  (text: string): Names[number] =>
    names.find((name) => name === text) ?? names[0];

/** What an address says, each with how its text is read; of '' comes what is usual. Choices: 0 or '' is all. */
const readers = {
  vista: nameIn(workflowTabs),
  /** Id of a chart; who shows it knows which there are. */
  maquina: (text: string) => text || 'box',
  /** The state whose boxes are listed; empty for none. */
  estado: String,
  tienda: idIn,
  supervisor: idIn,
  categoria: idIn,
  formato: idIn,
  ciudad: idIn,
  /** Pesos of a box, `from-to`; each end may be open. */
  valor: (text: string) => (/^\d{0,9}-\d{0,9}$/.test(text) ? text : ''),
  resultado: nameIn(['', ...caseOutcomes]),
  /** The groups of delays and stages. */
  por: nameIn(delayGroups),
  /** The groups of rework. */
  grupo: nameIn(reworkGroups),
  contra: nameIn(comparisons),
  /** The cases with which others are compared: an address of their own. */
  otro: String,
  /** The variant whose cases are listed. */
  camino: String,
  /** The deviations that are listed. */
  clase: nameIn(['', ...deviationKinds]),
  /** A policy that is tried, with what it says: pesos or days, and of which category or state. */
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

/** Reads an address; what it leaves out, or has wrong, is as usual. @param usual the period when it names none */
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

/** Writes the shortest address. @param days the period when it names none */
function writeWorkflowAddress(address: WorkflowAddress, days: DateRange): string {
  const usual = readWorkflowAddress(new URLSearchParams(), days);
  const names = Object.keys(usual) as (keyof WorkflowAddress)[];
  // Both ends of a period or none: one of them alone would mean another period tomorrow.
  const isUsualPeriod = address.desde === usual.desde && address.hasta === usual.hasta;
  const changed = names.filter((name) =>
    name === 'desde' || name === 'hasta' ? !isUsualPeriod : address[name] !== usual[name],
  );
  return new URLSearchParams(changed.map((name) => [name, String(address[name])])).toString();
}

/** Names the step in the address of the history of one box. */
const stepParam = 'paso';

/** The history of one box, at one of its events. */
export const boxHistoryPath = (idCaja: number, paso?: number | null): string =>
  paso == null
    ? pathTo('flujoCaja', { idCaja })
    : `${pathTo('flujoCaja', { idCaja })}?${stepParam}=${paso}`;

/** The step that an address names; null when it names none. */
function stepIn(query: URLSearchParams): number | null {
  const text = query.get(stepParam) ?? '';
  return /^\d{1,7}$/.test(text) ? Number(text) : null;
}

export interface WorkflowPlace {
  address: WorkflowAddress;
  /** The period when the address names none. */
  usual: DateRange;
  /** The address of the same place with something else in it. */
  pathWith: (changes: Partial<WorkflowAddress>) => string;
  goWith: (changes: Partial<WorkflowAddress>) => void;
}

/** Place in the workflow: the address names it, and nothing else keeps it. */
export function useWorkflowAddress(): WorkflowPlace {
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

/** Place of the cases with which those of a place are compared; of the same days when it names none. */
export function otherPlaceOf({ address, pathWith, goWith }: WorkflowPlace): WorkflowPlace {
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
  /** The step rests: the address may name it. */
  settled: boolean;
  go: (paso: number) => void;
}

/** The step that the address names; null when it names none. */
export function useStepOfAddress(): number | null {
  const [query] = useSearchParams();
  return stepIn(query);
}

/**
 * A step that rests is written into the address, without a new entry of the browser's history; an address
 * that somebody changes leads to its step.
 */
export function useStepInAddress({ paso, settled, go }: Walker): void {
  const [query, setQuery] = useSearchParams();
  // What is written here replaces the address; only somebody else changes it in another way.
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
