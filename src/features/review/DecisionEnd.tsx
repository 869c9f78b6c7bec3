import { chakra } from '@chakra-ui/react/styled-system';
import { useSelector } from '@xstate/react';
import { ArrowRight, ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import type { StageName } from '#machines/domain/box/stages.ts';
import { isAllDecided, nextOf } from '#machines/flows/review/cockpit.machine.ts';
import { isDone, isReviewing, staysOpen } from '#machines/flows/review/decision-rules.ts';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import type { AnyDecision } from './any-decision.ts';
import { reopen, useCockpitPlace } from './cockpit-context.ts';
import { CockpitSend } from './CockpitSend.tsx';
import { DecisionOutcome } from './DecisionOutcome.tsx';

interface DecisionEndProps {
  decision: AnyDecision;
  stage: StageName;
}

interface SavingProps extends DecisionEndProps {
  /** The button that approves and leads on, where the stage has one. */
  quick: ReactNode;
}

const endings = {
  open: 'Podrá cambiarla hasta que envíe la caja.',
  final: 'Es definitiva: después de guardarla no se puede cambiar.',
} as const;

/** Save, what it means, and where it leads: nobody waits for the way back. */
export function DecisionEnd({ decision, stage, quick }: SavingProps) {
  const { hasReceipt, showsReceipt, toggleReceipt } = useCockpitPlace();
  const done = useSelector(decision, isDone);
  const reviewing = useSelector(decision, isReviewing);
  const open = staysOpen(stage);
  return (
    // The way on comes first once there is one.
    <chakra.div display="grid" gap="1.5" order={done ? -1 : undefined}>
      <DecisionOutcome
        decision={decision}
        before={
          hasReceipt ? (
            <chakra.div flex="1 1 0" display={{ base: 'block', xl: 'none' }}>
              <GuardedButton
                variant="outline"
                size="lg"
                icon={ReceiptText}
                fullWidth
                onClick={toggleReceipt}
              >
                {showsReceipt ? 'Ocultar el soporte' : 'Ver el soporte'}
              </GuardedButton>
            </chakra.div>
          ) : null
        }
        after={
          reviewing ? (
            <>
              {quick === null ? null : (
                <chakra.div flex={{ base: '1 1 100%', xl: '1 1 0' }} minW="0">
                  {quick}
                </chakra.div>
              )}
              <chakra.p
                flex={{ base: '1 1 100%', xl: quick === null ? '1 1 0' : '1 1 100%' }}
                textStyle="xs"
                color={open ? 'fg.muted' : 'amber.900'}
              >
                {open ? endings.open : endings.final}
              </chakra.p>
            </>
          ) : null
        }
      >
        {done ? <AfterSave decision={decision} stage={stage} /> : null}
      </DecisionOutcome>
    </chakra.div>
  );
}

function AfterSave({ decision, stage }: DecisionEndProps) {
  const { cockpit, pathOf, back, boxSend } = useCockpitPlace();
  const next = useSelector(cockpit, nextOf);
  const allDecided = useSelector(cockpit, isAllDecided);
  return (
    <>
      {allDecided ? (
        <CockpitSend
          stage={stage}
          {...(boxSend && { machine: boxSend })}
          onSend={() => decision.send({ type: 'STAY' })}
        />
      ) : null}
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        {next === null || allDecided ? null : (
          <LinkButton to={pathOf(next.id)} icon={ArrowRight}>
            Siguiente gasto (J)
          </LinkButton>
        )}
        <LinkButton to={back.to} variant={next === null && !allDecided ? 'solid' : 'outline'}>
          Volver a la caja
        </LinkButton>
        {staysOpen(stage) ? (
          <GuardedButton variant="outline" onClick={() => reopen(decision, cockpit)}>
            Cambiar (C)
          </GuardedButton>
        ) : null}
      </chakra.div>
    </>
  );
}
