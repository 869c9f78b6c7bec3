import { useActorRef } from '@xstate/react';
import type { finalDecisionMachine } from '#machines/flows/decision.machine.ts';
import { plainValues } from '#machines/flows/plain-decision.form.ts';
import { finalDecision } from '../../actors/expense-decision.actors.ts';
import { pathTo } from '../../routes/paths.ts';
import { CatalogueSummary } from './CatalogueSummary.tsx';
import { DecisionScreen } from './DecisionScreen.tsx';
import { PlainDecision } from './PlainDecision.tsx';
import { useDecisionInput } from './use-decision-input.ts';

export interface FinalDecisionViewProps {
  /** The flow with the bodies of its actors. */
  logic?: typeof finalDecisionMachine;
}

/** The form of the stage: everything but the decision is read only. */
export default function FinalDecisionView({ logic = finalDecision }: FinalDecisionViewProps) {
  const input = useDecisionInput();
  const decision = useActorRef(logic, { input });
  return (
    <DecisionScreen
      decision={decision}
      title="Revisión final de contabilidad - Caja menor"
      back={{ to: pathTo('revisarCaja', { idCaja: input.id_caja }), label: 'Gastos de la caja' }}
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
