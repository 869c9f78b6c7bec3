/** Amounts of a box on every screen that shows them, from one table of cases. */
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { approvedTotalOf, figuresOf } from '#machines/domain/fund/fund.ts';
import { boxSendMachine } from '#machines/flows/boxes/box-send.machine.ts';
import { shipMachine } from '#machines/flows/shipping/ship.machine.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { boxContent } from '#src/features/boxes/box.actors.ts';
import { boxHistory } from '#src/features/boxes/box-lists.tsx';
import { patterns } from '#src/shell/screens/paths.ts';
import ControlBoxView from '#src/features/boxes/ControlBoxView.tsx';
import CurrentBoxView from '#src/features/boxes/CurrentBoxView.tsx';
import HistoryView from '#src/features/boxes/HistoryView.tsx';
import ReviewedBoxView from '#src/features/boxes/ReviewedBoxView.tsx';
import StoreBoxView from '#src/features/boxes/StoreBoxView.tsx';
import StoreHistoryView from '#src/features/boxes/StoreHistoryView.tsx';
import { boxFacts, people } from '#tests/kit/flow-fixtures.ts';
import { amountsOfCase, type MoneyCase, moneyCases, moneyTable } from '#tests/kit/money-cases.ts';
import { answering, renderScreen } from '../review/render-screen.tsx';
import { reviewBoxAt } from './review-box-at.tsx';

const factsOf = (one: MoneyCase) =>
  boxFacts(
    { active: one.active, consecutivo: 4 },
    ...amountsOfCase(one).map((amounts, index) => ({
      ...amounts,
      id: 70 + index,
      recibo: `R${index}`,
    })),
  );

const reviewed = (stage: 'supervisor' | 'maintenance' | 'accounting', one: MoneyCase) => {
  const View = reviewBoxAt(stage);
  const { logic } = answering(boxSendMachine, { loadBox: [answered(factsOf(one))] });
  const pattern = {
    supervisor: patterns.verCajaSupervisor,
    maintenance: patterns.verCajaMantenimiento,
    accounting: patterns.revisarCaja,
  }[stage];
  renderScreen(<View machine={logic} />, pattern, pattern.replace(':idCaja', '12'), people[stage]);
};

const read = (View: typeof StoreBoxView, pattern: string, one: MoneyCase) => {
  const { logic } = answering(boxContent, { loadDetail: [answered(factsOf(one))] });
  renderScreen(<View machine={logic} />, pattern, pattern.replace(':idCaja', '12'), people.store);
};

const shipped = (one: MoneyCase) => {
  const { logic } = answering(shipMachine, {
    loadShipping: [answered({ ...factsOf(one), companies: [] })],
  });
  const { verCajaRevisada } = patterns;
  renderScreen(
    <ReviewedBoxView machine={logic} />,
    verCajaRevisada,
    '/verCajaRevisada/12',
    people.store,
  );
};

const screens = {
  verCajaSupervisor: (one: MoneyCase) => reviewed('supervisor', one),
  verCajaMantenimiento: (one: MoneyCase) => reviewed('maintenance', one),
  revisarCaja: (one: MoneyCase) => reviewed('accounting', one),
  verCajaRevisada: shipped,
  verCaja: (one: MoneyCase) => read(StoreBoxView, patterns.verCaja, one),
  detalleCajaCI: (one: MoneyCase) => read(ControlBoxView, patterns.detalleCajaCI, one),
};

/** Labels and values of the amounts in the page header. */
const account = () =>
  screen
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent ?? ''])
    .filter(([, amount]) => amount?.startsWith('$'));

const footer = (table: HTMLElement) =>
  within(within(table).getAllByRole('rowgroup').at(-1) as HTMLElement);

describe.each(Object.entries(screens))('on %s', (screenName, open) => {
  test.each(moneyTable)('a box that is %s has the right amounts', async (_, one) => {
    open(one);
    const table = await screen.findByRole('table', { name: 'Gastos de la caja' });
    const own = screenName === 'revisarCaja' ? one.inPass : undefined;
    expect(account()).toEqual([
      ...one.account,
      ...(own === undefined ? [] : [['Aprobado en esta revisión', own]]),
    ]);
    const [label, amount] = one.footer;
    expect(footer(table).getByRole('rowheader')).toHaveTextContent(label);
    expect(footer(table).getByText(amount)).toBeVisible();
    expect(
      within(table)
        .queryAllByText(/^Se reconoce/)
        .map(({ textContent }) => textContent),
      // Non-breaking spaces within an amount, and between it and its reason.
    ).toEqual((one.notes ?? []).map((note) => note.replaceAll(/ (?=[\d(])/g, '\u00a0')));
  });
});

test('an open box shows only its requested value', async () => {
  const { logic } = answering(boxSendMachine, {
    loadBox: [answered(factsOf({ ...moneyCases.undecided, active: 0 }))],
  });
  const { cajaActual } = patterns;
  renderScreen(<CurrentBoxView machine={logic} />, cajaActual, '/cajaActual/3', people.store);
  const table = await screen.findByRole('table', { name: 'Gastos de la caja' });
  expect(footer(table).getByRole('rowheader')).toHaveTextContent('Valor solicitado');
  expect(footer(table).getByText('$ 32.500')).toBeVisible();
  expect(screen.getByText('2 gastos · Valor solicitado: $ 32.500')).toBeInTheDocument();
  expect(screen.queryByText(/[Rr]eembolso \(|Total reembolso|probado/)).toBeNull();
});

test('the send bar shows the number of expenses and the approved value', async () => {
  screens.revisarCaja({ ...moneyCases.closed, active: 4 });
  const short = await screen.findByText('3 gastos · Aprobado hasta ahora: $ 27.500');
  // A non-breaking space between the sign and the amount.
  expect(short.textContent).toContain('$\u00a027.500');
});

const histories = {
  historialCaja: (machine: typeof boxHistory) =>
    renderScreen(
      <HistoryView machine={machine} />,
      patterns.historialCaja,
      '/historialCaja',
      people.store,
    ),
  historialTienda: (machine: typeof boxHistory) =>
    renderScreen(
      <StoreHistoryView machine={machine} />,
      patterns.historialTienda,
      '/historialTienda/3',
      people.accounting,
    ),
};

describe.each(Object.entries(histories))('on %s', (_, open) => {
  test.each(moneyTable)('a box that is %s has the right approved value', async (_, one) => {
    const { box } = factsOf(one);
    const amounts = amountsOfCase(one);
    const row = {
      ...box,
      id_caja: box.id,
      giro: '',
      total_aprobado: approvedTotalOf(amounts),
      por_decidir: figuresOf(amounts).undecided,
    };
    const { logic } = answering(boxHistory, { loadRows: [answered({ rows: [row], total: 1 })] });
    open(logic);
    const heads = await screen.findAllByRole('columnheader');
    const place = heads.findIndex((head) => head.textContent === 'Valor aprobado');
    const cells = screen.getAllByRole('row')[1]?.children ?? [];
    expect(cells[place]).toHaveTextContent(one.history);
  });
});
