/** docs/workflow.md: the two domain charts and one decision, printed from the machines; the page `flujo` draws all. */
import {
  type Chart,
  type ChartState,
  type ChartTransition,
  fullName,
  nameOfState,
} from '#machines/diagram/chart.ts';
import { chartMermaid } from '#machines/diagram/chart-mermaid.ts';
import { charts } from '#machines/diagram/charts.ts';
import { page, table } from './markdown.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|') || '—';

const stateRow =
  (chart: Chart) =>
  (state: ChartState): string[] => [
    cell(fullName(chart, state)),
    `\`${state.id}\``,
    state.codigo === null ? '—' : String(state.codigo),
    cell([state.initial ? 'inicial' : '', state.final ? 'final' : ''].filter(Boolean).join(', ')),
    cell(state.quien ?? ''),
    cell(state.entrada.join('; ')),
  ];

const eventCell = ({ kind, event }: ChartTransition): string =>
  kind === 'always' ? '—' : `\`${event}\``;

const transitionRow =
  (chart: Chart) =>
  (transition: ChartTransition): string[] => [
    cell(nameOfState(chart, transition.source)),
    cell(transition.rotulo),
    eventCell(transition),
    transition.self ? '(el mismo)' : cell(nameOfState(chart, transition.target)),
    cell(transition.perfiles.join(', ')),
    cell(transition.guards.map(({ name, mensaje }) => `\`${name}\`: ${mensaje}`).join('<br>')),
  ];

const chartPart = (chart: Chart): string =>
  page(
    `## ${chart.nombre}`,
    chart.descripcion,
    `\`\`\`mermaid\n${chartMermaid(chart).trimEnd()}\n\`\`\``,
    table(
      ['Estado', 'En el código', 'Código', '', 'En manos de', 'Al entrar'],
      chart.states.filter(({ kind }) => kind !== 'history').map(stateRow(chart)),
    ),
    table(
      ['Desde', 'Qué ocurre', 'Evento', 'Hacia', 'Quién', 'Condiciones'],
      chart.transitions.map(transitionRow(chart)),
    ),
  ).trimEnd();

/** One of the four decisions: they differ in what `machines/flows/review/decision.machine.ts` tells of each stage. */
const printedCharts = charts.filter(({ id }) =>
  ['box', 'expense', 'supervisorDecision'].includes(id),
);

/** @returns the whole file */
export const workflowDocument = (): string =>
  page(
    '# Workflow',
    'Printed from `machines/`; do not write here: `npm run docs:write` prints it again, and a test compares it byte for\nbyte. The names are those that people read. The sentence of a guard of the state machine (Caja, Gasto) is what is said when it\nrefuses; that of a guard of a flow says when it holds. An event without a profile is no person’s: an answer, a delay.',
    `The other charts (${charts.length - printedCharts.length}) are drawn on the page \`flujo\`.`,
    ...printedCharts.map(chartPart),
  );
