import { screen, waitFor } from '@testing-library/react';
import { MotionGlobalConfig } from 'framer-motion';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DataTable } from '#src/ui/table/DataTable.tsx';
import { InlineAlert } from '#src/ui/feedback/InlineAlert.tsx';
import { Reveal } from '#src/ui/overlay/Moving.tsx';
import { StatusBadge } from '#src/ui/feedback/StatusBadge.tsx';
import { type Step, Stepper } from '#src/ui/layout/Stepper.tsx';
import { renderPiece } from './render-piece.tsx';

beforeEach(() => {
  MotionGlobalConfig.skipAnimations = false;
});
afterEach(() => {
  MotionGlobalConfig.skipAnimations = true;
});

const prefersLessMotion = () =>
  vi
    .spyOn(window, 'matchMedia')
    .mockImplementation(
      (media) => ({ media, matches: media.includes('reduced-motion') }) as MediaQueryList,
    );

/** The nearest element around a text that is sliding in. */
const movingAround = (text: string) =>
  screen.getByText(text).closest<HTMLElement>('[style*="translateY(-8px)"]');

const badge = (label: string) => <StatusBadge tone="success" label={label} />;

const way = (state: Step['state']) => (
  <Stepper label="Recorrido" steps={[{ label: 'Tienda', state }]} />
);

const marks = () => screen.getByRole('listitem').querySelectorAll('[style*="translateY(-8px)"]');

const table = (names: readonly string[], noticed?: string) => (
  <DataTable
    caption="Cajas"
    columns={[
      { id: 'name', header: 'Nombre', cell: ({ name }) => name, searchValue: ({ name }) => name },
    ]}
    rows={names.map((name) => ({ name }))}
    rowKey={({ name }) => name}
    noticed={noticed}
  />
);

const rowOf = (name: string) => screen.getByText(name).closest('tr');

describe('animations', () => {
  it('conditional fields slide in', () => {
    renderPiece(<Reveal when>Motivo</Reveal>);
    expect(movingAround('Motivo')).toBeVisible();
  });

  it('a success message slides in, a warning does not', () => {
    renderPiece(
      <>
        <InlineAlert tone="success">Caja enviada</InlineAlert>
        <InlineAlert tone="warning">Falta el soporte</InlineAlert>
      </>,
    );
    expect(movingAround('Caja enviada')).toBeVisible();
    expect(movingAround('Falta el soporte')).toBeNull();
  });

  it('a state slides in on each change, not on the first render', () => {
    const { rerender } = renderPiece(badge('Pendiente'));
    expect(movingAround('Pendiente')).toBeNull();
    rerender(badge('Aprobado'));
    expect(movingAround('Aprobado')).toBeVisible();
    rerender(badge('Pendiente'));
    expect(movingAround('Pendiente')).toBeVisible();
  });

  it('the mark of a reached step slides in', () => {
    const { rerender } = renderPiece(way('pending'));
    expect(marks()).toHaveLength(0);
    rerender(way('current'));
    expect(marks()).toHaveLength(1);
  });

  it('the noticed row slides in', () => {
    renderPiece(table(['Caja 1', 'Caja 2'], 'Caja 2'));
    expect(movingAround('Caja 1')).toBeNull();
    expect(movingAround('Caja 2')).toBe(rowOf('Caja 2'));
  });

  it('a removed row is inert at once and then disappears', async () => {
    const { rerender } = renderPiece(table(['Caja 1', 'Caja 2']));
    rerender(table(['Caja 2']));
    expect(rowOf('Caja 1')).toHaveAttribute('inert');
    expect(rowOf('Caja 2')).not.toHaveAttribute('inert');
    await waitFor(() => expect(screen.queryByText('Caja 1')).not.toBeInTheDocument());
  });
});

describe('with reduced motion', () => {
  it('nothing slides in', () => {
    prefersLessMotion();
    const piece = (state: string, step: Step['state']) => (
      <>
        <Reveal when>Motivo</Reveal>
        <InlineAlert tone="success">Caja enviada</InlineAlert>
        {badge(state)}
        {way(step)}
        {table(['Caja 1'], 'Caja 1')}
      </>
    );
    const { rerender, container } = renderPiece(piece('Pendiente', 'pending'));
    rerender(piece('Aprobado', 'current'));
    expect(container.querySelectorAll('[style*="translateY"]')).toHaveLength(0);
  });
});
