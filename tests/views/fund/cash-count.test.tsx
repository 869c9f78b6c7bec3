import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { Person, ProfileId } from '#machines/domain/people/profiles.ts';
import {
  type CashCount,
  type CashCounts,
  cashCountMachine,
} from '#machines/flows/fund/cash-count.machine.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { patterns } from '#src/app/screens/paths.ts';
import CashCountView from '#src/features/fund/CashCountView.tsx';
import { refused } from '#tests/kit/flow-fixtures.ts';
import { fill } from '#tests/kit/fill.ts';
import { type Answers, answering, renderScreen } from '../review/render-screen.tsx';

const fund = {
  ...{ base: 500_000, en_caja: 12_500, en_proceso: 100_000, disponible: 387_500 },
  ...{ por_girar: 0, a_cargo_tienda: 0 },
};

const earlier: CashCount = {
  ...{ id: 9, fecha: '2030-05-12 10:30', persona: 'Ana Pérez', ...fund, efectivo: 380_000 },
  nota: 'Falta un vale',
  sorpresivo: 0,
  conteo: [
    { clase: 'billete', valor: 100_000, cantidad: 3 },
    { clase: 'moneda', valor: 500, cantidad: 160 },
  ],
};

const counts = (...arqueos: CashCount[]) =>
  answered<CashCounts>({ id_tienda: 3, tienda: 'Tienda Centro', ...fund, arqueos });

const saved = answered([{ status: '200' as const, msg: 'Datos almacenados', id_arqueo: 9 }]);

const open = (answers: Answers, profile: ProfileId = 2, query = '') => {
  const { logic, asked } = answering(cashCountMachine, answers);
  const person: Person = { id: 20, profile };
  const user = renderScreen(
    <CashCountView machine={logic} />,
    patterns.arqueosCaja,
    `/cajaActual/3/arqueos${query}`,
    person,
  );
  return { user, asked };
};

const pieces = (name: string) => screen.findByRole('textbox', { name });
const save = () => screen.findByRole('button', { name: 'Guardar arqueo' });
const sums = () => screen.getByLabelText('Arqueo');

describe('a cash count', () => {
  test('is added up while it is typed, and needs no note without a difference', async () => {
    const { user, asked } = open({
      arqueos: [counts(), counts({ ...earlier, efectivo: 387_500, nota: '' })],
      guardarArqueo: [saved],
    });
    await fill(user, await pieces('Billete de $ 100.000'), '3');
    expect(sums()).toHaveTextContent('Faltante $ 87.500');
    await fill(user, await pieces('Moneda de $ 500'), '175');
    expect(sums()).toHaveTextContent(
      'Efectivo contado$ 387.500+ Soportes en la caja abierta$ 12.500+ Soportes en proceso de reembolso$ 100.000= Efectivo y soportes$ 500.000− Base del fondo$ 500.000DiferenciaSin diferencia',
    );
    await user.click(await save());
    expect(await screen.findByRole('link', { name: 'Ver e imprimir el arqueo' })).toHaveAttribute(
      'href',
      '/cajaActual/3/arqueos?arqueo=9',
    );
    expect(asked.guardarArqueo).toMatchObject([
      { request: { cantidades: [3, 0, 0, 0, 0, 0, 0, 0, 175, 0, 0, 0], nota: '' } },
    ]);
    // The form is empty for the next count.
    expect(await pieces('Billete de $ 100.000')).toHaveValue('');
  });

  test('with a difference requires a note before it is sent', async () => {
    const { user, asked } = open({ arqueos: [counts(), counts()], guardarArqueo: [saved] });
    await fill(user, await pieces('Billete de $ 50.000'), '2');
    await user.click(await save());
    const note = screen.getByRole('textbox', { name: 'Nota' });
    expect(note).toHaveAccessibleDescription(
      expect.stringContaining('Explique la diferencia en la nota: Faltante $ 287.500.'),
    );
    expect(asked.guardarArqueo).toBeUndefined();
    await fill(user, note, 'Se repuso de mi bolsillo');
    await user.click(await save());
    expect(asked.guardarArqueo).toHaveLength(1);
  });

  test('refused because the fund changed retains the typed pieces and shows the new amounts', async () => {
    const msg = 'El fondo cambió mientras usted contaba: ahora la base es $ 600.000.';
    const { answer } = counts() as { answer: CashCounts };
    const { user } = open({
      arqueos: [counts(), answered({ ...answer, base: 600_000, disponible: 487_500 })],
      guardarArqueo: [refused(409, msg)],
    });
    await fill(user, await pieces('Billete de $ 100.000'), '3');
    await fill(user, await pieces('Moneda de $ 500'), '175');
    await user.click(await save());
    expect(await screen.findByText(msg)).toBeVisible();
    expect(await pieces('Moneda de $ 500')).toHaveValue('175');
    expect(sums()).toHaveTextContent('Faltante $ 100.000');
  });

  test('can be sent again after a network error', async () => {
    const { user, asked } = open({
      arqueos: [counts(), counts()],
      guardarArqueo: [new Error('offline'), saved],
    });
    await fill(user, await pieces('Billete de $ 100.000'), '3');
    await fill(user, await pieces('Moneda de $ 500'), '175');
    await user.click(await save());
    expect(await screen.findByText(/No fue posible conectar/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByText('Datos almacenados')).toBeVisible();
    expect(asked.guardarArqueo?.[0]).toEqual(asked.guardarArqueo?.[1]);
  });

  test('is listed for a read-only profile, without a button to record one', async () => {
    const surprise = { ...earlier, id: 10, persona: 'Luz Mesa', sorpresivo: 1 as const };
    const rows = [surprise, { ...earlier, por_girar: 4_000, a_cargo_tienda: 3_000 }];
    open({ arqueos: [counts(...rows)] }, 8);
    const list = await screen.findByRole('table', { name: 'Arqueos anteriores' });
    expect(within(list).getByText('Ana Pérez')).toBeVisible();
    expect(within(list).getByText('Luz Mesa (sorpresivo)')).toBeVisible();
    expect(
      within(list).getByRole('columnheader', { name: 'Otras partes del fondo' }),
    ).toBeVisible();
    expect(within(list).getByText('$ 119.500')).toBeVisible();
    expect(within(list).getByText('Faltante $ 500')).toBeVisible();
    expect(within(list).getAllByText('Falta un vale')).toHaveLength(2);
    // Parts of the card that a phone shows for a count.
    const [, , row] = within(list).getAllByRole('row') as HTMLTableRowElement[];
    const places = [...(row?.cells ?? [])].map(({ dataset }) => dataset.card);
    expect(places.join(' ')).toBe(' line figure  end state foot act');
    expect(screen.queryByRole('button', { name: 'Guardar arqueo' })).toBeNull();
  });

  test('is shown as a sheet that can be printed', async () => {
    const print = vi.spyOn(window, 'print').mockReturnValue(undefined);
    const { user } = open({ arqueos: [counts({ ...earlier, sorpresivo: 1 })] }, 6, '?arqueo=9');
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
      'Moneda de $ 500160$ 80.000',
    ]);
    expect(sums()).toHaveTextContent('DiferenciaFaltante $ 7.500');
    await user.click(screen.getByRole('button', { name: 'Imprimir' }));
    expect(print).toHaveBeenCalledOnce();
    print.mockRestore();
  });

  test('of a missing store shows the not-found message', async () => {
    open({ arqueos: [refused(404, 'No se encontró lo que busca.')] });
    expect(await screen.findByText('Esta página no existe o no puede verla')).toBeVisible();
  });
});
