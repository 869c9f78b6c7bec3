import type { Who } from '#contract/call.ts';
import { callPaths, calls, documents } from '#contract/contract.ts';
import { permissionNames } from '#contract/permissions.ts';
import {
  type Chart,
  type ChartState,
  type ChartTransition,
  fullName,
  nameOfState,
  chartMermaid,
} from '#machines/diagram/chart.ts';
import { charts } from '#machines/diagram/charts.ts';
import { boxStates, expenseStates } from '#machines/domain/stages/states.ts';
import { changeRefusals } from '#machines/domain/people/authority.ts';
import { type ProfileId, profiles } from '#machines/domain/people/profiles.ts';
import { actorOf } from '#tests/kit/domain-fixtures.ts';
import { everyJointState } from '#tests/kit/domain-paths.ts';
import { type AcceptedEvent, acceptedFrom, everyProfileId } from '#tests/kit/domain-reach.ts';

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** A Markdown table. Its columns are not aligned, so that a change of one row is one line of a diff. */
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');

/** Joins paragraphs, tables and headings with empty lines, and ends with one newline. */
const page = (...parts: readonly string[]): string => `${parts.join('\n\n')}\n`;

/** docs/permissions.md: who may do what, printed from the contract, the profiles and the domain machines. */

const permissionsOf = (profile: ProfileId): readonly string[] => profiles[profile].permisos;

const rightsOf = (profile: ProfileId) => ({ profile, permisos: permissionsOf(profile) });

/** One cell for each profile. */
const cellsWhere = (holds: (profile: ProfileId) => boolean): string[] =>
  everyProfileId.map((profile) => (holds(profile) ? '●' : ''));

const profileNumbers = everyProfileId.map(String);

const mayOpen =
  (who: Who) =>
  (profile: ProfileId): boolean =>
    typeof who === 'string' || who.some((name) => permissionsOf(profile).includes(name));

const whoText = (who: Who): string =>
  typeof who === 'string'
    ? { anyone: 'anybody', session: 'every signed-in person' }[who]
    : who.join(', ');

const openedRow = (name: string, who: Who): string[] => [
  `\`${name}\``,
  ...cellsWhere(mayOpen(who)),
  whoText(who),
];

const callTable = (kind: 'read' | 'mutation'): string =>
  table(
    ['Call', ...profileNumbers, 'Opened by'],
    callPaths
      .filter((path) => calls[path].kind === kind)
      .map((path) => openedRow(path, calls[path].who)),
  );

/** An actor of the profile who recorded no expense. */
const outsiderOf = (profile: ProfileId) => ({ id: actorOf(profile).id + 1000, profile });

const states = everyJointState();
const acceptedBy = new Map(
  everyProfileId.map((profile) => [
    profile,
    states.flatMap((state) => acceptedFrom(state, outsiderOf(profile))),
  ]),
);
const accepted = [...acceptedBy.values()].flat();

/** Events accepted from an actor of any profile who recorded the expense. */
const acceptedFromRecorder = new Set(
  everyProfileId.flatMap((profile) =>
    states.flatMap((state) =>
      acceptedFrom(state, { id: actorOf(2).id, profile }).map(({ type }) => type),
    ),
  ),
);

const namesIn = <Name extends string>(
  table: Record<Name, { nombre: string }>,
  found: readonly (Name | null)[],
): string =>
  (Object.keys(table) as Name[])
    .filter((name) => found.includes(name))
    .map((name) => table[name].nombre)
    .join(', ');

const eventTypes = (isOfExpense: boolean): AcceptedEvent['type'][] => [
  ...new Set(
    accepted.filter(({ expense }) => (expense !== null) === isOfExpense).map(({ type }) => type),
  ),
];

function eventRow(type: AcceptedEvent['type']): string[] {
  const of = accepted.filter((event) => event.type === type);
  return [
    `\`${type}\``,
    ...cellsWhere(
      (profile) => acceptedBy.get(profile)?.some((event) => event.type === type) ?? false,
    ),
    acceptedFromRecorder.has(type) ? '●' : '',
    namesIn(
      boxStates,
      of.map(({ box }) => box),
    ),
    namesIn(
      expenseStates,
      of.map(({ expense }) => expense),
    ),
  ];
}

const eventHead = ['Event', ...profileNumbers, 'Recorder', 'While the box is'];

const eventTable = (isOfExpense: boolean): string =>
  table(
    isOfExpense ? [...eventHead, 'And the expense is'] : eventHead,
    eventTypes(isOfExpense).map((type) =>
      isOfExpense ? eventRow(type) : eventRow(type).slice(0, -1),
    ),
  );

/** @returns the whole file */
const permissionsDocument = (): string =>
  page(
    '# Permissions',
    'Printed from `contract/`, `machines/domain/people/profiles.ts` and the two domain machines; do not write here:\n`npm run docs:write` prints it again, and a test compares it byte for byte.',
    'A dot says that the profile has it by its own list. An administrator may give one person another list; the profile\nstays what the machines ask for. Every call and every document is narrowed further to the stores and boxes that the\nsession may see (`server/features/cases/scope.repository.ts`).',
    table(
      ['Profile', 'Name'],
      everyProfileId.map((profile) => [String(profile), profiles[profile].nombre]),
    ),
    '## Routes',
    'The permissions, which are names of routes. `login`, `logout` and `cambiar-clave` need none.',
    table(
      ['Permission', ...profileNumbers],
      permissionNames.map((name) => [
        `\`${name}\``,
        ...cellsWhere((profile) => permissionsOf(profile).includes(name)),
      ]),
    ),
    '## Calls that read',
    callTable('read'),
    '## Calls that change something',
    callTable('mutation'),
    '## Who may change whom',
    'A row for the person who asks, with the list of the own profile, a column for the user. A dot: he or she may edit, switch\noff and delete that user, and, but for 1, make one. With another list one may give and change only what stays within\nit; an administrator gives the work on boxes without having it. Nobody changes the own profile, list, e-mail or, without\nthe current one, password (`machines/domain/people/authority.ts`).',
    table(
      ['Profile', ...profileNumbers],
      everyProfileId.map((asks) => [
        `${asks} ${profiles[asks].nombre}`,
        ...cellsWhere((other) => changeRefusals(rightsOf(asks), rightsOf(other)).length === 0),
      ]),
    ),
    '## Documents',
    table(
      ['Document', ...profileNumbers, 'Opened by'],
      Object.values(documents).map(({ path, who }) => openedRow(path, who)),
    ),
    '## What may happen to a box',
    `Asked of the machine in each of the ${states.length} states that a box with one expense can come to, with every payload that a\nperson could send. A dot under "Recorder": also somebody who recorded an expense of the box.`,
    eventTable(false),
    '## What may happen to an expense',
    'A dot under "Recorder": also the person who recorded this expense. Nobody decides what he or she recorded.',
    eventTable(true),
  );

/** docs/workflow.md: the domain charts and one decision, printed from the machines; the page `flujo` draws all. */

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

/** Includes one of the four decisions: they differ by the stages of `machines/flows/review/decision.machine.ts`. */
const printedCharts = charts.filter(({ id }) =>
  ['box', 'expense', 'payment', 'batch', 'owed', 'movement', 'supervisorDecision'].includes(id),
);

/** @returns the whole file */
const workflowDocument = (): string =>
  page(
    '# Workflow',
    'Printed from `machines/`; do not write here: `npm run docs:write` prints it again, and a test compares it byte for\nbyte. The names are those that people read. The sentence of a guard of the state machine (Caja, Gasto) is shown when it\nrefuses; that of a guard of a flow says when it holds. An event without a profile is no person’s: an answer, a delay.',
    `The other charts (${charts.length - printedCharts.length}) are drawn on the page \`flujo\`.`,
    ...printedCharts.map(chartPart),
  );

/** The documents that are printed from the code, never written by hand: `npm run docs:write`. */

export interface PrintedDocument {
  /** Path from the root of the project. */
  file: string;
  /** The whole text of the file. */
  print: () => string | Promise<string>;
}

export const printedDocuments: readonly PrintedDocument[] = [
  { file: 'docs/permissions.md', print: permissionsDocument },
  { file: 'docs/workflow.md', print: workflowDocument },
];
