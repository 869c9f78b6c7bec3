import type { Expense } from '#contract/calls/expenses.calls.ts';
import type { RequestOf } from '#contract/contract.ts';
import {
  type PlainStage,
  type StageName,
  type Stages,
  isPlainStage,
  stages,
} from '../../domain/stages/stages.ts';
import type { AccountingSplit, ExpenseCommand } from '../../domain/expense/expense-guards.ts';
import type { FailedGuard } from '#contract/errors.ts';
import {
  needsReimbursement,
  reimbursementCap,
  takesReimbursement,
} from '../../domain/review/reimbursement.ts';
import {
  formatTyped,
  moneyRefusal,
  parseMoney,
  pesosOrNull,
  toCentavos,
} from '../../domain/values/money.ts';
import {
  type AccountingValues,
  accountingRefusals,
  accountingRequest,
  accountingValues,
  amountRefusals,
  proposedLines,
  splitBody,
  splitOf,
} from './accounting-decision.form.ts';
import {
  type AccountingFacts,
  type Decided,
  type DecisionValues,
  type Facts,
  type SaveName,
  type SaveRequest,
  commandRefusals,
  decisionRefusals,
  decisionRequest,
  decisionValues,
} from './decision-rules.ts';

/** The supervisor's form: its fields, its rules and the body of its call. */

export interface SupervisorValues extends DecisionValues {
  /** Reimbursement value as typed; empty when none is given. */
  reembolsar: string;
}

/** The initial values for an expense, with the earlier decision. */
export const supervisorValues = (expense: Expense): SupervisorValues => ({
  ...decisionValues('supervisor', expense),
  reembolsar: expense.reembolsar === null ? '' : formatTyped(toCentavos(expense.reembolsar)),
});

/** The field is shown only for an expense of exactly one of the six categories. */
export const showsReimbursement = (expense: Expense): boolean =>
  takesReimbursement(expense.categorias_propias);

/** Above the cap the field must be filled in. */
export const requiresReimbursement = (expense: Expense): boolean =>
  needsReimbursement({ categoryIds: expense.categorias_propias, valor: toCentavos(expense.valor) });

/** The most that can be reimbursed, in centavos. */
export const mostReimbursed = ({ valor }: Expense): number =>
  Math.min(toCentavos(valor), reimbursementCap);

type SupervisorDecided = Decided<SupervisorValues>;

/** The typed reimbursement value; '' when the field is not shown. */
const typedAmount = ({ facts, values }: SupervisorDecided): string =>
  showsReimbursement(facts.expense) ? values.reembolsar.trim() : '';

/** All refusals of the decision, from the state machine and from the form. */
function supervisorRefusals(decided: SupervisorDecided): FailedGuard[] {
  const typed = typedAmount(decided);
  const reembolsar = parseMoney(typed);
  const refusals = decisionRefusals('supervisor', decided, { reembolsar });
  if (decided.choice === 'rejected' || typed === '' || reembolsar !== null) return refusals;
  const others = refusals.filter(({ guardia }) => guardia !== 'reimbursementIsGiven');
  return [{ guardia: 'reembolsar', mensaje: moneyRefusal(typed) }, ...others];
}

function supervisorRequest(decided: SupervisorDecided): RequestOf<'/guardarSupervisor'> {
  const centavos = decided.choice === 'approved' ? parseMoney(typedAmount(decided)) : null;
  return {
    ...decisionRequest('supervisor', decided),
    item: 0,
    reembolsar: pesosOrNull(centavos),
  };
}

/** The itemisation without a decision: its fields, its rules and the body of its call. */

export type ItemisationValues = Pick<
  AccountingValues,
  'filas' | 'indicador' | 'tipo_persona' | 'item_texto'
>;

/** The initial values for an expense, with the earlier split. */
export function itemisationValues(expense: Expense): ItemisationValues {
  const { filas, indicador, tipo_persona, item_texto } = accountingValues(expense);
  // This screen can save the class without a split, so it proposes no values.
  const asStored = expense.item === 1 ? filas : filas.map((row) => ({ ...row, valor: '' }));
  return { filas: asStored, indicador, tipo_persona, item_texto };
}

type ItemisationDecided = Decided<ItemisationValues, AccountingFacts>;

/** Null when every value is zero: this screen saves without itemisation. */
const splitOrNone = ({ values, facts }: ItemisationDecided): AccountingSplit | null => {
  const split = splitOf(values, facts);
  return split.valores.some(Boolean) ? split : null;
};

/** All refusals of the split, from the state machine and from the form. */
const itemisationRefusals = (decided: ItemisationDecided): FailedGuard[] => [
  ...commandRefusals(decided.facts.expense, {
    type: 'EXPENSE.ITEMISE',
    actor: decided.actor,
    desglose: splitOrNone(decided),
  }),
  ...amountRefusals(decided.values),
];

/** The state stays 3: only the split is saved. */
function itemisationRequest(decided: ItemisationDecided): RequestOf<'/guardarContabilidad'> {
  const { id_caja, facts, values } = decided;
  const { expense } = facts;
  const saved = { id_caja, id_gasto: expense.id, estado: 3, version: expense.version } as const;
  return { ...saved, ...splitBody(expense, splitOrNone(decided), values) };
}

/** The five reviews of an expense: the form, the call and the screen of each. */

export type Values = DecisionValues | SupervisorValues | AccountingValues | ItemisationValues;

interface ReviewForm {
  // Methods are bivariant: each review takes the facts and values of its own loader and form, and gets no others.
  /** All refusals of the decision, from the state machine and from the form. */
  refusals(decided: Decided<Values, Facts>): FailedGuard[];
  request(decided: Decided<Values, Facts>): SaveRequest;
  /** Proposed values that nobody has changed: a definitive save asks to confirm them. */
  proposed?(decided: Decided<Values, Facts>): string[];
}

const plainForm = (stage: PlainStage): ReviewForm => ({
  refusals: (decided: Decided) => decisionRefusals(stage, decided),
  request: (decided: Decided) => ({
    ...decisionRequest(stage, decided),
    // Of the plain reviews only maintenance has the field `item` in its call.
    ...(stage === 'maintenance' && { item: 0 }),
  }),
});

const ownForms: Record<Exclude<StageName, PlainStage>, ReviewForm> = {
  supervisor: { refusals: supervisorRefusals, request: supervisorRequest },
  accounting: {
    refusals: accountingRefusals,
    request: accountingRequest,
    proposed: proposedLines,
  },
};

/** The differences between the reviews. */
export interface Review {
  id: string;
  description: string;
  /** Null where the expense is split without a decision. */
  stage: StageName | null;
  form: ReviewForm;
  saves: SaveName;
  /** The event that the state machine must allow, regardless of the form. */
  asks: ExpenseCommand['type'];
  nothingChosen: string;
  back: 'detalleCajaCI' | Stages[StageName]['box'];
}

export const decisionOf = (stage: StageName): Review => {
  const { box, reject, ...facts } = stages[stage];
  const form = isPlainStage(stage) ? plainForm(stage) : ownForms[stage];
  return { ...facts, id: `${stage}Decision`, stage, form, asks: reject, back: box };
};

export const itemisation: Review = {
  id: 'itemisation',
  description: 'Contabilidad reparte un gasto que la espera, sin decidirlo.',
  stage: null,
  form: { refusals: itemisationRefusals, request: itemisationRequest },
  saves: 'guardarContabilidad',
  asks: 'EXPENSE.ITEMISE',
  nothingChosen: '',
  back: 'detalleCajaCI',
};
