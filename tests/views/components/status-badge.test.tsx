import { render, screen } from '@testing-library/react';
import { Clock } from 'lucide-react';
import { expect, test } from 'vitest';
import { ThemeProvider } from '#src/shell/theme/ThemeProvider.tsx';
import { StatusBadge } from '#src/ui/feedback/StatusBadge.tsx';

test.each([undefined, Clock])('a badge has one mark, hidden from screen readers', (icon) => {
  render(
    <ThemeProvider>
      <StatusBadge tone="info" label="En supervisión" icon={icon} />
    </ThemeProvider>,
  );
  const badge = screen.getByText('En supervisión').parentElement;
  expect(badge).toHaveTextContent(/^En supervisión$/);
  expect(badge?.querySelectorAll('span[aria-hidden=true] > *')).toHaveLength(1);
});
