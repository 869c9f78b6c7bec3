/**
 * Journeys of a box by hand, with literal end states. Generated tests prove that the machines are consistent;
 * these prove that they do what the stores expect.
 */
import { describe, expect, test } from 'vitest';
import { boxMachine } from '#machines/domain/box/box.machine.ts';
import {
  type BoxCase,
  type CaseEvent,
  caseAfter,
  domainMachines,
  emptyCase,
} from '#machines/domain/case/box-case.ts';
import type { ExpenseCommand } from '#machines/domain/expense/expense-guards.ts';
import { approvedTotalOf, totalOf } from '#machines/domain/fund/fund.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import { withTransitions } from './mutants.ts';

const store: Person = { id: 2, profile: 2 };
const supervisor: Person = { id: 3, profile: 3 };
const maintenance: Person = { id: 5, profile: 5 };
const accounting: Person = { id: 6, profile: 6 };

const obs = { observacion: 'Revisado', id_rechazo: null };
const no = { observacion: 'Sin soporte legible', id_rechazo: 4 };

type Fact = { valor: number; maintenance?: boolean; category?: number };

/** A box with one expense for each name, recorded with its receipt. */
function boxOf<Name extends string>(facts: Record<Name, Fact>) {
  const names = Object.keys(facts) as Name[];
  let now: BoxCase = emptyCase;
  const take = (event: CaseEvent): string[] => {
    const after = caseAfter(now, event);
    if (!after.ok) return after.motivos.map(({ mensaje }) => mensaje);
    now = after.next;
    return [];
  };
  const change = (name: Name, event: ExpenseCommand): boolean =>
    take({ type: 'expense', idGasto: names.indexOf(name), event }).length === 0;
  for (const [idGasto, name] of names.entries()) {
    const { valor, maintenance: needsMaintenance = false, category = 1 } = facts[name];
    const event = {
      type: 'EXPENSE.RECORD',
      actor: store,
      facts: {
        needsMaintenance,
        hasReceipt: true,
        recordedBy: store.id,
        categoryIds: [category],
        valor,
        reembolsar: null,
        offeredInvoices: [],
      },
    } as const;
    take({ type: 'record', idGasto, event });
  }
  const rows = () => [...now.expenses.values()];
  return {
    change,
    send: (event: Extract<CaseEvent, { type: 'box' }>['event']): string[] =>
      take({ type: 'box', idGasto: null, event }),
    codes: () => rows().map(({ estado }) => estado),
    active: () => now.active,
    totals: () => {
      const amounts = rows().map(({ estado, context }) => ({ ...context, estado }));
      return [totalOf(amounts), approvedTotalOf(amounts)];
    },
  };
}

const approve = {
  type: 'SUPERVISOR.APPROVE',
  actor: supervisor,
  ...obs,
  reembolsar: null,
} as const;
const itemised = (category: number, valor: number) => ({
  indicador: 1,
  tipo_persona: 'PJ',
  categorias: [category],
  valores: [valor],
  impuestos: [1],
});

describe('journeys', () => {
  test('an ordinary box goes from the store to its reimbursement', () => {
    const box = boxOf({ coffee: { valor: 12_500_00 }, taxi: { valor: 20_000_00, category: 16 } });
    expect(box.codes()).toEqual([1, 1]);
    expect(box.send({ type: 'BOX.SEND', actor: store })).toEqual([]);
    expect(box.active()).toBe(2);

    box.change('coffee', approve);
    expect(box.send({ type: 'BOX.SEND_SUPERVISOR', actor: supervisor })).toEqual([
      'Debe marcar todos los gastos para poder enviar',
    ]);
    box.change('taxi', { ...approve, reembolsar: 15_000_00 });
    expect(box.send({ type: 'BOX.SEND_SUPERVISOR', actor: supervisor })).toEqual([]);
    expect([box.active(), ...box.codes()]).toEqual([9, 3, 3]);
    expect(box.totals()).toEqual([32_500_00, 27_500_00]);

    for (const [name, category, valor] of [
      ['coffee', 1, 12_500_00],
      ['taxi', 16, 15_000_00],
    ] as const) {
      const desglose = itemised(category, valor);
      expect(
        box.change(name, { type: 'ACCOUNTING.APPROVE', actor: accounting, ...obs, desglose }),
      ).toBe(true);
    }
    expect(box.send({ type: 'BOX.SEND_PRELIMINARY', actor: accounting })).toEqual([]);
    expect([box.active(), ...box.codes()]).toEqual([3, 6, 6]);

    expect(
      box.send({ type: 'BOX.SHIP', actor: store, empresa: 'Coordinadora', codigo: '' }),
    ).toEqual(['Complete todos los campos']);
    expect(box.send({ type: 'BOX.SHIP', actor: store, empresa: 'Motorizado', codigo: '' })).toEqual(
      [],
    );
    expect([box.active(), ...box.codes()]).toEqual([4, 3, 3]);

    box.change('coffee', { type: 'FINAL.REJECT', actor: accounting, ...no });
    box.change('coffee', { type: 'FINAL.APPROVE', actor: accounting, ...obs });
    box.change('taxi', { type: 'FINAL.REJECT', actor: accounting, ...no });
    expect(box.send({ type: 'BOX.SEND_FINAL', actor: accounting })).toEqual([]);
    expect([box.active(), ...box.codes()]).toEqual([5, 15, 16]);
    expect(box.totals()).toEqual([32_500_00, 12_500_00]);
  });

  test('maintenance gets its expenses, approved by the supervisor or undecided, but not rejected', () => {
    const box = boxOf({
      unmarked: { valor: 1_00, maintenance: true },
      approved: { valor: 2_00, maintenance: true },
      rejected: { valor: 4_00, maintenance: true },
      ordinary: { valor: 8_00 },
    });
    expect(box.codes()).toEqual([2, 2, 2, 1]);
    box.send({ type: 'BOX.SEND', actor: store });
    box.change('approved', approve);
    box.change('rejected', { type: 'SUPERVISOR.REJECT', actor: supervisor, ...no });
    box.change('ordinary', approve);
    box.send({ type: 'BOX.SEND_SUPERVISOR', actor: supervisor });
    expect([box.active(), ...box.codes()]).toEqual([1, 13, 13, 4, 3]);

    box.change('unmarked', { type: 'MAINTENANCE.APPROVE', actor: maintenance, ...obs });
    expect(box.send({ type: 'BOX.SEND_MAINTENANCE', actor: maintenance })).toEqual([
      'Debe marcar todos los gastos para poder enviar',
    ]);
    box.change('approved', { type: 'MAINTENANCE.REJECT', actor: maintenance, ...no });
    box.send({ type: 'BOX.SEND_MAINTENANCE', actor: maintenance });
    expect([box.active(), ...box.codes()]).toEqual([9, 9, 10, 4, 3]);
    expect(box.totals()).toEqual([15_00, 9_00]);
  });

  test('a box with all its expenses rejected goes on to its closing', () => {
    const box = boxOf({ only: { valor: 50_000_00, maintenance: true } });
    box.send({ type: 'BOX.SEND', actor: store });
    box.change('only', { type: 'SUPERVISOR.REJECT', actor: supervisor, ...no });
    box.send({ type: 'BOX.SEND_SUPERVISOR', actor: supervisor });
    expect([box.active(), ...box.codes()]).toEqual([9, 4]);
    box.send({ type: 'BOX.SEND_PRELIMINARY', actor: accounting });
    box.send({ type: 'BOX.SHIP', actor: store, empresa: 'Envía', codigo: 'A1' });
    box.send({ type: 'BOX.SEND_FINAL', actor: accounting });
    expect([box.active(), ...box.codes()]).toEqual([5, 4]);
    expect(box.totals()).toEqual([50_000_00, 0]);
  });

  test('an empty box and a box with a missing receipt cannot be sent', () => {
    const send = { type: 'box', idGasto: null, event: { type: 'BOX.SEND', actor: store } } as const;
    expect(caseAfter(emptyCase, send)).toEqual({
      ok: false,
      kind: 'state',
      motivos: [{ guardia: 'hasExpenses', mensaje: 'No hay recibos para enviar' }],
    });
    const facts = {
      needsMaintenance: false,
      hasReceipt: false,
      recordedBy: store.id,
      categoryIds: [1],
      valor: 1_00,
      reembolsar: null,
      offeredInvoices: [],
    };
    const expenses = new Map([[1, { estado: 1, context: facts }]]);
    expect(caseAfter({ active: 0, expenses }, send)).toMatchObject({
      motivos: [{ guardia: 'everyExpenseHasReceipt' }],
    });
  });
});

const facts = {
  needsMaintenance: false,
  hasReceipt: true,
  recordedBy: store.id,
  categoryIds: [1],
  valor: 1_00,
  reembolsar: null,
  offeredInvoices: [],
};

test('an expense that refuses the arrival of its box stops the send', () => {
  const expenses = new Map([[8, { estado: 3, context: facts }]]);
  const event = { type: 'BOX.SEND_SUPERVISOR', actor: supervisor } as const;
  const before = { active: 2, expenses };
  const expense = withTransitions(
    domainMachines.expense,
    'supervision.supervisorApproved',
    'BOX.ENTERED_PRELIMINARY',
    [],
  );
  const send = { type: 'box', idGasto: null, event } as const;
  expect(caseAfter(before, send)).toMatchObject({ ok: true, next: { active: 9 } });
  expect(() => caseAfter(before, send, { ...domainMachines, expense })).toThrow(
    'expense 8 refuses BOX.ENTERED_PRELIMINARY',
  );
});

describe('the case takes what an action of the box leaves', () => {
  const ofBox = (event: Extract<CaseEvent, { type: 'box' }>['event']): CaseEvent => ({
    type: 'box',
    idGasto: null,
    event,
  });
  const recording = { type: 'EXPENSE.RECORD', actor: store, facts } as const;
  const box = (active: number): BoxCase => ({ active, expenses: new Map() });

  test.each<[string, BoxCase, CaseEvent, Partial<BoxCase>, Partial<BoxCase>]>([
    [
      'addExpense',
      box(0),
      { type: 'record', idGasto: 8, event: recording },
      { expenses: new Map([[8, { estado: 1, context: facts }]]) },
      { expenses: new Map() },
    ],
    [
      'markPdfOpened',
      { ...box(3), facts: { pdfUnread: true } },
      ofBox({ type: 'BOX.PDF_OPENED', actor: store }),
      { facts: { pdfUnread: false } },
      { facts: { pdfUnread: true } },
    ],
    [
      'markPapersReceived',
      { ...box(4), facts: { hasPapers: false } },
      ofBox({ type: 'BOX.PAPERS_RECEIVED', actor: accounting }),
      { facts: { hasPapers: true } },
      { facts: { hasPapers: false } },
    ],
  ])('%s', (action, before, event, next, without) => {
    const inactive = boxMachine.provide({ actions: { [action]: () => undefined } });
    expect(caseAfter(before, event)).toMatchObject({ next });
    expect(caseAfter(before, event, { ...domainMachines, box: inactive })).toMatchObject({
      next: without,
    });
  });
});
