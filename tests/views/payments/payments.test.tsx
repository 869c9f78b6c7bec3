import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Person } from '#machines/domain/people/profiles.ts';
import type { AnswerWord } from '#machines/flows/payments/bank-answer.machine.ts';
import type { BatchFacts, Payment } from '#machines/flows/payments/payment.kinds.ts';
import { type Result, answered } from '#machines/flows/steps/result.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import { bankAnswer } from '#src/features/payments/BankAnswer.tsx';
import { batchList } from '#src/features/payments/BatchList.tsx';
import BatchView from '#src/features/payments/BatchView.tsx';
import { listTotals } from '#src/features/payments/ListTotals.tsx';
import PaymentsView from '#src/features/payments/PaymentsView.tsx';
import { batchOf, paymentList } from '#src/features/payments/payments.actors.ts';
import { aBankAnswer, aBankFile, aBatch, aPayment, somePayments } from '#tests/kit/payment-rows.ts';
import { refusedBy } from '#tests/kit/flow-fixtures.ts';
import { answering, renderScreen } from '../review/render-screen.tsx';

const accountant: Person = { id: 20, profile: 6 };
const treasurer: Person = { id: 21, profile: 6 };

const page = <Row = Payment>(...rows: Row[]) => answered({ rows, total: rows.length });
const did = (giros: number, more: object = {}) =>
  answered([{ status: '200' as const, msg: 'Datos almacenados', giros, ...more }]);

const total = (nombre: string, giros: number, valor: number) => ({ nombre, giros, valor });

/** Totals of a list, each time they are read. */
const totalsWith = (...vias: ReturnType<typeof total>[][]) =>
  answering(listTotals, {
    loadDetail: vias.map((each) => answered({ vias: each, bancos: [] })),
  });

const openList = (
  loadData: Result<unknown>[],
  act: Result<unknown>[] = [],
  totals = totalsWith([]),
) => {
  const { logic, asked } = answering(paymentList, { loadData, act });
  const user = renderScreen(
    <PaymentsView machine={logic} totals={totals.logic} />,
    patterns.giros,
    '/giros',
    accountant,
  );
  return { user, asked };
};

const openBatch = (
  person: Person,
  batches: readonly BatchFacts[],
  act: readonly Result<unknown>[] = [],
  leerRespuestaBanco: readonly Result<unknown>[] = [],
  guardarDelBanco: readonly Result<unknown>[] = [],
) => {
  const { logic, asked } = answering(batchOf, {
    loadData: batches.map((facts) => answered(facts)),
    act,
  });
  const bank = answering(bankAnswer, { leerRespuestaBanco, guardarDelBanco });
  const user = renderScreen(
    <BatchView machine={logic} answerMachine={bank.logic} />,
    patterns.girosLote,
    '/giros/5',
    person,
    undefined,
    ['giros', 'autorizarGiros'],
  );
  return { user, asked, saves: () => bank.asked.guardarDelBanco };
};

const chooseAnswer = async (user: ReturnType<typeof renderScreen>) =>
  user.upload(
    await screen.findByLabelText('Archivo del banco'),
    new File(['cuenta;valor\n'], 'respuesta.csv', { type: 'text/csv' }),
  );

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

  test('says that nobody may authorise what is prepared', async () => {
    openList([page(aPayment(1, 'waiting', { sin_autorizador: 1 }), aPayment(2))]);
    expect(
      await screen.findByText(
        'Nadie puede autorizar giros: lo que se prepara queda en espera. Pídalo a un administrador.',
      ),
    ).toBeVisible();
  });

  test('says nothing of it while somebody may', async () => {
    openList([page(aPayment(1))]);
    await button('Preparar lote');
    expect(screen.queryByText(/^Nadie puede autorizar giros/)).toBeNull();
  });

  test('prepares the payments of twenty boxes in two clicks', async () => {
    const { user, asked } = openList(
      [page(...somePayments(20)), page(...somePayments(20)), page()],
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

  test('keeps back what a store is to hand in, when that is ticked', async () => {
    const rows = page(aPayment(1, 'waiting', { por_retener: 20_000 }), aPayment(2));
    const { user, asked } = openList([rows, rows, page()], [did(2, { id_lote: 5 })]);
    await screen.findAllByRole('row');
    expect(screen.queryByRole('checkbox', { name: /^Retener/ })).toBeNull();
    await user.click(await button('Marcar todos'));
    const keeps = await screen.findByRole('checkbox', { name: /^Retener \$\s20\.000 para bajar/ });
    expect(keeps).not.toBeChecked();
    expect(await button('Preparar 2: $ 180.000')).toBeEnabled();
    await user.click(keeps);
    await user.click(await button('Preparar 2: $ 160.000'));
    await screen.findByRole('link', { name: 'Ver el lote 5' });
    expect(asked.act).toMatchObject([
      { request: { path: '/prepararGiros', body: { cajas: [1, 2], retener: [1] } } },
    ]);
  });

  test('links a claimed payment to its batch and does not prepare it again', async () => {
    const rows = page(aPayment(1), aPayment(2, 'claimed', { id_lote: 5 }));
    const { user } = openList([rows, rows]);
    await user.click(await button('Marcar todos'));
    expect(await button('Preparar 1: $ 90.000')).toBeEnabled();
    expect(screen.getAllByRole('checkbox')).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Lote 5' })).toHaveAttribute('href', '/giros/5');
  });

  test('shows before the preparation what goes by bank and what is paid by hand', async () => {
    const rows = page(aPayment(1), aPayment(2, 'waiting', { a_mano: 1 }));
    const { user } = openList([rows, rows]);
    await user.click(await button('Marcar todos'));
    expect(
      await screen.findByText(/^Por banco: 1 giro, \$\s90\.000 · A mano: 1 giro, \$\s90\.000$/),
    ).toBeVisible();
  });

  test('says that a payment without an account is made by hand, and names any other way', async () => {
    openList([
      page(
        aPayment(1),
        aPayment(2, 'waiting', { a_mano: 1, banco: '', cuenta: '' }),
        aPayment(3, 'waiting', { a_mano: 1, banco: '', cuenta: '', via: 'efectivo' }),
      ),
    ]);
    const table = within(await screen.findByRole('table', { name: 'Por girar' }));
    const rows = table.getAllByRole('row').slice(1);
    expect(
      rows.map((row) => /Transferencia|A mano, sin cuenta|Efectivo/.exec(row.textContent)?.[0]),
    ).toEqual(['Transferencia', 'A mano, sin cuenta', 'Efectivo']);
  });

  test('offers to prepare only the ticked payments', async () => {
    const { user } = openList([page(...somePayments(2))]);
    await user.click(await screen.findByRole('checkbox', { name: 'Marcar Tienda Centro n.º 2' }));
    expect(await button('Preparar 1: $ 90.000')).toBeEnabled();
  });

  test('ticks all that match on every page, and unticks them', async () => {
    const first = answered({ rows: somePayments(2), total: 3 });
    const { user } = openList([first, page(...somePayments(3))]);
    await user.click(await button('Marcar los 3'));
    expect(await button('Preparar 3: $ 270.000')).toBeEnabled();
    await user.click(await button('Quitar las marcas'));
    expect(await button('Preparar lote')).toHaveAccessibleDescription('Marque al menos uno.');
  });
});

test('a list has its totals below it, read again with each search and after each batch', async () => {
  const totals = totalsWith(
    [total('Efectivo', 1, 50_000), total('Transferencia', 2, 110_000.5)],
    [total('Efectivo', 1, 50_000)],
    [total('Transferencia', 1, 20_000)],
  );
  const rows = page(...somePayments(3));
  const { user } = openList([rows, rows, rows], [did(1, { id_lote: 9 })], totals);
  const section = within(
    await screen.findByRole('region', { name: 'Totales por vía y por banco' }),
  );
  const texts = () => section.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(texts()).toEqual(['1 giro, $\u00a050.000', '2 giros, $\u00a0110.000,50']);
  await user.type(screen.getByRole('searchbox'), 'Norte');
  await waitFor(() => expect(texts()).toEqual(['1 giro, $\u00a050.000']));
  expect(totals.asked.loadDetail).toEqual([
    { key: { lista: 'porGirar', buscar: '' } },
    { key: { lista: 'porGirar', buscar: 'Norte' } },
  ]);
  await user.click((await screen.findAllByRole('checkbox', { name: /^Marcar/ }))[0] as HTMLElement);
  await user.click(await button(/^Preparar 1/));
  expect(
    await screen.findByText('1 giro, $\u00a020.000', { normalizer: (text) => text }),
  ).toBeVisible();
});

test('the list in progress has a row a batch, and its payments beneath it', async () => {
  const { batch } = aBatch(somePayments(3, 'sent'));
  const batches = answering(batchList, {
    loadRows: [
      page(
        { ...batch, nombre_estado: 'Enviado' },
        { ...batch, id: 6, enviados: 1, girados: 1 },
        { ...batch, id: 7, enviados: 0, girados: 2 },
      ),
    ],
  });
  const totals = totalsWith([total('Transferencia', 6, 540_000)]);
  const payments = answering(paymentList, {
    loadData: [page(...somePayments(3, 'sent').map((one) => ({ ...one, tienda: 'Norte' })))],
  });
  const user = renderScreen(
    <PaymentsView machine={payments.logic} batches={batches.logic} totals={totals.logic} />,
    patterns.giros,
    '/giros?lista=enCurso',
    accountant,
  );
  const [row] = (await screen.findAllByRole('row')).slice(1);
  const shown = within(row as HTMLElement);
  expect(shown.getByRole('link', { name: 'Lote 5' })).toHaveAttribute('href', '/giros/5');
  for (const text of ['Enviado', '$ 270.000', '3 por confirmar', 'Diana'])
    expect(shown.getByText(text)).toBeVisible();
  for (const text of ['1 por confirmar, 1 girado', '2 girados', '6 giros, $\u00a0540.000'])
    expect(screen.getByText(text, { normalizer: (shown) => shown })).toBeVisible();
  expect(totals.asked.loadDetail).toEqual([{ key: { lista: 'enCurso', buscar: '' } }]);
  const see = shown.getByRole('button', { name: 'Ver 3 giros' });
  expect(see).toHaveAttribute('aria-expanded', 'false');
  await user.click(see);
  const beneath = within(await screen.findByRole('list', { name: 'Giros del lote 5' }));
  expect(beneath.getAllByRole('listitem')).toHaveLength(3);
  expect(beneath.getByText('Norte n.º 2')).toBeVisible();
  expect(screen.getAllByRole('row')).toHaveLength(5);
  expect(batches.asked.loadRows).toMatchObject([{ query: { abiertos: 1 } }]);
  expect(payments.asked.loadData).toMatchObject([{ key: { id_lote: 5, limite: 1_000 } }]);
  await user.click(await button('Ocultar 3 giros'));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Giros del lote 5' })).toBeNull());
});

describe('a batch', () => {
  test('says that nobody may authorise it', async () => {
    openBatch(accountant, [aBatch([aPayment(1, 'prepared', { sin_autorizador: 1 })])]);
    expect(await screen.findByText(/^Nadie puede autorizar giros/)).toBeVisible();
  });

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
    await user.click(await button('Sí, enviar con archivo CSV'));
    expect(await screen.findByRole('link', { name: 'Descargar el archivo' })).toHaveAttribute(
      'href',
      '/documentos/giros/5',
    );
    expect(asked.act).toMatchObject([
      { request: { path: '/autorizarGiros', body: { id_lote: 5 } } },
      { request: { path: '/enviarGiros', body: { id_lote: 5 } } },
    ]);
  });

  test('without bank accounts is sent without a file and shows who prepared and authorised it', async () => {
    const cash = (state: 'authorised' | 'sent') =>
      aBatch([
        aPayment(1, state, { via: 'efectivo', cuenta: '', autorizado_por: 'Gloria' }),
        aPayment(2, state, { cuenta: '', autorizado_por: 'Gloria' }),
      ]);
    const { user, asked } = openBatch(treasurer, [cash('authorised'), cash('sent')], [did(2)]);
    await user.click(await button('Marcar como enviado (sin archivo)'));
    await user.click(await button('Sí, marcar como enviado (sin archivo)'));
    expect(await screen.findByText('Enviado: 2 giros.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /archivo CSV/ })).toBeNull();
    expect(asked.act).toMatchObject([{ request: { path: '/enviarGiros', body: { id_lote: 5 } } }]);
    const facts = screen.getAllByRole('term').map((term) => term.parentElement?.textContent);
    expect(facts.slice(0, 2)).toEqual(['Preparado porDiana', 'Autorizado porGloria']);
  });

  test('says that its format was not tried with a bank', async () => {
    const facts = aBatch(somePayments(1, 'authorised'));
    openBatch(treasurer, [{ ...facts, batch: { ...facts.batch, formato: 'pab', comprobado: 0 } }]);
    expect(await button('Enviar con archivo PAB')).toBeEnabled();
    expect(
      screen.getByText(
        'El formato PAB está sin comprobar con un banco: el archivo se escribe una sola vez.',
      ),
    ).toBeVisible();
  });

  test('shows totals by way and by bank', async () => {
    openBatch(treasurer, [
      aBatch([
        aPayment(1, 'prepared', { valor: 10_000.5 }),
        aPayment(2, 'prepared', { valor: 20_000.5 }),
        aPayment(3, 'prepared', { valor: 5_000, banco: 'Davivienda' }),
        aPayment(4, 'prepared', { valor: 3_000, banco: '', cuenta: '', a_mano: 1 }),
        aPayment(5, 'prepared', {
          valor: 2_000,
          banco: '',
          cuenta: '',
          a_mano: 1,
          via: 'efectivo',
        }),
      ]),
    ]);
    await button('Autorizar');
    const said = screen
      .getAllByRole('term')
      .map((term) => term.parentElement?.textContent.replaceAll('\u00a0', ' '));
    for (const total of [
      'Transferencia3 giros, $ 35.001',
      'A mano, sin cuenta1 giro, $ 3.000',
      'Efectivo1 giro, $ 2.000',
      'Bancolombia2 giros, $ 30.001',
      'Davivienda1 giro, $ 5.000',
    ])
      expect(said).toContain(total);
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

  test('says what it waits for where it cannot be sent, or was authorised', async () => {
    openBatch(treasurer, [aBatch([aPayment(1, 'prepared'), aPayment(2, 'authorised')])]);
    expect(await button('Enviar con archivo CSV')).toHaveAccessibleDescription(
      'Faltan giros del lote por autorizar o retirar.',
    );
    expect(await button('Retirar los marcados')).toHaveAccessibleDescription(
      'Marque al menos uno.',
    );
    cleanup();
    openBatch(treasurer, [aBatch(somePayments(2, 'authorised'))]);
    expect(await button('Autorizar')).toHaveAccessibleDescription(
      'El lote ya está autorizado: falta enviarlo.',
    );
  });

  test('cannot be authorised by the user who prepared it, and shows why', async () => {
    openBatch(accountant, [aBatch(somePayments(1, 'prepared'))]);
    expect(await button('Autorizar')).toHaveAccessibleDescription(
      'Usted preparó este giro: otra persona debe autorizarlo.',
    );
  });

  const field = (n: number) =>
    screen.findByRole('textbox', { name: `Referencia de Tienda ${n} n.º ${n}` });

  /** Twenty payments of twenty stores, the largest box first from the server. */
  const twenty = (state: 'sent' | 'paid') =>
    Array.from({ length: 20 }, (_, place) =>
      aPayment(20 - place, state, { tienda: `Tienda ${20 - place}` }),
    );

  const confirmedIn = (act: unknown) =>
    (act as { request: { body: { dia: string; giros: object[] } } }[])[0]?.request.body;

  test('of twenty boxes is confirmed with a column pasted into the first row, in the order that is seen', async () => {
    const { user, asked } = openBatch(
      accountant,
      [aBatch(twenty('sent'), aBankFile), aBatch(twenty('paid'), aBankFile)],
      [did(20)],
    );
    await field(1);
    const table = within(screen.getByRole('table', { name: 'Giros por confirmar' }));
    await user.click(table.getByRole('button', { name: /^Tienda/ }));
    await user.click(await field(1));
    await user.paste(Array.from({ length: 20 }, (_, place) => `ref-${place + 1}`).join('\r\n'));
    await user.click(await button('Confirmar 20 giros'));
    expect(await screen.findByText(/Confirmado: 20 giros/)).toBeVisible();
    const giros = confirmedIn(asked.act)?.giros ?? [];
    expect(giros).toHaveLength(20);
    for (const n of [1, 2, 10, 20])
      expect(giros).toContainEqual({ id_caja: n, referencia: `ref-${n}` });
  });

  test('pasted from a row on, leaves the rows above and empty cells as they are', async () => {
    const { user, asked } = openBatch(
      accountant,
      [aBatch(twenty('sent'), aBankFile), aBatch(twenty('sent'), aBankFile)],
      [did(2)],
    );
    await user.click(await field(18));
    await user.paste('a\n\nc\n');
    expect(await field(20)).toHaveValue('');
    await user.click(await button('Confirmar 2 giros'));
    expect(await screen.findByText(/Confirmado: 2 giros/)).toBeVisible();
    expect(confirmedIn(asked.act)?.giros).toEqual([
      { id_caja: 18, referencia: 'a' },
      { id_caja: 16, referencia: 'c' },
    ]);
  });

  test('refuses more references than rows, and writes none of them', async () => {
    const { user, asked } = openBatch(accountant, [aBatch(twenty('sent'), aBankFile)]);
    await user.click(await field(2));
    await user.paste('a\nb\nc');
    expect(
      await screen.findByText('Pegó 3 referencias y desde esa fila hay 2: no se escribió ninguna.'),
    ).toBeVisible();
    expect(await field(2)).toHaveValue('');
    expect(await button('Confirmar 0 giros')).toHaveAccessibleDescription(
      'Escriba al menos una referencia.',
    );
    expect(asked.act).toBeUndefined();
  });

  test('is confirmed in part, with another day for a row', async () => {
    const sent = aBatch(somePayments(2, 'sent'), aBankFile);
    const { user, asked } = openBatch(accountant, [sent, sent], [did(1)]);
    const name = 'Tienda Centro n.º 2';
    await user.type(await screen.findByRole('textbox', { name: `Referencia de ${name}` }), '4471');
    await user.type(screen.getByRole('textbox', { name: `Día de ${name}` }), '2026-06-16');
    await user.click(await button('Confirmar 1 giro'));
    expect(await screen.findByText(/Confirmado: 1 giro/)).toBeVisible();
    expect(confirmedIn(asked.act)?.giros).toEqual([
      { id_caja: 2, referencia: '4471', dia: '2026-06-16' },
    ]);
  });

  test('confirms what the bank made, and returns what it refused with its reason', async () => {
    const sent = aBatch(somePayments(4, 'sent'), aBankFile);
    const { user, asked } = openBatch(
      accountant,
      [sent, sent, sent],
      [did(1), did(1)],
      [answered(aBankAnswer())],
    );
    await chooseAnswer(user);
    expect(await screen.findByText(/Falta acordar qué significa «EN PROCESO»/)).toBeVisible();
    expect(screen.getByText('Sin respuesta del banco')).toBeVisible();
    await user.click(await button('Confirmar 1 giro que hizo el banco'));
    expect(await screen.findByText(/Confirmado: 1 giro/)).toBeVisible();
    expect(screen.getByText('El banco rechazó 1 giro: Cuenta inexistente')).toBeVisible();
    await user.click(await button('Devolver 1 giro'));
    expect(await screen.findByText(/Devuelto: 1 giro/)).toBeVisible();
    expect(asked.act).toMatchObject([
      { request: { path: '/confirmarGiros', body: { giros: [{ id_caja: 1, referencia: '88' }] } } },
      { request: { path: '/devolverGiros', body: { cajas: [2], motivo: 'Cuenta inexistente' } } },
    ]);
    await user.click(await button('Descartar esta respuesta'));
    expect(screen.queryByText('Sin respuesta del banco')).toBeNull();
  });

  test('asks for the meaning of a word, and a second person for hers', async () => {
    const word = {
      palabra: 'ABONADO',
      lineas: 2,
      sentido: 'exito',
      acordada: 0,
      propuesta_por: 'Diana',
      id_propuesta_por: 20,
    } satisfies AnswerWord;
    const proposed = answered(aBankAnswer({ palabras: [word] }));
    const saved = answered([{ status: '200' as const, msg: '' }]);
    const sent = aBatch(somePayments(4, 'sent'), aBankFile);
    const { user, saves } = openBatch(treasurer, [sent], [], [proposed, proposed], [saved]);
    await chooseAnswer(user);
    expect(
      await screen.findByText('«ABONADO» está en 2 líneas. Diana dijo que es éxito.'),
    ).toBeVisible();
    await user.click(await button('«ABONADO» es éxito'));
    await waitFor(() =>
      expect(saves()).toMatchObject([
        {
          path: '/decidirPalabraBanco',
          body: { id_formato: 1, palabra: 'ABONADO', sentido: 'exito' },
        },
      ]),
    );
  });

  test('lets nobody agree with the own word', async () => {
    const word = {
      palabra: 'ABONADO',
      lineas: 1,
      sentido: 'exito',
      acordada: 0,
      propuesta_por: 'Diana',
      id_propuesta_por: 20,
    } satisfies AnswerWord;
    const sent = aBatch(somePayments(4, 'sent'), aBankFile);
    const { user } = openBatch(
      accountant,
      [sent],
      [],
      [answered(aBankAnswer({ palabras: [word] }))],
    );
    await chooseAnswer(user);
    expect(await button('«ABONADO» es éxito')).toHaveAccessibleDescription(
      'Usted ya lo dijo: falta que otra persona diga lo mismo.',
    );
  });

  test('asks once how a bank answers, with a proposal', async () => {
    const unknown = answered(
      aBankAnswer({
        formato: null,
        aviso: 'Diga una vez cómo se lee.',
        lineas: [],
        palabras: [],
        encabezados: [
          {
            fila: 3,
            titulos: ['Número de cuenta', 'Valor', 'Comprobante', 'Estado'],
            propuesta: {
              cuenta: 'Número de cuenta',
              documento: '',
              valor: 'Valor',
              motivo: '',
              referencia: 'Comprobante',
              estado: 'Estado',
              concepto: '',
            },
            valores: [[], [], [], ['Pagado', 'Rechazado', 'En proceso']],
          },
        ],
      }),
    );
    const saved = answered([{ status: '200' as const, msg: '', id_formato: 1 }]);
    const sent = aBatch(somePayments(4, 'sent'), aBankFile);
    const { user, saves } = openBatch(
      accountant,
      [sent],
      [],
      [unknown, answered(aBankAnswer())],
      [saved],
    );
    await chooseAnswer(user);
    await user.type(await screen.findByRole('textbox', { name: 'Banco' }), 'Bancolombia');
    await user.selectOptions(screen.getByRole('combobox', { name: '«Pagado» significa' }), 'exito');
    await user.selectOptions(
      screen.getByRole('combobox', { name: '«Rechazado» significa' }),
      'rechazo',
    );
    await user.click(await button('Guardar y leer el archivo'));
    expect(await screen.findByRole('table', { name: 'Líneas de Bancolombia' })).toBeVisible();
    expect(saves()).toMatchObject([
      {
        path: '/guardarFormatoBanco',
        body: {
          nombre: 'Bancolombia',
          columnas: { cuenta: 'Número de cuenta', estado: 'Estado', documento: '' },
          palabras: [
            { palabra: 'Pagado', sentido: 'exito' },
            { palabra: 'Rechazado', sentido: 'rechazo' },
          ],
        },
      },
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
          estado: 'girado',
          motivo: 'Volvió',
          propuesta_por: 'Diana',
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
    await tick();
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
      ok: false as const,
      status: 422,
      msg: used,
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
    expect(await screen.findByText('No existe o no tiene permiso')).toBeVisible();
  });
});
