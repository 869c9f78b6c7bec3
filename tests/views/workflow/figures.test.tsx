import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { AnswerOf } from '#contract/contract.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { refused } from '#tests/kit/flow-fixtures.ts';
import { aCycle, aDelay, aHistory, aPresent, imaginedNow } from '#tests/kit/workflow-fixtures.ts';
import { filters, openWorkflow } from './open-workflow.tsx';

const hour = 3_600_000;
const days = 'desde=2030-05-01&hasta=2030-05-31';
const span = { desde: '2030-05-01', hasta: '2030-05-31' };

const example = { id_caja: 41, id_tienda: 3, tienda: 'Tienda Centro', consecutivo: 4 };

const aCase: AnswerOf<'/flujoCasos'>[number] = {
  ...example,
  active: 5,
  total: 250_000,
  total_aprobado: 200_000,
  inicio: imaginedNow - 100 * hour,
  cierre: imaginedNow,
  recibido: null,
  duracion: 27 * hour,
  rechazos: 1,
  correcciones: 2,
  relevos: 5,
  tarde: 1,
  exceso: { estado: 'supervision', tiempo: 27 * hour, meta: 2, exceso: 9 * hour },
  pasos: [],
  personas: ['Ana Tienda', 'Luis Supervisor'],
};

const step = (estado: string, rechazo: 0 | 1 = 0, correccion: 0 | 1 = 0) => ({
  estado,
  rechazo,
  correccion,
});
const happy = ['open', 'supervision', 'preliminary', 'readyToShip', 'finalAccounting'];

const variants: AnswerOf<'/flujoVariantes'> = {
  casos: 40,
  variantes: [
    {
      camino: 'a',
      pasos: happy.map((estado) => step(estado)),
      casos: 30,
      media: 18 * hour,
      mediana: 17 * hour,
      valor: 6_000_000,
      ejemplo: example,
    },
    {
      camino: 'b',
      pasos: [step('open'), step('supervision', 1, 1), step('maintenance')],
      casos: 10,
      media: 54 * hour,
      mediana: 50 * hour,
      valor: 3_000_000,
      ejemplo: { ...example, id_caja: 42, consecutivo: 5 },
    },
  ],
  bucles: [{ estado: 'supervision', casos: 10, vueltas: 14 }],
};

const rework: AnswerOf<'/flujoRetrabajo'> = {
  casos: 40,
  retrabajo: 16,
  limpios: 24,
  rechazos: 20,
  reprocesos: 17,
  correcciones: 12,
  costo: 18 * hour,
  grupos: [
    {
      por: 'tienda',
      id: 3,
      nombre: 'Tienda Centro',
      casos: 12,
      rechazos: 9,
      reprocesos: 8,
      retrabajo: 6,
      limpios: 6,
      costo: 9 * hour,
      motivos: [
        { nombre: 'Soporte ilegible', veces: 7 },
        { nombre: 'Otro', veces: 2 },
      ],
    },
    {
      por: 'motivo',
      id: 1,
      nombre: 'Soporte ilegible',
      casos: 5,
      rechazos: 7,
      reprocesos: 0,
      retrabajo: 0,
      limpios: 0,
      costo: null,
      motivos: [],
    },
  ],
};

const stages: AnswerOf<'/flujoEtapas'> = {
  filas: [
    {
      id: 30,
      nombre: 'Luis Supervisor',
      estado: 'supervision',
      casos: 40,
      espera: 90 * hour,
      trabajo: 18 * hour,
      mediana: 2 * hour,
      p90: 9 * hour,
      tarde: 7,
    },
  ],
  relevos: [{ relevos: 5, casos: 40 }],
  carga: [{ dia: 1, llegadas: 12, salidas: 3 }],
};

const comparison: AnswerOf<'/flujoComparar'> = {
  estas: aCycle().cifras,
  otras: { ...aCycle().cifras, casos: 20, tarde: 1, ciclo: null },
  nombres: { estas: 'Quibdó', otras: 'Las demás' },
  etapas: [{ estado: 'supervision', estas: null, otras: null }],
  frases: ['Tarde: 25 % frente a 5 %.'],
};

const deviations: AnswerOf<'/flujoDesviaciones'> = {
  integridad: { instante: imaginedNow, hallazgos: 0, derivados: 0 },
  clases: [
    {
      clase: 'rapidas',
      umbral: 5,
      cantidad: 1,
      personas: [{ nombre: 'Luis Supervisor', veces: 1 }],
      otras_personas: 0,
      casos: [
        {
          ...example,
          id_gasto: 7,
          instante: imaginedNow,
          persona: 'Luis Supervisor',
          detalle: 'Dos decisiones en 3 segundos',
        },
      ],
    },
    { clase: 'repetido', umbral: null, cantidad: 0, personas: [], otras_personas: 0, casos: [] },
  ],
  arqueos: { cantidad: 0, casos: [] },
};

const simulation: AnswerOf<'/flujoSimular'> = {
  casos: 40,
  siguiente: null,
  faltan: 0,
  antes: { cajas: 40, decisiones: 300, pesos: 9_000_000, tiempo: 1_080 * hour, tarde: 10 },
  despues: { cajas: 60, decisiones: 240, pesos: 9_000_000, tiempo: 900 * hour, tarde: 6 },
  rechazos_perdidos: 2,
  valor_perdido: 80_000,
  cajas: [
    { ...example, cajas: 1, decisiones: -6, pesos: 0, tiempo: -9 * hour, rechazos_perdidos: 1 },
  ],
};

/** Each panel: address, answer with figures, answer without cases, title of its table, and a row of it. */
const panels: readonly [string, object, object, string, string | RegExp][] = [
  [
    'ciclo',
    aCycle(),
    aCycle({ cifras: { ...aCycle().cifras, casos: 0 } }),
    'Tiempo por etapa',
    /^En supervisión 40 44 días hábiles 22 días hábiles 1 día hábil 2 días hábiles 8 2 días hábiles$/,
  ],
  [
    'tardias',
    aCycle(),
    aCycle({ cifras: { ...aCycle().cifras, casos: 0 } }),
    'Qué tienen en común las tardías',
    'Formato Express 80 % 20 % No',
  ],
  [
    'variantes',
    variants,
    { casos: 0, variantes: [], bucles: [] },
    'Cajas con devoluciones',
    'En supervisión 10 14',
  ],
  [
    'retrabajo',
    rework,
    { ...rework, casos: 0, grupos: [] },
    'Reprocesos',
    /^Tienda Centro 12 9 Soporte ilegible \(7\), Otro \(2\) 8 6 50 % 1 día hábil$/,
  ],
  [
    'etapas&por=persona',
    stages,
    { filas: [], relevos: [], carga: [] },
    'Tiempo por etapa',
    /^Luis Supervisor En supervisión 40 10 días hábiles/,
  ],
  [
    'comparacion',
    comparison,
    {
      ...comparison,
      estas: { ...comparison.estas, casos: 0 },
      otras: { ...comparison.otras, casos: 0 },
    },
    'Comparación',
    'Tarde 25 % 5 % +20 puntos',
  ],
  [
    'desviaciones',
    deviations,
    { integridad: null, clases: [], arqueos: deviations.arqueos },
    'Cajas con desviaciones',
    /Tienda Centro 4 Decisiones muy seguidas Dos decisiones en 3 segundos Luis Supervisor/,
  ],
  [
    'simulacion&politica=envio_diario',
    simulation,
    { ...simulation, casos: 0 },
    'Como fue y como habría sido',
    /^Decisiones 300 240 −20 %$/,
  ],
];

describe.each(panels)('the panel %s', (vista, answer, empty, title, row) => {
  const open = (...figures: readonly (object | Error)[]) =>
    openWorkflow(`/flujo?vista=${vista}&${days}&categoria=16&valor=-200000&resultado=parcial`, {
      figures: figures.map((one) => (one instanceof Error ? one : answered(one))),
      cases: [answered({ rows: [aCase], total: 1 })],
    });

  test('requests the filtered cases, and shows the figures in a table', async () => {
    const { asked } = open(answer);
    const rows = within(await screen.findByRole('table', { name: title }));
    expect(rows.getByRole('row', { name: row })).toBeVisible();
    expect(asked.figures()).toEqual([
      {
        key: expect.objectContaining({
          ...span,
          id_categoria: 16,
          valor_max: 200_000,
          resultado: 'parcial',
        }),
      },
    ]);
  });

  test('can be loaded again after a network error', async () => {
    const { user } = open(new Error('offline'), answer);
    await user.click(await screen.findByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByRole('table', { name: title })).toBeVisible();
  });

  test('shows that there is no case', async () => {
    open(empty);
    expect(await screen.findByText(/^Ninguna caja (en el periodo|se desvía)$/)).toBeVisible();
  });
});

test('a policy on many cases shows the figures so far, and its changes in words', async () => {
  const part = { ...simulation, siguiente: 9, faltan: 60, cajas: [] };
  const { asked } = openWorkflow(`/flujo?vista=simulacion&politica=envio_diario&${days}`, {
    figures: [answered(part), answered({ ...simulation, casos: 60 })],
  });
  expect(await screen.findByText('40 cajas más')).toBeVisible();
  expect(screen.getByText('120 decisiones menos')).toBeVisible();
  expect(screen.getByText('4 rechazos por $ 160.000 que no se habrían hecho')).toBeVisible();
  expect(screen.getByRole('link', { name: /^100/ })).toBeVisible();
  expect(asked.figures().at(1)).toMatchObject({ key: { desde_caja: 9 } });
});

/** Collects the files that are saved from now on. */
function savedFiles(): Blob[] {
  const files: Blob[] = [];
  URL.createObjectURL = (file: Blob) => {
    files.push(file);
    return 'blob:';
  };
  URL.revokeObjectURL = vi.fn();
  return files;
}

test('a section has definitions, and its table can be downloaded', async () => {
  const { user } = openWorkflow(`/flujo?vista=etapas&${days}`, { figures: [answered(stages)] });
  const section = (await screen.findByRole('table', { name: 'Tiempo por etapa' })).closest(
    'section',
  );
  const within_ = within(section ?? document.body);
  await user.click(within_.getByText('Definiciones'));
  expect(
    within_.getByText(
      'Tiempo hábil de todas las cajas, desde lo primero que alguien hace hasta el envío.',
    ),
  ).toBeVisible();
  const files = savedFiles();
  await user.click(within_.getByRole('button', { name: 'Descargar' }));
  expect(await files[0]?.text()).toBe(
    'Tienda,Etapa,Cajas,Hasta la primera acción (horas hábiles),Hasta terminar (horas hábiles),Mediana (horas hábiles),' +
      'Percentil 90 (horas hábiles),Tarde\r\nLuis Supervisor,En supervisión,40,90,18,2,9,7\r\n',
  );
});

test.each([
  [
    'demoras',
    { delays: [answered([aDelay()])] },
    'Demoras',
    'Tienda,Supervisor,Etapa,Cajas ahora,La que más espera (horas hábiles),Mediana (horas hábiles),' +
      'Percentil 90 (horas hábiles),Meta',
    /^Tienda Centro,Luis Supervisor,En supervisión,2,45,9,18,2$/,
  ],
  [
    'historia',
    { history: [answered(aHistory())] },
    'Transiciones',
    'Evento,De,A,Veces',
    /^Envío de la tienda,Abierta,En supervisión,\d+$/m,
  ],
  [
    'tardias',
    {},
    'Qué tienen en común las tardías',
    'Atributo,Valor del atributo,De las tardías,De las demás,Puede ser azar',
    /^Formato,Express,0\.8,0\.2,No$/m,
  ],
] as const)('the table of %s can be downloaded', async (vista, answers, title, head, line) => {
  vi.setSystemTime(imaginedNow);
  onTestFinished(() => void vi.useRealTimers());
  const { user } = openWorkflow(`/flujo?vista=${vista}&${days}`, answers);
  const table = await screen.findByRole('table', { name: title });
  const section = within(table.closest('section') ?? document.body);
  const files = savedFiles();
  await user.click(section.getByRole('button', { name: 'Descargar' }));
  const [first, ...lines] = (await files[0]?.text())?.trim().split('\r\n') ?? [];
  expect(first).toBe(head);
  expect(lines.join('\n')).toMatch(line);
});

test.each([
  [0, 1, 'Las cifras de 1 caja cerrada no son las de su registro', 'Registro íntegro'],
  [0, 12, 'Las cifras de 12 cajas cerradas no son las de su registro', 'Registro íntegro'],
  [3, 0, null, 'El registro tiene 3 diferencias'],
])(
  '%i findings and %i derived rows are separate',
  async (hallazgos, derivados, warning, result) => {
    const integridad = { instante: imaginedNow, hallazgos, derivados };
    openWorkflow(`/flujo?vista=desviaciones&${days}`, {
      figures: [answered({ ...deviations, integridad })],
    });
    expect(await screen.findByText(new RegExp(`^${result}`))).toBeVisible();
    const shown = screen.queryByText(/se reconstruyen con npm run derived:rebuild/);
    expect(shown?.textContent ?? null).toBe(
      warning && `${warning}: se reconstruyen con npm run derived:rebuild.`,
    );
  },
);

test('rework that was faster than the rest has a negative cost', async () => {
  openWorkflow(`/flujo?vista=retrabajo&${days}`, {
    figures: [answered({ ...rework, costo: -9 * hour })],
  });
  expect(await screen.findByText('−1 día hábil')).toBeVisible();
});

test('the slowest case links to its box; the file of cases includes those on other pages', async () => {
  const every = vi
    .fn()
    .mockResolvedValueOnce(refused(503, 'Hay muchas consultas en curso.'))
    .mockResolvedValue(answered([aCase, { ...aCase, tienda: 'Tienda Norte' }]));
  const cycle = aCycle();
  const { user } = openWorkflow(`/flujo?vista=ciclo&${days}`, {
    figures: [
      answered({
        ...cycle,
        cifras: {
          ...cycle.cifras,
          al_dinero: { ...cycle.cifras.ciclo, mediana: 36 * hour, maximo: 99 * hour },
        },
        peor_al_dinero: example,
      }),
    ],
    cases: [answered({ rows: [aCase], total: 2 })],
    everyCase: every,
  });
  expect(
    await screen.findByRole('link', {
      name: '11 días hábiles: historia de la caja n.º 4 de Tienda Centro',
    }),
  ).toHaveAttribute('href', '/flujo/41');
  const tile = screen.getByText('De la compra al dinero').parentElement?.parentElement;
  expect(tile).toHaveTextContent('De la compra al dinero4 días hábiles');
  const table = await screen.findByRole('table', { name: 'Cajas' });
  const section = within(table.closest('section') ?? document.body);
  const files = savedFiles();
  await user.click(await section.findByRole('button', { name: 'Descargar' }));
  expect(await section.findByRole('alert')).toHaveTextContent('No se pudo descargar.');
  await user.click(section.getByRole('button', { name: 'Descargar' }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(section.queryByRole('alert')).toBeNull();
  const lines = (await files[0]?.text())?.trim().split('\r\n');
  expect(lines?.map((line) => line.split(',')[0])).toEqual([
    'Tienda',
    'Tienda Centro',
    'Tienda Norte',
  ]);
  expect(every).toHaveBeenLastCalledWith({ ...span, pagina: 1, limite: 25 });
});

test('a list of deviations says how many it leaves out, and a kind has all of its own', async () => {
  const late = {
    clase: 'tarde' as const,
    umbral: null,
    cantidad: 549,
    personas: [{ nombre: 'Luis Supervisor', veces: 300 }],
    otras_personas: 4,
    casos: deviations.clases.flatMap(({ casos }) => casos),
  };
  const clases = [...deviations.clases, late];
  const { user, asked } = openWorkflow(`/flujo?vista=desviaciones&${days}`, {
    figures: [answered({ ...deviations, clases }), answered({ ...deviations, clases: [late] })],
  });
  expect(
    await screen.findByText(
      'Las más recientes de cada clase, 2 de 550. Elija una clase para verlas y descargarlas todas.',
    ),
  ).toBeVisible();
  expect(
    screen.getByRole('row', { name: /^Meta superada .* 549 Luis Supervisor \(300\) y 4 más$/ }),
  ).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Meta superada' }));
  expect(
    await screen.findByText(
      'Las más recientes, 1 de 549. Elija un periodo más corto para verlas todas.',
    ),
  ).toBeVisible();
  expect(asked.figures()?.at(-1)).toEqual({ key: { ...span, clase: 'tarde' } });
});

test('a kind of deviation links to its cases, unless it has none', async () => {
  openWorkflow(`/flujo?vista=desviaciones&${days}`, { figures: [answered(deviations)] });
  expect(await screen.findByRole('link', { name: 'Decisiones muy seguidas' })).toBeVisible();
  expect(screen.getByRole('row', { name: /^Rechazado y registrado igual/ })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Rechazado y registrado igual' })).toBeNull();
});

test('a variant links to its cases, which list their users', async () => {
  const { user, asked } = openWorkflow(`/flujo?vista=variantes&${days}`, {
    figures: [answered(variants)],
    cases: [answered({ rows: [aCase], total: 1 })],
  });
  expect(await screen.findByText(/^La variante más común: Abierta → En supervisión/)).toBeVisible();
  expect(screen.getByText('30 (75 %)')).toBeVisible();
  await user.click(
    screen.getByRole('link', { name: 'Abierta → En supervisión ✗ ↻ → En mantenimiento' }),
  );
  expect(await screen.findByText('Ana Tienda, Luis Supervisor')).toBeVisible();
  expect(asked.cases()).toEqual([{ query: { ...span, camino: 'b', pagina: 1, limite: 25 } }]);
});

test('a filter with many options is searched by typing, and an empty text removes it', async () => {
  const tiendas = Array.from({ length: 40 }, (_, at) => ({
    id: at + 1,
    nombre: `Tienda ${at + 1}`,
  }));
  const every = [...tiendas, { id: 90, nombre: 'Éxito Bogotá' }];
  const { user, asked } = openWorkflow(`/flujo?vista=retrabajo&${days}`, {
    filters: [answered({ ...filters.answer, tiendas: every })],
    figures: [answered(rework), answered(rework), answered(rework), answered(rework)],
  });
  const field = await screen.findByPlaceholderText('Tienda');
  await user.click(field);
  expect(screen.getAllByRole('option', { name: /^Tienda \d+$/ })).toHaveLength(40);
  await user.keyboard('exito bog{Enter}');
  expect(field).toHaveValue('Éxito Bogotá');
  expect(field).toHaveFocus();
  await waitFor(() => expect(asked.figures()).toHaveLength(2));
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await waitFor(() => expect(field).toHaveValue('Tienda 2'));
  await user.clear(field);
  await user.type(field, 'nadie');
  expect(screen.getByText('Ninguna opción coincide.')).toBeVisible();
  await user.tab();
  expect(field).toHaveValue('Tienda 2');
  await user.clear(field);
  await user.tab();
  await waitFor(() => expect(asked.figures()).toHaveLength(4));
  expect(asked.figures()?.map((one) => (one as { key: object }).key)).toEqual([
    span,
    { ...span, id_tienda: 90 },
    { ...span, id_tienda: 2 },
    span,
  ]);
});

test('an active filter has a chip that removes it', async () => {
  const { user, asked } = openWorkflow(`/flujo?vista=retrabajo&${days}`, {
    figures: [answered(rework), answered(rework), answered(rework)],
  });
  await user.selectOptions(await screen.findByLabelText('Agregar un filtro'), 'Resultado');
  await user.selectOptions(screen.getByLabelText('Resultado'), 'Sin aprobar');
  await user.click(await screen.findByRole('link', { name: 'Quitar Resultado: Sin aprobar' }));
  await waitFor(() => expect(asked.figures()).toHaveLength(3));
  expect(asked.figures()?.map((one) => (one as { key: object }).key)).toEqual([
    span,
    { ...span, resultado: 'nada' },
    span,
  ]);
});

test('the address has filters of cases, each with a chip', async () => {
  const filters =
    'camino=open+closed&mantenimiento=no&tarde=si&tarde_en=supervision&persona=6&motivo=4&ciudad=11&con=rechazo+supervision&paso=box+BOX.SEND+open+supervision&dias=2-9&relevos=5&dia_envio=1';
  const { asked } = openWorkflow(`/flujo?vista=ciclo&${days}&${filters}`, {
    cases: [answered({ rows: [aCase], total: 1 })],
  });
  const chips = within(await screen.findByRole('list', { name: 'Filtros elegidos' }));
  await chips.findByText(/Bogotá/);
  expect(chips.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Quitar 1 may 2030 a 31 may 2030',
    'Quitar Ciudad: Bogotá',
    'Quitar Persona: Luisa Contable',
    'Quitar Motivo de rechazo: Soporte ilegible',
    'Quitar Meta: Tarde',
    'Quitar Tarde en: En supervisión',
    'Quitar Mantenimiento: Sin',
    'Quitar Rechazos y reprocesos: Con un rechazo: En supervisión',
    'Quitar Pasó por: Envío de la tienda: Abierta → En supervisión',
    'Quitar Duración: 2 a 8 días hábiles',
    'Quitar Cambios de responsable: 5',
    'Quitar Enviada un: lunes',
    'Quitar Camino: Abierta → Cerrada',
    'Quitar filtros',
  ]);
  expect(asked.figures()).toEqual([
    {
      key: {
        ...span,
        id_ciudad: 11,
        camino: 'open closed',
        con: 'rechazo supervision',
        paso: 'box BOX.SEND open supervision',
        dias_min: 2,
        dias_max: 9,
        relevos: 5,
        dia_envio: 1,
        mantenimiento: 'no',
        tarde: 'si',
        tarde_en: 'supervision',
        id_persona: 6,
        id_motivo: 4,
      },
    },
  ]);
});

test.each([
  ['ahora', {}, '10 (25 %)', 'vista=ciclo&tarde=si'],
  ['etapas', stages, 'Luis Supervisor', 'vista=ciclo&tienda=30'],
  ['etapas', stages, '7', 'vista=ciclo&tienda=30&tarde_en=supervision'],
  ['etapas', stages, 'En supervisión', 'vista=ciclo&tienda=30&paso=box+supervision'],
  ['etapas', stages, '5', 'vista=ciclo&relevos=5'],
  ['ahora', {}, '14', 'vista=demoras'],
  ['ciclo', aCycle(), '20 (50 %)', 'vista=ciclo&con=directo'],
  ['ciclo', aCycle(), 'En contabilidad (primera)', 'vista=ciclo&paso=box+preliminary'],
  ['ciclo', aCycle(), '1–3', 'vista=ciclo&dias=1-3'],
  ['ciclo', aCycle(), '10+', 'vista=ciclo&dias=10-'],
  ['tardias', aCycle(), 'Express', 'vista=ciclo&tarde=si&formato=2'],
  ['variantes', variants, 'En supervisión', 'vista=ciclo&con=correccion+supervision'],
  ['retrabajo', rework, '24', 'vista=ciclo&con=sin_retrabajo'],
  ['comparacion', comparison, 'Tarde', 'vista=ciclo&tarde=si'],
  ['comparacion', comparison, 'En supervisión', 'vista=ciclo&paso=box+supervision'],
  [
    'simulacion&politica=envio_diario',
    simulation,
    'Tarde',
    'vista=ciclo&politica=envio_diario&tarde=si',
  ],
  ['etapas&por=persona', stages, '7', 'vista=ciclo&por=persona&tarde_en=supervision&persona=30'],
  ['retrabajo', rework, 'Tienda Centro', 'vista=ciclo&tienda=3'],
  [
    'retrabajo&grupo=motivo',
    rework,
    'No corresponde a caja menor',
    'vista=ciclo&grupo=motivo&motivo=2',
  ],
])('in %s a figure links to its cases: %s %s', async (vista, figures, name, query) => {
  openWorkflow(`/flujo?vista=${vista}&${days}`, {
    figures: [answered(vista === 'ahora' ? aCycle() : figures)],
    present: [answered(aPresent())],
    cases: [answered({ rows: [], total: 0 })],
  });
  const [link] = await screen.findAllByRole('link', { name });
  const href = new URLSearchParams(link?.getAttribute('href')?.split('?')[1]);
  for (const period of ['desde', 'hasta']) href.delete(period);
  const wanted = new URLSearchParams(query);
  for (const both of [href, wanted]) both.sort();
  expect(String(href)).toBe(String(wanted));
});

test('a week that is partly outside the period is marked, and a week leads to its days', async () => {
  openWorkflow('/flujo?vista=ciclo&desde=2030-05-08&hasta=2030-05-19', {
    figures: [answered(aCycle())],
    cases: [answered({ rows: [], total: 0 })],
  });
  expect(await screen.findAllByText(/El periodo no tiene la semana entera/)).toHaveLength(1);
  const links = screen.getAllByRole('link', { name: /^2030-05-06|^6 may|may\*?$/ });
  const weeks = [
    ['6 may*', expect.stringMatching(/desde=2030-05-08&hasta=2030-05-12$/)],
    ['13 may', expect.stringMatching(/desde=2030-05-13&hasta=2030-05-19$/)],
  ];
  const wholeWeeks = [
    ['6 may', expect.stringContaining('desde=2030-05-06&')],
    ['13 may', expect.stringContaining('desde=2030-05-13&')],
  ];
  // The times of the cases, and all boxes of the stores.
  expect(
    links.map((link) => [
      link.getAttribute('aria-label') ?? link.textContent,
      link.getAttribute('href'),
    ]),
  ).toEqual([...weeks, ...wholeWeeks]);
});

test('a late case says why', async () => {
  openWorkflow(`/flujo?vista=tardias&${days}`, {
    figures: [answered(aCycle())],
    cases: [
      answered({
        rows: [
          {
            ...aCase,
            tarde: 1,
            exceso: {
              estado: 'readyToShip',
              tiempo: 51 * 9 * hour,
              meta: 5,
              exceso: 46 * 9 * hour,
            },
          },
        ],
        total: 1,
      }),
    ],
  });
  const cases = within(await screen.findByRole('table', { name: 'Cajas fuera de meta' }));
  expect(
    await cases.findByText(
      'Fuera de meta por 46 días hábiles en «Envío de papeles» (meta 5): la tienda no envió',
    ),
  ).toBeVisible();
});

test('cases can be compared with another group, which has its own filters', async () => {
  const { user, asked } = openWorkflow(`/flujo?vista=comparacion&${days}&tienda=3`, {
    figures: [answered(comparison), answered(comparison), answered(comparison)],
  });
  await user.click(await screen.findByRole('link', { name: 'Con otro grupo' }));
  const other = within(await screen.findByRole('group', { name: 'Filtros del otro grupo' }));
  await user.selectOptions(other.getByLabelText('Supervisor de hoy'), 'Luis Supervisor');
  const chips = within(screen.getByRole('list', { name: 'Filtros del otro grupo elegidos' }));
  expect(
    chips.getByRole('link', { name: 'Quitar Supervisor de hoy: Luis Supervisor' }),
  ).toBeVisible();
  await waitFor(() => expect(asked.figures()).toHaveLength(3));
  const own = { ...span, id_tienda: 3 };
  expect(asked.figures()?.map((one) => (one as { key: object }).key)).toEqual([
    { ...own, contra: 'anterior' },
    { ...own, contra: 'otro', otro: span },
    { ...own, contra: 'otro', otro: { ...span, id_supervisor: 30 } },
  ]);
  const table = within(screen.getByRole('table', { name: 'Comparación' }));
  expect(table.getByRole('columnheader', { name: 'Quibdó' })).toBeVisible();
});

test('a sentence states what late cases have in common', async () => {
  openWorkflow(`/flujo?vista=tardias&${days}`, { figures: [answered(aCycle())] });
  expect(
    await screen.findByText(
      'De las cajas tarde, el 80 % (8 de 10) son del formato Express; de las demás, el 20 % (6 de 30).',
    ),
  ).toBeVisible();
});

test('a policy can be simulated once it is complete', async () => {
  const { user, asked } = openWorkflow(`/flujo?vista=simulacion&${days}`, {
    figures: [answered(simulation)],
  });
  await user.selectOptions(
    await screen.findByLabelText('Política', { selector: 'select' }),
    'Límite por categoría',
  );
  const button = screen.getByRole('button', { name: 'Probar la política' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  const form = within(screen.getByRole('form', { name: 'Otra política' }));
  await user.selectOptions(form.getByLabelText('Categoría'), 'Taxis');
  await user.type(screen.getByLabelText('Pesos'), '50000');
  await user.click(button);
  expect(await screen.findByText('2 rechazos por $ 80.000 que no se habrían hecho')).toBeVisible();
  expect(asked.figures()).toEqual([
    { key: { ...span, politica: 'limite_categoria', limite: 50_000, categoria_limite: 16 } },
  ]);
});
