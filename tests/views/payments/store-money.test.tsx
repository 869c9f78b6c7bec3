import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Person } from '#machines/domain/people/profiles.ts';
import type {
  OwedExpenses,
  StorePayment as Money,
} from '#machines/flows/payments/payment.kinds.ts';
import { type Result, answered } from '#machines/flows/steps/result.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import OwedView from '#src/features/fund/OwedView.tsx';
import PapersView from '#src/features/payments/PapersView.tsx';
import { StoreAccount } from '#src/features/payments/StoreAccount.tsx';
import { StorePayment } from '#src/features/payments/StorePayment.tsx';
import {
  owedOf,
  papersList,
  storeAccount,
  storePayment,
} from '#src/features/payments/payments.actors.ts';
import { aPayment } from '#tests/kit/payment-rows.ts';
import { admin } from '#tests/kit/record-fixtures.ts';
import { written } from '#tests/kit/flow-fixtures.ts';
import { answering, renderScreen } from '../review/render-screen.tsx';

const store: Person = { id: 9, profile: 2 };
const accountant: Person = { id: 20, profile: 6 };
const saved = answered(written());
const button = (name: string) => screen.findByRole('button', { name });

describe('the payment of a box', () => {
  const paid: Money = {
    giro: aPayment(1, 'paid', { valor: 812_450, dia: '2020-11-12', referencia: '4471' }),
    puede: [{ evento: 'PAYMENT.RECEIVE' }, { evento: 'PAYMENT.CLAIM' }],
    no_reconocido: [
      {
        id_gasto: 7,
        concepto: 'Taxi',
        proveedor: 'Coopetrans',
        valor: 10_000,
        debe: 10_000,
        motivo: 'Sin autorización',
      },
    ],
  };
  const open = (loadData: Money[], active = 5) => {
    const { logic, asked } = answering(storePayment, {
      loadData: loadData.map((one) => answered(one)),
      act: [saved],
    });
    const user = renderScreen(
      <StorePayment idCaja={1} active={active} machine={logic} />,
      patterns.verCaja,
      '/verCaja/1',
      store,
    );
    return { user, asked };
  };

  test('shows date, method, reference and amounts not granted; one click confirms receipt', async () => {
    const received = { ...paid, giro: aPayment(1, 'received'), puede: [] };
    const { user, asked } = open([paid, received]);
    expect(
      await screen.findByText('Girado el 12 nov 2020 por transferencia, ref. 4471: $ 812.450'),
    ).toBeVisible();
    expect(
      screen.getByText('Taxi, Coopetrans: $ 10.000 · Sin autorización · a cargo $ 10.000'),
    ).toBeVisible();
    await user.click(await button('Recibí el dinero'));
    expect(await screen.findByText(/^Recibido/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Recibí el dinero' })).toBeNull();
    const said = screen.getByText('Quedó registrado que recibió el dinero.');
    expect(said.closest('[role=status]')).toHaveFocus();
    expect(asked.act).toMatchObject([{ request: { body: { id_caja: 1, recibido: 1 } } }]);
  });

  test('without an account says no way; one that came back says why', async () => {
    const returned = {
      que: 'devuelto' as const,
      dia: '',
      referencia: '',
      texto: 'Cuenta cancelada',
    };
    const giro = aPayment(1, 'waiting', {
      valor: 812_450,
      a_mano: 1,
      cuenta: '',
      anteriores: [returned],
    });
    open([{ ...paid, giro, puede: [] }]);
    expect(await screen.findByText('Por girar: $ 812.450')).toBeVisible();
    expect(screen.getByText('Devuelto: Cuenta cancelada')).toBeVisible();
  });

  test('is reported as not received only with a note', async () => {
    const { user, asked } = open([paid, paid]);
    await user.click(await button('No me llegó'));
    expect(await button('Avisar a contabilidad')).toHaveAccessibleDescription(
      'Cuente qué revisó antes de decir que no le llegó',
    );
    await user.click(screen.getByRole('textbox', { name: 'Qué revisó' }));
    await user.paste('El extracto');
    await user.click(await button('Avisar a contabilidad'));
    expect(asked.act).toMatchObject([
      { request: { body: { id_caja: 1, recibido: 0, nota: 'El extracto' } } },
    ]);
  });
});

describe('an owed expense', () => {
  const owed: OwedExpenses = {
    id_tienda: 3,
    tienda: 'Centro',
    total: 10_000,
    gastos: [
      {
        id_gasto: 7,
        id_caja: 1,
        consecutivo: 4,
        fecha_gasto: '2026-06-01',
        concepto: 'Taxi',
        proveedor: 'Coopetrans',
        valor: 10_000,
        debe: 10_000,
        motivo: 'Sin autorización',
        responsable: 'Ana',
        se_puede_registrar: 1,
        id_deudor: 20,
      },
    ],
    movimientos: [],
  };
  const open = (person: Person, pattern: string, address: string) => {
    const { logic, asked } = answering(owedOf, {
      loadData: [answered(owed), answered({ ...owed, total: 0, gastos: [] })],
      act: [saved],
    });
    return { user: renderScreen(<OwedView machine={logic} />, pattern, address, person), asked };
  };

  test('can be recorded again, or paid back with a note', async () => {
    const { user, asked } = open(store, patterns.aCargoCaja, '/cajaActual/3/a-cargo');
    const row = (await screen.findByRole('rowheader', { name: 'Taxi' })).closest('tr');
    expect([...(row?.cells ?? [])].map((cell) => [cell.dataset.card, cell.textContent])).toEqual([
      [undefined, 'Taxi'],
      ['state', 'Coopetrans'],
      ['right', '1 jun 2026'],
      ['left', '4'],
      ['end', '$ 10.000'],
      ['figure', '$ 10.000'],
      ['foot', 'Sin autorización. Responde Ana'],
      ['below', 'Registrar de nuevoLo devolví a la caja'],
    ]);
    expect(await screen.findByRole('link', { name: 'Registrar de nuevo' })).toHaveAttribute(
      'href',
      '/crearGasto/3?origen=7',
    );
    await user.click(await button('Lo devolví a la caja'));
    expect(await button('Guardar')).toHaveAccessibleDescription('Escriba cómo se consignó');
    await user.click(screen.getByRole('textbox', { name: 'Cómo se consignó' }));
    await user.paste('Al cajón');
    await user.click(await button('Guardar'));
    expect(await screen.findByText('No hay nada a cargo')).toBeVisible();
    expect(asked.act).toMatchObject([
      { request: { path: '/consignarGasto', body: { id_gasto: 7, nota: 'Al cajón' } } },
    ]);
  });

  test('can be absorbed by accounting with a reason', async () => {
    const { user, asked } = open(accountant, patterns.aCargoTienda, '/historialTienda/3/a-cargo');
    await user.click(await button('Asumir'));
    await user.click(screen.getByRole('textbox', { name: 'Por qué lo asume la empresa' }));
    await user.paste('Autorizado por gerencia');
    await user.click(await button('Guardar'));
    expect(await screen.findByText('No hay nada a cargo')).toBeVisible();
    expect(asked.act).toMatchObject([{ request: { path: '/asumirGasto' } }]);
  });

  test('was paid in, as accounting records with the debtor', async () => {
    const { user, asked } = open(accountant, patterns.aCargoTienda, '/historialTienda/3/a-cargo');
    await user.click(await button('Consignado'));
    expect(screen.getByText('Taxi, Coopetrans: $ 10.000, debe Ana')).toBeVisible();
    expect(await button('Guardar')).toHaveAccessibleDescription('Escriba cómo se consignó');
    await user.click(screen.getByRole('textbox', { name: 'Cómo se consignó' }));
    await user.paste('Consignación 881');
    await user.click(await button('Guardar'));
    expect(await screen.findByText('No hay nada a cargo')).toBeVisible();
    expect(asked.act).toMatchObject([
      {
        request: {
          path: '/consignarGasto',
          body: { id_gasto: 7, id_deudor: 20, nota: 'Consignación 881' },
        },
      },
    ]);
  });
});

describe('the account of a store', () => {
  const account = {
    id: 4,
    via: 'transferencia' as const,
    banco: 'Bancolombia',
    id_banco: 1007,
    tipo_cuenta: 'ahorros',
    cuenta: '•••• 4471',
    titular: 'Ana Ruiz',
    tipo_doc: 'CC',
    documento: '1037584410',
    creada: '2026-06-17 10:00',
    creada_por: 'Carolina',
    id_creada_por: 1,
    numero: '',
  };
  const open = (
    person: Person,
    propuesta: typeof account | null,
    act: Result<unknown>[] = [saved],
    {
      reciente_hasta = null,
      permissions,
    }: { reciente_hasta?: number | null; permissions?: string[] } = {},
  ) => {
    const bancos = [{ id: 1007, nombre: 'Bancolombia' }];
    const shown = {
      id_tienda: 3,
      tienda: 'Centro',
      vigente: null,
      propuesta,
      bancos,
      reciente_hasta,
    };
    const { logic, asked } = answering(storeAccount, {
      loadData: [answered(shown), answered({ ...shown, vigente: account, propuesta: null })],
      act,
    });
    const user = renderScreen(
      <StoreAccount idTienda={3} machine={logic} />,
      patterns.editarTienda,
      '/editarTienda/3',
      person,
      undefined,
      permissions,
    );
    return { user, asked };
  };

  test('is not proposed while incomplete; cash needs no account details', async () => {
    const { user, asked } = open(admin, null);
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Banco' }), '1007');
    await user.click(await button('Proponer el cambio'));
    const incomplete = 'Escriba la cuenta completa, o deje vacíos todos sus campos.';
    expect(await screen.findAllByText(incomplete)).toHaveLength(5);
    expect(asked.act).toBeUndefined();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Vía' }), 'efectivo');
    await user.click(await button('Proponer el cambio'));
    expect(await screen.findByText('Datos almacenados')).toBeVisible();
    expect(asked.act).toMatchObject([
      {
        request: {
          path: '/proponerCuenta',
          body: { id_tienda: 3, via: 'efectivo' },
        },
      },
    ]);
  });

  test('is shown masked and confirmed by another administrator', async () => {
    const { user, asked } = open({ id: 2, profile: 1 }, account);
    expect(await screen.findByText(/Bancolombia · ahorros · •••• 4471 · Ana Ruiz/)).toBeVisible();
    await user.click(await button('Confirmar el cambio'));
    expect(await screen.findByText('Datos almacenados')).toBeVisible();
    expect(asked.act).toMatchObject([{ request: { body: { id_cuenta: 4, confirma: 1 } } }]);
  });

  test('is confirmed by who authorises payments, who sees the whole number and proposes nothing', async () => {
    const seen = { ...account, numero: '00912344471' };
    const permissions = ['giros', 'autorizarGiros'];
    open(accountant, seen, [saved], { permissions });
    expect(await screen.findByText(/Bancolombia · ahorros · 00912344471 · Ana Ruiz/)).toBeVisible();
    expect(await button('Confirmar el cambio')).toBeEnabled();
    expect(screen.queryByRole('button', { name: 'Proponer el cambio' })).toBeNull();
  });

  test('is not confirmed with fresh rights, and the button says from when', async () => {
    // 18 June 2026, 10:00 in Colombia.
    open({ id: 2, profile: 1 }, account, [saved], { reciente_hasta: Date.UTC(2026, 5, 18, 15) });
    expect(await button('Confirmar el cambio')).toHaveAccessibleDescription(
      /hace menos de 24 horas\. Podrá desde el 18 jun 2026 10:00\.$/,
    );
  });

  test('is rejected by another administrator', async () => {
    const { user, asked } = open({ id: 2, profile: 1 }, account);
    await user.click(await button('Rechazarlo'));
    expect(await screen.findByText('Datos almacenados')).toBeVisible();
    expect(asked.act).toMatchObject([{ request: { body: { id_cuenta: 4, confirma: 0 } } }]);
  });

  test('cannot be confirmed by its proposer, who can withdraw it', async () => {
    const { user, asked } = open(admin, account);
    expect(await button('Confirmar el cambio')).toHaveAccessibleDescription(
      'Usted propuso este cambio: otra persona lo confirma.',
    );
    await user.click(await button('Retirarlo'));
    expect(await screen.findByText('Datos almacenados')).toBeVisible();
    expect(asked.act).toMatchObject([{ request: { body: { id_cuenta: 4, confirma: 0 } } }]);
  });
});

describe('papers in transit', () => {
  const row = {
    id_caja: 1,
    id_tienda: 3,
    tienda: 'Centro',
    consecutivo: 4,
    empresa: 'Envía',
    guia: '9140007919',
    desde: Date.UTC(2026, 5, 16, 15),
  };
  const received = answered([{ ...written()[0], recibidas: 1 }]);
  const open = () => {
    const { logic, asked } = answering(papersList, {
      loadData: [answered({ rows: [row], total: 1 }), answered({ rows: [], total: 0 })],
      act: [received],
    });
    const user = renderScreen(
      <PapersView machine={logic} />,
      patterns.recibirPapeles,
      '/cajasPendientes/papeles',
      accountant,
    );
    return { user, asked };
  };

  test('are received by ticking them', async () => {
    const { user, asked } = open();
    expect(await button('Recibir los marcados')).toHaveAccessibleDescription(
      'Elija las cajas o escriba la guía.',
    );
    await user.click(await screen.findByRole('checkbox', { name: 'Marcar Centro n.º 4' }));
    await user.click(await button('Recibir los marcados'));
    expect(await screen.findByText('Papeles recibidos de 1 caja.')).toBeVisible();
    expect(asked.act).toMatchObject([{ request: { body: { cajas: [1] } } }]);
  });

  test('have a position for each column in the card of a phone', async () => {
    open();
    const row = (await screen.findByRole('rowheader', { name: 'Centro' })).closest('tr');
    const places = [...(row?.querySelectorAll('td') ?? [])].map(({ dataset }) => dataset.card);
    expect(places).toEqual(['act', 'left', 'state', 'end', 'right']);
  });

  test('are received by guide number', async () => {
    const { user, asked } = open();
    await user.click(await screen.findByRole('textbox', { name: 'Número de guía' }));
    await user.paste('9140007919');
    await user.click(await button('Recibir este paquete'));
    expect(await screen.findByText('Papeles recibidos de 1 caja.')).toBeVisible();
    expect(asked.act).toMatchObject([{ request: { body: { guia: '9140007919' } } }]);
  });
});
