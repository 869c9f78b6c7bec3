import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { createDetailMachine } from '#machines/flows/records/list.machine.ts';
import { answered } from '#machines/flows/steps/result.ts';
import type { boxLog } from '#src/features/workflow/workflow.actors.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import WorkflowBoxView from '#src/features/workflow/WorkflowBoxView.tsx';
import { people, refusedBy } from '#tests/kit/flow-fixtures.ts';
import { aBrokenLog, aLog } from '#tests/kit/workflow-fixtures.ts';
import { type Answers, answering, renderScreen } from '../review/render-screen.tsx';

const open = (loadDetail: Answers[string], address = '/flujo/12') =>
  renderScreen(
    <WorkflowBoxView
      machine={answering(createDetailMachine(), { loadDetail }).logic as typeof boxLog}
    />,
    patterns.flujoCaja,
    address,
    people.accounting,
  );

const controls = async () =>
  within(await screen.findByRole('region', { name: 'Pasos del recorrido' }));
const expenses = async () =>
  within(await screen.findByRole('table', { name: 'Gastos en este paso' }));
const tile = (label: string) => screen.getByText(label).parentElement?.parentElement;

describe('the history of a box', () => {
  test('starts at its last step, with the expenses and figures of that step', async () => {
    open([answered(aLog())]);
    expect((await controls()).getByText('Paso 5 de 5')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Recorrido de la caja n.º 4' })).toBeVisible();
    expect((await expenses()).getByText('Rechazado por supervisor')).toBeVisible();
    expect(tile('Valor solicitado')).toHaveTextContent('$ 12.500');
    expect(tile('Aprobado hasta ahora')).toHaveTextContent('$ 0');
    expect(tile('Disponible en la tienda')).toHaveTextContent('$ 387.500');
    expect(screen.getByRole('link', { name: 'Ver la caja' })).toHaveAttribute(
      'href',
      '/detalleCajaCI/12',
    );
  });

  test('moves between steps with its buttons', async () => {
    const user = open([answered(aLog())]);
    const { getByRole, getByText } = await controls();
    expect(getByRole('button', { name: 'Paso siguiente' })).toHaveAccessibleDescription(
      'No hay un paso siguiente.',
    );
    await user.click(getByRole('button', { name: 'Paso anterior' }));
    await user.click(getByRole('button', { name: 'Paso anterior' }));
    expect(getByText('Paso 3 de 5')).toBeVisible();
    expect((await expenses()).getByText('Pendiente de supervisor')).toBeVisible();
    expect(tile('Aprobado hasta ahora')).toHaveTextContent('$ 0Por decidir: $ 12.500');
    expect(screen.getByText('Aprobación del supervisor')).toBeVisible();
    expect(screen.getByText('Rechazo del supervisor')).toBeVisible();
    await user.click(getByRole('button', { name: 'Paso siguiente' }));
    expect(getByText('Paso 4 de 5')).toBeVisible();
  });

  test('has a slider that shows and selects the step', async () => {
    open([answered(aLog())]);
    const slider = (await controls()).getByRole('slider', { name: 'Paso del recorrido' });
    expect(slider).toHaveAttribute('aria-valuetext', 'Paso 5 de 5: Envío del supervisor');
    fireEvent.change(slider, { target: { value: '1' } });
    expect(slider).toHaveAttribute('aria-valuetext', 'Paso 1 de 5: Registro de un gasto');
    expect(screen.getByRole('button', { name: /^Abierta.*Estado actual/ })).toBeVisible();
  });

  test('opens at the step of the address', async () => {
    open([answered(aLog())], '/flujo/12?paso=2');
    expect((await controls()).getByText('Paso 2 de 5')).toBeVisible();
  });

  test('lists events with user, time and reason, each of which opens its step', async () => {
    const user = open([answered(aLog())]);
    const list = within(await screen.findByRole('region', { name: 'Eventos' }));
    const rejection = within(
      list
        .getByRole('button', { name: 'Rechazo del supervisor: Papelería' })
        .closest('li') as HTMLElement,
    );
    expect(
      rejection.getByText(/Luis Supervisor, Supervisor · 2030-05-20 15:00 · 1 hora después/),
    ).toBeVisible();
    expect(rejection.getByText('Soporte ilegible', { exact: false })).toBeVisible();
    expect(rejection.getByText('No se lee el sello', { exact: false })).toBeVisible();
    await user.click(list.getByRole('button', { name: 'Registro de un gasto: Papelería' }));
    expect((await controls()).getByText('Paso 1 de 5')).toBeVisible();
  });

  test('can be played and paused', async () => {
    const user = open([answered(aLog())]);
    const { getByRole, getByText } = await controls();
    await user.click(getByRole('button', { name: 'Reproducir' }));
    expect(getByText('Paso 1 de 5')).toBeVisible();
    await user.click(getByRole('button', { name: 'Pausar' }));
    expect(getByRole('button', { name: 'Reproducir' })).toBeVisible();
  });

  test('beyond a target says why, and has its stays in working time', async () => {
    const { eventos } = aLog();
    const sentOn = Date.UTC(2030, 4, 30, 21, 0, 0);
    open([
      answered(
        aLog({
          eventos: eventos.map((event) =>
            event.evento === 'BOX.SEND_SUPERVISOR' ? { ...event, instante: sentOn } : event,
          ),
        }),
      ),
    ]);
    // Monday 20 May 14:00 to Thursday 30 May 16:00, in days of nine hours: 74 hours, 65 beyond the target.
    expect(
      await screen.findByText(
        'Fuera de meta por 7 días hábiles en «Supervisor» (meta 1): el supervisor no decidió.',
      ),
    ).toBeVisible();
    const stays = within(screen.getByRole('table', { name: 'Su paso por las etapas' }));
    expect(
      stays.getByRole('row', {
        name: 'Supervisor 8 días hábiles, más que la meta 1 día hábil 2030-05-20 14:00 2030-05-30 16:00 Luis Supervisor',
      }),
    ).toBeVisible();
    expect(stays.getByRole('link', { name: 'Supervisor' })).toHaveAttribute(
      'href',
      '/flujo/12?paso=5',
    );
    expect(
      stays.getByRole('row', { name: /^Tienda 2 horas hábiles — 2030-05-20 12:00/ }),
    ).toBeVisible();
  });

  test('with an invalid event shows the event and the reason, and the steps before it', async () => {
    open([answered(aBrokenLog())], '/flujo/12?paso=4');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('El registro se rompe en el evento 4: Envío del supervisor');
    expect(alert).toHaveTextContent('Debe marcar todos los gastos para poder enviar');
    expect((await controls()).getByText('Paso 3 de 3')).toBeVisible();
    expect(screen.getByText('Aquí se rompe el registro.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Envío del supervisor' })).toBeNull();
  });

  test('shows that a box has no events', async () => {
    open([answered(aLog({ eventos: [], gastos: [], consecutivo: null, active: 0 }))]);
    expect((await controls()).getByText('Sin eventos')).toBeVisible();
    expect(screen.getByText('La caja todavía no tiene eventos.')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Ver la caja' })).toBeNull();
    expect(screen.queryByRole('slider')).toBeNull();
  });

  test('of a missing box shows the not-found message', async () => {
    open([refusedBy.absence]);
    expect(await screen.findByText('No existe o no tiene permiso')).toBeVisible();
  });

  test('can be loaded again after a network error', async () => {
    const user = open([new Error('offline'), answered(aLog())]);
    await user.click(await screen.findByRole('button', { name: 'Reintentar' }));
    expect((await controls()).getByText('Paso 5 de 5')).toBeVisible();
  });
});
