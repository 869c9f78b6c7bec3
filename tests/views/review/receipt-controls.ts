import { screen, within } from '@testing-library/react';

/** Buttons of the receipt pane; the same for stores, reviewers and read-only users. */
export const receiptControls = (): (string | null)[] =>
  within(screen.getByRole('region', { name: 'Soporte' }))
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label'));

export const controlsOfReceipt = [
  'Ver completo',
  'Ajustar al ancho',
  'Reducir',
  'Ampliar',
  'Girar',
];
