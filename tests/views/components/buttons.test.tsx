import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Trash2 } from 'lucide-react';
import { describe, expect, it, vi } from 'vitest';
import { GuardedButton } from '#src/ui/fields/GuardedButton.tsx';
import { IconButton, ToggleSwitch } from '#src/ui/fields/IconButton.tsx';
import { LinkButton } from '#src/ui/fields/LinkButton.tsx';
import { AnomalyMarker } from '#src/ui/feedback/AnomalyMarker.tsx';
import { renderPiece } from './render-piece.tsx';

const bubble = () => document.querySelector('[data-hint]');

const linkTo = (id: number) => ({ label: `Recibo R${id}`, to: `/gastos/${id}` });

/** Waits longer than the delay before a bubble closes after the pointer has left. */
const afterLeaving = () => act(() => new Promise((resolve) => setTimeout(resolve, 200)));

describe('guarded button', () => {
  const reasons = ['Falta la guía.', 'Falta la empresa.'];

  it('shows its reasons instead of acting, and stays focusable', async () => {
    const onClick = vi.fn();
    renderPiece(
      <GuardedButton reasons={reasons} onClick={onClick}>
        Enviar
      </GuardedButton>,
    );
    const button = screen.getByRole('button', { name: 'Enviar' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription('Falta la guía. Falta la empresa.');
    await userEvent.tab();
    expect(button).toHaveFocus();
    expect(bubble()).toHaveTextContent('Falta la guía.');
    await userEvent.keyboard('{Enter}');
    expect(onClick).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    expect(bubble()).not.toBeInTheDocument();
  });

  it('shows its reasons on hover and on touch', async () => {
    renderPiece(<GuardedButton reasons={reasons}>Enviar</GuardedButton>);
    const button = screen.getByRole('button', { name: 'Enviar' });
    await userEvent.hover(button);
    expect(bubble()).toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    expect(bubble()).not.toBeInTheDocument();
    await userEvent.pointer({ keys: '[TouchA]', target: button });
    expect(bubble()).toBeInTheDocument();
    await userEvent.pointer({ keys: '[TouchA]', target: document.body });
    expect(bubble()).not.toBeInTheDocument();
  });

  describe('with links to the remedy', () => {
    const lines = [
      'Debe marcar todos los gastos para poder enviar',
      { text: 'Faltan 2 gastos por decidir', links: [1, 2].map(linkTo) },
    ];
    const render = () =>
      renderPiece(
        <>
          <GuardedButton reasons={lines}>Enviar</GuardedButton>
          <button type="button">Después</button>
        </>,
      );
    const link = (receipt: number) =>
      within(bubble() as HTMLElement).getByRole('link', { name: `Recibo R${receipt}` });

    it('is described by its sentences, separated by full stops', () => {
      render();
      expect(screen.getByRole('button', { name: 'Enviar' })).toHaveAccessibleDescription(
        'Debe marcar todos los gastos para poder enviar. Faltan 2 gastos por decidir',
      );
    });

    it('opens a link with the keyboard, and Escape returns the focus', async () => {
      render();
      await userEvent.tab();
      await userEvent.tab();
      expect(link(1)).toHaveFocus();
      await userEvent.tab();
      expect(link(2)).toHaveFocus();
      await userEvent.keyboard('{Escape}');
      expect(bubble()).not.toBeInTheDocument();
      expect(screen.getByRole('button', { name: 'Enviar' })).toHaveFocus();
      await userEvent.keyboard('{Enter}');
      await userEvent.tab();
      await userEvent.keyboard('{Enter}');
      expect(screen.getByTestId('where')).toHaveTextContent('/gastos/1');
    });

    it('closes its bubble when the focus leaves it', async () => {
      render();
      for (let press = 0; press < 3; press += 1) await userEvent.tab();
      // On phones the same links are below the button; jsdom renders both.
      expect(link(2)).toHaveFocus();
      act(() => screen.getByRole('button', { name: 'Después' }).focus());
      expect(bubble()).not.toBeInTheDocument();
    });

    it('leaves its bubble open while the pointer is in it or a link has the focus', async () => {
      render();
      await userEvent.hover(screen.getByRole('button', { name: 'Enviar' }));
      await userEvent.hover(link(1));
      await afterLeaving();
      expect(bubble()).toBeInTheDocument();
      act(() => link(1).focus());
      await userEvent.unhover(link(1));
      await afterLeaving();
      expect(link(1)).toHaveFocus();
    });

    it('opens its bubble and a link by touch', async () => {
      render();
      const button = screen.getByRole('button', { name: 'Enviar' });
      await userEvent.pointer({ keys: '[TouchA]', target: button });
      await userEvent.pointer({ keys: '[TouchA]', target: link(2) });
      expect(screen.getByTestId('where')).toHaveTextContent('/gastos/2');
    });
  });

  it('does not submit its form while it is guarded or busy', async () => {
    const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
    const form = (button: React.ReactNode) => <form onSubmit={onSubmit}>{button}</form>;
    const { rerender } = renderPiece(
      form(
        <GuardedButton type="submit" reasons={reasons}>
          Enviar
        </GuardedButton>,
      ),
    );
    await userEvent.click(screen.getByRole('button'));
    rerender(
      form(
        <GuardedButton type="submit" busy="Enviando…">
          Enviar
        </GuardedButton>,
      ),
    );
    await userEvent.dblClick(screen.getByRole('button', { name: 'Enviando…' }));
    expect(onSubmit).not.toHaveBeenCalled();
    rerender(form(<GuardedButton type="submit">Enviar</GuardedButton>));
    await userEvent.click(screen.getByRole('button', { name: 'Enviar' }));
    expect(onSubmit).toHaveBeenCalledOnce();
  });
});

it('an icon button has an accessible name and acts once per click', async () => {
  const onClick = vi.fn();
  renderPiece(<IconButton label="Eliminar gasto" icon={Trash2} onClick={onClick} />);
  await userEvent.click(screen.getByRole('button', { name: 'Eliminar gasto' }));
  expect(onClick).toHaveBeenCalledOnce();
});

it('an anomaly marker shows its lines on focus and is described by them', async () => {
  renderPiece(<AnomalyMarker compact lines={['El recibo ya fue usado.']} />);
  expect(screen.getByRole('button', { name: 'Novedad' })).toHaveAccessibleDescription(
    'El recibo ya fue usado.',
  );
  await userEvent.tab();
  expect(bubble()).toHaveTextContent('El recibo ya fue usado.');
});

it('an anomaly marker without lines is not rendered', () => {
  renderPiece(<AnomalyMarker lines={[]} />);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('a link opens its route; a document link opens a new tab', async () => {
  renderPiece(
    <>
      <LinkButton to="/cajas">Ver cajas</LinkButton>
      <LinkButton href="/documentos/1">Ver PDF</LinkButton>
    </>,
  );
  const document = screen.getByRole('link', { name: 'Ver PDF' });
  expect(document).toHaveAccessibleDescription('Se abre en otra pestaña');
  expect(document).toHaveAttribute('target', '_blank');
  expect(document).toHaveAttribute('href', '/documentos/1');
  await userEvent.click(screen.getByRole('link', { name: 'Ver cajas' }));
  expect(screen.getByTestId('where')).toHaveTextContent('/cajas');
});

it('a switch has a label, and does nothing while it is busy or guarded', async () => {
  const onChange = vi.fn();
  const { rerender } = renderPiece(
    <ToggleSwitch label="Activo: Tienda Centro" checked onChange={onChange} />,
  );
  const toggle = screen.getByRole('switch', { name: 'Activo: Tienda Centro', checked: true });
  await userEvent.click(toggle);
  expect(onChange).toHaveBeenCalledExactlyOnceWith(false);
  rerender(<ToggleSwitch label="Activo: Tienda Centro" checked busy onChange={onChange} />);
  await userEvent.click(toggle);
  expect(onChange).toHaveBeenCalledOnce();
  const reasons = ['Espere a que termine lo que está en curso.'];
  rerender(
    <ToggleSwitch label="Activo: Tienda Centro" checked reasons={reasons} onChange={onChange} />,
  );
  await userEvent.click(toggle);
  expect(onChange).toHaveBeenCalledOnce();
  expect(toggle).toHaveAccessibleDescription('Espere a que termine lo que está en curso.');
  expect(bubble()).toHaveTextContent('Espere a que termine lo que está en curso.');
});
