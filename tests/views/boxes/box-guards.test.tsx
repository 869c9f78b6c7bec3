/** The Enviar button shows the message of each guard that refuses its event. */
import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { type BoxGuard, boxGuards } from '#machines/domain/box/box.machine.ts';
import { boxPassages } from '#machines/domain/box/lifecycle.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import { boxSendMachine } from '#machines/flows/boxes/box-send.machine.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { shipMachine } from '#machines/flows/shipping/ship.machine.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import CurrentBoxView from '#src/features/boxes/CurrentBoxView.tsx';
import ReviewedBoxView from '#src/features/boxes/ReviewedBoxView.tsx';
import { aFund, boxFacts, people } from '#tests/kit/flow-fixtures.ts';
import { answering, renderScreen } from '../review/render-screen.tsx';
import { reviewBoxAt } from './review-box-at.tsx';

const screens = {
  store: { View: CurrentBoxView, pattern: patterns.cajaActual, fund: aFund },
  supervisor: { View: reviewBoxAt('supervisor'), pattern: patterns.verCajaSupervisor, fund: null },
  maintenance: {
    View: reviewBoxAt('maintenance'),
    pattern: patterns.verCajaMantenimiento,
    fund: null,
  },
  accounting: { View: reviewBoxAt('accounting'), pattern: patterns.revisarCaja, fund: null },
} as const;

interface Case {
  on: keyof typeof screens;
  by?: Person;
  active: number;
  rows: Parameters<typeof boxFacts>[1][];
  fund?: typeof aFund;
}

/** An exceeded fund with the policy that refuses the excess. */
const overdrawn: typeof aFund = { ...aFund, disponible: -1, exceso_fondo: 'impedir' };

/** A user without the profile of the stage: own permissions can open the screen, but the state machine refuses. */
const outsider: Person = { id: 70, profile: 7 };

const reported: Record<
  Exclude<
    BoxGuard,
    | 'someExpenseNeedsMaintenance'
    | 'shippingIsGiven'
    | 'legalisationIsOpened'
    | 'papersAreOnTheirWay'
  >,
  Case
> = {
  actorIsStore: { on: 'store', by: outsider, active: 0, rows: [{}] },
  actorIsSupervisor: { on: 'supervisor', by: outsider, active: 2, rows: [{ estado: 3 }] },
  actorIsMaintenance: { on: 'maintenance', by: outsider, active: 1, rows: [{ estado: 9 }] },
  actorIsAccounting: { on: 'accounting', by: outsider, active: 9, rows: [{ estado: 6 }] },
  hasExpenses: { on: 'store', active: 0, rows: [] },
  everyExpenseHasReceipt: { on: 'store', active: 0, rows: [{ soporte: null }] },
  fundIsEnough: { on: 'store', active: 0, rows: [{}], fund: overdrawn },
  supervisorMarkedEveryExpense: { on: 'supervisor', active: 2, rows: [{ estado: 1 }] },
  maintenanceMarkedEveryExpense: { on: 'maintenance', active: 1, rows: [{ estado: 13 }] },
  accountingMarkedEveryExpense: { on: 'accounting', active: 9, rows: [{ estado: 9 }] },
  finalMarkedEveryExpense: { on: 'accounting', active: 4, rows: [{ estado: 3 }] },
};

const sendButton = () => screen.findByRole('button', { name: 'Enviar' });

describe('the Enviar button shows the message of', () => {
  test.each(Object.entries(reported))(
    '%s',
    async (guard, { on, by = people[on], active, rows, fund: ownFund }) => {
      const { View, pattern, fund } = screens[on];
      const facts = { ...boxFacts({ active }, ...rows), fund: ownFund ?? fund };
      const { logic } = answering(boxSendMachine, { loadBox: [answered(facts)] });
      renderScreen(<View machine={logic} />, pattern, pattern.replace(/:\w+/, '12'), by);
      const button = await sendButton();
      expect(button).toHaveAttribute('aria-disabled', 'true');
      const { mensaje } = boxGuards[guard as BoxGuard];
      expect(button).toHaveAccessibleDescription(expect.stringContaining(mensaje));
    },
  );

  test('several guards, and the number of further reasons', async () => {
    const { View, pattern } = screens.store;
    const facts = { ...boxFacts({ active: 0 }, { soporte: null }), fund: overdrawn };
    const { logic } = answering(boxSendMachine, { loadBox: [answered(facts)] });
    renderScreen(<View machine={logic} />, pattern, pattern.replace(/:\w+/, '12'), people.store);
    const button = await sendButton();
    for (const guard of ['everyExpenseHasReceipt', 'fundIsEnough'] as const)
      expect(button).toHaveAccessibleDescription(expect.stringContaining(boxGuards[guard].mensaje));
    expect(screen.getByText(/^\(y 1 motivo más\)$/)).toBeInTheDocument();
  });

  test('shippingIsGiven on a click after the PDF was opened, with a button that focuses the field', async () => {
    const { box, rows } = boxFacts({ active: 3 }, { estado: 6 });
    const facts = { box, rows, companies: [], shipping: {} };
    const { logic } = answering(shipMachine, { loadShipping: [answered(facts)] });
    const user = renderScreen(
      <ReviewedBoxView machine={logic} />,
      patterns.verCajaRevisada,
      '/verCajaRevisada/12',
      people.store,
    );
    await user.click(await screen.findByRole('link', { name: /^Descargar PDF/ }));
    await user.click(await sendButton());
    expect(await screen.findByText(boxGuards.shippingIsGiven.mensaje)).toBeVisible();
    await user.click(
      screen.getByRole('button', { name: 'Faltan la empresa de envío y el número de guía' }),
    );
    expect(screen.getByRole('combobox', { name: 'Empresa de envío' })).toHaveFocus();
  });

  test('refusing guards only: someExpenseNeedsMaintenance selects one of two transitions', () => {
    const chooses = boxPassages.filter(({ guards }) =>
      guards.includes('someExpenseNeedsMaintenance'),
    );
    expect(chooses).toHaveLength(1);
    const besides = boxPassages.filter(
      ({ event, guards }) =>
        event === chooses[0]?.event && !guards.includes('someExpenseNeedsMaintenance'),
    );
    expect(besides).toHaveLength(1);
  });
});
