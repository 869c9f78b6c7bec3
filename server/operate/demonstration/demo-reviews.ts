/** Decisions of the reviewers on the expenses of each stage. */
import { isPlainStage, type StageName, stages, waitsAt } from '#machines/domain/stages/stages.ts';
import { expenseStateOf, expenseStates } from '#machines/domain/stages/states.ts';
import {
  grantedOf,
  needsReimbursement,
  reimbursementCap,
} from '#machines/domain/review/reimbursement.ts';
import { toPesos } from '#machines/domain/values/money.ts';
import {
  type CategorisedExpense,
  categorisedExpenses,
} from '../../features/cases/box.repository.ts';
import type { SessionContext } from '../../platform/http/operation.ts';
import { type DemoCalls, demoOperations, token } from './demo-calls.ts';
import {
  type DemoPurchase,
  demoApprovals,
  demoRejections,
  demoSuppliers,
  demoTaxes,
  type PersonKey,
  purchaseModels,
} from './demo-data.ts';
import { partsOf } from './receipt-files.ts';

const exemptTax = 5;
/** Ids of the catalogue by tax and rate. */
const taxIds: Readonly<Record<string, number>> = { '01 19': 1, '01 5': 2, '04 8': 4 };
const documentClasses = { invoice: 1, receipt: 4, bill: 5 };

/** Itemises over the categories: by the rates of the invoice, or in whole thousands of pesos. */
function itemisationOf(expense: CategorisedExpense, [model]: DemoPurchase) {
  const { persona } = demoSuppliers[purchaseModels[model].supplier];
  const isInvoiced = expense.factura_elec === 1;
  const unInvoiced = persona === 'PN' ? documentClasses.bill : documentClasses.receipt;
  const { categoryIds: categorias } = expense;
  const taxes = isInvoiced ? demoTaxes(model, grantedOf(expense)) : [];
  const ids = taxes.map(({ codigo, tarifa }) => taxIds[`${codigo} ${tarifa}`] ?? exemptTax);
  return {
    item: 1 as const,
    indicadorImpuesto: isInvoiced ? documentClasses.invoice : unInvoiced,
    item_valor:
      taxes.length === categorias.length
        ? taxes.map(({ base, valor }) => toPesos(base + valor))
        : partsOf(toPesos(grantedOf(expense)), categorias.length, 1000),
    iva_item: categorias.map((_, index) => ids[index] ?? ids[0] ?? exemptTax),
    categorias,
    tipo_persona: persona,
  };
}

async function mark(
  stage: StageName,
  calls: DemoCalls,
  context: SessionContext,
  expense: CategorisedExpense,
  purchase: DemoPurchase,
): Promise<void> {
  const [, trait, reason = null] = purchase;
  const isRejected = trait === stage;
  const observations = isRejected ? demoRejections : demoApprovals;
  const decisionFor = <Code extends number>([approved, rejected]: readonly [Code, Code]) => ({
    token,
    id_gasto: expense.id,
    id_caja: expense.id_caja,
    estado: isRejected ? rejected : approved,
    observacion: calls.random.pick(observations[stage]),
    id_rechazo: isRejected ? reason : null,
  });
  if (isPlainStage(stage)) {
    const { saves, codes } = stages[stage];
    await demoOperations[`/${saves}` as const](decisionFor(codes), context);
  } else if (stage === 'supervisor') {
    const decision = decisionFor(stages.supervisor.codes);
    const [offered] = JSON.parse(expense.data_factura) as { numero_factura: string; url: string }[];
    if (offered !== undefined)
      await demoOperations['/elegirFacturaElectronica'](
        { token, id_gasto: expense.id, recibo: offered.numero_factura, url: offered.url },
        context,
      );
    const isCapped = needsReimbursement(expense) && !isRejected;
    await demoOperations['/guardarSupervisor'](
      { ...decision, reembolsar: isCapped ? toPesos(reimbursementCap) : null },
      context,
    );
  } else {
    const itemisation = isRejected ? { item: 0 as const } : itemisationOf(expense, purchase);
    const decision = decisionFor(stages.accounting.codes);
    await demoOperations['/guardarContabilidad']({ ...decision, ...itemisation }, context);
  }
}

const MILLISECONDS_EACH = 7 * 60_000;

/** A person marks the expenses that wait for a stage, one after another, at most `most` of them. */
export async function markBox(
  calls: DemoCalls,
  purchases: readonly DemoPurchase[],
  person: PersonKey,
  { id_caja, stage, at, most }: { id_caja: number; stage: StageName; at: number; most: number },
): Promise<void> {
  const expenses = await categorisedExpenses(calls.trx, id_caja);
  const isLeft = ({ estado }: CategorisedExpense): boolean =>
    stage === 'supervisor' && estado === expenseStates.unreviewedMaintenance.codigo;
  const marked = [...expenses.entries()]
    .filter(([, expense]) => isLeft(expense) || waitsAt(stage, expenseStateOf(expense.estado)))
    // The supervisor skips every second maintenance expense, which only maintenance then decides.
    .filter(([, expense], index) => !isLeft(expense) || index % 2 !== 0)
    .slice(0, most);
  for (const [index, expense] of marked) {
    const context = calls.context(person, at + index * MILLISECONDS_EACH);
    await mark(stage, calls, context, expense, purchases[index] ?? ['aseo']);
  }
}
