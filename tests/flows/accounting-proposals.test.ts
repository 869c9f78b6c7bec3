import type { RequestOf } from '#contract/contract.ts';
import { describe, expect, test } from 'vitest';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import {
  accountingRequest,
  fieldsFromLastExpense,
  noHabits,
  proposalFor,
  updateHabits,
  withoutLastExpense,
} from '#machines/flows/review/accounting-decision.form.ts';
import type { AccountingFacts } from '#machines/flows/review/decision-rules.ts';
import { accountingShown } from '#tests/kit/decision-fixtures.ts';
import { people } from '#tests/kit/flow-fixtures.ts';

const lastTime: NonNullable<Expense['ultima_vez']> = {
  fecha: '2030-04-12',
  factura_elec: 1,
  indicador: 5,
  tipo_persona: 'PN',
  categorias: [{ id: 1, nombre: 'Papelería', iva_item: 7, deducible: null }],
  categorias_propias: [1],
};

function factsOf(changes: Partial<Expense> = {}): AccountingFacts {
  const shown = accountingShown({ enlace_factura: '', ultima_vez: lastTime, ...changes });
  if (!shown.ok) throw new Error('not shown');
  return {
    ...shown.answer,
    documentClasses: [
      { id: 4, nombre: 'Factura electrónica', codigo: 'FE' },
      { id: 5, nombre: 'Tiquete', codigo: 'TP' },
      { id: 8, nombre: 'Recibo', codigo: 'RC' },
    ],
    taxes: [
      { id: 6, nombre: 'IVA 19 %', porcentaje: 19, cuenta_retencion: '' },
      { id: 7, nombre: 'Excluido', porcentaje: 0, cuenta_retencion: '' },
    ],
  };
}

const category = (id: number, nombre: string) => ({
  id,
  nombre,
  cuenta: '',
  valor_item: null,
  iva_item: null,
  deducible: null,
});

describe('the form of the first pass proposes', () => {
  test('class, person type and tax of the last expense of the supplier', () => {
    const proposal = proposalFor(factsOf(), noHabits);
    expect(proposal.values).toMatchObject({
      indicador: 5,
      tipo_persona: 'PN',
      filas: [{ id_categoria: 1, valor: '$ 12.500', impuesto: 7, deducible: true }],
    });
    expect(fieldsFromLastExpense(proposal.values, proposal)).toEqual([
      'clase de documento',
      'tipo de persona',
      'impuesto',
    ]);
  });

  test('nothing of an expense with another kind of document', () => {
    const { factura_elec } = factsOf().expense;
    expect(factura_elec).toBe(1);
    const other = { ...lastTime, factura_elec: 0 as const };
    const proposal = proposalFor(factsOf({ ultima_vez: other }), noHabits);
    expect(proposal.values).toMatchObject({
      indicador: null,
      tipo_persona: '',
      filas: [{ impuesto: null }],
    });
    expect(fieldsFromLastExpense(proposal.values, proposal)).toEqual([]);
  });

  test('nothing for a supplier without an earlier expense', () => {
    const proposal = proposalFor(factsOf({ ultima_vez: null }), noHabits);
    expect(proposal.values).toMatchObject({ indicador: null, tipo_persona: '' });
    expect(fieldsFromLastExpense(proposal.values, proposal)).toEqual([]);
  });

  test('the class of a linked invoice first, then the habits, then the last expense', () => {
    const habits = {
      suppliers: { 9: { indicador: 8, tipo_persona: '' as const } },
      taxes: { 1: 6 },
      categories: {},
    };
    const linked = { enlace_factura: 'https://facturas.test/1' };
    expect(proposalFor(factsOf(linked), habits).values.indicador).toBe(4);
    const visited = proposalFor(factsOf(), habits);
    expect(visited.values).toMatchObject({
      indicador: 8,
      tipo_persona: 'PN',
      filas: [{ impuesto: 6 }],
    });
    expect(fieldsFromLastExpense(visited.values, visited)).toEqual(['tipo de persona']);
    const notFound = { enlace_factura: 'FACTURA NO ENCONTRADA' };
    expect(proposalFor(factsOf(notFound), noHabits).values.indicador).toBe(5);
  });

  test('nothing for fields that the expense already has', () => {
    const saved = proposalFor(
      factsOf({
        indicador: 8,
        tipo_persona: 'PJ',
        item: 1,
        categorias: [
          { ...category(1, 'Papelería'), valor_item: 12_500, iva_item: 6, deducible: null },
        ],
      }),
      noHabits,
    );
    expect(saved.values).toMatchObject({
      indicador: 8,
      tipo_persona: 'PJ',
      filas: [{ id_categoria: 1, impuesto: 6, deducible: true }],
    });
    expect(fieldsFromLastExpense(saved.values, saved)).toEqual([]);
  });

  test.each<[string, Partial<Expense>]>([
    ['a class that is no longer offered', { ultima_vez: { ...lastTime, indicador: 99 } }],
    ['no class', { ultima_vez: { ...lastTime, indicador: null } }],
  ])('no document class when the last expense had %s', (_, changes) =>
    expect(proposalFor(factsOf(changes), noHabits).values.indicador).toBeNull(),
  );

  test('the category to which accounting moved the same category last time, and marks it', () => {
    const moved = {
      ...lastTime,
      categorias: [{ id: 2, nombre: 'Aseo', iva_item: 7, deducible: null }],
    };
    const proposal = proposalFor(factsOf({ ultima_vez: moved }), noHabits);
    expect(proposal.values.filas).toEqual([
      { id_categoria: 2, valor: '$ 12.500', impuesto: 7, deducible: true },
    ]);
    expect(fieldsFromLastExpense(proposal.values, proposal)).toContain('categoría');
    // With another original category, or with several categories, the choice of the store stays.
    for (const changes of [
      { ultima_vez: { ...moved, categorias_propias: [3] } },
      { ultima_vez: moved, categorias: [category(1, 'Papelería'), category(3, 'Otra')] },
    ])
      expect(proposalFor(factsOf(changes), noHabits).values.filas[0]?.id_categoria).toBe(1);
  });

  test('the tax of the category with the same name, else the one that all categories share', () => {
    const categorias = [category(11, 'Aseo'), category(12, 'Otra')];
    const two = [
      { id: 1, nombre: 'Papelería', iva_item: 7, deducible: null },
      { id: 2, nombre: 'Aseo', iva_item: 6, deducible: null },
    ];
    const taxes = (changes: Partial<Expense>) =>
      proposalFor(factsOf({ categorias, ...changes }), noHabits).values.filas.map(
        ({ impuesto }) => impuesto,
      );
    expect(taxes({ ultima_vez: { ...lastTime, categorias: two } })).toEqual([6, null]);
    expect(taxes({})).toEqual([7, 7]);
  });
});

describe('a linked electronic invoice proposes', () => {
  const linked = { enlace_factura: 'https://facturas.test/1' };
  const twoRates = (changes: Partial<NonNullable<Expense['factura']>> = {}) => ({
    valor: 12_500,
    anticipo: 0,
    tipo: '01',
    forma_pago: '1',
    impuestos: [
      { codigo: '01' as const, tarifa: 5, base: 2_000, valor: 100 },
      { codigo: '01' as const, tarifa: 19, base: 8_000, valor: 1_520 },
    ],
    ...changes,
  });
  const rowsOf = (changes: Partial<Expense>) =>
    proposalFor(factsOf({ ...linked, factura: twoRates(), ...changes }), noHabits).values.filas;

  test('a row for each rate and one for the rest, under the only category', () => {
    // The tax of 5 % is not in the catalogue: no other one is proposed for it.
    expect(rowsOf({})).toEqual([
      { id_categoria: 1, valor: '$ 9.520', impuesto: 6, deducible: true },
      { id_categoria: 1, valor: '$ 2.100', impuesto: null, deducible: true },
      { id_categoria: 1, valor: '$ 880', impuesto: 7, deducible: true },
    ]);
  });

  test('for each rate the category of the last expense, and whether it was deducted', () => {
    const factura = twoRates({
      impuestos: [
        { codigo: '01' as const, tarifa: 19, base: 8_000, valor: 1_520 },
        { codigo: '01' as const, tarifa: 0, base: 2_980, valor: 0 },
      ],
    });
    const ultima_vez = {
      ...lastTime,
      categorias_propias: [1, 2],
      categorias: [
        { id: 2, nombre: 'Aseo', iva_item: 6, deducible: 0 as const },
        { id: 1, nombre: 'Papelería', iva_item: 7, deducible: null },
      ],
    };
    const categorias = [category(1, 'Papelería'), category(2, 'Aseo')];
    const facts = factsOf({ ...linked, factura, ultima_vez, categorias });
    const [paid = { id: 7, nombre: '', porcentaje: 0, cuenta_retencion: '' }] = facts.taxes;
    const exempt = { id: 7, nombre: 'IVA 0 %', porcentaje: 0, cuenta_retencion: '' };
    const proposal = proposalFor({ ...facts, taxes: [paid, exempt] }, noHabits);
    expect(proposal.values.filas).toEqual([
      { id_categoria: 2, valor: '$ 9.520', impuesto: 6, deducible: false },
      { id_categoria: 1, valor: '$ 2.980', impuesto: 7, deducible: true },
    ]);
    expect(proposal.before.filas.map(({ id_categoria }) => id_categoria)).toEqual([null, null]);
    expect(fieldsFromLastExpense(proposal.values, proposal)).toContain('deducible');
  });

  test('for each rate the category of the same visit, which the last expense does not replace', () => {
    const saved: RequestOf<'/guardarContabilidad'> = {
      id_gasto: 8,
      id_caja: 12,
      estado: 6,
      observacion: 'Visto',
      id_rechazo: null,
      item: 1,
      id_proveedor: 9,
      categorias: [2, 1],
      iva_item: [6, 7],
    };
    const habits = updateHabits(noHabits, saved);
    const categorias = [category(1, 'Papelería'), category(2, 'Aseo')];
    const facts = factsOf({ ...linked, factura: twoRates(), categorias, ultima_vez: null });
    const { filas } = proposalFor(facts, habits).values;
    expect(filas.map(({ id_categoria }) => id_categoria)).toEqual([2, null, 1]);
    const sameRate: RequestOf<'/guardarContabilidad'> = { ...saved, iva_item: [6, 6] };
    const twice = updateHabits(noHabits, sameRate);
    expect(twice.categories).toEqual({});
  });

  test('no values when its value is not that of the expense, or it was split before', () => {
    const one = [expect.objectContaining({ valor: '$ 12.500' })];
    expect(rowsOf({ factura: twoRates({ valor: 12_400 }) })).toEqual(one);
    expect(rowsOf({ factura: null })).toEqual(one);
    const split = { item: 1 as const, categorias: [{ ...category(1, ''), valor_item: 12_500 }] };
    expect(rowsOf(split)).toEqual(one);
  });

  test('the class of its kind: only kind 01 is an electronic invoice', () => {
    const classOf = (tipo: string) =>
      proposalFor(factsOf({ ...linked, factura: twoRates({ tipo }), ultima_vez: null }), noHabits)
        .values.indicador;
    expect(classOf('01')).toBe(4);
    expect(classOf('20')).toBe(5);
    expect(classOf('02')).toBeNull();
  });

  test('nothing that is sent with a rejection', () => {
    const facts = factsOf({ ...linked, factura: twoRates() });
    const rejected = {
      choice: 'rejected' as const,
      actor: people.accounting,
      id_caja: 12,
      facts,
      values: proposalFor(facts, noHabits).values,
      seen: null,
    };
    expect(accountingRequest(rejected)).toMatchObject({ item: 0 });
  });
});

describe('a proposal from the last expense', () => {
  test('is undone except for fields that the user has changed', () => {
    const proposal = proposalFor(factsOf(), noHabits);
    const chosen = { ...proposal.values, indicador: 8, observacion: 'Visto' };
    expect(fieldsFromLastExpense(chosen, proposal)).toEqual(['tipo de persona', 'impuesto']);
    const undone = withoutLastExpense(chosen, proposal);
    expect(undone).toMatchObject({
      indicador: 8,
      tipo_persona: '',
      observacion: 'Visto',
      filas: [{ id_categoria: 1, valor: '$ 12.500', impuesto: null, deducible: true }],
    });
    expect(fieldsFromLastExpense(undone, proposal)).toEqual([]);
  });

  test('is not sent as a split with a rejection', () => {
    const facts = factsOf();
    const { values } = proposalFor(facts, noHabits);
    const rejected = {
      choice: 'rejected' as const,
      actor: people.accounting,
      id_caja: 12,
      facts,
      values,
      seen: null,
    };
    expect(accountingRequest(rejected)).toMatchObject({ item: 0, estado: 7 });
    expect(accountingRequest({ ...rejected, choice: 'approved' })).toMatchObject({ item: 1 });
  });
});
