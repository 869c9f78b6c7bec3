import { describe, expect, test } from 'vitest';
import { type BoxCase, caseAfter } from '#machines/domain/case/box-case.ts';
import {
  canBeRecordedAgain,
  correctableExpenses,
  correctionText,
  type Difference,
  differencesOf,
  undoneStages,
} from '#machines/domain/expense/expense-correction.ts';
import type { ExpenseContext } from '#machines/domain/expense/expense-guards.ts';

const [supervision, maintenance, preliminary, final] = [2, 1, 9, 4];

const changed = (campo: Difference['campo']): Difference[] => [{ campo, antes: 'a', despues: 'b' }];

describe('a rejected expense can be corrected while the stage that rejected it has the box', () => {
  const rejected = [{ estado: 4 }, { estado: 10 }, { estado: 7 }, { estado: 16 }, { estado: 1 }];
  test.each([
    ['supervision', supervision, [4]],
    ['maintenance', maintenance, [10]],
    ['preliminary', preliminary, [7]],
    ['readyToShip', 3, []],
    ['finalAccounting', final, []],
    ['closed', 5, []],
    ['open', 0, []],
  ])('%s', (_, active, states) => {
    expect(correctableExpenses(active, rejected).map(({ estado }) => estado)).toEqual(states);
  });
});

test('a rejected expense of an earlier stage can be recorded again unless it is a duplicate or was taken over', () => {
  const rejected = {
    active: preliminary,
    estado: 4,
    motivo_rechazo: 'Soporte ilegible',
    asumido: 0,
  };
  expect(canBeRecordedAgain(rejected)).toBe(true);
  expect(canBeRecordedAgain({ ...rejected, active: supervision })).toBe(false);
  expect(canBeRecordedAgain({ ...rejected, estado: 3 })).toBe(false);
  expect(canBeRecordedAgain({ ...rejected, motivo_rechazo: 'Gasto duplicado' })).toBe(false);
  expect(canBeRecordedAgain({ ...rejected, asumido: 1 })).toBe(false);
});

describe('earlier approvals stand unless the purchase itself changes', () => {
  test.each(['valor', 'proveedor', 'fecha_gasto', 'archivo'] as const)(
    '%s undoes every approval',
    (campo) => {
      expect(undoneStages(preliminary, changed(campo))).toEqual([
        'supervisor',
        'maintenance',
        'accounting',
      ]);
      expect(undoneStages(supervision, changed(campo))).toEqual(['supervisor']);
    },
  );

  test.each(['recibo', 'concepto', 'categoria', 'factura', 'encargado'] as const)(
    '%s undoes only the approval of the current stage',
    (campo) => {
      expect(undoneStages(preliminary, changed(campo))).toEqual(['accounting']);
      expect(undoneStages(maintenance, changed(campo))).toEqual(['maintenance']);
    },
  );
});

describe('the differences of a correction', () => {
  const before = {
    valor: 20_000_00,
    proveedor: '900373923 Ferretería El Tornillo',
    fecha_gasto: '2026-11-02',
    archivo: 'a1',
    recibo: '77',
    concepto: 'Taxi',
    categoria: 'Transporte',
    factura: '',
    encargado: '',
  };

  test('are listed by field, with a dash for an empty value', () => {
    const after = { ...before, valor: 18_000_00, factura: 'FE2' };
    const differences = differencesOf(before, after);
    expect(differences).toEqual([
      { campo: 'valor', antes: '$ 20.000', despues: '$ 18.000' },
      { campo: 'factura', antes: '', despues: 'FE2' },
    ]);
    expect(correctionText(differences)).toBe(
      'valor $ 20.000 → $ 18.000, factura electrónica — → FE2',
    );
  });

  test('are empty when nothing changed', () => {
    expect(differencesOf(before, { ...before })).toEqual([]);
  });
});

test('a user who corrected an expense cannot decide it', () => {
  const context: ExpenseContext = {
    needsMaintenance: false,
    hasReceipt: true,
    recordedBy: 1,
    categoryIds: [1],
    valor: 100_00,
    reembolsar: null,
    offeredInvoices: [],
  };
  const rejected: BoxCase = {
    active: supervision,
    expenses: new Map([[9, { estado: 4, context }]]),
  };
  const correction = {
    type: 'EXPENSE.CORRECT',
    actor: { id: 2, profile: 4 },
    corregido: { needsMaintenance: false, categoryIds: [1], valor: 90_00, offeredInvoices: [] },
    diferencias: changed('valor'),
  } as const;
  const corrected = caseAfter(rejected, { type: 'expense', idGasto: 9, event: correction });
  if (!corrected.ok) throw new Error('the correction was refused');
  const decide = (id: number) =>
    caseAfter(corrected.next, {
      type: 'expense',
      idGasto: 9,
      event: {
        type: 'SUPERVISOR.APPROVE',
        actor: { id, profile: 3 },
        observacion: 'Ya está bien',
        id_rechazo: null,
        reembolsar: null,
      },
    });
  expect(decide(2)).toMatchObject({ ok: false, motivos: [{ guardia: 'actorDidNotRecord' }] });
  expect(decide(3)).toMatchObject({ ok: true });
});
