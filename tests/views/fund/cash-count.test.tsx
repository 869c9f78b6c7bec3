import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { Person } from '#machines/domain/people/profiles.ts';
import type { CashCount } from '#machines/flows/fund/cash-count.kind.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import CashCountView, { cashCounts } from '#src/features/fund/CashCountView.tsx';
import { aCount, countsWith } from '#tests/kit/count-rows.ts';
import { refused, written } from '#tests/kit/flow-fixtures.ts';
import { fill } from '#tests/kit/fill.ts';
import { type Answers, answering, renderScreen } from '../review/render-screen.tsx';

const counts = (...arqueos: CashCount[]) => answered(countsWith(...arqueos));

const saved = answered([{ status: '200' as const, msg: 'Datos almacenados', id_arqueo: 9 }]);
const done = answered(written());

const store: Person = { id: 2, profile: 2 };
const supervisor: Person = { id: 3, profile: 3 };
const accountant: Person = { id: 6, profile: 6 };

const open = (answers: Answers, person = store, query = '') => {
  const { logic, asked } = answering(cashCounts, answers);
  const user = renderScreen(
    <CashCountView machine={logic} />,
    patterns.arqueosCaja,
    `/cajaActual/3/arqueos${query}`,
    person,
  );
  return { user, asked };
};

const pieces = (name: string) =>
  screen.findByRole('textbox', { name: name.replace('$ ', '$\u00a0') });
const button = (name: string) => screen.findByRole('button', { name });
const sums = () => screen.getByLabelText('Arqueo');

/** Lacks 7.500. */
const short = aCount({ efectivo: 380_000, diferencia: -7_500, estado: 'conDiferencia' });
const over = aCount({ efectivo: 388_000, diferencia: 500, estado: 'conDiferencia' });

describe('a cash count', () => {
  test('is added up while it is typed; what should be there appears once it is saved', async () => {
    const { user, asked } = open({ loadData: [counts(), counts(aCount({}))], act: [saved] });
    await fill(user, await pieces('Billete de $ 100.000'), '3');
    await fill(user, await pieces('Moneda de $ 500'), '175');
    expect(screen.getByRole('status', { name: 'Efectivo contado' })).toHaveTextContent(
      'Efectivo contado: $ 387.500',
    );
    expect(screen.queryByLabelText('Arqueo')).toBeNull();
    expect(screen.queryByText(/Faltante|Sobrante|Debe haber|Base/)).toBeNull();
    expect(screen.queryByRole('textbox', { name: /Nota|explica/ })).toBeNull();
    await user.click(await button('Guardar arqueo'));
    expect(await screen.findByRole('link', { name: 'Ver e imprimir el arqueo' })).toHaveAttribute(
      'href',
      '/cajaActual/3/arqueos?arqueo=9',
    );
    expect(screen.getByText(/Datos almacenados. Sin diferencia/)).toBeVisible();
    expect(asked.act).toMatchObject([
      {
        request: {
          path: '/guardarArqueo',
          body: { id_tienda: 3, cantidades: [3, 0, 0, 0, 0, 0, 0, 0, 175, 0, 0, 0] },
        },
      },
    ]);
    // The form is empty for the next count.
    expect(await pieces('Billete de $ 100.000')).toHaveValue('');
  });

  test('with a difference is compared, and asks who counted to explain it', async () => {
    const explained = { ...short, nota: 'Se repuso de mi bolsillo' };
    const { user, asked } = open({
      loadData: [counts(), counts(short), counts(explained)],
      act: [saved, done],
    });
    await fill(user, await pieces('Billete de $ 50.000'), '2');
    await user.click(await button('Guardar arqueo'));
    expect(await screen.findByText(/Datos almacenados. Faltante \$ 7.500/)).toBeVisible();
    expect(sums()).toHaveTextContent(
      'Efectivo contado$ 380.000+ Soportes en la caja abierta$ 12.500+ Soportes en proceso de reembolso$ 100.000= Efectivo y soportes$ 492.500− Base del fondo$ 500.000DiferenciaFaltante $ 7.500',
    );
    await user.type(
      await screen.findByRole('textbox', { name: 'Qué explica la diferencia' }),
      'Se repuso de mi bolsillo',
    );
    await user.click(await button('Guardar explicación'));
    expect(asked.act?.[1]).toMatchObject({
      request: {
        path: '/explicarArqueo',
        body: { id_arqueo: 9, nota: 'Se repuso de mi bolsillo' },
      },
    });
    expect(await screen.findByText('Datos almacenados')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Guardar explicación' })).toBeNull();
  });

  test('with a wrong quantity is not sent', async () => {
    const { user, asked } = open({ loadData: [counts()] });
    await fill(user, await pieces('Billete de $ 100.000'), 'tres');
    await user.click(await button('Guardar arqueo'));
    expect(await pieces('Billete de $ 100.000')).toHaveAccessibleDescription(
      expect.stringContaining('Escriba cuántos hay: solo números.'),
    );
    expect(asked.act).toBeUndefined();
  });

  test('can be sent again after a network error; the typed pieces stay', async () => {
    const { user, asked } = open({
      loadData: [counts(), counts(aCount({}))],
      act: [new Error('offline'), saved],
    });
    await fill(user, await pieces('Billete de $ 100.000'), '3');
    await user.click(await button('Guardar arqueo'));
    expect(await screen.findByText(/No fue posible conectar/)).toBeVisible();
    expect(await pieces('Billete de $ 100.000')).toHaveValue('3');
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByText(/Datos almacenados/)).toBeVisible();
    expect(asked.act?.[0]).toEqual(asked.act?.[1]);
  });

  test('is listed for a read-only profile, without a button to record one', async () => {
    const surprise = aCount({ id: 10, persona: 'Luz Mesa', sorpresivo: 1 });
    const settled = aCount({
      por_girar: 4_000,
      a_cargo_tienda: 2_000,
      sin_recibir: 1_000,
      efectivo: 380_000,
      diferencia: -500,
      nota: 'Falta un vale',
      estado: 'resuelto',
      resolucion: {
        como: 'aCargo',
        persona: 'Luis Soto',
        fecha: '2030-05-13 08:00',
        motivo: 'Sin soporte',
        dia: '',
        referencia: '',
      },
    });
    open({ loadData: [counts(surprise, settled)] }, { id: 20, profile: 8 });
    const list = await screen.findByRole('table', { name: 'Arqueos anteriores' });
    expect(within(list).getByText('Ana Pérez')).toBeVisible();
    expect(within(list).getByText('Luz Mesa (sorpresivo)')).toBeVisible();
    expect(within(list).getByText('$ 119.500')).toBeVisible();
    expect(within(list).getByText('Faltante $ 500')).toBeVisible();
    expect(
      within(list).getByText(
        'Falta un vale · A cargo de Ana Pérez: Sin soporte. Lo resolvió Luis Soto.',
      ),
    ).toBeVisible();
    // Parts of the card that a phone shows for a count.
    const [, , row] = within(list).getAllByRole('row') as HTMLTableRowElement[];
    const places = [...(row?.cells ?? [])].map(({ dataset }) => dataset.card);
    expect(places.join(' ')).toBe(' line figure  end state foot act');
    expect(screen.queryByRole('button', { name: 'Guardar arqueo' })).toBeNull();
  });

  test('is shown as a sheet that can be printed', async () => {
    const print = vi.spyOn(window, 'print').mockReturnValue(undefined);
    const found = { ...short, sorpresivo: 1 as const };
    const { user } = open({ loadData: [counts(found)] }, { id: 7, profile: 7 }, '?arqueo=9');
    expect(await screen.findByRole('heading', { name: 'Arqueo de caja n.º 9' })).toBeVisible();
    expect(screen.getByText('Ana Pérez (sorpresivo)')).toBeVisible();
    const table = screen.getByRole('table', { name: 'Efectivo contado' });
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual([
      'DenominaciónCantidadValor',
      'Billete de $ 100.0003$ 300.000',
      'Moneda de $ 500175$ 87.500',
    ]);
    expect(sums()).toHaveTextContent('DiferenciaFaltante $ 7.500');
    expect(screen.getByText('Por resolver: supervisor o contabilidad.')).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Imprimir' }));
    expect(print).toHaveBeenCalledOnce();
    print.mockRestore();
  });

  test('of a missing store shows the not-found message', async () => {
    open({ loadData: [refused(404, 'No se encontró lo que busca.')] });
    expect(await screen.findByText('No existe o no tiene permiso')).toBeVisible();
  });
});

describe('a difference is settled on the sheet of its count', () => {
  test('the supervisor leaves what is missing to the person in charge', async () => {
    const settled = { ...short, estado: 'resuelto' };
    const { user, asked } = open(
      { loadData: [counts(short), counts(settled)], act: [done] },
      supervisor,
      '?arqueo=9',
    );
    expect(await screen.findByText('Faltante $ 7.500 a cargo de Ana Pérez.')).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'Motivo' }), 'No lo explicó');
    await user.click(await button('Dejar a cargo'));
    expect(asked.act).toMatchObject([
      {
        request: {
          path: '/resolverArqueo',
          body: { id_arqueo: 9, como: 'aCargo', motivo: 'No lo explicó' },
        },
      },
    ]);
    expect(await screen.findByText('Datos almacenados')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Dejar a cargo' })).toBeNull();
  });

  test('accounting receives what is left over, with day and reference', async () => {
    const { user, asked } = open(
      { loadData: [counts(over), counts({ ...over, estado: 'resuelto' })], act: [done] },
      accountant,
      '?arqueo=9',
    );
    await user.type(await screen.findByRole('textbox', { name: 'Referencia' }), 'C-12');
    await user.click(await button('Guardar entrega'));
    expect(asked.act).toMatchObject([
      { request: { body: { id_arqueo: 9, como: 'entregado', referencia: 'C-12' } } },
    ]);
  });

  test('a later count that agrees corrects it; an open claim is the reason at the button', async () => {
    const later = aCount({ id: 10, id_persona: 4 });
    const claimed = answered({ ...countsWith(later, short), reclamo: 1 as const });
    open({ loadData: [claimed] }, supervisor, '?arqueo=9');
    expect(await button('Aceptar')).toHaveAccessibleDescription(
      expect.stringContaining('La tienda reclama un giro: primero se aclara.'),
    );
  });
});
