import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
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

  test('is shown in the drawing and in a table, with totals', async () => {
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

  test('has the payments on their way in the table of the boxes, but not in that of the expenses', async () => {
    const { instante, rows } = aPresent();
    const payment = {
      maquina: 'payment' as const,
      estado: 'sent',
      cantidad: 7,
      valor: 120_000,
      desde: instante - 24 * 3_600_000,
      id_caja: null,
    };
    const present = [answered({ instante, rows: [...rows, payment] })];
    open('/flujo', { present });
    const boxes = await table('Cajas por estado');
    const row = within(await boxes.findByRole('row', { name: /^Giro: Enviado/ }));
    expect(row.getByRole('cell', { name: '7' })).toBeVisible();
    expect(row.getByText(/(hora|día|minuto)s? hábil/)).toBeVisible();
    expect(row.queryByRole('link')).toBeNull();
    cleanup();
    open('/flujo?maquina=expense', { present });
    const expenses = await table('Gastos por estado');
    await expenses.findByRole('row', { name: /supervisor/ });
    expect(expenses.queryByRole('row', { name: /^Giro/ })).toBeNull();
  });

  test('lists the boxes of a selected state, with links to history and expenses', async () => {
    const { user, asked } = open('/flujo?tienda=3', {
      present: [now],
      boxes: [
        answered({ rows: [aRow(), aRow({ id_caja: 13, consecutivo: null, active: 0 })], total: 2 }),
      ],
    });
    // `fireEvent`: the drawing takes a pointer press for the start of a drag.
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

  test('is reloaded when a store or supervisor is selected, or the filters are removed', async () => {
    const { user, asked } = open('/flujo', { present: [now, now, now, now] });
    await user.selectOptions(await screen.findByLabelText('Tienda'), 'Tienda Centro');
    await expect.poll(asked.present).toEqual([{}, { id_tienda: 3 }]);
    await user.selectOptions(screen.getByLabelText('Supervisor de hoy'), 'Luis Supervisor');
    await expect
      .poll(asked.present)
      .toEqual([{}, { id_tienda: 3 }, { id_tienda: 3, id_supervisor: 30 }]);
    await user.click(await screen.findByRole('link', { name: 'Quitar filtros' }));
    await expect.poll(asked.present).toHaveLength(4);
    expect(asked.present()?.at(-1)).toEqual({});
  });

  test('offers and asks only the filters of boxes that are not closed', async () => {
    const { asked } = open('/flujo?categoria=16&valor=-200000&resultado=parcial&tienda=3', {
      present: [now],
    });
    await screen.findByRole('table', { name: 'Cajas por estado' });
    for (const name of ['Categoría', 'Valor', 'Resultado'])
      expect(screen.queryByRole('combobox', { name })).toBeNull();
    expect(screen.queryByRole('link', { name: /^Quitar (Categoría|Valor|Resultado)/ })).toBeNull();
    expect(asked.present()).toEqual([{ id_tienda: 3 }]);
    expect(asked.figures()).toEqual([
      { key: { desde: expect.any(String), hasta: expect.any(String), id_tienda: 3 } },
    ]);
  });

  test('shows the number of expenses by state', async () => {
    const { user } = open('/flujo', { present: [now] });
    await user.click(await screen.findByRole('link', { name: 'Gastos' }));
    const rows = await table('Gastos por estado');
    expect(rows.getByRole('row', { name: /Pendiente de supervisor 30/ })).toBeVisible();
  });

  test('can be loaded again after a network error', async () => {
    const { user } = open('/flujo', { present: [new Error('offline'), now] });
    await user.click(await screen.findByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByRole('table', { name: 'Cajas por estado' })).toBeVisible();
  });

  test('stays visible with an alert when a refresh fails', async () => {
    const { user } = open('/flujo', { present: [now, new Error('offline'), now] });
    await user.click(await screen.findByRole('button', { name: 'Actualizar' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('No se pudo actualizar');
    expect(screen.getByRole('table', { name: 'Cajas por estado' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Actualizar' }));
    await expect.poll(() => screen.queryByRole('alert')).toBeNull();
  });

  test('is reloaded when the page becomes visible again', async () => {
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

  test('works without the filter options, which can be loaded again', async () => {
    const { user } = open('/flujo', { filters: [new Error('offline'), filters], present: [now] });
    await user.click(await screen.findByRole('button', { name: 'Cargar los filtros' }));
    expect(await screen.findByRole('option', { name: 'Tienda Centro' })).toBeInTheDocument();
    expect(screen.getByRole('table', { name: 'Cajas por estado' })).toBeVisible();
  });
});

describe('the past of the workflow', () => {
  const days = 'desde=2030-05-01&hasta=2030-05-31';
  const period = `${days}&supervisor=30`;
  const address = `/flujo?vista=tiempos&${period}`;
  const stateOf = async (name: RegExp) =>
    within(await screen.findByRole('list', { name: 'Recorrido de una caja' })).getByRole('link', {
      name,
    });

  test('says on the map how long a state took, and leads to its cases', async () => {
    open(address, { history: [answered(aHistory())] });
    expect(
      await stateOf(
        /^En supervisión\. Supervisor\. mediana 5 días 6 horas hábiles\. 62 % del tiempo$/,
      ),
    ).toHaveAttribute('href', `/flujo?vista=ciclo&supervisor=30&paso=box+supervision&${days}`);
    expect(screen.getByRole('list', { name: 'Convenciones' })).toHaveTextContent(
      /^Color más intenso: allí se fue más tiempo$/,
    );
  });

  test('says on the map how many boxes left a state, and what was rejected and corrected there', async () => {
    const history = aHistory();
    open(`/flujo?vista=historia&${period}`, {
      history: [
        answered({
          ...history,
          transiciones: [
            ...history.transiciones,
            {
              maquina: 'expense',
              evento: 'EXPENSE.CORRECT',
              desde: 'supervisorRejected',
              hacia: 'unreviewed',
              veces: 4,
            },
          ],
        }),
      ],
    });
    expect(
      await stateOf(/^En supervisión\. Supervisor\. 30 cajas\. ↩ 20 rechazos · 4 correcciones$/),
    ).toHaveAttribute('href', `/flujo?vista=ciclo&supervisor=30&paso=box+supervision&${days}`);
    expect(await stateOf(/^Abierta\. Tienda\. 40 cajas$/)).toBeVisible();
    const transitions = await table('Transiciones');
    expect(transitions.getAllByRole('rowheader')[0]).toHaveTextContent('Envío de la tienda');
    expect(screen.queryByRole('table', { name: 'Tiempo hábil en cada estado' })).toBeNull();
  });

  test('has tables that can be sorted, in working time', async () => {
    const { user, asked } = open(address, { history: [answered(aHistory())] });
    const times = await table('Tiempo hábil en cada estado');
    expect(screen.queryByText(/cuello de botella/)).toBeNull();
    expect(asked.history()).toEqual([
      { key: { desde: '2030-05-01', hasta: '2030-05-31', id_supervisor: 30 } },
    ]);
    expect(
      times.getByRole('row', {
        name: /En supervisión 62 % 5 días 6 horas hábiles 24 días hábiles 30/,
      }),
    ).toBeVisible();
    await user.click(times.getByRole('button', { name: 'Parte del tiempo' }));
    await user.click(times.getByRole('button', { name: 'Parte del tiempo' }));
    expect(times.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
      'En supervisión',
      'En mantenimiento',
      'Abierta',
    ]);
  });

  test.each([
    ['ahora', ''],
    ['historia', '&id_categoria=16&valor_max=200000&resultado=parcial'],
    ['ciclo', '&id_categoria=16&valor_max=200000&resultado=parcial'],
  ])('can be exported with the filters of %s', async (vista, more) => {
    open(
      `/flujo?vista=${vista}&desde=2030-05-01&hasta=2030-05-31&supervisor=30&categoria=16&valor=-200000&resultado=parcial`,
      { history: [answered(aHistory())], cases: [answered({ rows: [], total: 0 })] },
    );
    const period = 'desde=2030-05-01&hasta=2030-05-31&id_supervisor=30';
    const query = period + more;
    fireEvent.click(await screen.findByText('Exportar'));
    const files = screen.getAllByRole('link', { name: /XES|OCEL|CSV|BPMN/ });
    expect(files.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['XES por caja', `/documentos/flujo/eventos.xes?${query}`],
      ['XES por gasto', `/documentos/flujo/eventos.xes?${query}&caso=gasto`],
      ['OCEL 2.0', `/documentos/flujo/eventos.json?${query}`],
      ['CSV', `/documentos/flujo/eventos.csv?${query}`],
      ['CSV de los eventos del periodo', `/documentos/flujo/eventos.csv?${period}&corte=eventos`],
      ['BPMN: el recorrido de la caja, sin las decisiones', '/documentos/flujo/caja.bpmn'],
    ]);
  });

  test('shows that nothing happened in a period', async () => {
    open(address, { history: [answered(anEmptyHistory)] });
    expect(await screen.findByText('Ninguna caja en el periodo')).toBeVisible();
  });

  test('is not requested for a period that ends before it begins', async () => {
    const { asked } = open(address, { history: [answered(aHistory())] });
    fireEvent.change(await screen.findByLabelText('Hasta'), { target: { value: '2030-04-01' } });
    expect(
      await screen.findByText('La fecha final no puede ser anterior a la inicial.'),
    ).toBeVisible();
    expect(asked.history()).toHaveLength(1);
  });

  test('is not requested for an invalid period in the address, and shows why', async () => {
    const { asked } = open('/flujo?vista=historia&desde=2030-06-01&hasta=2030-05-01', {});
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'La fecha final no puede ser anterior a la inicial.',
    );
    expect(asked.history()).toBeUndefined();
  });

  test('is loaded for another selected period', async () => {
    const { asked } = open(address, {
      history: [answered(aHistory()), answered(aHistory())],
    });
    fireEvent.change(await screen.findByLabelText('Desde'), { target: { value: '2030-01-01' } });
    await expect.poll(asked.history).toHaveLength(2);
    expect(asked.history()?.[1]).toEqual({
      key: { desde: '2030-01-01', hasta: '2030-05-31', id_supervisor: 30 },
    });
  });

  test('can be loaded for a preset period, without changing the other filters', async () => {
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

  test('can be loaded for two whole months', async () => {
    vi.setSystemTime(Date.parse('2030-03-15T12:00:00-05:00'));
    onTestFinished(() => void vi.useRealTimers());
    const { user, asked } = open(address, {
      history: [1, 2, 3, 4].map(() => answered(aHistory())),
    });
    for (const name of [
      'Febrero de 2030',
      'Diciembre de 2029 y enero de 2030',
      'Enero y febrero de 2030',
    ])
      await user.selectOptions(await screen.findByLabelText('Periodo'), name);
    await expect.poll(asked.history).toHaveLength(4);
    expect(asked.history()?.slice(1)).toMatchObject([
      { key: { desde: '2030-02-01', hasta: '2030-02-28' } },
      { key: { desde: '2029-12-01', hasta: '2030-01-31' } },
      { key: { desde: '2030-01-01', hasta: '2030-02-28' } },
    ]);
  });

  test('can be loaded again after a network error', async () => {
    const { user } = open(address, { history: [new Error('offline'), answered(aHistory())] });
    await user.click(await screen.findByRole('button', { name: 'Reintentar' }));
    expect(await table('Tiempo hábil en cada estado')).toBeDefined();
  });
});

test('the causes have the rejections of the cases, by stage and by reason', async () => {
  open('/flujo?vista=retrabajo&desde=2030-05-01&hasta=2030-05-31', {
    history: [answered(aHistory())],
    figures: [new Error('offline')],
  });
  const stages = await table('Rechazos por etapa');
  expect(stages.getByRole('row', { name: 'Supervisor 80 20 25 %' })).toBeVisible();
  const reasons = await table('Rechazos por motivo');
  expect(reasons.getByRole('row', { name: 'Soporte ilegible Supervisor 15 75 %' })).toBeVisible();
});

describe('the places of the workflow', () => {
  const offline = { figures: [new Error('offline')], history: [new Error('offline')] };
  const shown = async () => {
    const current = async (navigation: string, which: 'page' | 'true') =>
      within(await screen.findByRole('navigation', { name: navigation }))
        .getAllByRole('link')
        .filter((link) => link.getAttribute('aria-current') === which)
        .map(({ textContent }) => textContent);
    const place = await current('Lugares del flujo de trabajo', 'page');
    const views = screen.queryByRole('navigation', { name: 'Vistas' });
    return [...place, ...(views === null ? [] : await current('Vistas', 'true'))];
  };

  test.each([
    ['', 'Mapa', 'Ahora'],
    ['ahora', 'Mapa', 'Ahora'],
    ['historia', 'Mapa', 'Cuántas'],
    ['tiempos', 'Mapa', 'Cuánto tarda'],
    ['dibujo', 'Mapa', 'Reglas'],
    ['ciclo', 'Cajas', 'Ciclo'],
    ['variantes', 'Cajas', 'Variantes'],
    ['tardias', 'Cajas', 'Tardías'],
    ['etapas', 'Causas', 'Etapas'],
    ['demoras', 'Causas', 'Demoras'],
    ['retrabajo', 'Causas', 'Rechazos y reprocesos'],
    ['comparacion', 'Comparar', 'Comparación'],
    ['simulacion', 'Comparar', '¿Y si…?'],
    ['desviaciones', 'Control'],
  ])('the address of the view «%s» leads to its place', async (vista, ...wanted) => {
    open(`/flujo?vista=${vista}`, offline);
    expect(await shown()).toEqual(wanted);
  });

  test('are five, each with its first view, and keep the filters', async () => {
    open('/flujo?vista=variantes&supervisor=30&camino=a', offline);
    const places = within(
      await screen.findByRole('navigation', { name: 'Lugares del flujo de trabajo' }),
    ).getAllByRole('link');
    expect(places.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Mapa', expect.stringMatching(/\/flujo\?supervisor=30&camino=a$/)],
      ['Cajas', expect.stringMatching(/\/flujo\?vista=ciclo&supervisor=30&camino=a$/)],
      ['Causas', expect.stringMatching(/\/flujo\?vista=demoras&supervisor=30&camino=a$/)],
      [
        'Comparar',
        expect.stringMatching(/\/flujo\?vista=comparacion&supervisor=30&contra=resto&camino=a$/),
      ],
      ['Control', expect.stringMatching(/\/flujo\?vista=desviaciones&supervisor=30&camino=a$/)],
    ]);
  });
});

describe('the state machines', () => {
  test('can all be selected; the box is the first', async () => {
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
      'Lote de giros',
      'A cargo',
      'Movimiento del fondo',
      'Arqueo',
      'Vale',
      'Sesión',
      'Decisión: Supervisor',
      'Decisión: Mantenimiento',
      'Decisión: Contabilidad (primera)',
      'Decisión: Contabilidad (final)',
    ]);
  });
});

test('an empty list of unsent boxes explains why', async () => {
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

  test('start with the longest wait, and mark what exceeds its target', async () => {
    vi.setSystemTime(imaginedNow);
    onTestFinished(() => void vi.useRealTimers());
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
  });

  test('link to the drawing of a store, and can be grouped by user', async () => {
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
    // The boxes that wait now cannot be filtered by her: her closed ones are listed.
    expect(screen.getByRole('link', { name: 'Marta Contable' })).toHaveAttribute(
      'href',
      '/flujo?vista=ciclo&por=persona&persona=60',
    );
    expect(asked.delays()).toEqual([{ key: { por: 'tienda' } }, { key: { por: 'persona' } }]);
  });
});
