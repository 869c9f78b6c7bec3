import { render, screen } from '@testing-library/react';
import { Clock } from 'lucide-react';
import { expect, test } from 'vitest';
import { boxStates, expenseStates } from '#machines/domain/box/states.ts';
import { ThemeProvider } from '#src/app/theme/ThemeProvider.tsx';
import { toneOf } from '#src/features/records/list-table.tsx';
import { StatusBadge } from '#src/ui/feedback/StatusBadge.tsx';

test('no state has the colour of a warning, or of what can be pressed', () => {
  const states = [...Object.values(boxStates), ...Object.values(expenseStates)];
  const tones = new Set(states.map(({ color }) => toneOf(color)));
  expect([...tones].toSorted()).toEqual(['accent', 'danger', 'info', 'neutral', 'success']);
});

test.each([undefined, Clock])('a badge has one mark, which nobody hears', (icon) => {
  render(
    <ThemeProvider>
      <StatusBadge tone="info" label="En supervisión" icon={icon} />
    </ThemeProvider>,
  );
  const badge = screen.getByText('En supervisión').parentElement;
  expect(badge).toHaveTextContent(/^En supervisión$/);
  expect(badge?.querySelectorAll('span[aria-hidden=true] > *')).toHaveLength(1);
});
