import { describe, expect, test } from 'vitest';
import {
  type AccountingValues,
  accountingValues,
  emptyItem,
  restOf,
  splitTotal,
} from '#machines/flows/review/accounting-decision.form.ts';
import { accountingWindow } from '#machines/domain/values/dates.ts';
import { decisionMachines } from '#machines/flows/review/decision.machine.ts';
import {
  accountingFactsOf,
  fieldErrorsOf,
  isReviewing,
  problemOf,
} from '#machines/flows/review/decision-rules.ts';
import { answered } from '#machines/flows/steps/result.ts';
import {
  accountingForm,
  accountingShown,
  decisionInput,
  headBody,
  plainValues,
  splitBody,
} from '#tests/kit/decision-fixtures.ts';
import { anExpense, people, written } from '#tests/kit/flow-fixtures.ts';
import { type Answers, beginJourney } from '#tests/kit/flow-journey.ts';

describe('accounting', () => {
  const begin = (answers: Answers) =>
    beginJourney(decisionMachines.accounting, decisionInput(people.accounting), answers);

  test('approves with an itemisation that adds up', async () => {
    const { actor, requests, clock, now, reaches } = begin({
      loadExpense: [accountingShown()],
      guardarContabilidad: [answered(written())],
    });
    const opened = await reaches('reviewing');
    const facts = accountingFactsOf(opened);
    expect(accountingWindow(facts?.today ?? '')).toEqual({ min: '2030-04-20', max: '2030-05-20' });
    expect(facts?.categories.find(({ id }) => id === 2)?.cuenta).toBe('519525');
    actor.send({ type: 'SAVE', values: accountingForm });
    expect(problemOf(now())?.msg).toBe('Debe marcar el gasto');
    actor.send({ type: 'CHOOSE_APPROVED' });
    expect(splitTotal(accountingForm, accountingShown().answer)).toBe(12_500_00);
    actor.send({
      type: 'SAVE',
      values: { ...accountingForm, filas: [...accountingForm.filas, emptyItem] },
    });
    await reaches('saved');
    expect(requests.guardarContabilidad).toEqual([
      {
        id_caja: 12,
        id_gasto: 7,
        estado: 6,
        observacion: 'Revisado',
        id_rechazo: null,
        version: 5,
        soporte_visto: 1,
        ...splitBody,
        ...headBody,
      },
    ]);
    clock.increment(2_999);
    expect(actor.getSnapshot().output).toBeUndefined();
    clock.increment(1);
    expect(actor.getSnapshot().output).toEqual({ route: 'revisarCaja', params: { idCaja: 12 } });
  });

  test('of a split with a withholding, the other rows exceed what was paid by its value', async () => {
    const { actor, requests, reaches } = begin({
      loadExpense: [accountingShown()],
      guardarContabilidad: [answered(written())],
    });
    await reaches('reviewing');
    const gross = { id_categoria: 1, valor: '13000', impuesto: 6 };
    const withheld = { id_categoria: 1, valor: '', impuesto: 9 };
    const values = { ...accountingForm, filas: [gross, withheld] };
    const rest = restOf(values, accountingShown().answer);
    expect(rest).toEqual({ row: 1, valor: '$ 500', isLast: true });
    expect(
      restOf(
        { ...values, filas: [{ ...gross, valor: '12000' }, withheld] },
        accountingShown().answer,
      ),
    ).toBeNull();
    actor.send({ type: 'CHOOSE_APPROVED' });
    actor.send({
      type: 'SAVE',
      values: { ...values, filas: [gross, { ...withheld, valor: '500' }] },
    });
    await reaches('saved');
    expect(requests.guardarContabilidad).toMatchObject([
      { item_valor: [13_000, 500], iva_item: [6, 9], categorias: [1, 1] },
    ]);
  });

  test.each<[string, Partial<AccountingValues>, Record<string, string>]>([
    [
      'no document class',
      { indicador: null },
      {
        documentClassIsGiven: 'Debe seleccionar la clase de documento',
      },
    ],
    [
      'no person type',
      { tipo_persona: '' },
      {
        personTypeIsGiven: 'Debe seleccionar tipo persona',
      },
    ],
    [
      'no observation',
      { observacion: '' },
      {
        accountingObservationIsGiven: 'Debe agregar las observaciones',
      },
    ],
    [
      'a total that differs',
      { filas: [{ id_categoria: 1, valor: '12.000', impuesto: 6, deducible: true }] },
      {
        itemisationIsBalanced:
          'El total del desglose no puede ser menor, ni superar el valor inicial del gasto',
      },
    ],
    [
      'a row without tax',
      { filas: [{ id_categoria: 1, valor: '12.500', impuesto: null, deducible: true }] },
      { itemisationIsComplete: 'Faltan datos en la itemización' },
    ],
    ['no supplier', { proveedor: ' ' }, { proveedor: 'Por favor complete todos los campos' }],
    [
      'an old date',
      { fecha_gasto: '2030-04-19' },
      { fecha_gasto: 'La fecha debe estar entre el 2030-04-20 y el 2030-05-20.' },
    ],
  ])('does not approve with %s', async (_, changes, errors) => {
    const { actor, now, reaches } = begin({ loadExpense: [accountingShown()] });
    await reaches('reviewing');
    actor.send({ type: 'CHOOSE_APPROVED' });
    actor.send({ type: 'SAVE', values: { ...accountingForm, ...changes } });
    expect(now().value).toEqual({ reviewing: 'approving' });
    expect(fieldErrorsOf(now())).toEqual(errors);
  });

  test('does not approve without itemisation', async () => {
    const { actor, now, reaches } = begin({ loadExpense: [accountingShown()] });
    await reaches('reviewing');
    actor.send({ type: 'CHOOSE_APPROVED' });
    actor.send({
      type: 'SAVE',
      values: {
        ...accountingForm,
        filas: [{ id_categoria: 1, valor: '', impuesto: null, deducible: true }],
      },
    });
    expect(fieldErrorsOf(now())).toMatchObject({
      itemisationIsGiven: 'Falta la itemización del gasto',
    });
  });

  test('reports an invalid amount at its row', async () => {
    const { actor, now, reaches } = begin({ loadExpense: [accountingShown()] });
    await reaches('reviewing');
    actor.send({ type: 'CHOOSE_APPROVED' });
    actor.send({
      type: 'SAVE',
      values: {
        ...accountingForm,
        filas: [{ id_categoria: 1, valor: 'mil', impuesto: 6, deducible: true }],
      },
    });
    expect(fieldErrorsOf(now())).toMatchObject({ 'filas.0.valor': 'Solo números' });
    actor.send({
      type: 'SAVE',
      values: {
        ...accountingForm,
        filas: [{ id_categoria: 1, valor: '9.999.999.999.999', impuesto: 6, deducible: true }],
      },
    });
    expect(fieldErrorsOf(now())).toMatchObject({
      'filas.0.valor': 'El valor puede ser de hasta $ 999.999.999',
    });
  });

  test('rejects without itemisation', async () => {
    const { actor, requests, reaches } = begin({
      loadExpense: [accountingShown()],
      guardarContabilidad: [answered(written())],
    });
    await reaches('reviewing');
    actor.send({ type: 'CHOOSE_REJECTED' });
    actor.send({
      type: 'SAVE',
      values: { ...accountingValues(anExpense()), ...plainValues },
    });
    await reaches('saved');
    expect(requests.guardarContabilidad).toEqual([
      {
        id_caja: 12,
        id_gasto: 7,
        estado: 7,
        item: 0,
        observacion: 'Revisado',
        id_rechazo: 2,
        version: 5,
        soporte_visto: 1,
        indicadorImpuesto: null,
        item_texto: '',
        tipo_persona: null,
        ...headBody,
      },
    ]);
  });

  const unsplit = { ...accountingForm, filas: accountingValues(anExpense()).filas };

  test('sends all typed fields with a rejection without itemisation', async () => {
    const { actor, requests, reaches } = begin({
      loadExpense: [accountingShown()],
      guardarContabilidad: [answered(written())],
    });
    await reaches('reviewing');
    actor.send({ type: 'CHOOSE_REJECTED' });
    const typed = {
      proveedor: ' Papelería del Norte ',
      fecha_gasto: '2030-05-09',
      indicador: 4,
      tipo_persona: 'PN' as const,
      item_texto: ' Útiles ',
    };
    actor.send({ type: 'SAVE', values: { ...unsplit, ...typed } });
    await reaches('saved');
    expect(requests.guardarContabilidad).toEqual([
      expect.objectContaining({
        estado: 7,
        item: 0,
        proveedor: 'Papelería del Norte',
        fecha_gasto: '2030-05-09',
        indicadorImpuesto: 4,
        tipo_persona: 'PN',
        item_texto: 'Útiles',
      }),
    ]);
  });

  test.each<[string, Partial<AccountingValues>, string]>([
    ['no supplier', { proveedor: ' ' }, 'proveedor'],
    ['an old date', { fecha_gasto: '2030-04-19' }, 'fecha_gasto'],
    [
      'a text that is no amount',
      { filas: [{ id_categoria: 1, valor: 'mil', impuesto: null, deducible: true }] },
      'filas.0.valor',
    ],
    [
      'a tax without value',
      { filas: [{ id_categoria: 1, valor: '', impuesto: 6, deducible: true }] },
      'itemisationIsComplete',
    ],
    [
      'an added category without value',
      { filas: [...unsplit.filas, { ...emptyItem, id_categoria: 2 }] },
      'itemisationIsComplete',
    ],
  ])('does not reject with %s', async (_, changes, field) => {
    const { actor, now, reaches } = begin({ loadExpense: [accountingShown()] });
    await reaches('reviewing');
    actor.send({ type: 'CHOOSE_REJECTED' });
    actor.send({ type: 'SAVE', values: { ...unsplit, ...changes } });
    expect(now().value).toEqual({ reviewing: 'rejecting' });
    expect(Object.keys(fieldErrorsOf(now()))).toContain(field);
  });

  test('does not reject with a saved itemisation that was cleared', async () => {
    const { actor, now, reaches } = begin({ loadExpense: [accountingShown({ item: 1 })] });
    await reaches('reviewing');
    actor.send({ type: 'CHOOSE_REJECTED' });
    actor.send({ type: 'SAVE', values: unsplit });
    expect(fieldErrorsOf(now())).toHaveProperty('itemisationIsComplete');
  });

  test.each([
    ['decided', { estado: 6 }],
    ['rejected before', { estado: 4 }],
  ])('an expense that was %s is read-only', async (_, changes) => {
    const { reaches } = begin({ loadExpense: [accountingShown(changes)] });
    expect(isReviewing(await reaches('readOnly'))).toBe(false);
  });
});
