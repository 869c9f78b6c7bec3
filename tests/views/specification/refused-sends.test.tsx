import { screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { describe, expect, test } from 'vitest';
import { boxSendMachine } from '#machines/flows/boxes/box-send.machine.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { shipMachine } from '#machines/flows/shipping/ship.machine.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import CurrentBoxView from '#src/features/boxes/CurrentBoxView.tsx';
import ReviewedBoxView from '#src/features/boxes/ReviewedBoxView.tsx';
import type { BoxSendViewProps } from '#src/features/boxes/SendBar.tsx';
import { aFund, boxFacts, people, refused, refusedBy } from '#tests/kit/flow-fixtures.ts';
import { answering, renderScreen } from '../review/render-screen.tsx';
import { reviewBoxAt } from '../boxes/review-box-at.tsx';

const sentence = 'Existen errores, por favor corregir y enviar nuevamente';
const { change } = refusedBy;

interface Sending {
  View: ComponentType<BoxSendViewProps>;
  pattern: string;
  person: keyof typeof people;
  active: number;
  estado: number;
}

const current: Sending = {
  View: CurrentBoxView,
  pattern: patterns.cajaActual,
  person: 'store',
  active: 0,
  estado: 1,
};

const supervisor: Sending = {
  View: reviewBoxAt('supervisor'),
  pattern: patterns.verCajaSupervisor,
  person: 'supervisor',
  active: 2,
  estado: 3,
};

const maintenance: Sending = {
  View: reviewBoxAt('maintenance'),
  pattern: patterns.verCajaMantenimiento,
  person: 'maintenance',
  active: 1,
  estado: 9,
};

const accounting: Sending = {
  View: reviewBoxAt('accounting'),
  pattern: patterns.revisarCaja,
  person: 'accounting',
  active: 9,
  estado: 6,
};

async function sendAndBeRefused({ View, pattern, person, active, estado }: Sending) {
  const box = answered({ ...boxFacts({ active }, { estado }), fund: aFund });
  const { logic } = answering(boxSendMachine, { loadBox: [box, box], sendBox: [change] });
  const address = pattern.replace(/:\w+/, '12');
  const user = renderScreen(<View machine={logic} />, pattern, address, people[person]);
  await user.click(await screen.findByRole('button', { name: 'Enviar' }));
  await user.click(await screen.findByRole('button', { name: 'Ok' }));
  return screen.findByRole('alert');
}

describe('a send that the server refuses', () => {
  test.each([
    ['of the store', current],
    ['of the supervisor', supervisor],
    ['of maintenance', maintenance],
  ])('%s reports errors and the message of the server', async (_, sending) => {
    const alert = await sendAndBeRefused(sending);
    expect(alert).toHaveTextContent(sentence);
    expect(alert).toHaveTextContent(change.msg);
  });

  test('of accounting shows only the message of the server', async () => {
    const alert = await sendAndBeRefused(accounting);
    expect(alert).toHaveTextContent(change.msg);
    expect(alert).not.toHaveTextContent(sentence);
  });

  test('of the papers reports errors and the message of the server', async () => {
    const { box, rows } = boxFacts({ active: 3 }, { estado: 6 });
    const companies = [{ id: 2, nombre: 'Motorizado', id_ciudad: 1146 }];
    const facts = answered({ box, rows, companies, shipping: {} });
    const { logic } = answering(shipMachine, {
      loadShipping: [facts, facts],
      enviarSoporteCaja: [change],
    });
    const view = <ReviewedBoxView machine={logic} />;
    const user = renderScreen(view, patterns.verCajaRevisada, '/verCajaRevisada/12', people.store);
    await user.click(await screen.findByRole('link', { name: /^Descargar PDF/ }));
    await user.selectOptions(screen.getByRole('combobox'), 'Motorizado');
    await user.click(screen.getByRole('button', { name: 'Enviar' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(sentence);
    expect(alert).toHaveTextContent(change.msg);
  });

  test('differs from a refused deletion, which shows only the message of the server', async () => {
    const box = answered({ ...boxFacts({ active: 0 }, { id: 7 }), fund: aFund });
    const { logic } = answering(boxSendMachine, {
      loadBox: [box, box],
      eliminarGasto: [refused(409, change.msg)],
    });
    const view = <CurrentBoxView machine={logic} />;
    const user = renderScreen(view, patterns.cajaActual, '/cajaActual/3', people.store);
    await user.click(await screen.findByRole('button', { name: 'Eliminar el recibo R100' }));
    await user.click(await screen.findByRole('button', { name: 'Eliminar' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(change.msg);
    expect(alert).not.toHaveTextContent(sentence);
  });
});
