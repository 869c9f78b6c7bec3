/** Expenses that can be approved jointly: the contact sheet ticks them, and one shortcut approves them. */
import { describe, expect, test } from 'vitest';
import type { BoxCase } from '#machines/domain/case/box-case.ts';
import type { ExpenseContext } from '#machines/domain/expense/expense-guards.ts';
import { type ApprovedExpense, individualReasons } from '#machines/domain/case/joint-approval.ts';

interface Case {
  active?: number;
  estado?: number;
  context?: Partial<ExpenseContext>;
  expense?: Partial<ApprovedExpense>;
  observacion?: string;
}

const supervisor = { id: 3, profile: 3 } as const;

function apart({ active = 2, estado = 1, context, expense, observacion = 'Conforme' }: Case) {
  const before: BoxCase = {
    active,
    expenses: new Map([
      [
        7,
        {
          estado,
          context: {
            needsMaintenance: false,
            hasReceipt: true,
            recordedBy: 2,
            categoryIds: [1],
            valor: 12_500_00,
            reembolsar: null,
            offeredInvoices: [],
            ...context,
          },
        },
      ],
    ]),
  };
  const approved = { id: 7, informe_novedad: '', enlace_factura: '', ...expense };
  return individualReasons(before, approved, { actor: supervisor, observacion, lote: 1 }).map(
    ({ guardia, mensaje }) => `${guardia}: ${mensaje}`,
  );
}

describe('an expense', () => {
  test.each<[string, Case]>([
    ['that waits, with its receipt and no anomaly', {}],
    [
      'whose electronic invoice is chosen',
      { context: { offeredInvoices: ['a', 'b'] }, expense: { enlace_factura: 'a' } },
    ],
  ])('%s can be approved jointly', (_, one) => expect(apart(one)).toEqual([]));

  test.each<[string, Case, string[]]>([
    [
      'with anomalies',
      { expense: { informe_novedad: 'Repetido.\nOtra.' } },
      ['expenseHasNoAnomaly: Repetido.', 'expenseHasNoAnomaly: Otra.'],
    ],
    [
      'that its store corrected',
      { context: { correctedBy: 2 } },
      ['expenseIsAsRecorded: Corregido por la tienda.'],
    ],
    ['without receipt', { context: { hasReceipt: false } }, ['hasReceipt: No tiene soporte.']],
    [
      'with several invoices and none chosen',
      { context: { offeredInvoices: ['a', 'b'] } },
      ['invoiceIsChosen: Falta elegir su factura electrónica.'],
    ],
    [
      'above what is reimbursed',
      { context: { valor: 20_000_00, categoryIds: [16] } },
      ['reimbursementIsGiven: El gasto supera $15.000: indique el valor del reembolso.'],
    ],
    [
      'of the person who decides',
      { context: { recordedBy: supervisor.id } },
      ['actorDidNotRecord: Usted registró este gasto: otra persona debe decidirlo.'],
    ],
    [
      'without observation',
      { observacion: '' },
      ['observationIsGiven: El campo de observaciones es obligatorio'],
    ],
    [
      'that is decided',
      { estado: 3 },
      ['expenseIsUndecided: Ya está decidido: Aprobado por supervisor.'],
    ],
    [
      'that waits for somebody else',
      { estado: 2, context: { needsMaintenance: true } },
      ['expenseWaits: No espera su decisión: Sin revisar (mantenimiento).'],
    ],
    [
      'of a box that nobody reviews',
      { active: 3, estado: 6 },
      ['boxIsReviewed: La caja no está en revisión.'],
    ],
  ])('%s needs an individual decision', (_, one, reasons) => expect(apart(one)).toEqual(reasons));
});
