import { describe, expect, test } from 'vitest';
import type { AnyStateNode } from 'xstate';
import { boxGuards, boxMachine } from '#machines/domain/box/box.machine.ts';
import { expenseMachine, expenseValueOf } from '#machines/domain/expense/expense.machine.ts';
import { expenseGuards, fieldOf } from '#machines/domain/expense/expense-guards.ts';
import { guardsOf } from '#machines/domain/explain.ts';
import {
  type BoxSend,
  type CaseEvent,
  caseAfter,
  refusalsOfIntention,
} from '#machines/domain/case/box-case.ts';
import {
  expenseFactsAt,
  expensePlaces,
  placedChange,
} from '#machines/domain/expense/expense-places.ts';
import { stageOfBox, stages } from '#machines/domain/stages/stages.ts';
import {
  boxStateOf,
  boxStates,
  expenseStateOf,
  expenseStates,
  isRejected,
} from '#machines/domain/stages/states.ts';

const facts: Record<string, { mensaje: string; asks: string }> = {
  ...boxGuards,
  ...expenseGuards,
};

const expenseFacts = {
  needsMaintenance: false,
  hasReceipt: true,
  recordedBy: 1,
  categoryIds: [],
  valor: 0,
  reembolsar: null,
  offeredInvoices: [],
};

const sending = (
  active: number,
  event: BoxSend,
  expenses: readonly (readonly [number, { estado: number; context: typeof expenseFacts }])[] = [],
) => caseAfter({ active, expenses: new Map(expenses) }, { type: 'box', idGasto: null, event });

describe('the sentences of the specification, verbatim', () => {
  test.each([
    ['hasExpenses', 'No hay recibos para enviar'],
    ['supervisorMarkedEveryExpense', 'Debe marcar todos los gastos para poder enviar'],
    ['maintenanceMarkedEveryExpense', 'Debe marcar todos los gastos para poder enviar'],
    ['accountingMarkedEveryExpense', 'Debe marcar todos los gastos para poder enviar'],
    ['finalMarkedEveryExpense', 'Debe marcar todos los gastos para poder enviar'],
    ['shippingIsGiven', 'Complete todos los campos'],
    ['observationIsGiven', 'El campo de observaciones es obligatorio'],
    ['accountingObservationIsGiven', 'Debe agregar las observaciones'],
    ['reasonIsGiven', 'Debes elegir un motivo de rechazo'],
    ['reimbursementIsWithinCap', 'El valor del reembolso no debe ser superior a $15.000'],
    ['documentClassIsGiven', 'Debe seleccionar la clase de documento'],
    ['personTypeIsGiven', 'Debe seleccionar tipo persona'],
    ['itemisationIsGiven', 'Falta la itemización del gasto'],
    ['itemisationIsComplete', 'Faltan datos en la itemización'],
    [
      'itemisationIsBalanced',
      'El total del desglose no puede ser menor, ni superar el valor inicial del gasto',
    ],
  ])('%s: %s', (guard, mensaje) => {
    expect(facts[guard]?.mensaje).toBe(mensaje);
  });

  test('exactly these guards depend on the form', () => {
    const forms = Object.keys(facts).filter((guard) => facts[guard]?.asks === 'form');
    expect(forms.toSorted()).toEqual(
      [
        'somethingIsCorrected',
        'maintenanceIsNotPassed',
        'shippingIsGiven',
        'observationIsGiven',
        'accountingObservationIsGiven',
        'reasonIsGiven',
        'reimbursementIsAllowed',
        'reimbursementIsGiven',
        'reimbursementIsPositive',
        'reimbursementIsWithinCap',
        'reimbursementIsWithinValue',
        'documentClassIsGiven',
        'personTypeIsGiven',
        'itemisationIsGiven',
        'itemisationIsComplete',
        'itemisationIsBalanced',
        'itemisationIsWithinGranted',
        'invoiceIsOffered',
        'fundIsEnough',
      ].toSorted(),
    );
  });
});

test.each([
  ['observationIsGiven', 'observacion'],
  ['accountingObservationIsGiven', 'observacion'],
  ['reasonIsGiven', 'id_rechazo'],
  ['reimbursementIsAllowed', 'reembolsar'],
  ['reimbursementIsGiven', 'reembolsar'],
  ['reimbursementIsPositive', 'reembolsar'],
  ['reimbursementIsWithinCap', 'reembolsar'],
  ['reimbursementIsWithinValue', 'reembolsar'],
  ['documentClassIsGiven', 'indicador'],
  ['personTypeIsGiven', 'tipo_persona'],
  ['itemisationIsBalanced', null],
  ['reimbursementIsSettled', null],
  ['actorDidNotRecord', null],
  ['filas.0.valor', 'filas.0.valor'],
])('the sentence of %s is shown at the field %s', (guard, field) => {
  expect(fieldOf(guard)).toBe(field);
});

describe('the refusal of a send has details', () => {
  const profiles = { store: 2, supervisor: 3, maintenance: 5, accounting: 6 } as const;
  const asked = (
    active: number,
    type: 'BOX.SEND' | 'BOX.SEND_SUPERVISOR' | 'BOX.SEND_MAINTENANCE' | 'BOX.SEND_FINAL',
    by: keyof typeof profiles,
    ...expenses: { estado: number; hasReceipt?: boolean }[]
  ) => {
    const rows = expenses.map(
      ({ estado, hasReceipt = true }, index) =>
        [101 + index, { estado, context: { ...expenseFacts, hasReceipt } }] as const,
    );
    const actor = { id: 1, profile: profiles[by] };
    const decided = sending(active, { type, actor }, rows);
    return decided.ok ? [] : decided.motivos.map(({ detalle, gastos }) => ({ detalle, gastos }));
  };

  test('for undecided expenses, with their count and ids', () => {
    const send = 'BOX.SEND_SUPERVISOR';
    expect(asked(2, send, 'supervisor', { estado: 1 }, { estado: 3 })).toEqual([
      { detalle: 'Falta 1 gasto por decidir', gastos: [101] },
    ]);
    expect(asked(2, send, 'supervisor', { estado: 1 }, { estado: 2 }, { estado: 1 })).toEqual([
      { detalle: 'Faltan 2 gastos por decidir', gastos: [101, 103] },
    ]);
    expect(asked(1, 'BOX.SEND_MAINTENANCE', 'maintenance', { estado: 9 }, { estado: 13 })).toEqual([
      { detalle: 'Falta 1 gasto por decidir', gastos: [102] },
    ]);
    expect(asked(4, 'BOX.SEND_FINAL', 'accounting', { estado: 3 }, { estado: 16 })).toEqual([
      { detalle: 'Falta 1 gasto por decidir', gastos: [101] },
    ]);
  });

  test('for missing receipts, with their count and ids', () => {
    const without = { estado: 1, hasReceipt: false };
    expect(asked(0, 'BOX.SEND', 'store', { estado: 1 }, without)).toEqual([
      { detalle: 'Hay 1 gasto sin soporte', gastos: [102] },
    ]);
    expect(asked(0, 'BOX.SEND', 'store', without, without)).toEqual([
      { detalle: 'Hay 2 gastos sin soporte', gastos: [101, 102] },
    ]);
  });

  test('except for an empty box', () => {
    expect(asked(0, 'BOX.SEND', 'store')).toEqual([{}]);
  });

  test.each([
    [null, 'G1', 'Falta la empresa de envío', ['id_empresa']],
    ['Envía', ' ', 'Falta el número de guía', ['codigo']],
    [null, '', 'Faltan la empresa de envío y el número de guía', ['id_empresa', 'codigo']],
  ])('for company %j and guide %j: %s', (empresa, codigo, detalle, campos) => {
    const actor = { id: 1, profile: 2 } as const;
    const decided = sending(3, { type: 'BOX.SHIP', actor, empresa, codigo });
    expect(decided).toEqual({
      ok: false,
      kind: 'rule',
      motivos: [
        { guardia: 'shippingIsGiven', mensaje: 'Complete todos los campos', detalle, campos },
      ],
    });
  });
});

describe('guards', () => {
  test.each([
    ['box', boxMachine, boxGuards],
    ['expense', expenseMachine, expenseGuards],
  ] as const)('of the %s are each used by its chart', (_, machine, guards) => {
    const nodesOf = (node: AnyStateNode): AnyStateNode[] => [
      node,
      ...Object.values(node.states).flatMap(nodesOf),
    ];
    const used = nodesOf(machine.root).flatMap((node) =>
      [...[...node.transitions.values()].flat(), ...(node.always ?? [])].flatMap(({ guard }) =>
        guardsOf(guard),
      ),
    );
    expect(Object.keys(guards).filter((name) => !used.includes(name))).toEqual([]);
  });
});

describe('the state of an expense', () => {
  test.each([
    [0, 1, 'Sin revisar', 'neutral', 'pending'],
    [0, 2, 'Sin revisar (mantenimiento)', 'neutral', 'pending'],
    [2, 1, 'Pendiente de supervisor', 'info', 'pending'],
    [2, 2, 'Sin revisar (mantenimiento)', 'neutral', 'pending'],
    [2, 3, 'Aprobado por supervisor', 'success', 'approved'],
    [1, 13, 'Pendiente de mantenimiento', 'info', 'pending'],
    [1, 3, 'Aprobado por supervisor', 'success', 'approved'],
    [1, 9, 'Aprobado por mantenimiento', 'success', 'approved'],
    [9, 3, 'Pendiente de contabilidad (primera)', 'info', 'pending'],
    [9, 9, 'Pendiente de contabilidad (primera)', 'info', 'pending'],
    [9, 4, 'Rechazado por supervisor', 'danger', 'rejected'],
    [3, 6, 'Aprobado por contabilidad', 'success', 'approved'],
    [4, 3, 'Pendiente de contabilidad (final)', 'closing', 'pending'],
    [4, 15, 'Aprobado (contabilidad final)', 'success', 'approved'],
    [5, 15, 'Aprobado (contabilidad final)', 'success', 'approved'],
  ])('box %i, expense %i: %s', (active, estado, nombre, color, icono) => {
    expect(expenseFactsAt(active, estado)).toMatchObject({ nombre, color, icono });
  });

  test.each([
    [0, 'SUPERVISOR.APPROVE', 'La caja no está en revisión del supervisor.'],
    [9, 'EXPENSE.REMOVE', 'La caja ya fue enviada: el gasto no se puede cambiar.'],
    [5, 'EXPENSE.INVOICE_FOUND', 'La caja ya está cerrada: sus gastos no cambian.'],
    [2, 'MAINTENANCE.REJECT', 'La caja no está en revisión de mantenimiento.'],
    [2, 'ACCOUNTING.REJECT', 'La caja no está en contabilidad (primera).'],
    [9, 'FINAL.APPROVE', 'La caja no está en contabilidad (final).'],
    [2, 'EXPENSE.ITEMISE', 'La caja no está en contabilidad.'],
    [9, 'ACCOUNTING.APPROVE', 'El supervisor ya lo rechazó.'],
  ] as const)('in a box with code %i %s is refused: %s', (active, type, mensaje) => {
    const expenses = new Map([[1, { estado: active === 0 ? 1 : 4, context: expenseFacts }]]);
    const event = { type, actor: { id: 2, profile: 6 } } as const;
    const question = { type: 'expense', idGasto: 1, event } as const;
    expect(refusalsOfIntention({ active, expenses }, question)).toEqual([
      { guardia: 'stateAllows', mensaje },
    ]);
  });

  test.each([
    [
      9,
      6,
      'ACCOUNTING.REJECT',
      'Contabilidad ya lo aprobó en la primera; en la final se decide otra vez.',
    ],
    [9, 7, 'ACCOUNTING.APPROVE', 'Contabilidad ya lo rechazó en la primera.'],
    [1, 9, 'MAINTENANCE.REJECT', 'Mantenimiento ya lo aprobó.'],
    [1, 10, 'MAINTENANCE.APPROVE', 'Mantenimiento ya lo rechazó.'],
    [1, 3, 'MAINTENANCE.APPROVE', 'Este gasto no espera a mantenimiento.'],
  ] as const)(
    'in a box with code %i an expense in %i refuses %s: %s',
    (active, estado, type, mensaje) => {
      const expenses = new Map([[1, { estado, context: expenseFacts }]]);
      const event = { type, actor: { id: 2, profile: active === 9 ? 6 : 5 } } as const;
      const question = { type: 'expense', idGasto: 1, event } as const;
      expect(refusalsOfIntention({ active, expenses }, question)).toEqual([
        { guardia: 'stateAllows', mensaje },
      ]);
    },
  );

  test('is reserved, and allows no decision, for a pair of codes outside the chart', () => {
    const boxCodes = Object.values(boxStates).map(({ codigo }) => codigo);
    const codes = Object.values(expenseStates).map(({ codigo }) => codigo);
    const pairs = boxCodes.flatMap((active) => codes.map((estado) => ({ active, estado })));
    const known = Object.values(expensePlaces);
    const strange = pairs.filter(
      ({ active, estado }) =>
        !known.some((place) => place.active === active && place.codigo === estado),
    );
    expect([known.length, strange.length]).toEqual([32, 52]);
    for (const { active, estado } of strange) {
      expect(expenseValueOf(active, estado)).toBe('reserved');
      expect(expenseFactsAt(active, estado).codigo).toBe(estado);
      const expenses = new Map([[1, { estado, context: expenseFacts }]]);
      const reject = stages[stageOfBox(boxStateOf(active)) ?? 'final'].reject;
      const event = { type: reject, actor: { id: 2, profile: 6 } } as const;
      expect(
        refusalsOfIntention({ active, expenses }, { type: 'expense', idGasto: 1, event }),
      ).toMatchObject([{ guardia: 'stateAllows' }]);
    }
  });

  test('does not change by a consequence that is sent as an event', () => {
    const expenses = new Map([[1, { estado: 6, context: expenseFacts }]]);
    const event = { type: 'BOX.SHIPPED', actor: { id: 2, profile: 2 } };
    // Neither the types nor the calls allow this event.
    const asked = { type: 'expense', idGasto: 1, event } as unknown as CaseEvent;
    expect(caseAfter({ active: 3, expenses }, asked)).toMatchObject({ ok: false, kind: 'state' });
  });
});

describe('the states of a logged event', () => {
  test.each([
    ['EXPENSE.RECORD', 'recording', 'unreviewed', 'recording', 'open.unreviewed'],
    ['EXPENSE.REMOVE', 'unreviewed', 'removed', 'open.unreviewed', 'removed'],
    [
      'SUPERVISOR.APPROVE',
      'unreviewed',
      'supervisorApproved',
      'supervision.unreviewed',
      'supervision.supervisorApproved',
    ],
    [
      'BOX.ENTERED_MAINTENANCE',
      'supervisorApproved',
      'pendingMaintenance',
      'supervision.supervisorApproved',
      'maintenance.pendingMaintenance',
    ],
    [
      'ACCOUNTING.REJECT',
      'supervisorApproved',
      'accountingRejected',
      'preliminary.supervisorApproved',
      'preliminary.accountingRejected',
    ],
    [
      'BOX.SHIPPED',
      'accountingApproved',
      'supervisorApproved',
      'readyToShip.accountingApproved',
      'finalAccounting.supervisorApproved',
    ],
    [
      'FINAL.APPROVE',
      'supervisorApproved',
      'finalApproved',
      'finalAccounting.supervisorApproved',
      'finalAccounting.finalApproved',
    ],
    [
      'EXPENSE.INVOICE_FOUND',
      'supervisorApproved',
      'supervisorApproved',
      'supervisorApproved',
      'supervisorApproved',
    ],
    ['EXPENSE.INVENTED', 'unreviewed', 'unreviewed', 'unreviewed', 'unreviewed'],
  ])('%s from %s to %s', (evento, desde, hacia, from, to) => {
    expect(placedChange({ evento, desde, hacia })).toEqual({ evento, desde: from, hacia: to });
  });
});

describe('codes', () => {
  test('of the box', () => {
    const codes = Object.entries(boxStates).map(([name, { codigo }]) => [name, codigo]);
    expect(Object.fromEntries(codes)).toEqual({
      open: 0,
      supervision: 2,
      maintenance: 1,
      preliminary: 9,
      readyToShip: 3,
      finalAccounting: 4,
      closed: 5,
    });
    expect(Object.keys(boxMachine.states)).toEqual(Object.keys(boxStates));
    for (const code of [0, 1, 2, 3, 4, 5, 9]) expect(boxStates[boxStateOf(code)].codigo).toBe(code);
  });

  test('of the expense', () => {
    const codes = Object.entries(expenseStates).map(([name, { codigo }]) => [name, codigo]);
    expect(Object.fromEntries(codes)).toEqual({
      unreviewed: 1,
      unreviewedMaintenance: 2,
      supervisorApproved: 3,
      supervisorRejected: 4,
      reserved: 5,
      accountingApproved: 6,
      accountingRejected: 7,
      maintenanceApproved: 9,
      maintenanceRejected: 10,
      pendingMaintenance: 13,
      finalApproved: 15,
      finalRejected: 16,
    });
    const inner = Object.values(expenseMachine.states).flatMap(({ key, states }) =>
      Object.keys(states).length === 0 ? [key] : Object.keys(states),
    );
    expect([...new Set(inner)].toSorted()).toEqual(
      [...Object.keys(expenseStates), 'recording', 'removed'].toSorted(),
    );
    const every = [1, 2, 3, 4, 5, 6, 7, 9, 10, 13, 15, 16];
    expect(every.map((code) => expenseStates[expenseStateOf(code)].codigo)).toEqual(every);
    expect(every.filter(isRejected)).toEqual([4, 7, 10, 16]);
  });

  test('that are unknown throw a RangeError', () => {
    const actor = { id: 1, profile: 3 } as const;
    expect(() => sending(6, { type: 'BOX.SEND', actor })).toThrow(RangeError);
    for (const code of [0, 8, 11, 12, 14, 17, -1, 1.5, Number.NaN]) {
      const expenses = new Map([[1, { estado: code, context: expenseFacts }]]);
      const event = { type: 'EXPENSE.REMOVE', actor } as const;
      expect(() =>
        caseAfter({ active: 0, expenses }, { type: 'expense', idGasto: 1, event }),
      ).toThrow(RangeError);
    }
  });
});

describe('the stage at which a box is decided', () => {
  test.each([
    ['open', null],
    ['supervision', 'supervisor'],
    ['maintenance', 'maintenance'],
    ['preliminary', 'accounting'],
    ['readyToShip', null],
    ['finalAccounting', 'final'],
    ['closed', null],
  ] as const)('%s: %s', (state, stage) => {
    expect(stageOfBox(state)).toBe(stage);
  });

  test('has its profile and its codes of approval and rejection', () => {
    const table = Object.entries(stages).map(([name, { profile, approved, rejected }]) => [
      name,
      profile,
      expenseStates[approved].codigo,
      expenseStates[rejected].codigo,
    ]);
    expect(table).toEqual([
      ['supervisor', 3, 3, 4],
      ['maintenance', 5, 9, 10],
      ['accounting', 6, 6, 7],
      ['final', 6, 15, 16],
    ]);
  });
});
