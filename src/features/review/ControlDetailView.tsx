import { useActorRef, useSelector } from '@xstate/react';
import {
  type AccountingFacts,
  accountingFactsOf,
  expenseOf,
  isReadOnly,
  isReviewing,
} from '#machines/flows/review/decision-rules.ts';
import type { DecisionMachine } from '#machines/flows/review/decision.machine.ts';
import { itemisationValues } from '#machines/flows/review/reviews.ts';
import { actorOf } from '#machines/flows/session/session.setup.ts';
import { Session } from '../../shell/session.ts';
import { useIdParam } from '../../shell/screens/use-list-address.ts';
import { itemisation } from './review.actors.ts';
import { FieldGrid } from '../../ui/fields/FieldGrid.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { useSnapshot } from '../../ui/layout/use-snapshot.ts';
import { labelOf, linkTo } from '../../shell/screens/paths.ts';
import {
  DocumentLayout,
  ExpenseFacts,
  ObservationHistory,
  CorrectionNotice,
} from '../expenses/ExpenseDocument.tsx';
import { AccountingSummary, ClassificationFields } from './AccountingSummary.tsx';
import { DecisionForm } from './StageForm.tsx';
import { DecisionOutcome, ReviewChanges, outcomeId } from './DecisionOutcome.tsx';
import { ItemisationTable } from './AccountingForm.tsx';
import { LoadedExpense, titleOfExpense, type AnyDecision } from './LoadedExpense.tsx';
import { ReadReceipt } from './ReceiptPane.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { BoxLine } from '../boxes/BoxPage.tsx';

interface ControlDetailViewProps {
  /** Flow with its actor implementations. */
  machine?: DecisionMachine;
}

/** detalleGastoCI: every fact of an expense; accounting may still change the split. */
export default function ControlDetailView({ machine = itemisation }: ControlDetailViewProps) {
  const actor = Session.useSelector(actorOf);
  const [id_gasto, id_caja] = [useIdParam('idGasto'), useIdParam('idCaja')];
  const split = useActorRef(machine, {
    input: { actor, id_gasto, id_caja, chosen: null, seen: null },
  });
  const snapshot = useSnapshot(split);
  const facts = accountingFactsOf(snapshot);
  const loaded = expenseOf(snapshot);
  return (
    <Page
      title={labelOf('detalleGastoCI')}
      tab={titleOfExpense(loaded)}
      subtitle={loaded?.tienda}
      back={linkTo('detalleCajaCI', { idCaja: id_caja })}
    >
      <LoadedExpense decision={split}>
        {(expense) => (
          <>
            <BoxLine location={expense.ubicacion} />
            <DocumentLayout document={<ReadReceipt expense={expense} />}>
              <CorrectionNotice expense={expense} />
              <ExpenseFacts expense={expense} />
              {facts === null ? null : isReadOnly(snapshot) ? (
                <>
                  <ReviewChanges decision={split} />
                  <AccountingSummary expense={expense} catalogue={facts} />
                </>
              ) : (
                <SplitForm split={split} facts={facts} />
              )}
              <ObservationHistory expense={expense} reasons={facts?.reasons ?? []} />
            </DocumentLayout>
          </>
        )}
      </LoadedExpense>
    </Page>
  );
}

function SplitForm({ split, facts }: { split: AnyDecision; facts: AccountingFacts }) {
  const reviewing = useSelector(split, isReviewing);
  return (
    <DecisionForm decision={split} name="split" initialValues={itemisationValues(facts.expense)}>
      <Section title="Datos contables">
        <fieldset disabled={!reviewing} aria-describedby={reviewing ? undefined : outcomeId}>
          <FieldGrid columns={2}>
            <ClassificationFields documentClasses={facts.documentClasses} />
          </FieldGrid>
        </fieldset>
      </Section>
      <ItemisationTable decision={split} facts={facts} />
      <DecisionOutcome decision={split} />
    </DecisionForm>
  );
}
