import { useActorRef } from '@xstate/react';
import type { finalDecisionMachine } from '#machines/flows/decisions/decision.machine.ts';
import { plainValues } from '#machines/flows/decisions/plain-decision.form.ts';
import { finalDecision } from '../../actors/expense-decision.actors.ts';
import { labelOf } from '../../screens/labels.ts';
import { linkTo } from '../../screens/paths.ts';
import { CatalogueSummary } from './CatalogueSummary.tsx';
import { DecisionScreen } from './DecisionScreen.tsx';
import { PlainDecision } from './PlainDecision.tsx';
import { useDecisionInput } from './use-decision-input.ts';

export interface FinalDecisionViewProps {
  /** The flow with the bodies of its actors. */
  machine?: typeof finalDecisionMachine;
}

/** The form of the stage: everything but the decision is read only. */
export default function FinalDecisionView({ machine = finalDecision }: FinalDecisionViewProps) {
  const input = useDecisionInput('final');
  const decision = useActorRef(machine, { input });
  return (
    <DecisionScreen
      decision={decision}
      title={labelOf('detalleGastoContabilidadFinal')}
      back={linkTo('revisarCaja', { idCaja: input.id_caja })}
    >
      {(expense) => (
        <PlainDecision
          decision={decision}
          stage="final"
          expense={expense}
          values={plainValues('final', expense)}
          onSave={(values) => decision.send({ type: 'SAVE', values })}
        >
          <CatalogueSummary expense={expense} />
        </PlainDecision>
      )}
    </DecisionScreen>
  );
}
