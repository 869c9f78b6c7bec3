import { chakra } from '@chakra-ui/react/styled-system';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { ExternalLink } from 'lucide-react';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import { anomaliesIn } from '#machines/domain/values/texts.ts';
import type { Choice } from '#machines/domain/case/joint-approval.ts';
import { type StageName, stages } from '#machines/domain/stages/stages.ts';
import { fieldOf } from '#machines/domain/expense/expense-guards.ts';
import { shownExpense, invoiceFacts } from '#machines/flows/expenses/expense-facts.ts';
import {
  type DecisionValues,
  changeAuthorOf,
  changesOf,
  choiceOf,
  choiceOfCode,
  decisionValues,
  expenseIdOf,
  expenseOf,
  isDone,
  isReadOnly,
  isReviewing,
  problemOf,
  reasonsOf,
} from '#machines/flows/review/decision-rules.ts';
import {
  type Values,
  mostReimbursed,
  requiresReimbursement,
  showsReimbursement,
  supervisorValues,
} from '#machines/flows/review/reviews.ts';
import { rowOf } from '#machines/flows/review/cockpit.machine.ts';
import { changesBetween } from '#machines/flows/steps/changes.ts';
import { assertPresent, isPending } from '#machines/flows/steps/result.ts';
import { formErrors } from '../../shell/problems/ProblemAlert.tsx';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { useSnapshot } from '../../ui/layout/use-snapshot.ts';
import { serverToday } from '../../wire/server-clock.ts';
import { BoxLine } from '../boxes/BoxPage.tsx';
import { SavedDraft, useFormDraft } from '../drafts/SavedDraft.tsx';
import { RepetitionButton } from '../expenses/ComparisonDialog.tsx';
import {
  BriefFacts,
  ExpenseFacts,
  ObservationHistory,
  ReceiptPanel,
  CorrectionNotice,
} from '../expenses/ExpenseDocument.tsx';
import { CatalogueSummary } from './AccountingSummary.tsx';
import { DecisionPanel } from './DecisionPanel.tsx';
import { type AnyDecision, useCockpitContext } from './LoadedExpense.tsx';
import { formatMoney } from '#machines/domain/values/money.ts';
import { TextLink } from '../../ui/fields/LinkButton.tsx';
import { MoneyField } from '../../ui/fields/MoneyField.tsx';
import { RadioGroup } from '../../ui/fields/RadioGroupField.tsx';

interface DecisionFormProps {
  /** Decision flow whose expense is loaded. */
  decision: AnyDecision;
  /** Name of the form in the key of its draft: the stage. */
  name: string;
  initialValues: Values;
  /** Choice that the draft stores with the fields: the one decided before, and the current one. */
  choice?: { before: Choice | null; now: Choice | null };
  children: ReactNode;
}

/** Values of the draft: the fields, and the choice of the flow. */
const drafted = (
  values: Values,
  choice: Choice | null | undefined,
): Values & { estado?: string } =>
  choice === undefined ? values : { ...values, estado: choice ?? '' };

function typedIn({ estado: _, ...values }: Values & { estado?: string }): Values {
  return values;
}

/** Formik holds the fields and the flow holds the rules: its refusals become field errors. */
export function DecisionForm({
  decision,
  name,
  initialValues,
  choice,
  children,
}: DecisionFormProps) {
  const snapshot = useSnapshot(decision);
  const asDecided = drafted(initialValues, choice?.before);
  const draft = useFormDraft(name, expenseIdOf(snapshot), asDecided);
  const { restored, untouched, idempotencyKey } = draft;
  const shown = shownExpense(assertPresent(expenseOf(snapshot)), reasonsOf(snapshot));
  return (
    <Form
      label="Revisión del gasto"
      initialValues={typedIn(restored?.values ?? untouched)}
      validateOnBlur={false}
      onSubmit={(values, { setErrors, setSubmitting }) => {
        // Validation is done by the flow, not by the form.
        decision.send({ type: 'SAVE', values });
        setErrors(formErrors(problemOf(decision.getSnapshot())?.motivos ?? [], fieldOf));
        setSubmitting(false);
      }}
    >
      {({ values, resetForm }) => (
        <>
          <SavedDraft
            draft={draft}
            typed={{ values: drafted(values, choice?.now), shown, idempotencyKey }}
            open={isReviewing(snapshot) || isReadOnly(snapshot)}
            sent={isPending(snapshot)}
            over={isDone(snapshot)}
            // Changes since the form was opened are shown above the save button.
            changes={
              restored === null || changesOf(snapshot).length > 0
                ? []
                : changesBetween(restored.shown, shown)
            }
            author={changeAuthorOf(snapshot, serverToday())}
            onDiscard={() => {
              resetForm({ values: typedIn(untouched) });
              decision.send({ type: 'DISCARD' });
            }}
          />
          {children}
        </>
      )}
    </Form>
  );
}

interface ReviewLayoutProps {
  expense: Expense;
  /** Shows the facts as a summary, because the form contains most of them. */
  brief?: boolean;
  /** A choice that the decision needs, above the facts, so that it is in view. */
  first?: ReactNode;
  /** Facts of this stage only. */
  children: ReactNode;
  decision: ReactNode;
}

/** Facts above the decision. The decision stays visible; on narrow screens it sticks to the bottom edge. */
function ReviewLayout({ expense, brief = false, first, children, decision }: ReviewLayoutProps) {
  const { cockpit, hasReceipt, showsReceipt } = useCockpitContext();
  const row = useSelector(cockpit, rowOf);
  const { soporte } = expense;
  // After a decision the row is loaded again, the expense is not.
  const { color, nombre_estado } = row?.id === expense.id ? row : expense;
  return (
    <chakra.div css={layout} data-alone={hasReceipt ? undefined : ''}>
      {/* A scroll container of its own: it needs the focus for the arrow keys. */}
      <chakra.div
        data-facts=""
        data-under-receipt={showsReceipt ? '' : undefined}
        role="group"
        aria-label="Información del gasto"
        tabIndex={0}
        css={factsLook}
      >
        <CorrectionNotice expense={expense} />
        <Anomalies expense={expense} />
        {first}
        {brief ? (
          <BriefFacts expense={expense} />
        ) : (
          <ExpenseFacts expense={{ ...expense, color, nombre_estado }} dense />
        )}
        {hasReceipt ? null : (
          <ReceiptPanel
            expense={expense}
            onShown={() => soporte !== null && cockpit.send({ type: 'SEE', soporte })}
          />
        )}
        {children}
        <BoxLine location={expense.ubicacion} />
      </chakra.div>
      <chakra.div data-decision="" data-bar="" css={decisionLook}>
        {decision}
      </chakra.div>
    </chakra.div>
  );
}

const layout = {
  display: 'flex',
  flexDirection: 'column',
  gap: { base: '4', xl: '2' },
  minH: '0',
  flex: { xl: '1' },
  // Without the list of the box, facts and decision fit side by side.
  '&[data-alone]': { flexDirection: { xl: 'row' } },
  '&[data-alone] > [data-facts]': { flex: { xl: '1' } },
  '&[data-alone] > [data-decision]': { width: { xl: '23rem' }, maxH: { xl: 'full' } },
  // The height follows the content.
  '& textarea': { display: 'block', fieldSizing: 'content', minH: '11', maxH: '28', py: '1.5' },
  // The options are self-explanatory: their legend is for screen readers only.
  '& [data-decision] legend': { srOnly: true },
  '& [data-decision] div:has(> label[for])': { mb: '0.5' },
  // Compact controls, so that everything a decision needs is visible at once.
  xl: {
    '& :is(input:not([type=radio], [type=checkbox]), select)': {
      height: '8',
      minH: '8',
      px: '2',
      textStyle: 'sm',
    },
    // Keeps the selected text clear of the arrow.
    '& select[name]': { pe: '5' },
    '& legend, & div:has(> label[for])': { mb: '0.5' },
    '& div:has(> input[type=radio])': { py: '0', textStyle: 'sm' },
    '& div > input[type=radio]': { mt: '0' },
    '& textarea': { minH: '9', textStyle: 'sm' },
    '& [data-decision] :is(label:has(> input), button[type=submit])': { minH: '9', height: '9' },
  },
} as const;

const factsLook = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  gap: { base: '4', xl: '2' },
  minH: '0',
  flex: { xl: '1 1 0' },
  overflowY: { xl: 'auto' },
  // Keeps the focused field clear of the decision and of the receipt.
  '& :is(input, select, textarea, button, a, summary)': {
    scrollMarginBlock: { base: '5rem 36dvh', xl: '0' },
  },
  '&[data-under-receipt] :is(input, select, textarea, button, a, summary)': {
    // Height of the receipt; the bar above it is already part of the page padding.
    scrollMarginBlock: { base: '57dvh 26dvh', xl: '0' },
  },
  // The first fact is near the top.
  mdDown: { '& > section > div:has(> * > h2)': { pt: '2' } },
  // The open receipt takes the space.
  '&[data-under-receipt] + [data-decision]': { maxH: { base: '25dvh', xl: '68%' } },
} as const;

const decisionLook = {
  position: { base: 'sticky', xl: 'static' },
  _print: { display: 'none' },
  bottom: '0',
  zIndex: 'docked',
  mx: { base: '-4', md: '0' },
  maxH: { base: '35dvh', xl: '68%' },
  flexShrink: '0',
  overflowY: 'auto',
  // The save button stays visible below any refusal, and does not cover the focused element.
  scrollPaddingBottom: '4.5rem',
  '& [data-save]': { position: 'sticky', bottom: '0', bg: 'bg.panel' },
  borderTopRadius: 'l3',
  boxShadow: { base: '0 -2px 16px rgb(15 23 42 / 0.14)', xl: 'none' },
  xlDown: {
    '& > section > div': { px: '4', py: '1' },
    // While a question is shown, the fields are hidden, so that it fits.
    '&:has([data-question]) fieldset': { display: 'none' },
  },
} as const;

/** Anomalies of the expense, with a button that opens the repeated one. */
function Anomalies({ expense }: { expense: Expense }) {
  const anomalies = anomaliesIn(expense.informe_novedad);
  return anomalies.length === 0 ? null : (
    <InlineAlert
      tone="warning"
      title="Novedad"
      reasons={anomalies}
      action={<RepetitionButton id_gasto={expense.id} lines={anomalies} />}
    />
  );
}

export interface StageFormProps {
  stage: StageName;
  decision: AnyDecision;
  expense: Expense;
}

interface DecidedProps extends StageFormProps, Pick<ReviewLayoutProps, 'brief' | 'first'> {
  /** Initial values of the stage. */
  values: DecisionValues;
  /** Decision fields of this stage only. */
  fields?: ReactNode;
  /** Facts of this stage only. */
  children?: ReactNode;
}

/** Form of the deciding stage; read-only for other users. */
export function StageForm({ values, fields, children, ...props }: DecidedProps) {
  const { stage, decision, expense, ...layout } = props;
  const reasons = useSelector(decision, reasonsOf);
  const now = useSelector(decision, (snapshot) => choiceOf(snapshot, stage));
  return (
    <DecisionForm
      decision={decision}
      name={stage}
      initialValues={values}
      choice={{ before: choiceOfCode(stage, expense.estado), now }}
    >
      <ReviewLayout
        {...layout}
        expense={expense}
        decision={
          <DecisionPanel decision={decision} stage={stage} expense={expense}>
            {fields}
          </DecisionPanel>
        }
      >
        {children}
        <ObservationHistory dense expense={expense} reasons={reasons} />
      </ReviewLayout>
    </DecisionForm>
  );
}

/** Form of a stage without own fields: everything but the decision is read-only. */
export const PlainForm = (props: StageFormProps) => (
  <StageForm {...props} values={decisionValues(props.stage, props.expense)}>
    {stages[props.stage].sender === 'accounting' ? (
      <CatalogueSummary expense={props.expense} />
    ) : null}
  </StageForm>
);

/** The supervisor's legalisation form. */
export function SupervisorForm(props: StageFormProps) {
  const { decision, expense } = props;
  const choice = useSelector(decision, (snapshot) => choiceOf(snapshot, 'supervisor'));
  return (
    <StageForm
      {...props}
      values={supervisorValues(expense)}
      first={<InvoiceChoice decision={decision} expense={expense} />}
      fields={
        showsReimbursement(expense) && choice !== 'rejected' ? (
          <MoneyField
            name="reembolsar"
            label="Valor del reembolso"
            required={requiresReimbursement(expense)}
            help={`Hasta ${formatMoney(mostReimbursed(expense))}. ${
              requiresReimbursement(expense)
                ? 'El gasto supera lo que se puede reembolsar.'
                : 'Vacío: se reembolsa el valor del gasto.'
            }`}
          />
        ) : null
      }
    />
  );
}

/** Selects the electronic invoice of the expense when several match, until the decision is saved. */
function InvoiceChoice({ decision, expense }: { decision: AnyDecision; expense: Expense }) {
  const { data_factura: invoices, enlace_factura } = expense;
  const first = invoices[0]?.url ?? '';
  const snapshot = useSnapshot(decision);
  const open = snapshot.can({ type: 'CHOOSE_INVOICE', url: first });
  const isSettled = enlace_factura !== '' && (isReadOnly(snapshot) || isDone(snapshot));
  if (invoices.length === 0 || isSettled) return null;
  return (
    <chakra.div
      data-invoices=""
      p={{ base: '4', xl: '2' }}
      borderWidth="1px"
      borderRadius="l2"
      bg="bg.subtle"
      display="grid"
      gap={{ base: '3', xl: '1' }}
    >
      <RadioGroup
        name="factura"
        label="Factura electrónica de este gasto"
        help="La que elija queda guardada; puede elegir otra hasta guardar la decisión."
        disabled={!open}
        value={enlace_factura}
        error={undefined}
        options={invoices.map((invoice) => ({
          value: invoice.url,
          label: invoice.numero_factura,
          description: invoiceFacts(invoice, expense.valor),
        }))}
        onChoose={(url) => decision.send({ type: 'CHOOSE_INVOICE', url })}
      />
      <chakra.div display="flex" flexWrap="wrap" columnGap="5" rowGap="2" textStyle="sm">
        {invoices.map(({ numero_factura, url }) => (
          <TextLink key={url} href={url} icon={ExternalLink}>
            Ver {numero_factura}
          </TextLink>
        ))}
      </chakra.div>
    </chakra.div>
  );
}
