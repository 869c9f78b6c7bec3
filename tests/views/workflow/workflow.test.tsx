import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { answered } from '#machines/flows/steps/result.ts';
import type { StateBoxRow } from '#src/features/workflow/workflow.actors.ts';
import {
  aDelay,
  aHistory,
  anEmptyHistory,
  aPresent,
  imaginedNow,
} from '#tests/kit/workflow-fixtures.ts';
import { filters, openWorkflow as open } from './open-workflow.tsx';

const aRow = (changes: Partial<StateBoxRow> = {}): StateBoxRow => ({
  id_caja: 12,
  id_tienda: 3,
  tienda: 'Tienda Centro',
  consecutivo: 4,
  active: 2,
  estado: 'En supervisión',
  color: 'info',
  total: 250_000,
  gastos: 0,
  desde: imaginedNow,
  encargado: 'Supervisor',
  ...changes,
});

const table = async (name: string) => within(await screen.findByRole('table', { name }));

describe('the present of the workflow', () => {
  const now = answered(aPresent());

  test('is on the drawing and in a table, with its totals', async () => {
    open('/flujo', { present: [now] });
    const rows = await table('Cajas por estado');
    const row = within(rows.getByRole('row', { name: /En supervisión/ }));
    expect(row.getByRole('cell', { name: '12' })).toBeVisible();
    expect(row.getByText('$ 3.450.000,50')).toBeVisible();
    expect(row.getByRole('link', { name: '5 días 4 horas hábiles' })).toHaveAttribute(
      'href',
      '/flujo/12',
    );
    expect(
      screen.getByRole('button', {
        name: /En supervisión.*12 cajas · \$ 3,5 M.*hace 5 días 4 horas hábiles/,
      }),
    ).toBeVisible();
    expect(screen.getByText('14')).toBeVisible();
    expect(screen.getByText('10 (25 %)')).toBeVisible();
  });

  test('lists the boxes of a state that somebody chooses, each with its history and itself', async () => {
    const { user, asked } = open('/flujo?tienda=3', {
      present: [now],
      boxes: [
        answered({ rows: [aRow(), aRow({ id_caja: 13, consecutivo: null, active: 0 })], total: 2 }),
      ],
    });
    // Not a press of the pointer: the drawing would take its beginning for that of a movement.
    fireEvent.click(await screen.findByRole('button', { name: /^En supervisión/ }));
    const rows = await table('Cajas en «En supervisión»');
    expect(
      await rows.findByRole('link', {
        name: 'Ver el recorrido de la caja n.º 4 de Tienda Centro',
      }),
    ).toHaveAttribute('href', '/flujo/12');
    expect(
      rows.getByRole('link', { name: 'Ver los gastos de la caja n.º 4 de Tienda Centro' }),
    ).toHaveAttribute('href', '/detalleCajaCI/12');
    expect(
      rows.queryByRole('link', { name: 'Ver los gastos de la caja abierta de Tienda Centro' }),
    ).toBeNull();
    expect(asked.boxes()).toEqual([
      { query: { id_tienda: 3, maquina: 'box', estado: 'supervision', pagina: 1, limite: 25 } },
    ]);
    await user.click(screen.getByRole('link', { name: 'Cerrar la lista' }));
    expect(screen.queryByRole('table', { name: 'Cajas en «En supervisión»' })).toBeNull();
  });

  test('of one store and one supervisor is asked for when it is chosen', async () => {
    const { user, asked } = open('/flujo', { present: [now, now, now, now] });
    await user.selectOptions(await screen.findByLabelText('Tienda'), 'Tienda Centro');
    await expect.poll(asked.present).toEqual([{}, { id_tienda: 3 }]);
    await user.selectOptions(screen.getByLabelText('Supervisor'), 'Luis Supervisor');
    await expect
      .poll(asked.present)
      .toEqual([{}, { id_tienda: 3 }, { id_tienda: 3, id_supervisor: 30 }]);
    await user.click(await screen.findByRole('link', { name: 'Quitar filtros' }));
    await expect.poll(asked.present).toHaveLength(4);
    expect(asked.present()?.at(-1)).toEqual({});
  });

  test('of the expenses says how many there are in each of their states', async () => {
    const { user } = open('/flujo', { present: [now] });
    await user.click(await screen.findByRole('link', { name: 'Gastos' }));
    const rows = await table('Gastos por estado');
    expect(rows.getByRole('row', { name: /Pendiente de supervisor 30/ })).toBeVisible();
  });

  test('that did not come can be asked for again', async () => {
    const { user } = open('/flujo', { present: [new Error('offline'), now] });
    await user.click(await screen.findByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByRole('table', { name: 'Cajas por estado' })).toBeVisible();
  });

  test('that was not renewed stays, and says so', async () => {
    const { user } = open('/flujo', { present: [now, new Error('offline'), now] });
    await user.click(await screen.findByRole('button', { name: 'Actualizar' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('No se pudo actualizar');
    expect(screen.getByRole('table', { name: 'Cajas por estado' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Actualizar' }));
    await expect.poll(() => screen.queryByRole('alert')).toBeNull();
  });

  test('is asked for again when the page comes back from behind another one', async () => {
    const { asked } = open('/flujo', { present: [now, now] });
    await screen.findByRole('table', { name: 'Cajas por estado' });
    const visibility = vi.spyOn(document, 'visibilityState', 'get');
    visibility.mockReturnValue('hidden');
    fireEvent(document, new Event('visibilitychange'));
    expect(asked.present()).toHaveLength(1);
    visibility.mockReturnValue('visible');
    fireEvent(document, new Event('visibilitychange'));
    await expect.poll(asked.present).toHaveLength(2);
  });

  test('works without the names of stores and supervisors, which can be asked for again', async () => {
    const { user } = open('/flujo', { filters: [new Error('offline'), filters], present: [now] });
    await user.click(await screen.findByRole('button', { name: 'Cargar los filtros' }));
    expect(await screen.findByRole('option', { name: 'Tienda Centro' })).toBeInTheDocument();
    expect(screen.getByRole('table', { name: 'Cajas por estado' })).toBeVisible();
  });
});

describe('the past of the workflow', () => {
  const address = '/flujo?vista=historia&desde=2030-05-01&hasta=2030-05-31&supervisor=30';

  test('names its bottleneck and says it in tables that can be sorted', async () => {
    const { user, asked } = open(address, { history: [answered(aHistory())] });
    expect(await screen.findByText(/^El cuello de botella es «En supervisión»/)).toBeVisible();
    expect(asked.history()).toEqual([
      { key: { desde: '2030-05-01', hasta: '2030-05-31', id_supervisor: 30 } },
    ]);
    const times = await table('Tiempo en cada estado');
    expect(
      times.getByRole('row', { name: /En supervisión 62 % 2 días 3 horas 9 días 30/ }),
    ).toBeVisible();
    await user.click(times.getByRole('button', { name: 'Parte del tiempo' }));
    await user.click(times.getByRole('button', { name: 'Parte del tiempo' }));
    expect(times.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
      'En supervisión',
      'En mantenimiento',
      'Abierta',
    ]);
    const transitions = await table('Transiciones');
    expect(transitions.getAllByRole('rowheader')[0]).toHaveTextContent('Envío de la tienda');
    const stages = await table('Rechazos por etapa');
    expect(stages.getByRole('row', { name: 'Supervisor 80 20 25 %' })).toBeVisible();
    const reasons = await table('Rechazos por motivo');
    expect(reasons.getByRole('row', { name: 'Soporte ilegible Supervisor 15 75 %' })).toBeVisible();
    expect(screen.getByRole('list', { name: 'Convenciones' })).toBeVisible();
  });

  test('can be taken along for other programs, of the same period and filters', async () => {
    open(address, { history: [answered(aHistory())] });
    const query = 'desde=2030-05-01&hasta=2030-05-31&id_supervisor=30';
    const files = await screen.findAllByRole('link', { name: /XES|OCEL|CSV|BPMN/ });
    expect(files.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['XES por caja', `/documentos/flujo/eventos.xes?${query}`],
      ['XES por gasto', `/documentos/flujo/eventos.xes?${query}&caso=gasto`],
      ['OCEL 2.0', `/documentos/flujo/eventos.json?${query}`],
      ['CSV', `/documentos/flujo/eventos.csv?${query}`],
      ['BPMN de la caja', '/documentos/flujo/caja.bpmn'],
    ]);
  });

  test('of a period in which nothing happened says so', async () => {
    open(address, { history: [answered(anEmptyHistory)] });
    expect(await screen.findByText('En este periodo no pasó nada')).toBeVisible();
  });

  test('is not asked for a period that ends before it begins', async () => {
    const { asked } = open(address, { history: [answered(aHistory())] });
    fireEvent.change(await screen.findByLabelText('Hasta'), { target: { value: '2030-04-01' } });
    expect(
      await screen.findByText('La fecha final no puede ser anterior a la inicial.'),
    ).toBeVisible();
    expect(asked.history()).toHaveLength(1);
  });

  test('of an impossible period that stands in the address is refused with its sentence', async () => {
    const { asked } = open('/flujo?vista=historia&desde=2030-06-01&hasta=2030-05-01', {});
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'La fecha final no puede ser anterior a la inicial.',
    );
    expect(asked.history()).toBeUndefined();
  });

  test('of another period is asked for once it is chosen', async () => {
    const { asked } = open(address, {
      history: [answered(aHistory()), answered(aHistory())],
    });
    fireEvent.change(await screen.findByLabelText('Desde'), { target: { value: '2030-01-01' } });
    await expect.poll(asked.history).toHaveLength(2);
    expect(asked.history()?.[1]).toEqual({
      key: { desde: '2030-01-01', hasta: '2030-05-31', id_supervisor: 30 },
    });
  });

  test('of a usual period is one press away, and leaves the other filters alone', async () => {
    const { user, asked } = open(address, {
      history: [answered(aHistory()), answered(aHistory()), answered(aHistory())],
    });
    await user.selectOptions(
      await screen.findByLabelText('Tienda', { selector: 'select' }),
      'Tienda Centro',
    );
    await expect.poll(asked.history).toHaveLength(2);
    await user.selectOptions(screen.getByLabelText('Periodo'), '7 días');
    await expect.poll(asked.history).toHaveLength(3);
    expect(asked.history()?.at(-1)).toMatchObject({ key: { id_tienda: 3, id_supervisor: 30 } });
    expect(screen.getByLabelText('Tienda', { selector: 'select' })).toHaveValue('3');
    expect(screen.queryByLabelText('Desde')).toBeNull();
    expect(screen.getByRole('link', { name: 'Quitar 7 días' })).toBeVisible();
  });

  test('that did not come can be asked for again', async () => {
    const { user } = open(address, { history: [new Error('offline'), answered(aHistory())] });
    await user.click(await screen.findByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByText(/^El cuello de botella/)).toBeVisible();
  });
});

describe('the machines', () => {
  test('are all there to choose from, the box first', async () => {
    const { user } = open('/flujo?vista=dibujo', {});
    const choice = await screen.findByLabelText('Diagrama');
    expect(choice).toHaveValue('box');
    await user.selectOptions(choice, 'Sesión');
    expect(await screen.findByRole('heading', { name: 'Sesión' })).toBeVisible();
    expect(
      within(choice)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Caja',
      'Gasto',
      'Giro',
      'A cargo',
      'Sesión',
      'Decisión: Supervisor',
      'Decisión: Supervisor de mantenimiento',
      'Decisión: Contabilidad (primera revisión)',
      'Decisión: Contabilidad (revisión final)',
    ]);
  });
});

test('of boxes that were not sent the page says why it lists none', async () => {
  open('/flujo?estado=open', {
    present: [answered(aPresent())],
    boxes: [answered({ rows: [], total: 0 })],
  });
  expect(
    await screen.findByText('Hasta que se envía, una caja solo la ve su tienda'),
  ).toBeVisible();
});

describe('the delays of the workflow', () => {
  const day = 24 * 60 * 60_000;
  const workday = 9 * 60 * 60_000;

  test('begin with the longest wait, and say what passes its target', async () => {
    vi.setSystemTime(imaginedNow);
    open('/flujo?vista=demoras', {
      delays: [
        answered([
          aDelay({ nombre: 'Tienda Norte', id: 4, desde: imaginedNow - day, p90: 3 * workday }),
          aDelay(),
          aDelay({ nombre: 'Tienda Sur', id: 5, cajas: 0, desde: null, meta: null }),
        ]),
      ],
    });
    const rows = (await table('Demoras')).getAllByRole('row').slice(1);
    expect(rows.map((row) => within(row).getByRole('rowheader').textContent)).toEqual([
      'Tienda Centro',
      'Tienda Norte',
      'Tienda Sur',
    ]);
    const late = rows.map((row) => row.querySelectorAll('td span > span').length);
    expect(rows[0]).toHaveTextContent(
      /5 días hábiles, más que la meta1 día hábil2 días hábiles2 días hábiles$/,
    );
    expect(rows[1]).toHaveTextContent(
      /4 horas hábiles1 día hábil3 días hábiles, más que la meta2 días hábiles$/,
    );
    expect(rows[2]).toHaveTextContent(/0—1 día hábil2 días hábiles—$/);
    expect(late).toEqual([2, 2, 0]);
    vi.useRealTimers();
  });

  test('lead to the drawing of one store, and are asked for by person', async () => {
    const { user, asked } = open('/flujo?vista=demoras', {
      delays: [
        answered([aDelay()]),
        answered([
          aDelay({ id: 30, nombre: 'Luis Supervisor' }),
          aDelay({ id: 60, nombre: 'Marta Contable', estado: 'preliminary' }),
        ]),
      ],
    });
    expect(await screen.findByRole('link', { name: 'Tienda Centro' })).toHaveAttribute(
      'href',
      '/flujo?estado=supervision&tienda=3',
    );
    await user.click(screen.getByRole('link', { name: 'Por persona' }));
    expect(await screen.findByRole('link', { name: 'Luis Supervisor' })).toHaveAttribute(
      'href',
      '/flujo?estado=supervision&supervisor=30&por=persona',
    );
    expect(screen.getByRole('rowheader', { name: 'Marta Contable' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Marta Contable' })).toBeNull();
    expect(asked.delays()).toEqual([{ key: { por: 'tienda' } }, { key: { por: 'persona' } }]);
  });
});
