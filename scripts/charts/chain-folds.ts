import type { Chart } from '../../machines/diagram/chart.ts';

/**
 * The states with which a second column may begin: exactly one arrow leads on to them, and nothing that
 * comes after them ever leads back.
 */
export function foldsOf(chart: Chart): string[] {
  const arrows = chart.transitions.filter(({ self }) => !self);
  const reachedFrom = (from: string): Set<string> => {
    const reached = new Set([from]);
    for (const id of reached)
      for (const { source, target } of arrows) if (source === id) reached.add(target);
    return reached;
  };
  return chart.states
    .filter(({ parent, initial }) => parent === null && !initial)
    .map(({ id }) => id)
    .filter((id) => {
      const after = reachedFrom(id);
      const entries = arrows.filter(
        ({ source, target }) => !after.has(source) && after.has(target),
      );
      return entries.length === 1 && entries[0]?.target === id;
    });
}
