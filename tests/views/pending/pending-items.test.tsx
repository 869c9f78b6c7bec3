import { screen, within } from '@testing-library/react';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { PendingItem } from '#contract/calls/pending.calls.ts';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import { storeProfiles } from '#machines/domain/stages/stages.ts';
import { answered, unreachableMessage } from '#machines/flows/steps/result.ts';
import { pendingItems } from '#src/features/boxes/box-lists.tsx';
import { patterns } from '#src/shell/screens/paths.ts';
import PendingView from '#src/features/pending/PendingView.tsx';
import { rightsNotices } from '#src/features/pending/RightsNotices.tsx';
import { written } from '#tests/kit/flow-fixtures.ts';
import { type Answers, answering, renderScreen } from '../review/render-screen.tsx';

const hour = 60 * 60_000;
/** A Wednesday, 10:00 in Colombia. */
const now = Date.UTC(2026, 5, 17, 15, 0, 0);

const item = (changes: Partial<PendingItem> = {}): PendingItem => ({
  tipo: 'decidir',
  id_tienda: 3,
  tienda: 'Tienda Centro',
  id_caja: 12,
  id_lote: null,
  consecutivo: 4,
  active: 2,
  valor: 90_000,
  desde: now - 2 * hour,
  cantidad: 4,
  con_novedad: 1,
  gastos: [
    { id_gasto: 7, proveedor: 'Papelería', valor: 20_400, informe_novedad: '', motivo: '' },
    { id_gasto: 8, proveedor: 'Taxis', valor: 9_000, informe_novedad: 'Repetido.', motivo: '' },
  ],
  porcentaje: null,
  ...changes,
});

beforeEach(() => {
  localStorage.clear();
  vi.setSystemTime(now);
});
afterAll(() => void vi.useRealTimers());

function open(profile: ProfileId, ...rows: PendingItem[]) {
  const loaded = answered({ rows, total: rows.length });
  const { logic } = answering(pendingItems, { loadRows: [loaded, loaded] });
  const { logic: notices } = answering(rightsNotices, { loadData: [answered([])] });
  const view = <PendingView machine={logic} notices={notices} />;
  return renderScreen(view, patterns.misPendientes, '/misPendientes', { id: 20, profile });
}

/** The screen without items, with the answers of the notices. */
function openNotices(profile: ProfileId, answers: Answers) {
  const { logic } = answering(pendingItems, { loadRows: [answered({ rows: [], total: 0 })] });
  const notices = answering(rightsNotices, answers);
  const view = <PendingView machine={logic} notices={notices.logic} />;
  const person = { id: 20, profile };
  const user = renderScreen(view, patterns.misPendientes, '/misPendientes', person);
  return { user, asked: notices.asked };
}

const notice = (id: number, texto: string) => ({ id, texto, creado: now - hour });

const hrefOf = (link: HTMLElement) => link.getAttribute('href');

test('a reviewer sees age, value, anomalies and links to the oldest expenses', async () => {
  open(3, item());
  const row = within((await screen.findAllByRole('row'))[1] as HTMLElement);
  expect(row.getByRole('rowheader')).toHaveTextContent('Decidir 4 gastos');
  // The head of the column says that it is working time; the tooltip says since when.
  expect(screen.getByRole('columnheader', { name: 'Espera hábil' })).toBeVisible();
  expect(row.getByText('2 h')).toHaveAttribute(
    'title',
    expect.stringMatching(/^\d+ [a-z]{3} \d{4} \d\d:\d\d$/),
  );
  expect(row.getByText('$ 90.000')).toBeVisible();
  expect(row.getByRole('button', { name: 'Novedad' })).toHaveAccessibleDescription('Repetido.');
  expect(row.getByText('y 3 más')).toBeVisible();
  expect(row.getAllByRole('link').map(hrefOf)).toEqual([
    '/detalleGastoSupervisor/12/7',
    '/detalleGastoSupervisor/12/7',
  ]);
});

test.each([
  [3, item({ tipo: 'enviar', cantidad: 0, gastos: [] }), '/verCajaSupervisor/12'],
  [5, item({ active: 1 }), '/detalleGastoMantenimiento/12/7'],
  [6, item({ active: 9 }), '/detalleGastoContabilidad/7/12'],
  [6, item({ active: 4 }), '/detalleGastoContabilidadFinal/7/12'],
  [6, item({ tipo: 'enviar', active: 4, cantidad: 0, gastos: [] }), '/revisarCaja/12'],
  [6, item({ tipo: 'reclamo', active: 5, id_lote: 9, cantidad: 1, gastos: [] }), '/giros/9'],
  [6, item({ tipo: 'devolucion', id_caja: null, id_lote: 9, gastos: [] }), '/giros/9'],
  [6, item({ tipo: 'autorizar', id_caja: null, id_lote: 9, gastos: [] }), '/giros/9'],
  [1, item({ tipo: 'sinAutorizador', id_caja: null, gastos: [] }), '/listarUsuarios'],
  [6, item({ tipo: 'girar', id_caja: null, consecutivo: null, gastos: [] }), '/giros'],
  [6, item({ tipo: 'liquidar', id_caja: null, gastos: [] }), '/historialTienda/3/movimientos'],
  [2, item({ tipo: 'arqueo', id_caja: null, gastos: [] }), '/cajaActual/3/arqueos'],
  [2, item({ tipo: 'papeles', active: 4, gastos: [] }), '/verCajaRevisada/12'],
  [2, item({ tipo: 'despachar', active: 3, gastos: [] }), '/verCajaRevisada/12'],
  [2, item({ tipo: 'soporte', active: 0 }), '/crearGasto/3?gasto=7'],
  [4, item({ tipo: 'fondo', id_caja: null, gastos: [], porcentaje: 12.5 }), '/cajaActual/3'],
  [2, item({ tipo: 'rechazo' }), '/detalleGasto/7'],
] as const)('profile %i gets the link and columns for the item %o', async (profile, row, path) => {
  open(profile, row);
  const rows = await screen.findAllByRole('row');
  expect(
    hrefOf(
      within(rows[1] as HTMLElement)
        .getAllByRole('link')
        .at(-1) as HTMLElement,
    ),
  ).toBe(path);
  const heads = screen.queryAllByRole('columnheader', { name: 'Con novedad' });
  expect(heads).toHaveLength(storeProfiles.includes(profile) ? 0 : 1);
});

test.each([
  [{ valor: 120_000, porcentaje: 12.9, cantidad: 3 }, 'Queda 12 %: envíe su caja'],
  [{ valor: 120_000, porcentaje: 12.9, cantidad: 0 }, 'Fondo bajo: queda el 12 %'],
  [{ valor: -5_000, porcentaje: -1, cantidad: 3 }, 'Fondo excedido en $ 5.000'],
])('a low fund %o reads «%s»', async (fund, text) => {
  open(2, item({ tipo: 'fondo', active: 0, id_caja: null, gastos: [], ...fund }));
  const row = within((await screen.findAllByRole('row'))[1] as HTMLElement);
  expect(row.getByRole('rowheader')).toHaveTextContent(text);
});

test('items since the previous visit are new, also after a reload; on the first visit none is', async () => {
  const rows = [item(), item({ id_caja: 13, desde: now - 20 * hour })];
  open(3, ...rows);
  await screen.findAllByRole('row');
  expect(screen.queryByText('Nuevo')).toBeNull();
  const saved = JSON.parse(localStorage.getItem('visita.20') ?? 'null');
  expect(saved).toEqual({ before: null, last: expect.any(Number) });
  localStorage.setItem('visita.20', JSON.stringify({ before: null, last: now - 3 * hour }));
  for (const _ of ['once', 'again']) {
    document.body.replaceChildren();
    open(3, ...rows);
    const shown = await screen.findAllByRole('row');
    expect(shown.map((row) => within(row).queryByText('Nuevo') !== null)).toEqual([
      false,
      true,
      false,
    ]);
  }
});

test('invalid visit data in the browser marks nothing as new', async () => {
  localStorage.setItem('visita.20', '{"last":"ayer"}');
  open(3, item());
  await screen.findAllByRole('row');
  expect(screen.queryByText('Nuevo')).toBeNull();
});

test('an empty list shows that nothing is pending', async () => {
  open(5);
  expect(await screen.findByText('No tiene nada pendiente')).toBeVisible();
});

test('a store gets links to respond to a payment and to see what it owes', async () => {
  open(
    2,
    item({ tipo: 'recibir', active: 5, gastos: [], cantidad: 0 }),
    item({ tipo: 'aCargo', id_caja: null, consecutivo: null, valor: 10_000, gastos: [] }),
  );
  expect(await screen.findByRole('link', { name: /^Responder/ })).toHaveAttribute(
    'href',
    '/verCaja/12',
  );
  expect(screen.getByText('Hay dinero a cargo')).toBeVisible();
  expect(screen.getByText('$ 10.000')).toBeVisible();
  expect(screen.getByRole('link', { name: /^Ver qué se debe/ })).toHaveAttribute(
    'href',
    '/cajaActual/3/a-cargo',
  );
});

test('who moves money reads each notice about the rights of another person, and marks it as read', async () => {
  const [created, granted] = [
    notice(4, 'Ana Ruiz creó el usuario de Marta Gil.'),
    notice(5, 'Ana Ruiz dio permisos sobre los giros a Luz Mora.'),
  ];
  const { user, asked } = openNotices(6, {
    loadData: [created, granted].map((_, index) => answered([created, granted].slice(index))),
    writeRequest: [answered(written())],
  });
  const section = await screen.findByRole('region', { name: 'Avisos' });
  expect(
    within(section)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Ana Ruiz creó el usuario de Marta Gil.17 jun 2026 09:00Leído: Ana Ruiz creó el usuario de Marta Gil.',
    'Ana Ruiz dio permisos sobre los giros a Luz Mora.17 jun 2026 09:00Leído: Ana Ruiz dio permisos sobre los giros a Luz Mora.',
  ]);
  await user.click(screen.getByRole('button', { name: /^Leído: Ana Ruiz creó/ }));
  expect(await within(section).findByText('El aviso quedó como leído.')).toBeVisible();
  expect(document.activeElement).toHaveTextContent('El aviso quedó como leído.');
  expect(asked.writeRequest).toEqual([{ request: { avisos: [4] } }]);
  expect(within(section).getAllByRole('listitem')).toHaveLength(1);
});

test('a notice whose reading the server did not confirm stays, and can be marked again', async () => {
  const { user } = openNotices(1, {
    loadData: [answered([notice(4, 'Creó a Luz.')]), answered([notice(4, 'Creó a Luz.')])],
    writeRequest: [new Error('offline')],
  });
  await user.click(await screen.findByRole('button', { name: 'Leído: Creó a Luz.' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(unreachableMessage);
  expect(screen.getByRole('button', { name: 'Leído: Creó a Luz.' })).toBeEnabled();
});

test('who moves no money has no notices, and requests none', async () => {
  const { asked } = openNotices(3, {});
  expect(await screen.findByText('No tiene nada pendiente')).toBeVisible();
  expect(asked.loadData).toBeUndefined();
});
