/** Before the save, each stage shows whether its decision can change later or is final. */
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import type { StageName } from '#machines/domain/stages/stages.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import DecisionView from '#src/features/review/DecisionView.tsx';
import { accountingShown, shown } from '#tests/kit/decision-fixtures.ts';
import { people, written } from '#tests/kit/flow-fixtures.ts';
import { fill } from '#tests/kit/fill.ts';
import { deciding, renderScreen } from './render-screen.tsx';

const saved = [answered(written())];

const screens: Record<StageName, () => ReturnType<typeof renderScreen>> = {
  supervisor: () =>
    renderScreen(
      <DecisionView
        stage="supervisor"
        machine={
          deciding('supervisor', {
            loadExpense: [shown()],
            guardarSupervisor: saved,
          }).logic
        }
      />,
      patterns.detalleGastoSupervisor,
      '/detalleGastoSupervisor/12/7',
      people.supervisor,
    ),
  maintenance: () =>
    openPlain(
      <DecisionView
        stage="maintenance"
        machine={
          deciding('maintenance', {
            loadExpense: [shown({ active: 1, estado: 13 })],
            guardarMantenimiento: saved,
          }).logic
        }
      />,
      'detalleGastoMantenimiento',
      '/detalleGastoMantenimiento/12/7',
    ),
  accounting: () =>
    openPlain(
      <DecisionView
        stage="accounting"
        machine={
          deciding('accounting', {
            loadExpense: [accountingShown()],
            guardarContabilidad: saved,
          }).logic
        }
      />,
      'detalleGastoContabilidad',
      '/detalleGastoContabilidad/7/12',
    ),
  final: () =>
    openPlain(
      <DecisionView
        stage="final"
        machine={
          deciding('final', {
            loadExpense: [shown({ active: 4, estado: 3 })],
            guardarContabilidadFinal: saved,
          }).logic
        }
      />,
      'detalleGastoContabilidadFinal',
      '/detalleGastoContabilidadFinal/7/12',
    ),
};

function openPlain(view: ReactNode, pattern: keyof typeof patterns, address: string) {
  const person = pattern === 'detalleGastoMantenimiento' ? people.maintenance : people.accounting;
  return renderScreen(view, patterns[pattern], address, person);
}

describe('a decision', () => {
  test.each<[StageName, boolean]>([
    ['supervisor', true],
    ['maintenance', false],
    ['accounting', false],
    ['final', true],
  ])('of %s may change until the box is sent: %s', async (stage, open) => {
    const user = screens[stage]();
    await screen.findByRole('button', { name: 'Guardar' });
    const sentence = open
      ? 'Podrá cambiarla hasta que envíe la caja.'
      : 'Es definitiva: después de guardarla no se puede cambiar.';
    expect(screen.getByText(sentence)).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Rechazado' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Motivo de rechazo' }), '2');
    await fill(user, screen.getByRole('textbox', { name: 'Observaciones' }), 'No corresponde');
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await screen.findByText('Datos almacenados');
    const change = screen.queryAllByRole('button', { name: 'Cambiar (C)' });
    expect(change).toHaveLength(open ? 1 : 0);
  });
});
