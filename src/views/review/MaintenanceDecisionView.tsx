import { useActorRef } from '@xstate/react';
import type { maintenanceDecisionMachine } from '#machines/flows/decisions/decision.machine.ts';
import { plainValues } from '#machines/flows/decisions/plain-decision.form.ts';
import { maintenanceDecision } from '../../actors/expense-decision.actors.ts';
import { labelOf } from '../../screens/labels.ts';
import { linkTo } from '../../screens/paths.ts';
import { DecisionScreen } from './DecisionScreen.tsx';
import { PlainDecision } from './PlainDecision.tsx';
import { useDecisionInput } from './use-decision-input.ts';

export interface MaintenanceDecisionViewProps {
  /** The flow with the bodies of its actors. */
  machine?: typeof maintenanceDecisionMachine;
}

/** The form of the stage: everything but the decision is read only. */
export default function MaintenanceDecisionView({
  machine = maintenanceDecision,
}: MaintenanceDecisionViewProps) {
  const input = useDecisionInput('maintenance');
  const decision = useActorRef(machine, { input });
  return (
    <DecisionScreen
      decision={decision}
      title={labelOf('detalleGastoMantenimiento')}
      back={linkTo('verCajaMantenimiento', { idCaja: input.id_caja })}
    >
      {(expense) => (
        <PlainDecision
          decision={decision}
          stage="maintenance"
          expense={expense}
          values={plainValues('maintenance', expense)}
          onSave={(values) => decision.send({ type: 'SAVE', values })}
        />
      )}
    </DecisionScreen>
  );
}
