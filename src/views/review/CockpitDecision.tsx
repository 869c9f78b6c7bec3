import { useActorRef } from '@xstate/react';
import { type ComponentType, useState } from 'react';
import type { Expense } from '#contract/calls/expense.calls.ts';
import type { StageName } from '#machines/domain/stages.ts';
import { leadsToSend } from '#machines/flows/decisions/cockpit.selectors.ts';
import type { DecisionMachine } from '#machines/flows/decisions/decision.machine.ts';
import { given } from '#machines/flows/result.ts';
import type { AnyDecision } from './any-decision.ts';
import { useCockpitPlace } from './cockpit-context.ts';
import { LoadedExpense } from './LoadedExpense.tsx';
import { useDecisionInput } from './use-decision-input.ts';

export interface CockpitDecisionProps {
  stage: StageName;
  machine: DecisionMachine;
  form: ComponentType<{ decision: AnyDecision; expense: Expense; stage: StageName }>;
}

/** The decision on one expense; what it saves is known to the list beside it at once. */
export function CockpitDecision({ stage, machine, form: Form }: CockpitDecisionProps) {
  const { cockpit } = useCockpitPlace();
  const input = useDecisionInput(stage);
  const [announcing] = useState(() =>
    machine.provide({
      actions: {
        announceSaved: ({ context: { id_gasto, request }, self }) => {
          cockpit.send({ type: 'DECIDED', id_gasto, request: given(request) });
          if (leadsToSend(cockpit.getSnapshot())) self.send({ type: 'STAY' });
        },
      },
    }),
  );
  const decision = useActorRef(announcing, { input });
  return (
    <LoadedExpense decision={decision}>
      {(expense) => <Form decision={decision} expense={expense} stage={stage} />}
    </LoadedExpense>
  );
}
