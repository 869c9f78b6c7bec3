/** The reviewers at work: what each stage marks of a box, with which words. */

import { toPesos } from '#machines/domain/money.ts';
import { grantedOf, needsReimbursement, reimbursementCap } from '#machines/domain/reimbursement.ts';
import { type StageName, stages } from '#machines/domain/stages.ts';
import { expenseStates } from '#machines/domain/states.ts';
import { type ExpenseRow, expensesOfBox } from '../repositories/expense.repository.ts';
import type { DemoBox, DemoPurchase } from './demo-boxes.ts';
import { type DemoCalls, demoOperations, token } from './demo-calls.ts';
import type { PersonKey } from './demo-people.ts';
import { purchaseModel } from './demo-purchases.ts';
import { demoStores } from './demo-stores.ts';
import { demoSupplier } from './demo-suppliers.ts';
import type { SeededRandom } from './seeded-random.ts';

const approvals: Record<StageName, readonly [string, ...string[]]> = {
  supervisor: [
    'Gasto autorizado, soporte legible.',
    'Corresponde a lo acordado con la tienda.',
    'Valor y fecha verificados con el recibo.',
    'Aprobado. Recordar pedir factura electrónica.',
  ],
  maintenance: [
    'Trabajo verificado en sitio.',
    'Corresponde a la orden de mantenimiento de la tienda.',
    'Precio acorde con el mercado.',
  ],
  accounting: [
    'Causado según soporte.',
    'Documento y cuenta correctos.',
    'Itemización conforme con la factura.',
  ],
  final: [
    'Original recibido y conforme.',
    'Documento físico coincide con el soporte cargado.',
    'Recibido en el paquete de soportes.',
  ],
};

const rejections: Record<StageName, readonly [string, ...string[]]> = {
  supervisor: [
    'No estaba autorizado con cargo a la caja menor.',
    'El soporte no permite leer el valor.',
    'El soporte cargado es de otro gasto.',
  ],
  maintenance: [
    'Se cobró más de lo cotizado para este trabajo.',
    'El trabajo no fue solicitado a mantenimiento.',
  ],
  accounting: [
    'Falta la factura electrónica del proveedor.',
    'El documento del proveedor no coincide con el registrado.',
  ],
  final: ['El original llegó ilegible.', 'El original recibido no corresponde a este gasto.'],
};

/** States that wait for each stage. What goes to maintenance the supervisor may leave unmarked. */
const waiting: Record<StageName, readonly number[]> = {
  supervisor: [expenseStates.unreviewed.codigo, expenseStates.unreviewedMaintenance.codigo],
  maintenance: [expenseStates.pendingMaintenance.codigo],
  accounting: [expenseStates.supervisorApproved.codigo, expenseStates.maintenanceApproved.codigo],
  final: [expenseStates.supervisorApproved.codigo],
};

const [exemptTax, generalTax] = [5, 1];
const documentClasses = { invoice: 1, receipt: 4, bill: 5 };

interface Marking {
  purchase: DemoPurchase;
  expense: ExpenseRow;
  instant: number;
  random: SeededRandom;
}

function decisionOf(stage: StageName, { purchase, expense, random }: Marking) {
  const { approved, rejected } = stages[stage];
  const isRejected = purchase.rechazo?.stage === stage;
  return {
    token,
    id_gasto: expense.id,
    id_caja: expense.id_caja,
    codigo: expenseStates[isRejected ? rejected : approved].codigo,
    observacion: random.pick((isRejected ? rejections : approvals)[stage]),
    id_rechazo: isRejected ? (purchase.rechazo?.id ?? null) : null,
    isRejected,
  };
}

async function markAsSupervisor(
  calls: DemoCalls,
  person: PersonKey,
  marking: Marking,
): Promise<void> {
  const { codigo, isRejected, ...decision } = decisionOf('supervisor', marking);
  const { expense, instant } = marking;
  const [offered] = JSON.parse(expense.data_factura) as { numero_factura: string; url: string }[];
  if (offered !== undefined)
    await demoOperations['/elegirFacturaElectronica'](
      { token, id_gasto: expense.id, recibo: offered.numero_factura, url: offered.url },
      calls.context(person, instant),
    );
  const above = needsReimbursement(expense);
  await demoOperations['/guardarSupervisor'](
    {
      ...decision,
      estado: codigo as 3 | 4,
      item: 0,
      reembolsar: above && !isRejected ? toPesos(reimbursementCap) : null,
    },
    calls.context(person, instant),
  );
}

async function markAsMaintenance(calls: DemoCalls, marking: Marking): Promise<void> {
  const { codigo, isRejected: _, ...decision } = decisionOf('maintenance', marking);
  await demoOperations['/guardarMantenimiento'](
    { ...decision, estado: codigo as 9 | 10, item: 0 },
    calls.context('mantenimiento', marking.instant),
  );
}

/** Splits the granted value over the categories, in whole thousands of pesos but for the first one. */
function splitOf(expense: ExpenseRow): number[] {
  const count = expense.categoryIds.length;
  const valor = toPesos(grantedOf(expense));
  const share = Math.floor(valor / count / 1000) * 1000;
  return expense.categoryIds.map((_, index) => (index === 0 ? valor - share * (count - 1) : share));
}

async function markAsAccounting(calls: DemoCalls, marking: Marking): Promise<void> {
  const { codigo, isRejected, ...decision } = decisionOf('accounting', marking);
  const { expense, purchase } = marking;
  const { persona } = demoSupplier(purchaseModel(purchase.model).supplier);
  const itemisation = {
    item: 1 as const,
    indicadorImpuesto: purchase.factura
      ? documentClasses.invoice
      : persona === 'PN'
        ? documentClasses.bill
        : documentClasses.receipt,
    item_valor: splitOf(expense),
    iva_item: expense.categoryIds.map(() => (purchase.factura ? generalTax : exemptTax)),
    categorias: expense.categoryIds,
    tipo_persona: persona,
  };
  await demoOperations['/guardarContabilidad'](
    { ...decision, estado: codigo as 6 | 7, ...(isRejected ? { item: 0 as const } : itemisation) },
    calls.context('contabilidad', marking.instant),
  );
}

async function markAsFinal(calls: DemoCalls, marking: Marking): Promise<void> {
  const { codigo, isRejected: _, ...decision } = decisionOf('final', marking);
  await demoOperations['/guardarContabilidadFinal'](
    { ...decision, estado: codigo as 15 | 16 },
    calls.context('contabilidad', marking.instant),
  );
}

const MINUTES_EACH = 7 * 60_000;

/** The supervisor leaves every second expense of maintenance to maintenance alone. */
const leavesToMaintenance = (stage: StageName, marking: Marking, index: number): boolean =>
  stage === 'supervisor' &&
  marking.expense.estado === expenseStates.unreviewedMaintenance.codigo &&
  marking.purchase.rechazo?.stage !== 'supervisor' &&
  index % 2 === 0;

/**
 * Marks what waits for a stage, one expense after another.
 *
 * @param most how many expenses are marked at most
 */
export async function markBox(
  calls: DemoCalls,
  review: { box: DemoBox; idCaja: number; stage: StageName; instant: number; most: number },
  random: SeededRandom,
): Promise<void> {
  const { box, stage } = review;
  const expenses = await expensesOfBox(calls.trx, review.idCaja);
  const markings = expenses
    .flatMap((expense, index): Marking[] => {
      const purchase = box.purchases[index];
      return purchase && waiting[stage].includes(expense.estado)
        ? [{ purchase, expense, instant: review.instant + index * MINUTES_EACH, random }]
        : [];
    })
    .filter((marking, index) => !leavesToMaintenance(stage, marking, index))
    .slice(0, review.most);
  const mark: Record<StageName, (marking: Marking) => Promise<void>> = {
    supervisor: (marking) => markAsSupervisor(calls, demoStores[box.store].supervisor, marking),
    maintenance: (marking) => markAsMaintenance(calls, marking),
    accounting: (marking) => markAsAccounting(calls, marking),
    final: (marking) => markAsFinal(calls, marking),
  };
  for (const marking of markings) await mark[stage](marking);
}
