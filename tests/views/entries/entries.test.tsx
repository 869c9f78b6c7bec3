import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { AnswerOf } from '#contract/contract.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { BoxEntry, boxEntry } from '#src/features/entries/BoxEntry.tsx';
import EntriesView, { entriesFlow } from '#src/features/entries/EntriesView.tsx';
import { patterns } from '#src/shell/screens/paths.ts';
import { written } from '#tests/kit/flow-fixtures.ts';
import { answering, renderScreen } from '../review/render-screen.tsx';

const accountant: Person = { id: 20, profile: 6 };

type Preview = AnswerOf<'/comprobantes'>;

const preview = (change: Partial<Preview> = {}): Preview => ({
  hasta: '2020-06-30',
  cerrado: '',
  comprobantes: 2,
  filas: 5,
  debitos: 149_500,
  creditos: 149_500,
  tipos: [
    { nombre: 'Caja cerrada', comprobantes: 1, valor: 129_500 },
    { nombre: 'Faltante a cargo', comprobantes: 1, valor: 20_000 },
  ],
  faltan: [],
  corte: { gastos: 3, valor: 45_000 },
  exportaciones: [],
  ...change,
});

const exported: Preview['exportaciones'][number] = {
  numero: 4,
  hasta: '2020-05-31',
  comprobantes: 12,
  desde_numero: 31,
  hasta_numero: 42,
  valor: 1_250_000,
  nombre: 'comprobantes-4.csv',
  sha256: 'a'.repeat(64),
  creada: '2020-06-01 08:30',
  persona: 'Marta Gil',
  retirada: '',
  motivo: '',
};

function open(...shown: Preview[]) {
  const { logic, asked } = answering(entriesFlow, {
    loadData: shown.map((facts) => answered(facts)),
    act: [answered(written())],
  });
  const user = renderScreen(
    <EntriesView machine={logic} />,
    patterns.comprobantes,
    '/comprobantes',
    accountant,
    undefined,
    ['comprobantes'],
  );
  return { user, asked };
}

const button = (name: string) => screen.findByRole('button', { name });

describe('the entries', () => {
  test('show the sums of the next export, and export it', async () => {
    const { user, asked } = open(preview(), preview({ comprobantes: 0, tipos: [] }));
    expect(await screen.findByText('Hasta el 30 jun 2020')).toBeVisible();
    expect(screen.getByText('1 comprobante, $ 129.500')).toBeVisible();
    expect(screen.getByText('1 comprobante, $ 20.000')).toBeVisible();
    expect(screen.getAllByText('$ 149.500')).toHaveLength(2);
    await user.click(await button('Exportar'));
    expect(await screen.findByText('Datos almacenados')).toBeVisible();
    expect(asked.act).toMatchObject([
      { request: { path: '/exportarComprobantes', body: { hasta: '2020-06-30' } } },
    ]);
    expect(await button('Exportar')).toHaveAttribute('aria-disabled', 'true');
  });

  test('name what is missing, and cannot be exported without any', async () => {
    const falta = 'la cuenta «Banco» en Configuración';
    open(preview({ comprobantes: 0, tipos: [], faltan: [{ falta, comprobantes: 3 }] }));
    expect(
      await screen.findByText('Quedan por fuera. Falta la cuenta «Banco» en Configuración (3).'),
    ).toBeVisible();
    expect(await button('Exportar')).toHaveAttribute('aria-disabled', 'true');
  });

  test('take an export back with a reason', async () => {
    const { user, asked } = open(
      preview({ exportaciones: [exported] }),
      preview({
        exportaciones: [{ ...exported, retirada: '2020-06-02 09:00', motivo: 'Otro período' }],
      }),
    );
    const link = await screen.findByRole('link', { name: 'Archivo' });
    expect(link).toHaveAttribute('href', '/documentos/comprobantes/4');
    await user.click(await button('Retirar'));
    const form = await screen.findByRole('form', { name: 'Retirar la exportación 4' });
    await user.type(within(form).getByLabelText(/^Por qué/), 'Otro período');
    await user.click(within(form).getByRole('button', { name: 'Retirar' }));
    expect(await screen.findByText('Retirada el 2 jun 2020: Otro período')).toBeVisible();
    expect(asked.act).toMatchObject([
      {
        request: { path: '/retirarExportacion', body: { numero: 4, motivo: 'Otro período' } },
      },
    ]);
  });

  test('reverse an entry by its number', async () => {
    const { user, asked } = open(preview(), preview());
    const form = await screen.findByRole('form', { name: 'Reversar un comprobante' });
    await user.type(within(form).getByLabelText(/^Número del comprobante/), '31');
    await user.type(within(form).getByLabelText(/^Por qué/), 'Otra cuenta');
    await user.click(within(form).getByRole('button', { name: 'Reversar' }));
    expect(await screen.findByText('Datos almacenados')).toBeVisible();
    expect(asked.act).toMatchObject([
      { request: { path: '/reversarComprobante', body: { numero: 31, motivo: 'Otra cuenta' } } },
    ]);
  });

  test('ask before a period closes, with what it would lack until that day', async () => {
    const hasta = '2020-05-31';
    const falta = 'la cuenta «Banco» en Configuración';
    const { user, asked } = open(
      preview(),
      preview({ hasta, faltan: [{ falta, comprobantes: 3 }] }),
      preview({ hasta, cerrado: hasta }),
    );
    const form = await screen.findByRole('form', { name: 'Cerrar un período' });
    await user.type(within(form).getByLabelText(/^Hasta/), hasta);
    await user.click(within(form).getByRole('button', { name: 'Cerrar' }));
    const dialog = await screen.findByRole('alertdialog', {
      name: '¿Cerrar hasta el 31 may 2020?',
    });
    expect(asked.loadData?.at(-1)).toMatchObject({ key: { hasta } });
    expect(asked.act).toBeUndefined();
    for (const shown of ['2 comprobantes, $ 149.500', '3 comprobantes', '3 gastos, $ 45.000'])
      expect(within(dialog).getByText(shown)).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Cerrar el período' }));
    expect(await screen.findByText('Datos almacenados')).toBeVisible();
    expect(asked.act).toMatchObject([{ request: { path: '/cerrarPeriodo', body: { hasta } } }]);
  });

  test('say until when the periods are closed', async () => {
    open(preview({ cerrado: '2020-05-31' }));
    expect(await screen.findByText(/^Cerrado hasta el 31 may 2020\./)).toBeVisible();
  });
});

describe('the entry of a box', () => {
  const entry: AnswerOf<'/comprobanteDeCaja'> = {
    numero: 31,
    dia: '2020-05-30',
    faltan: [],
    lineas: [
      {
        cuenta: '519525',
        documento: '800197268',
        tercero: 'Ferretería',
        detalle: '123 · Pintura',
        debito: 90_000,
        credito: 0,
      },
      {
        cuenta: '110510',
        documento: '900123456',
        tercero: 'La Cosecha',
        detalle: 'Caja n.º 3',
        debito: 0,
        credito: 90_000,
      },
    ],
  };

  const show = (active: number, permissions = ['detalleCajaCI', 'comprobantes']) => {
    const { logic, asked } = answering(boxEntry, { loadDetail: [answered(entry)] });
    renderScreen(
      <BoxEntry idCaja={7} active={active} machine={logic} />,
      patterns.detalleCajaCI,
      '/detalleCajaCI/7',
      accountant,
      undefined,
      permissions,
    );
    return asked;
  };

  test('shows accounts, third parties and amounts, with its number', async () => {
    show(5);
    expect(
      await screen.findByRole('heading', { name: 'Comprobante n.º 31 del 30 may 2020' }),
    ).toBeVisible();
    const row = screen.getByRole('rowheader', { name: '519525' }).closest('tr');
    expect([...(row?.cells ?? [])].map(({ textContent }) => textContent)).toEqual([
      '519525',
      '800197268 Ferretería',
      '123 · Pintura',
      '$ 90.000',
      '—',
    ]);
  });

  test('is not asked for before the closing, or without the permission', () => {
    expect(show(4).loadDetail).toBeUndefined();
    expect(show(5, ['detalleCajaCI']).loadDetail).toBeUndefined();
  });
});
