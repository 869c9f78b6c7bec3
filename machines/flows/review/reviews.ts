/** The five reviews of an expense: the form, the call and the screen of each. */
import type { ExpenseCommand } from '#machines/domain/expense/expense-guards.ts';
import type { FailedGuard } from '#machines/domain/explain.ts';
import {
  isPlainStage,
  type PlainStage,
  type StageName,
  type Stages,
  stages,
} from '#machines/domain/box/stages.ts';
import {
  type AccountingValues,
  accountingRefusals,
  accountingRequest,
} from './accounting-decision.form.ts';
import {
  type Decided,
  type DecisionValues,
  decisionRefusals,
  decisionRequest,
  type Facts,
  type SaveName,
  type SaveRequest,
} from './decision-rules.ts';
import {
  type ItemisationValues,
  itemisationRefusals,
  itemisationRequest,
} from './itemisation.form.ts';
import {
  type SupervisorValues,
  supervisorRefusals,
  supervisorRequest,
} from './supervisor-decision.form.ts';

export type Values = DecisionValues | SupervisorValues | AccountingValues | ItemisationValues;

interface ReviewForm {
  // Methods, since each review takes facts and values of its own: its loader and its form bring no others.
  /** Everything that is wrong with the decision, as the state machine and the form say it. */
  refusals(decided: Decided<Values, Facts>): FailedGuard[];
  request(decided: Decided<Values, Facts>): SaveRequest;
}

const plainForm = (stage: PlainStage): ReviewForm => ({
  refusals: (decided: Decided) => decisionRefusals(stage, decided),
  request: (decided: Decided) => ({
    ...decisionRequest(stage, decided),
    // The call of maintenance always carried it.
    ...(stage === 'maintenance' && { item: 0 }),
  }),
});

const ownForms: Record<Exclude<StageName, PlainStage>, ReviewForm> = {
  supervisor: { refusals: supervisorRefusals, request: supervisorRequest },
  accounting: { refusals: accountingRefusals, request: accountingRequest },
};

/** Everything in which one review differs from another. */
export interface Review {
  id: string;
  description: string;
  /** Null where the expense is split without a decision. */
  stage: StageName | null;
  form: ReviewForm;
  saves: SaveName;
  /** The event of the state machine that must be possible, whatever the form says. */
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
