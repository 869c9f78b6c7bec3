import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Trash2 } from 'lucide-react';
import { describe, expect, it, vi } from 'vitest';
import { GuardedButton } from '#src/components/GuardedButton.tsx';
import { IconButton } from '#src/components/IconButton.tsx';
import { LinkButton } from '#src/components/LinkButton.tsx';
import { NoveltyMarker } from '#src/components/NoveltyMarker.tsx';
import { ToggleSwitch } from '#src/components/ToggleSwitch.tsx';
import { renderPiece } from './render-piece.tsx';

const bubble = () => document.querySelector('[data-hint]');

describe('guarded button', () => {
  const reasons = ['Falta la guía.', 'Falta la empresa.'];

  it('explains itself instead of acting, and stays reachable', async () => {
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

  it('opens its reasons by hover and by touch', async () => {
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

  it('does not send its form while it is guarded or busy', async () => {
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
        <GuardedButton type="submit" loading loadingLabel="Enviando…">
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

it('an icon button has a name, and acts once per press', async () => {
  const onClick = vi.fn();
  renderPiece(<IconButton label="Eliminar gasto" icon={Trash2} onClick={onClick} />);
  await userEvent.click(screen.getByRole('button', { name: 'Eliminar gasto' }));
  expect(onClick).toHaveBeenCalledOnce();
});

it('a novelty shows its lines by focus and describes itself', async () => {
  renderPiece(<NoveltyMarker compact lines={['El recibo ya fue usado.']} />);
  expect(screen.getByRole('button', { name: 'Novedad' })).toHaveAccessibleDescription(
    'El recibo ya fue usado.',
  );
  await userEvent.tab();
  expect(bubble()).toHaveTextContent('El recibo ya fue usado.');
});

it('markers without anything to say are not there', () => {
  renderPiece(<NoveltyMarker lines={[]} />);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('a link goes to its route; a document opens beside the page', async () => {
  renderPiece(
    <>
      <LinkButton to="/cajas">Ver cajas</LinkButton>
      <LinkButton href="/documentos/1" newTab>
        Ver PDF
      </LinkButton>
    </>,
  );
  const document = screen.getByRole('link', { name: 'Ver PDF' });
  expect(document).toHaveAccessibleDescription('Se abre en otra pestaña');
  expect(document).toHaveAttribute('target', '_blank');
  expect(document).toHaveAttribute('href', '/documentos/1');
  await userEvent.click(screen.getByRole('link', { name: 'Ver cajas' }));
  expect(screen.getByTestId('where')).toHaveTextContent('/cajas');
});

it('a switch says what it switches, and waits while it is busy', async () => {
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
});
