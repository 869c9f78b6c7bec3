/** The text export of a chart matches the chart. */
import { describe, expect, test } from 'vitest';
import { chartMermaid } from '#machines/diagram/chart.ts';
import { charts } from '#machines/diagram/charts.ts';

const cases = charts.map((chart) => [chart.id, chart] as const);

describe.each(cases)('%s as Mermaid', (_, chart) => {
  const lines = chartMermaid(chart).trimEnd().split('\n');

  test('declares every state once and draws every arrow between declared states', () => {
    expect(lines[0]).toBe('stateDiagram-v2');
    const declared = lines.flatMap((line) => /^\s*state "[^"]+" as (\w+)/.exec(line)?.[1] ?? []);
    expect(declared).toHaveLength(chart.states.length);
    expect(new Set(declared).size).toBe(declared.length);
    const arrows = lines.flatMap((line) => {
      const [, from, to] = /^\s*(\S+) --> (\S+)/.exec(line) ?? [];
      return from === undefined || to === undefined ? [] : [{ from, to, line }];
    });
    const known = new Set([...declared, '[*]']);
    expect(arrows.filter(({ from, to }) => !known.has(from) || !known.has(to))).toEqual([]);
    const between = new Set(chart.transitions.map(({ source, target }) => `${source} ${target}`));
    expect(arrows.filter(({ from, to }) => from !== '[*]' && to !== '[*]')).toHaveLength(
      between.size,
    );
    // A second colon, a quote or a semicolon would end the label.
    expect(arrows.filter(({ line }) => /:.*[:;"]/.test(line))).toEqual([]);
  });
});
