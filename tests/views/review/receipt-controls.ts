import { screen, within } from '@testing-library/react';

/** The pane of the receipt, which is the same for a store, who decides and who only reads. */
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
