import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { AnswerOf } from '#contract/contract.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import { answered } from '#machines/flows/steps/result.ts';
import SpendingView, {
  spendingExpenses,
  spendingFigures,
} from '#src/features/spending/SpendingView.tsx';
import { patterns } from '#src/shell/screens/paths.ts';
import { answering, renderScreen } from '../review/render-screen.tsx';

const gerente: Person = { id: 20, profile: 8 };
const filters = { mes: '2020-06-01', id_tienda: null, categoria: null, id_proveedor: null };

type Figures = AnswerOf<'/gastosPorMes'>;

const row: Figures['filas'][number] = {
  clave: 'Aseo',
  nombre: 'Aseo',
  gastos: 2,
  valor: 120_000,
  mediana: 100_000,
  mediana_formato: null,
};

const figures = (filas: Figures['filas'], tienda = ''): Figures => ({
  tienda,
  total: filas.reduce((sum, { valor }) => sum + valor, 0),
  filas,
});

const listed: AnswerOf<'/gastosDeMes'>[number] = {
  id_gasto: 7,
  id_caja: 12,
  active: 9,
  fecha_gasto: '2020-06-05',
  tienda: 'Norte',
  proveedor: 'Papelería Norte',
  concepto: 'Jabón',
  valor: 70_000,
};

function open(address: string, shown: Figures, expenses: AnswerOf<'/gastosDeMes'> = [listed]) {
  const sums = answering(spendingFigures, { loadDetail: [answered(shown)] });
  const list = answering(spendingExpenses, { loadDetail: [answered(expenses)] });
  const user = renderScreen(
    <SpendingView figures={sums.logic} expenses={list.logic} />,
    patterns.gastos,
    address,
    gerente,
    undefined,
    ['gastos', 'detalleGastoCI'],
  );
  return { user, sums, list };
}

const hrefs = (name: string | RegExp) =>
  screen.getAllByRole('link', { name }).map((link) => link.getAttribute('href'));

describe('the spending of a month', () => {
  test('is beside the median of before, and leads to stores and expenses', async () => {
    const { sums } = open('/gastos?mes=2020-06-01', figures([row]));
    const shown = await screen.findByRole('row', { name: /Aseo/ });
    expect(within(shown).getByText('+ 20 %')).toBeVisible();
    expect(sums.asked.loadDetail).toEqual([{ key: { ...filters, por: 'categoria' } }]);
    expect(screen.getByText('junio de 2020:')).toHaveTextContent('junio de 2020: $ 120.000');
    expect(hrefs('Aseo')).toEqual(['/gastos?mes=2020-06-01&por=tienda&categoria=Aseo']);
    expect(hrefs(/120/)).toEqual(['/gastos?mes=2020-06-01&por=categoria&categoria=Aseo&lista=si']);
  });

  test('of one category in one store leads to its expenses, and says the lower share', async () => {
    const store = { ...row, clave: '3', nombre: 'Norte', mediana: null, mediana_formato: 150_000 };
    open('/gastos?mes=2020-06-01&por=tienda&categoria=Aseo', figures([store]));
    const shown = await screen.findByRole('row', { name: /Norte/ });
    expect(within(shown).getByText('− 20 %')).toBeVisible();
    const [inside = ''] = hrefs('Norte');
    expect(inside).toContain('id_tienda=3');
    expect(inside).toContain('lista=si');
    expect(hrefs('Quitar filtros')).toEqual(['/gastos?mes=2020-06-01&por=tienda']);
  });

  test('lists the expenses behind a figure, each with the way to it', async () => {
    const { list } = open(
      '/gastos?mes=2020-06-01&por=categoria&categoria=Aseo&lista=si',
      figures([]),
    );
    await screen.findByRole('row', { name: /Jabón/ });
    expect(list.asked.loadDetail).toEqual([{ key: { ...filters, categoria: 'Aseo' } }]);
    expect(hrefs('Papelería Norte')).toEqual(['/detalleGastoCI/7/12']);
  });

  test('are downloaded as they are shown', async () => {
    const files: Blob[] = [];
    URL.createObjectURL = (file) => `blob:${files.push(file as Blob)}`;
    const { user } = open('/gastos?mes=2020-06-01', figures([row]));
    await user.click(await screen.findByRole('button', { name: 'Descargar' }));
    expect(await files[0]?.text()).toBe(
      'Categoría,Gastos,Valor,Antes (mediana)\r\nAseo,2,120000,100000\r\n',
    );
  });

  test('says that there is none', async () => {
    open('/gastos?mes=2020-06-01', figures([]));
    expect(await screen.findByText('No hay gastos en este mes')).toBeVisible();
  });
});
