/** The reviewers at work: the expenses that each stage marks, and its sentences. */

import { toPesos } from '#machines/domain/values/money.ts';
import {
  grantedOf,
  needsReimbursement,
  reimbursementCap,
} from '#machines/domain/review/reimbursement.ts';
import {
  type PlainStage,
  type StageName,
  isPlainStage,
  stages,
} from '#machines/domain/box/stages.ts';
import { expenseStates } from '#machines/domain/box/states.ts';
import {
  type CategorisedExpense,
  categorisedExpenses,
} from '../../features/cases/box.repository.ts';
import type { DemoBox, DemoPurchase } from './demo-boxes.ts';
import { type DemoCalls, demoOperations, token } from './demo-calls.ts';
import { demoPersonEntries, type PersonKey } from './demo-people.ts';
import { purchaseModels } from './demo-purchases.ts';
import { demoStores, type StoreKey } from './demo-stores.ts';
import { demoSuppliers } from './demo-suppliers.ts';
import type { SeededRandom, Some } from './seeded-random.ts';

interface DemoReview {
  /** Days after the store sent the box: its expenses are marked, and it is sent on. */
  marks: number;
  sends: number;
  approvals: Some<string>;
  rejections: Some<string>;
}

export const demoReviews: Record<StageName, DemoReview> = {
  supervisor: {
    marks: 1,
    sends: 2,
    approvals: [
      'Gasto autorizado, soporte legible.',
      'Corresponde a lo acordado con la tienda.',
      'Valor y fecha verificados con el recibo.',
      'Aprobado. Recordar pedir factura electrónica.',
    ],
    rejections: [
      'No estaba autorizado con cargo a la caja menor.',
      'El soporte no permite leer el valor.',
      'El soporte cargado es de otro gasto.',
    ],
  },
  maintenance: {
    marks: 3,
    sends: 4,
    approvals: [
      'Trabajo verificado en sitio.',
      'Corresponde a la orden de mantenimiento de la tienda.',
      'Precio acorde con el mercado.',
    ],
    rejections: [
      'Se cobró más de lo cotizado para este trabajo.',
      'El trabajo no fue solicitado a mantenimiento.',
    ],
  },
  accounting: {
    marks: 5,
    sends: 6,
    approvals: [
      'Causado según soporte.',
      'Documento y cuenta correctos.',
      'Itemización conforme con la factura.',
    ],
    rejections: [
      'Falta la factura electrónica del proveedor.',
      'El documento del proveedor no coincide con el registrado.',
    ],
  },
  final: {
    marks: 10,
    sends: 11,
    approvals: [
      'Original recibido y conforme.',
      'Documento físico coincide con el soporte cargado.',
      'Recibido en el paquete de soportes.',
    ],
    rejections: [
      'El original llegó ilegible.',
      'El original recibido no corresponde a este gasto.',
    ],
  },
};

/** The supervisor of the store, or the first of the people with the profile of the stage. */
export function reviewerOf(stage: StageName, store: StoreKey): PersonKey {
  const { assignee, profile } = stages[stage];
  const found = demoPersonEntries.find(([, person]) => person.profile === profile);
  if (assignee === 'supervisor' || found === undefined) return demoStores[store].supervisor;
  return found[0];
}

const [exemptTax, generalTax] = [5, 1];
const documentClasses = { invoice: 1, receipt: 4, bill: 5 };

interface Marking {
  purchase: DemoPurchase;
  expense: CategorisedExpense;
  person: PersonKey;
  instant: number;
  random: SeededRandom;
}

function decisionOf<Code extends number>(
  stage: StageName,
  [approved, rejected]: readonly [Code, Code],
  { purchase, expense, random }: Marking,
) {
  const { approvals, rejections } = demoReviews[stage];
  const isRejected = purchase.rechazo?.stage === stage;
  return {
    decision: {
      token,
      id_gasto: expense.id,
      id_caja: expense.id_caja,
      estado: isRejected ? rejected : approved,
      observacion: random.pick(isRejected ? rejections : approvals),
      id_rechazo: isRejected ? (purchase.rechazo?.id ?? null) : null,
    },
    isRejected,
  };
}

async function markAsSupervisor(calls: DemoCalls, marking: Marking): Promise<void> {
  const { decision, isRejected } = decisionOf('supervisor', stages.supervisor.codes, marking);
  const { expense, person, instant } = marking;
  const [offered] = JSON.parse(expense.data_factura) as { numero_factura: string; url: string }[];
  if (offered !== undefined)
    await demoOperations['/elegirFacturaElectronica'](
      { token, id_gasto: expense.id, recibo: offered.numero_factura, url: offered.url },
      calls.context(person, instant),
    );
  const above = needsReimbursement(expense);
  await demoOperations['/guardarSupervisor'](
    { ...decision, reembolsar: above && !isRejected ? toPesos(reimbursementCap) : null },
    calls.context(person, instant),
  );
}

async function markPlainly(stage: PlainStage, calls: DemoCalls, marking: Marking): Promise<void> {
  const { decision } = decisionOf(stage, stages[stage].codes, marking);
  await demoOperations[`/${stages[stage].saves}` as const](
    decision,
    calls.context(marking.person, marking.instant),
  );
}

/** Splits the granted value over the categories, in whole thousands of pesos but for the first one. */
function splitOf(expense: CategorisedExpense): number[] {
  const count = expense.categoryIds.length;
  const valor = toPesos(grantedOf(expense));
  const share = Math.floor(valor / count / 1000) * 1000;
  return expense.categoryIds.map((_, index) => (index === 0 ? valor - share * (count - 1) : share));
}

async function markAsAccounting(calls: DemoCalls, marking: Marking): Promise<void> {
  const { decision, isRejected } = decisionOf('accounting', stages.accounting.codes, marking);
  const { expense, purchase } = marking;
  const { persona } = demoSuppliers[purchaseModels[purchase.model].supplier];
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
    { ...decision, ...(isRejected ? { item: 0 as const } : itemisation) },
    calls.context(marking.person, marking.instant),
  );
}

const MINUTES_EACH = 7 * 60_000;

const isLeftToMaintenance = (stage: StageName, { estado }: CategorisedExpense): boolean =>
  stage === 'supervisor' && estado === expenseStates.unreviewedMaintenance.codigo;

/** Tells whether an expense waits for the stage, or may at least be marked there. */
const isMarkedAt = (stage: StageName, expense: CategorisedExpense): boolean =>
  isLeftToMaintenance(stage, expense) ||
  stages[stage].waiting.some((name) => expenseStates[name].codigo === expense.estado);

/** The supervisor leaves every second expense of maintenance to maintenance alone. */
const isSkipped = (stage: StageName, { expense, purchase }: Marking, index: number): boolean =>
  isLeftToMaintenance(stage, expense) &&
  purchase.rechazo?.stage !== 'supervisor' &&
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
  const person = reviewerOf(stage, box.store);
  const expenses = await categorisedExpenses(calls.trx, review.idCaja);
  const markings = expenses
    .flatMap((expense, index): Marking[] => {
      const purchase = box.purchases[index];
      const instant = review.instant + index * MINUTES_EACH;
      return purchase && isMarkedAt(stage, expense)
        ? [{ purchase, expense, person, instant, random }]
        : [];
    })
    .filter((marking, index) => !isSkipped(stage, marking, index))
    .slice(0, review.most);
  for (const marking of markings) {
    if (isPlainStage(stage)) await markPlainly(stage, calls, marking);
    else if (stage === 'supervisor') await markAsSupervisor(calls, marking);
    else await markAsAccounting(calls, marking);
  }
}
