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

it('asks with title and text, and takes the focus', async () => {
  const on = spies();
  renderPiece(dialog(on));
  const box = await screen.findByRole('alertdialog', { name: 'Confirmar eliminación' });
  expect(box).toHaveAccessibleDescription('No se puede deshacer.');
  await waitFor(() => expect(box.contains(document.activeElement)).toBe(true));
  await userEvent.click(screen.getByRole('button', { name: 'Eliminar' }));
  expect(on.onConfirm).toHaveBeenCalledOnce();
  expect(on.onCancel).not.toHaveBeenCalled();
});

it('is left by Escape and by its button', async () => {
  const on = spies();
  renderPiece(dialog(on));
  await userEvent.click(await screen.findByRole('button', { name: 'Cancelar' }));
  expect(on.onCancel).toHaveBeenCalledTimes(1);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(on.onCancel).toHaveBeenCalledTimes(2));
});

it('while it is busy it sends nothing twice and cannot be left', async () => {
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

it('shows what went wrong, and offers another attempt', async () => {
  const on = spies();
  renderPiece(dialog({ ...on, error: 'No se pudo eliminar.' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('No se pudo eliminar.');
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(on.onConfirm).toHaveBeenCalledOnce();
});

it('gives the focus back to what opened it', async () => {
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
