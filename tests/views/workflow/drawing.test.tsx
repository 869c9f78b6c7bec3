import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { chartSvg } from '#machines/diagram/chart-svg.ts';
import { type DrawingMarks, arrowLook } from '#machines/diagram/chart-look.ts';
import { ThemeProvider } from '#src/shell/theme/ThemeProvider.tsx';
import { ChartDownloads, ChartViews } from '#src/features/workflow/drawing/ChartViews.tsx';
import { Drawing } from '#src/features/workflow/drawing/Drawing.tsx';
import { chartOf, charts, drawnOf, palette } from '#src/features/workflow/drawing/drawn.ts';
import { countMarks } from '#src/features/workflow/workflow-words.ts';
import { aHistory } from '#tests/kit/workflow-fixtures.ts';
import { everyElement, readXml } from '#tests/kit/xml.ts';

const hostile = '<b a="1">&amp;</b>\u0007';

const marks: DrawingMarks = {
  states: new Map([['supervision', { lines: ['12 cajas', hostile], current: true }]]),
  transitions: new Map([['open|BOX.SEND|0', { label: '30 veces', weight: 1, lit: true }]]),
};

describe('an arrow', () => {
  const taken = (evento: string, desde: string, hacia: string, veces: number) => ({
    maquina: 'expense' as const,
    evento,
    desde,
    hacia,
    veces,
  });
  const widthOf = (id: string, of: DrawingMarks) => {
    const edge = drawnOf('expense').edges.find(({ transitions }) => transitions.includes(id));
    return edge && arrowLook(edge, palette, of).width;
  };

  test('shows the sum of the rows that it stands for, and is as thick as the sum', () => {
    const history = aHistory({
      estancias: [],
      transiciones: [
        taken('EXPENSE.REMOVE', 'unreviewed', 'removed', 23),
        taken('EXPENSE.REMOVE', 'unreviewedMaintenance', 'removed', 3),
        taken('BOX.SENT', 'open.unreviewed', 'supervision.unreviewed', 52),
        // The log does not tell the state of the box.
        taken('EXPENSE.INVOICE_FOUND', 'unreviewed', 'unreviewed', 400),
      ],
    });
    const drawn = countMarks(history, chartOf('expense'), 'expense', (paso) => `/${paso}`);
    const marked = new Map(
      [...(drawn.transitions ?? [])].map(([id, { label, to }]) => [id, [label, to]]),
    );
    const removals = 'expense EXPENSE.REMOVE unreviewed removed';
    const others = 'expense EXPENSE.REMOVE unreviewedMaintenance removed';
    expect(marked).toEqual(
      new Map([
        [
          'open.unreviewed|BOX.SENT|0',
          ['52', '/expense BOX.SENT open.unreviewed supervision.unreviewed'],
        ],
        ['open|EXPENSE.REMOVE|0', ['26', `/${removals},${others}`]],
      ]),
    );
    const widths = [...marked.keys()].map((id) => widthOf(id, drawn));
    expect(widths).toEqual([6, 3.75]);
  });

  test('with several transitions is as thick as all of them', () => {
    const edge = drawnOf('payment').edges.find(({ transitions }) => transitions.length > 1);
    const transitions = new Map(edge?.transitions.slice(0, 2).map((id) => [id, { weight: 0.25 }]));
    expect(edge && arrowLook(edge, palette, { transitions }).width).toBe(3.75);
  });
});

test('a state of the drawing is a button: Enter selects it, arrow keys move to its neighbours', async () => {
  const user = userEvent.setup();
  const chosen = vi.fn();
  render(
    <ThemeProvider>
      <Drawing chart={chartOf('box')} marks={marks} onSelectState={chosen} />
    </ThemeProvider>,
  );
  const open = screen.getByRole('button', { name: /^Abierta\. Tienda/ });
  open.focus();
  await user.keyboard('{Enter}{ArrowDown}');
  expect(chosen.mock.calls).toEqual([['open']]);
  const supervision = screen.getByRole('button', { name: /^En supervisión/ });
  expect(supervision).toHaveFocus();
  expect(supervision).toHaveAccessibleName(/12 cajas.*Estado actual/);
  await user.keyboard('{ArrowUp}');
  expect(open).toHaveFocus();
});

test('a selected state lists its transitions with their users and refusals', async () => {
  const user = userEvent.setup();
  render(
    <ThemeProvider>
      <Drawing chart={chartOf('box')} />
    </ThemeProvider>,
  );
  screen.getByRole('button', { name: /^Abierta\./ }).focus();
  await user.keyboard('{Enter}');
  const reported = screen.getByRole('region', { name: 'Abierta' });
  expect(reported).toHaveTextContent(
    /Envío de la tienda → En supervisiónQuién: Responsable de tienda, Coordinador de tiendasSi no se cumple, se dice: .*No hay recibos para enviar/,
  );
  await user.click(within(reported).getByRole('button', { name: 'Cerrar' }));
  expect(screen.queryByRole('region', { name: 'Abierta' })).not.toBeInTheDocument();
});

test('a chart can be shown as a table', async () => {
  const user = userEvent.setup();
  render(
    <ThemeProvider>
      <ChartViews chart={chartOf('box')} marks={marks} />
    </ThemeProvider>,
  );
  await user.click(screen.getByRole('button', { name: 'Tabla' }));
  const table = screen.getByRole('table', { name: 'Transiciones: Caja' });
  expect(within(table).getByRole('row', { name: /^Lista para envío Envío/ })).toHaveTextContent(
    /Envío de los papeles.*En contabilidad \(final\).*Responsable de tienda, Coordinador de tiendas.*Complete todos los campos/,
  );
});

describe.each(charts.map((chart) => [chart.id, chart] as const))('the SVG of %s', (id, chart) => {
  test('is well-formed, loads nothing, and contains every state and event', () => {
    const text = chartSvg(drawnOf(id), palette);
    const elements = everyElement(readXml(text));
    const names = new Set(elements.map(({ name }) => name));
    expect([...names].toSorted()).toEqual(
      ['circle', 'desc', 'g', 'path', 'rect', 'svg', 'text', 'title'].filter((name) =>
        names.has(name),
      ),
    );
    expect(text).not.toMatch(/href|url\(|undefined|NaN/);
    const written = Array.from(text.matchAll(/<text[^>]*>([^<]*)</g), (match) => match[1] ?? '');
    const words = new Set(written.join(' ').split(' '));
    const said = [
      ...chart.states.filter(({ kind }) => kind !== 'history').map(({ nombre }) => nombre),
      ...chart.transitions.map(({ rotulo }) => rotulo),
    ];
    expect(said.flatMap((one) => one.split(' ')).filter((word) => !words.has(word))).toEqual([]);
  });
});

test('texts of marks are escaped in the SVG', () => {
  const text = chartSvg(drawnOf('box'), palette, marks);
  expect(everyElement(readXml(text)).some(({ name }) => name === 'b')).toBe(false);
  expect(text).toContain('&lt;b a=&quot;1&quot;&gt;&amp;amp;&lt;/b&gt; ');
  expect(text).toContain('30 veces');
});

test('the SVG has its title, its period and its legend above the drawing', () => {
  const captions = ['Cajas cerradas entre el 1 y el 31', 'Línea más gruesa: ocurrió más veces'];
  const text = chartSvg(drawnOf('box'), palette, marks, captions);
  const [, height = ''] = /<svg[^>]* height="(\d+)"/.exec(text) ?? [];
  const [, top = ''] = /<g transform="translate\(0 (\d+)\)"/.exec(text) ?? [];
  expect(Number(height)).toBe(drawnOf('box').height + Number(top));
  const above = Array.from(
    text.matchAll(/<text x="\d+" y="(\d+)"[^>]*>([^<]*)</g),
    ([, y = '', words = '']) => [Number(y), words] as const,
  ).slice(0, 3);
  expect(above.map(([, words]) => words)).toEqual(['Caja', ...captions]);
  for (const [y] of above) expect(y).toBeLessThan(Number(top));
});

test.each([
  ['Dibujo (SVG)', 'flujo-box.svg', /^<svg xmlns/],
  ['Mermaid', 'flujo-box.mmd', /^stateDiagram-v2/],
])('%s is downloaded as %s', async (label, name, beginning) => {
  const user = userEvent.setup();
  const files: { name: string; content: Blob }[] = [];
  const contents: Blob[] = [];
  Object.assign(URL, {
    createObjectURL: (content: Blob) => `blob:${contents.push(content)}`,
    revokeObjectURL: () => undefined,
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    const content = contents.at(-1);
    if (content !== undefined) files.push({ name: this.download, content });
  });
  render(
    <ThemeProvider>
      <ChartDownloads chart={chartOf('box')} />
    </ThemeProvider>,
  );
  await user.click(screen.getByText('Descargar'));
  await user.click(screen.getByRole('button', { name: label }));
  await expect.poll(() => files.map((file) => file.name)).toEqual([name]);
  expect(await files[0]?.content.text()).toMatch(beginning);
});
