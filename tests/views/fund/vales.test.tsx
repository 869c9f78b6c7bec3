import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Vales } from '#machines/flows/fund/vale.kind.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import ValesView, { valesOf } from '#src/features/fund/ValesView.tsx';
import { refused, written } from '#tests/kit/flow-fixtures.ts';
import { type Answers, answering, renderScreen } from '../review/render-screen.tsx';

const vale = (id: number, estado: string) => ({
  id,
  valor: 20_000,
  persona: 'Ana Ruiz',
  motivo: 'Taxi',
  dia: '2020-06-17',
  dio: 'Luis Soto',
  estado,
  id_gasto: null,
});

const vales = (...rows: Vales['vales']) =>
  answered<Vales>({
    id_tienda: 3,
    tienda: 'Tienda Centro',
    active_: 1,
    en_cajon: 50_000,
    vales: rows,
  });

const open = (answers: Answers) => {
  const { logic, asked } = answering(valesOf, answers);
  const user = renderScreen(
    <ValesView machine={logic} />,
    patterns.valesCaja,
    '/cajaActual/3/vales',
    { id: 2, profile: 2 },
  );
  return { user, asked };
};

const box = (name: RegExp) => screen.findByRole('textbox', { name });

describe('the vales of a store', () => {
  test('are given with amount and person, dated today, and printed', async () => {
    const given = answered([{ status: '200' as const, msg: 'Datos almacenados', id_vale: 7 }]);
    const { user, asked } = open({ loadData: [vales(), vales(vale(7, 'fuera'))], act: [given] });
    // The amount has the focus: no tap is needed.
    expect(await box(/Valor/)).toHaveFocus();
    await user.keyboard('20000');
    await user.type(await box(/Quién recibe/), 'Ana Ruiz');
    await user.click(screen.getByRole('button', { name: 'Dar vale' }));
    expect(asked.act).toMatchObject([
      {
        request: {
          path: '/darVale',
          body: { id_tienda: 3, valor: 20_000, persona: 'Ana Ruiz', motivo: '' },
        },
      },
    ]);
    expect((await screen.findAllByRole('link', { name: /Imprimir n.º 7/ }))[0]).toHaveAttribute(
      'href',
      '/documentos/vale?id_vale=7',
    );
    expect(screen.getByRole('heading', { name: 'Por legalizar: $ 20.000' })).toBeVisible();
  });

  test('above what the drawer has say so at the button', async () => {
    const { user } = open({ loadData: [vales()] });
    await box(/Valor/);
    // Nothing was done yet.
    expect(screen.queryByRole('status')).toBeNull();
    await user.keyboard('50001');
    await user.type(await box(/Quién recibe/), 'Ana');
    expect(screen.getByRole('button', { name: 'Dar vale' })).toHaveAccessibleDescription(
      expect.stringContaining('En el cajón no hay tanto dinero. Hay $ 50.000.'),
    );
  });

  test('come back unused, or lead to the form of the expense', async () => {
    const { user, asked } = open({
      loadData: [vales(vale(7, 'fuera')), vales(vale(7, 'devuelto'))],
      act: [answered(written())],
    });
    expect(await screen.findByRole('link', { name: 'Registrar gasto' })).toHaveAttribute(
      'href',
      '/crearGasto/3',
    );
    await user.click(screen.getByRole('button', { name: 'Devolvieron el dinero' }));
    expect(asked.act).toMatchObject([{ request: { path: '/devolverVale', body: { id_vale: 7 } } }]);
    const table = await screen.findByRole('table', { name: /Por legalizar/ });
    expect(await within(table).findByText('Devuelto')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Devolvieron el dinero' })).toBeNull();
  });

  test('of a missing store show the not-found message', async () => {
    open({ loadData: [refused(404, 'No se encontró lo que busca.')] });
    expect(await screen.findByText('No existe o no tiene permiso')).toBeVisible();
  });
});
