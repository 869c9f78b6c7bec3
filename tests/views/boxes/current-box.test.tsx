import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { boxSendMachine } from '#machines/flows/boxes/box-send.machine.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import CurrentBoxView from '#src/features/boxes/CurrentBoxView.tsx';
import { aFund, boxFacts, people, refusedBy, written } from '#tests/kit/flow-fixtures.ts';
import { type Answers, answering, expectNotice, renderScreen } from '../review/render-screen.tsx';

const sentence = 'Cada gasto necesita su soporte: adjunte el archivo o elimine el gasto.';

const openBox = (...rows: Parameters<typeof boxFacts>[1][]) =>
  answered({ ...boxFacts({ active: 0 }, ...rows), fund: aFund });

/** @param delay milliseconds for which a success message is shown; 0 for tests of what follows it */
const open = (answers: Answers, delay = 60_000) => {
  const { logic, asked } = answering(boxSendMachine, answers, delay);
  const user = renderScreen(
    <CurrentBoxView machine={logic.provide({ delays: { deletionDelay: delay } })} />,
    patterns.cajaActual,
    '/cajaActual/3',
    people.store,
  );
  return { user, asked };
};

const bubble = () => document.querySelector('[data-hint]') as HTMLElement;

const textOf = ({ textContent }: Element) => textContent;

/** Widths of the parts of the bar, by part. */
const partsIn = (fund: HTMLElement) =>
  Object.fromEntries(
    [...fund.querySelectorAll<HTMLElement>('[data-part]')].map(({ dataset, style }) => [
      dataset.part,
      style.width,
    ]),
  );

const sendButton = () => screen.findByRole('button', { name: 'Enviar' });

describe('the current box of a store', () => {
  test('shows the fund, the expenses, their total and the links', async () => {
    const { asked } = open({ loadBox: [openBox({ id: 7 }, { id: 8, recibo: 'R200' })] });
    expect(await screen.findByRole('heading', { name: 'Reembolso Actual' })).toBeVisible();
    expect(asked.loadBox).toEqual([{ sender: 'store', id_tienda: 3 }]);
    for (const text of ['$ 500.000', '$ 487.500', '97,5 %']) {
      expect(screen.getByText(text)).toBeVisible();
    }
    const table = screen.getByRole('table', { name: 'Gastos de la caja' });
    expect(within(table).getByText('$ 25.000')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ver detalle del recibo R200' })).toHaveAttribute(
      'href',
      '/detalleGasto/8',
    );
    expect(screen.getByRole('link', { name: 'Registrar gasto' })).toHaveAttribute(
      'href',
      '/crearGasto/3',
    );
    expect(screen.queryByText('Has excedido el monto máximo')).toBeNull();
    // The progress is shown only once the box is sent.
    expect(screen.queryByText('Recorrido')).toBeNull();
  });

  test('is read again when the queue of this device has sent something', async () => {
    const { asked } = open({ loadBox: [openBox({ id: 7, soporte: null }), openBox({ id: 7 })] });
    expect(await screen.findByText('Falta el soporte')).toBeVisible();
    const queue = new BroadcastChannel('caja-menor-envios');
    queue.postMessage(null);
    await waitFor(() => expect(screen.queryByText('Falta el soporte')).toBeNull());
    expect(asked.loadBox).toHaveLength(2);
    queue.close();
  });

  test('shows the reason instead of the link to a new expense when the store is inactive', async () => {
    const facts = boxFacts({ active: 0 }, {});
    open({ loadBox: [answered({ ...facts, fund: { ...aFund, active_: 0 } })] });
    expect(
      await screen.findByText('La tienda está inactiva: no puede registrar gastos.'),
    ).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Registrar gasto' })).toBeNull();
  });

  test('shows no percentage without a base, and a warning above the maximum', async () => {
    const facts = boxFacts({ active: 0 }, {});
    open({
      loadBox: [
        answered({ ...facts, fund: { ...aFund, base: 0, porcentaje: null }, exceedsMaximum: true }),
      ],
    });
    expect(await screen.findByText('Has excedido el monto máximo')).toBeVisible();
    expect(screen.getAllByText('—').length).toBeGreaterThan(0);
  });

  test('shows the fund as a bar whose parts add up to the base', async () => {
    open({ loadBox: [openBox({ id: 7 })] });
    const fund = await screen.findByRole('region', { name: 'Fondo de la tienda' });
    expect(within(fund).getAllByRole('term').map(textOf)).toEqual([
      'En la caja abierta',
      'En proceso de reembolso',
      'Por girar',
      'A cargo del responsable',
      'Dinero disponible',
      'Base',
    ]);
    expect(within(fund).getAllByRole('definition').map(textOf)).toEqual([
      '$ 12.500',
      '$ 0',
      '$ 0',
      '$ 0',
      '$ 487.50097,5 %',
      '$ 500.000',
    ]);
    expect(partsIn(fund)).toEqual({ current: '2.5%', disponible: '97.5%' });
    expect(within(fund).queryByText(/Fondo (bajo|excedido)/)).toBeNull();
  });

  test('shows the excess of an exceeded fund on the bar and in the confirmation', async () => {
    const fund = {
      ...aFund,
      disponible: -2_250_000,
      reembolso: 250_000,
      porcentaje: -450,
      por_girar: 50_000,
      a_cargo_tienda: 100_000,
    };
    const { user, asked } = open({
      loadBox: [answered({ ...boxFacts({ active: 0 }, {}), fund })],
      sendBox: [answered(written('Caja enviada'))],
    });
    const bar = await screen.findByRole('region', { name: 'Fondo de la tienda' });
    expect(within(bar).getByText('Fondo excedido en $ 2.250.000')).toBeVisible();
    expect(within(bar).getAllByRole('definition').map(textOf)).toEqual([
      '$ 2.400.000',
      '$ 200.000',
      '$ 50.000',
      '$ 100.000',
      '-$ 2.250.000-450 %',
      '$ 500.000',
    ]);
    expect(Object.keys(partsIn(bar))).toEqual([
      'current',
      'enProceso',
      'porGirar',
      'aCargo',
      'excess',
    ]);
    await user.click(await sendButton());
    const dialog = await screen.findByRole('alertdialog', { name: 'Confirmar envío de caja' });
    expect(within(dialog).getByRole('status')).toHaveTextContent(
      'Los gastos superan el fondo de la tienda en $ 2.250.000 (base $ 500.000).',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Ok' }));
    expect(await screen.findByText('Caja enviada')).toBeVisible();
    expect(asked.sendBox).toHaveLength(1);
  });

  test.each([
    [150_001, null],
    [150_000, 'Fondo bajo: quedan $\u00a0150.000'],
  ])('with %i of 500,000 available shows the warning: %s', async (disponible, warning) => {
    const fund = { ...aFund, disponible };
    open({ loadBox: [answered({ ...boxFacts({ active: 0 }, {}), fund })] });
    const bar = await screen.findByRole('region', { name: 'Fondo de la tienda' });
    expect(within(bar).queryByText(/^Fondo bajo/)?.textContent ?? null).toBe(warning);
  });

  test('cannot be sent with an expense without receipt, and links to its upload', async () => {
    const { user } = open({ loadBox: [openBox({ id: 7, soporte: null })] });
    expect(await screen.findByRole('link', { name: 'Falta el soporte' })).toHaveAttribute(
      'href',
      '/crearGasto/3?gasto=7',
    );
    const send = await sendButton();
    expect(send).toHaveAccessibleDescription(`${sentence} Hay 1 gasto sin soporte`);
    await user.click(send);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    const remedy = within(bubble()).getByRole('link', { name: 'Recibo R100 · Papelería Norte' });
    expect(remedy).toHaveAttribute('href', '/crearGasto/3?gasto=7');
  });

  test('cannot be sent without expenses, and links to a new expense', async () => {
    const { user } = open({ loadBox: [openBox()] });
    expect(await screen.findByText('Esta caja no tiene gastos')).toBeVisible();
    expect(await sendButton()).toHaveAccessibleDescription('No hay recibos para enviar');
    await user.hover(await sendButton());
    expect(within(bubble()).getByRole('link', { name: 'Registrar gasto' })).toHaveAttribute(
      'href',
      '/crearGasto/3',
    );
  });

  test('is sent after a confirmation, with a success message', async () => {
    const { user, asked } = open({
      loadBox: [openBox({ id: 7 })],
      sendBox: [answered(written('Caja enviada'))],
    });
    await user.click(await sendButton());
    const dialog = await screen.findByRole('alertdialog', { name: 'Confirmar envío de caja' });
    expect(asked.sendBox).toBeUndefined();
    await user.click(within(dialog).getByRole('button', { name: 'Ok' }));
    expect(await screen.findByText('Caja enviada')).toBeVisible();
    expect(asked.sendBox).toHaveLength(1);
  });

  test('redirects to the history once it is sent', async () => {
    const { user } = open(
      { loadBox: [openBox({ id: 7 })], sendBox: [answered(written('Caja enviada'))] },
      0,
    );
    await user.click(await sendButton());
    await user.click(await screen.findByRole('button', { name: 'Ok' }));
    expect(await screen.findByTestId('elsewhere')).toHaveTextContent('/historialCaja');
  });

  test('can be sent again from the dialog after a network error', async () => {
    const { user } = open({
      loadBox: [openBox({ id: 7 }), openBox({ id: 7 })],
      sendBox: [new Error('offline'), answered(written('Caja enviada'))],
    });
    await user.click(await sendButton());
    await user.click(await screen.findByRole('button', { name: 'Ok' }));
    expect(await screen.findByText(/No fue posible conectar/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByText('Caja enviada')).toBeVisible();
  });

  test('shows the message of a refused send, with its send button', async () => {
    const { user } = open({
      loadBox: [openBox({ id: 7 }), openBox({ id: 7 })],
      sendBox: [refusedBy.change],
    });
    await user.click(await sendButton());
    await user.click(await screen.findByRole('button', { name: 'Ok' }));
    expect(await screen.findByText(refusedBy.change.msg)).toBeVisible();
    expect(await sendButton()).toBeEnabled();
  });

  const deleteExpense = async (delay?: number) => {
    const { user, asked } = open(
      {
        loadBox: [openBox({ id: 7 }), openBox()],
        eliminarGasto: [answered(written('Registro eliminado'))],
      },
      delay,
    );
    await user.click(await screen.findByRole('button', { name: 'Eliminar el recibo R100' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Confirmar eliminación' });
    expect(dialog).toHaveTextContent('R100');
    await user.click(within(dialog).getByRole('button', { name: 'Eliminar' }));
    return asked;
  };

  test('deletes an expense after a confirmation', async () => {
    const notice = expectNotice('Registro eliminado');
    const asked = await deleteExpense();
    await notice;
    expect(asked.eliminarGasto).toEqual([{ id_gasto: 7, id_tienda: 3 }]);
  });

  test('is loaded again after a deletion', async () => {
    await deleteExpense(0);
    expect(await screen.findByText('Esta caja no tiene gastos')).toBeVisible();
  });

  test('can be reloaded after a network error; a missing box shows the not-found message', async () => {
    const { user } = open({ loadBox: [new Error('offline'), refusedBy.absence] });
    await user.click(await screen.findByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByText('No existe o no tiene permiso')).toBeVisible();
  });
});
