import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Person } from '#machines/domain/people/profiles.ts';
import type { BatchFacts, Payment } from '#machines/flows/payments/payment.kinds.ts';
import { type Result, answered } from '#machines/flows/steps/result.ts';
import { patterns } from '#src/app/screens/paths.ts';
import BatchView from '#src/features/payments/BatchView.tsx';
import PaymentsView from '#src/features/payments/PaymentsView.tsx';
import { batchOf, paymentList } from '#src/features/payments/payments.actors.ts';
import { aBankFile, aBatch, aPayment, somePayments } from '#tests/kit/payment-rows.ts';
import { refusedBy } from '#tests/kit/flow-fixtures.ts';
import { answering, renderScreen } from '../review/render-screen.tsx';

const accountant: Person = { id: 20, profile: 6 };
const treasurer: Person = { id: 21, profile: 6 };

const page = (...rows: Payment[]) => answered({ rows, total: rows.length });
const did = (giros: number, more: object = {}) =>
  answered([{ status: '200' as const, msg: 'Datos almacenados', giros, ...more }]);

const openList = (loadData: Result<unknown>[], act: Result<unknown>[] = []) => {
  const { logic, asked } = answering(paymentList, { loadData, act });
  const user = renderScreen(<PaymentsView machine={logic} />, patterns.giros, '/giros', accountant);
  return { user, asked };
};

const openBatch = (
  person: Person,
  batches: readonly BatchFacts[],
  act: readonly Result<unknown>[] = [],
) => {
  const { logic, asked } = answering(batchOf, {
    loadData: batches.map((facts) => answered(facts)),
    act,
  });
  const user = renderScreen(
    <BatchView machine={logic} />,
    patterns.girosLote,
    '/giros/5',
    person,
    undefined,
    ['giros', 'autorizarGiros'],
  );
  return { user, asked };
};

const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('the list of payments', () => {
  test('shows store, amount, state, account and problem of a payment', async () => {
    const [waiting] = somePayments(1);
    openList([
      page({ ...(waiting as Payment), problema: 'Hay un cambio de cuenta por confirmar.' }),
    ]);
    const row = within((await screen.findAllByRole('row'))[1] as HTMLElement);
    expect(row.getByRole('rowheader')).toHaveTextContent('Tienda Centro');
    for (const text of ['$ 90.000', 'Por girar', 'Bancolombia •••• 4471'])
      expect(row.getByText(text)).toBeVisible();
    expect(row.getByText('Hay un cambio de cuenta por confirmar.')).toBeVisible();
    expect(await button('Preparar lote')).toHaveAccessibleDescription('Marque al menos uno.');
  });

  test('prepares the payments of twenty boxes in two clicks', async () => {
    const { user, asked } = openList(
      [page(...somePayments(20)), page()],
      [did(20, { id_lote: 5 })],
    );
    await user.click(await button('Marcar todos'));
    await user.click(await button('Preparar 20: $ 1.800.000'));
    expect(await screen.findByRole('link', { name: 'Ver el lote 5' })).toHaveAttribute(
      'href',
      '/giros/5',
    );
    expect(asked.act).toMatchObject([
      {
        request: {
          path: '/prepararGiros',
          body: { cajas: somePayments(20).map((one) => one.id_caja) },
        },
      },
    ]);
  });

  test('links a claimed payment to its batch and does not prepare it again', async () => {
    const { user } = openList([page(aPayment(1), aPayment(2, 'claimed', { id_lote: 5 }))]);
    await user.click(await button('Marcar todos'));
    expect(await button('Preparar 1: $ 90.000')).toBeEnabled();
    expect(screen.getAllByRole('checkbox')).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Lote 5' })).toHaveAttribute('href', '/giros/5');
  });

  test('shows before the preparation what goes by bank and what is paid by hand', async () => {
    const { user } = openList([page(aPayment(1), aPayment(2, 'waiting', { a_mano: 1 }))]);
    await user.click(await button('Marcar todos'));
    expect(
      await screen.findByText(/^Por banco: 1 giro, \$\s90\.000 · A mano: 1 giro, \$\s90\.000$/),
    ).toBeVisible();
  });

  test('offers to prepare only the ticked payments', async () => {
    const { user } = openList([page(...somePayments(2))]);
    await user.click(await screen.findByRole('checkbox', { name: 'Marcar Tienda Centro n.º 2' }));
    expect(await button('Preparar 1: $ 90.000')).toBeEnabled();
  });
});

describe('a batch', () => {
  test('is authorised and sent by a second user, each after one question', async () => {
    const authorised = aBatch(somePayments(20, 'authorised'));
    const { user, asked } = openBatch(
      treasurer,
      [
        aBatch(somePayments(20, 'prepared')),
        authorised,
        aBatch(somePayments(20, 'sent'), aBankFile),
      ],
      [did(20), did(20, { archivo: aBankFile })],
    );
    await user.click(await button('Autorizar'));
    await user.click(await button('Sí, autorizar'));
    await user.click(await button('Enviar con archivo CSV'));
    await user.click(await button('Sí, enviar con archivo csv'));
    expect(await screen.findByRole('link', { name: 'Descargar el archivo' })).toHaveAttribute(
      'href',
      '/documentos/giros/5',
    );
    expect(asked.act).toMatchObject([
      { request: { path: '/autorizarGiros', body: { id_lote: 5 } } },
      { request: { path: '/enviarGiros', body: { id_lote: 5, formato: 'csv' } } },
    ]);
  });

  test('without bank accounts is sent without a file and shows who prepared and authorised it', async () => {
    const cash = (state: 'authorised' | 'sent') =>
      aBatch([
        aPayment(1, state, { via: 'efectivo', cuenta: '', autorizado_por: 'Gloria' }),
        aPayment(2, state, { cuenta: '', autorizado_por: 'Gloria' }),
      ]);
    const { user, asked } = openBatch(treasurer, [cash('authorised'), cash('sent')], [did(2)]);
    await user.click(await button('Enviar sin archivo'));
    await user.click(await button('Sí, enviar sin archivo'));
    expect(await screen.findByText('Enviado: 2 giros.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /archivo CSV/ })).toBeNull();
    expect(asked.act).toMatchObject([{ request: { path: '/enviarGiros', body: { id_lote: 5 } } }]);
    const facts = screen.getAllByRole('term').map((term) => term.parentElement?.textContent);
    expect(facts.slice(0, 2)).toEqual(['Preparado porDiana', 'Autorizado porGloria']);
  });

  test('is authorised after a question with sums, missing accounts, holders and their age', async () => {
    const account = { cuenta_desde: '2026-06-15 09:30', titular: 'Ana Ruiz' };
    const { user, asked } = openBatch(treasurer, [
      aBatch([
        aPayment(1, 'prepared', account),
        aPayment(2, 'prepared', { ...account, valor: 10_000 }),
        aPayment(3, 'prepared', { tienda: 'Norte', cuenta: '', a_mano: 1, valor: 5_000 }),
      ]),
    ]);
    await user.click(await button('Autorizar'));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Autorizar' }));
    const facts = dialog.getAllByRole('term').map((term) => term.parentElement?.textContent);
    expect(facts.map((text) => text?.replaceAll('\u00a0', ' '))).toEqual([
      'En total3 giros, $ 105.000',
      'Por banco2 giros, $ 100.000',
      'A mano1 giro, $ 5.000',
      'Sin cuentaNorte n.º 3',
      'Tienda Centro n.º 1Ana Ruiz, Bancolombia •••• 4471, desde el 15 jun 2026 09:30',
      'Tienda Centro n.º 2Ana Ruiz, Bancolombia •••• 4471, desde el 15 jun 2026 09:30',
    ]);
    expect(asked.act).toBeUndefined();
  });

  test('cannot be authorised by the user who prepared it, and shows why', async () => {
    openBatch(accountant, [aBatch(somePayments(1, 'prepared'))]);
    expect(await button('Autorizar')).toHaveAccessibleDescription(
      'Usted preparó este giro: otra persona debe autorizarlo.',
    );
  });

  test('of twenty boxes is confirmed with references pasted at once', async () => {
    const sent = aBatch(somePayments(20, 'sent'), aBankFile);
    const { user, asked } = openBatch(
      accountant,
      [sent, aBatch(somePayments(20, 'paid'), aBankFile)],
      [did(20)],
    );
    await user.click(await screen.findByRole('textbox', { name: 'Referencias' }));
    await user.paste(
      somePayments(20)
        .map(({ id_caja }) => `ref-${id_caja}`)
        .join('\n'),
    );
    await user.click(await button('Confirmar 20 giros'));
    expect(await screen.findByText(/Confirmado: 20 giros/)).toBeVisible();
    const [{ request }] = asked.act as [{ request: { body: { giros: object[] } } }];
    expect(request.body.giros).toHaveLength(20);
    expect(request.body.giros[19]).toEqual({ id_caja: 20, referencia: 'ref-20' });
  });

  test('requires one reference per payment before anything is sent', async () => {
    const { user, asked } = openBatch(accountant, [aBatch(somePayments(2, 'sent'), aBankFile)]);
    await user.click(await screen.findByRole('textbox', { name: 'Referencias' }));
    await user.paste('4471');
    await user.click(await button('Confirmar 2 giros'));
    expect(await screen.findByText('Pegue 2 referencias, una por línea: hay 1.')).toBeVisible();
    expect(asked.act).toBeUndefined();
  });

  test('matches a bank response, can discard it, and confirms only the matched payments', async () => {
    const sent = aBatch(somePayments(2, 'sent'), aBankFile);
    const line = {
      documento: '',
      cuenta: '•••• 4471',
      valor: '90000',
      tienda: '',
      consecutivo: null,
    };
    const read = answered({
      lineas: [
        {
          ...line,
          linea: 2,
          referencia: '88',
          id_caja: 1,
          tienda: 'Tienda Centro',
          consecutivo: 1,
          problema: '',
        },
        { ...line, linea: 3, referencia: '89', id_caja: null, problema: 'El giro es de $ 90.000.' },
      ],
      sin_respuesta: [{ id_caja: 2, tienda: 'Tienda Centro', consecutivo: 2 }],
    });
    const { user, asked } = openBatch(accountant, [sent, sent, sent, sent], [read, read, did(1)]);
    const file = new File(['cuenta,valor,referencia\n'], 'respuesta.csv', { type: 'text/csv' });
    await user.upload(await screen.findByLabelText('Respuesta del banco'), file);
    expect(await screen.findByText('No coincide: El giro es de $ 90.000.')).toBeVisible();
    expect(screen.getByText('Sin respuesta del banco')).toBeVisible();
    await user.click(await button('Descartar esta respuesta'));
    expect(screen.queryByText('Sin respuesta del banco')).toBeNull();
    expect(await button('Confirmar 2 giros')).toBeEnabled();
    await user.upload(screen.getByLabelText('Respuesta del banco'), file);
    await user.click(await button('Confirmar 1 giro'));
    expect(await screen.findByText(/Confirmado: 1 giro/)).toBeVisible();
    expect(asked.act).toMatchObject([
      { request: { path: '/leerRespuestaBanco' } },
      { request: { path: '/leerRespuestaBanco' } },
      { request: { path: '/confirmarGiros', body: { giros: [{ id_caja: 1, referencia: '88' }] } } },
    ]);
  });

  test('returns the ticked payments with a reason', async () => {
    const sent = aBatch(somePayments(2, 'sent'), aBankFile);
    const { user, asked } = openBatch(accountant, [sent, sent], [did(1)]);
    expect(await button('Devolver los marcados')).toHaveAccessibleDescription(
      /Marque al menos uno/,
    );
    await user.click(await screen.findByRole('checkbox', { name: 'Marcar Tienda Centro n.º 2' }));
    await user.click(screen.getByRole('textbox', { name: 'Motivo de la devolución' }));
    await user.paste('Cuenta inactiva');
    await user.click(await button('Devolver los marcados'));
    expect(await screen.findByText(/Devuelto: 1 giro/)).toBeVisible();
    expect(asked.act).toMatchObject([
      { request: { body: { cajas: [2], motivo: 'Cuenta inactiva' } } },
    ]);
  });

  test('of confirmed payments proposes a return, and another user agrees to it', async () => {
    const confirmation = { dia: '2026-06-12', referencia: '4471' };
    const paid = aBatch([aPayment(1, 'paid', confirmation)], aBankFile);
    const proposed = aBatch([
      aPayment(1, 'returnProposed', {
        ...confirmation,
        devolucion: {
          ...{ estado: 'girado', motivo: 'Volvió', propuesta_por: 'Diana' },
          id_propuesta_por: accountant.id,
        },
      }),
    ]);
    const { user, asked } = openBatch(treasurer, [paid, proposed, paid], [did(1), did(1)]);
    const tick = async () =>
      user.click(await screen.findByRole('checkbox', { name: 'Marcar Tienda Centro n.º 1' }));
    await tick();
    await user.type(screen.getByRole('textbox', { name: 'Por qué vuelve el dinero' }), 'Volvió');
    await user.click(await button('Proponer la devolución'));
    expect(
      await screen.findByText('Tienda Centro n.º 1: Volvió (propuesta por Diana)'),
    ).toBeVisible();
    await user.click(await button('Aprobar las marcadas'));
    expect(await screen.findByText('Devolución resuelta: 1 giro.')).toBeVisible();
    expect(asked.act).toMatchObject([
      { request: { path: '/proponerDevolucion', body: { cajas: [1], motivo: 'Volvió' } } },
      { request: { path: '/resolverDevolucion', body: { cajas: [1], aprueba: 1 } } },
    ]);
  });

  test('of a confirmed payment corrects its reference', async () => {
    const paid = aBatch([aPayment(1, 'paid', { dia: '2026-06-12', referencia: '4471' })]);
    const { user, asked } = openBatch(accountant, [paid, paid], [did(1)]);
    await user.click(await screen.findByRole('checkbox', { name: 'Marcar Tienda Centro n.º 1' }));
    const field = screen.getByRole('textbox', { name: 'Referencia corregida' });
    expect(field).toHaveValue('4471');
    await user.clear(field);
    await user.type(field, '4472');
    await user.click(await button('Corregir'));
    expect(await screen.findByText('Corregido: 1 giro.')).toBeVisible();
    expect(asked.act).toMatchObject([
      { request: { body: { id_caja: 1, dia: '2026-06-12', referencia: '4472' } } },
    ]);
  });

  test('asks about a reference that another payment has, and saves it when it is the same', async () => {
    const paid = aBatch([aPayment(1, 'paid', { dia: '2026-06-12', referencia: '4471' })]);
    const used = 'La referencia 4472 ya se usó en Norte, reembolso 3: confirme que es la misma.';
    const refused = {
      ...{ ok: false as const, status: 422, msg: used },
      motivos: [{ guardia: 'referenceIsNew', mensaje: used }],
    };
    const { user, asked } = openBatch(accountant, [paid, paid, paid], [refused, did(1)]);
    await user.click(await screen.findByRole('checkbox', { name: 'Marcar Tienda Centro n.º 1' }));
    const field = screen.getByRole('textbox', { name: 'Referencia corregida' });
    await user.clear(field);
    await user.type(field, '4472');
    await user.click(await button('Corregir'));
    expect(await screen.findByText(used)).toBeVisible();
    await user.click(await button('Es la misma referencia: guardar'));
    expect(await screen.findByText('Corregido: 1 giro.')).toBeVisible();
    expect(asked.act?.[1]).toMatchObject({
      request: { body: { id_caja: 1, referencia: '4472', repetida: 1 } },
    });
  });

  test('shows what bank and store said of a payment before', async () => {
    openBatch(treasurer, [
      aBatch([
        aPayment(1, 'prepared', {
          anteriores: [
            { que: 'confirmado', dia: '2026-06-12', referencia: '4471', texto: '' },
            { que: 'reclamado', dia: '', referencia: '', texto: 'No está' },
            { que: 'devuelto', dia: '', referencia: '', texto: 'Cuenta cerrada' },
          ],
        }),
      ]),
    ]);
    expect(
      await screen.findByText(
        /^Ya se confirmó el 12 jun( 2026)?, ref\. 4471\. La tienda: No está Devuelto: Cuenta cerrada$/,
      ),
    ).toBeVisible();
  });

  test('that is missing or not visible shows the not-found message', async () => {
    const { logic } = answering(batchOf, { loadData: [refusedBy.absence] });
    renderScreen(<BatchView machine={logic} />, patterns.girosLote, '/giros/5', accountant);
    expect(await screen.findByText('Esta página no existe o no puede verla')).toBeVisible();
  });
});
