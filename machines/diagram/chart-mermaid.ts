/** A chart as a Mermaid state diagram (`stateDiagram-v2`), for documents that draw it themselves. */
import { type Chart, type ChartState, childrenOf } from './chart.ts';

const idOf = (id: string): string => id.replaceAll(/\W/g, '_');

/** A label ends at a colon, a semicolon or a quote. */
const plain = (text: string): string =>
  text.replaceAll(/:\s*/g, ' – ').replaceAll(/[;"#]/g, ' ').trim();

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

function stateLines(chart: Chart, state: ChartState): string[] {
  const id = idOf(state.id);
  const name = `state "${state.kind === 'history' ? 'H' : plain(state.nombre)}" as ${id}`;
  const children = childrenOf(chart, state.id);
  if (children.length === 0) return [name];
  const regions = children.map((child) => regionLines(chart, child));
  const inside =
    state.kind === 'parallel'
      ? regions.flatMap((lines, index) => (index === 0 ? lines : ['--', ...lines]))
      : regions.flat();
  return [`${name} {`, ...indented(inside), '}'];
}

const regionLines = (chart: Chart, state: ChartState): string[] => [
  ...stateLines(chart, state),
  ...(state.initial ? [`[*] --> ${idOf(state.id)}`] : []),
];

/** Without the fence around it. */
export function chartMermaid(chart: Chart): string {
  const arrows = new Map<string, string[]>();
  for (const { source, target, rotulo } of chart.transitions) {
    const key = `${idOf(source)} --> ${idOf(target)}`;
    arrows.set(key, [...(arrows.get(key) ?? []), plain(rotulo)]);
  }
  return [
    'stateDiagram-v2',
    ...indented([
      ...childrenOf(chart, null).flatMap((state) => regionLines(chart, state)),
      ...[...arrows].map(([arrow, labels]) => `${arrow} : ${[...new Set(labels)].join(' / ')}`),
      ...chart.states.filter(({ final }) => final).map(({ id }) => `${idOf(id)} --> [*]`),
    ]),
    '',
  ].join('\n');
}
