/** Colours of states on screen, in the drawing and on paper; the labels differ as well. */
import { describe, expect, test } from 'vitest';
import { boxStates, stateTones } from '#machines/domain/stages/states.ts';
import { expenseFactsAt, expensePlaces } from '#machines/domain/expense/expense-places.ts';
import { system } from '#src/shell/theme/system.ts';
import { toneOf } from '#src/ui/table/columns.tsx';
import { palette } from '#src/features/workflow/drawing/drawn.ts';
import { paletteOf } from '#src/ui/feedback/tone.ts';

/** Relative luminance of `#rrggbb`, as WCAG 2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe('the two passes of accounting', () => {
  const [first, last] = [boxStates.preliminary, boxStates.finalAccounting];

  test('have different colours on screen, in the drawing and in the PDF', () => {
    expect([first.color, last.color].map(toneOf)).toEqual(['info', 'closing']);
    const { [first.color]: one, [last.color]: other } = palette.tones;
    for (const part of ['fill', 'border', 'text'] as const) expect(one[part]).not.toBe(other[part]);
    expect(stateTones[first.color].ink).not.toBe(stateTones[last.color].ink);
    expect(first.nombre).not.toBe(last.nombre);
  });

  test('give their colours to the expenses that wait for them', () => {
    const waiting = [expenseFactsAt(9, 3), expenseFactsAt(9, 9), expenseFactsAt(4, 3)];
    expect(waiting.map(({ nombre, color }) => [nombre, color])).toEqual([
      ['Pendiente de contabilidad (primera)', 'info'],
      ['Pendiente de contabilidad (primera)', 'info'],
      ['Pendiente de contabilidad (final)', 'closing'],
    ]);
    expect(expensePlaces['finalAccounting.supervisorApproved']?.color).toBe('closing');
  });

  test('leave green and red to decided expenses', () => {
    const decided = [6, 15, 7, 16].map((estado) => expenseFactsAt(4, estado).color);
    expect(decided).toEqual(['success', 'success', 'danger', 'danger']);
  });
});

test('the tones of states have distinct colours, and none has that of warnings or buttons', () => {
  const { primary, warning, ...ofStates } = paletteOf;
  expect([primary, warning]).toEqual(['teal', 'amber']);
  expect(new Set(Object.values(ofStates))).toEqual(
    new Set(['gray', 'blue', 'purple', 'green', 'red']),
  );
});

test.each(Object.entries(stateTones))(
  '%s has the same colour on screen, in the drawing and on paper',
  (name, tone) => {
    const { text } = palette.tones[toneOf(name)];
    expect(text).toBe(system.token(`colors.${tone.palette}.800`));
    expect(tone.ink).toBe(text);
  },
);

describe('the label of a state', () => {
  test.each(Object.entries(palette.tones))('is legible in the drawing: %s', (_, { fill, text }) => {
    // With figures, the fill shows the weight of the state, not its tone.
    for (const behind of [fill, palette.cold, palette.hot])
      expect(contrast(text, behind)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(Object.entries(stateTones))('is legible on paper: %s', (_, { ink }) => {
    expect(contrast(ink, '#ffffff')).toBeGreaterThanOrEqual(4.5);
  });
});
