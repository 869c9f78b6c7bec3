/** The choices of the filters of the workflow. */
import {
  type CaseOutcome,
  caseOutcomes,
  caseTraits,
  targetedStates,
  type yesOrNo,
} from '#contract/calls/figures.calls.ts';
import { delayStates } from '#machines/domain/box/box-delays.ts';
import { stepsOfPath } from '#machines/domain/history/closed-case.ts';
import { stateNameOf, stepInWords, traitInWords } from '#machines/domain/history/log-words.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import type { WorkflowAddress } from '../../shell/screens/workflow-address.ts';
import { type Option, optionsOf } from '../../ui/fields/FormField.tsx';
import { pathInWords } from './FiguresPanel.tsx';
import type { WorkflowFilters } from './workflow.actors.ts';

const outcomeNames: Record<CaseOutcome, string> = {
  completo: 'Aprobada completa',
  parcial: 'Aprobada en parte',
  nada: 'Sin aprobar',
};

const limits = [200_000, 500_000, 1_000_000];

/** Ranges of box values in pesos, encoded as in the address. */
export const bands: readonly Option[] = [...limits, null].map((to, index) => {
  const from = limits[index - 1];
  const [least, most] = [from, to].map((limit) => (limit ? formatPesos(limit) : null));
  return {
    value: `${from ?? ''}-${to ?? ''}`,
    label: least && most ? `${least} a ${most}` : most ? `Hasta ${most}` : `Más de ${least}`,
  };
});

/** Working days of a range of the address: `5 a 9 días hábiles`. */
function daysOf(range: string): string {
  const [from = '', to = ''] = range.split('-');
  const last = Number(to) - 1;
  if (to === '') return `${from} días hábiles o más`;
  return Number(from) === last ? `${last} días hábiles` : `${from || 0} a ${last} días hábiles`;
}

const listed = <Value extends string>(
  values: readonly Value[],
  labelOf: (value: Value) => string,
): Option[] => values.map((value) => ({ value, label: labelOf(value) }));

const noFilters: WorkflowFilters = {
  tiendas: [],
  supervisores: [],
  formatos: [],
  ciudades: [],
  categorias: [],
  personas: [],
  motivos: [],
};

/**
 * A filter by the field of the address with its name.
 *
 * @param labelOf names a value that is not among the options
 */
const choice = <Name extends keyof WorkflowAddress>(
  name: Name,
  label: string,
  options: readonly Option<string | number>[],
  labelOf: (value: string) => string = () => '…',
) => ({ name, label, options, labelOf });

/** @param ofCases with the filters that only closed boxes have */
export function choicesOf(filters: WorkflowFilters | null, ofCases: boolean) {
  const named = filters ?? noFilters;
  const ofStores = [
    choice('tienda', 'Tienda', optionsOf(named.tiendas)),
    choice('supervisor', 'Supervisor de hoy', optionsOf(named.supervisores)),
    choice('formato', 'Formato', optionsOf(named.formatos)),
    choice('ciudad', 'Ciudad', optionsOf(named.ciudades)),
  ];
  const states = delayStates.slice(0, -1).map((state) => `box ${state}`);
  const onlyOfCases = [
    choice('categoria', 'Categoría', optionsOf(named.categorias)),
    choice('valor', 'Valor', bands),
    choice(
      'resultado',
      'Resultado',
      listed(caseOutcomes, (one) => outcomeNames[one]),
    ),
    choice('persona', 'Persona', optionsOf(named.personas)),
    choice('motivo', 'Motivo de rechazo', optionsOf(named.motivos)),
    choice('tarde', 'Meta', yesOrNoNamed('Tarde', 'A tiempo')),
    choice(
      'tarde_en',
      'Tarde en',
      listed(targetedStates, (one) => stateNameOf('box', one)),
    ),
    choice('mantenimiento', 'Mantenimiento', yesOrNoNamed('Con', 'Sin')),
    choice('con', 'Rechazos y reprocesos', listed(caseTraits, traitInWords)),
    choice('paso', 'Pasó por', listed(states, stepInWords), stepInWords),
    choice('dias', 'Duración', listed(['-5', '5-10', '10-20', '20-'], daysOf), daysOf),
    choice('relevos', 'Cambios de responsable', [], (count) => count),
    choice(
      'dia_envio',
      'Enviada un',
      weekdays.map((label, index) => ({ value: String(index + 1), label })),
    ),
    choice('camino', 'Camino', [], (path) => pathInWords(stepsOfPath(path))),
  ];
  return ofCases ? [...ofStores, ...onlyOfCases] : ofStores;
}

type Choice = ReturnType<typeof choicesOf>[number];

/** The options, with the chosen value when it is none of them. */
export const optionsWith = ({ options, labelOf }: Choice, chosen: string | number) =>
  chosen === '' || chosen === 0 || options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, label: labelOf(String(chosen)) }];

const weekdays = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'];

const yesOrNoNamed = (yes: string, no: string): Option<(typeof yesOrNo)[number]>[] => [
  { value: 'si', label: yes },
  { value: 'no', label: no },
];

/** Shown from the start; the other choices are added one by one. */
export const usualChoices: readonly string[] = ['tienda', 'supervisor', 'categoria', 'valor'];

export type ChoiceName = Choice['name'];

/** @param is the present value, whose type the new one has */
export const chosenAs = (
  name: ChoiceName,
  text: string,
  is: string | number,
): Partial<WorkflowAddress> => ({
  [name]: typeof is === 'string' ? text : Number(text),
});
