import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { ConfirmDialog, type ConfirmDialogProps } from '#src/ui/overlay/ConfirmDialog.tsx';
import { renderPiece } from './render-piece.tsx';

const spies = () => ({ onConfirm: vi.fn(), onCancel: vi.fn() });

function dialog(props: Partial<ConfirmDialogProps> & ReturnType<typeof spies>) {
  return (
    <ConfirmDialog
      open
      title="Confirmar eliminación"
      confirmLabel="Eliminar"
      cancelTone="danger"
      {...props}
    >
      No se puede deshacer.
    </ConfirmDialog>
  );
}

it('a dialog has a title and a description, takes the focus and is confirmed', async () => {
  const on = spies();
  renderPiece(dialog(on));
  const box = await screen.findByRole('alertdialog', { name: 'Confirmar eliminación' });
  expect(box).toHaveAccessibleDescription('No se puede deshacer.');
  await waitFor(() => expect(box.contains(document.activeElement)).toBe(true));
  await userEvent.click(screen.getByRole('button', { name: 'Eliminar' }));
  expect(on.onConfirm).toHaveBeenCalledOnce();
  expect(on.onCancel).not.toHaveBeenCalled();
});

it('a dialog is cancelled by its button and by Escape', async () => {
  const on = spies();
  renderPiece(dialog(on));
  await userEvent.click(await screen.findByRole('button', { name: 'Cancelar' }));
  expect(on.onCancel).toHaveBeenCalledTimes(1);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(on.onCancel).toHaveBeenCalledTimes(2));
});

it('a busy dialog can be neither confirmed nor cancelled', async () => {
  const on = spies();
  renderPiece(dialog({ ...on, busy: 'Eliminando…' }));
  await userEvent.dblClick(await screen.findByRole('button', { name: 'Eliminando…' }));
  await userEvent.keyboard('{Escape}');
  const cancel = screen.getByRole('button', { name: 'Cancelar' });
  await userEvent.click(cancel);
  expect(cancel).toHaveAccessibleDescription('Espere a que termine lo que está en curso.');
  expect(on.onConfirm).not.toHaveBeenCalled();
  expect(on.onCancel).not.toHaveBeenCalled();
});

it('a dialog with an error shows it and offers a retry', async () => {
  const on = spies();
  renderPiece(dialog({ ...on, error: 'No se pudo eliminar.' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('No se pudo eliminar.');
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(on.onConfirm).toHaveBeenCalledOnce();
});

it('a closed dialog returns the focus to the button that opened it', async () => {
  function Screen() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Abrir
        </button>
        {dialog({ onConfirm: vi.fn(), onCancel: vi.fn(() => setOpen(false)), open })}
      </>
    );
  }
  renderPiece(<Screen />);
  await userEvent.click(screen.getByRole('button', { name: 'Abrir' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Abrir' })).toHaveFocus());
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});
