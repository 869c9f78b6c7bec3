import { chakra } from '@chakra-ui/react/styled-system';
import { useSelector } from '@xstate/react';
import { ArrowRight, ReceiptText } from 'lucide-react';
import type { StageName } from '#machines/domain/stages.ts';
import { nextOf } from '#machines/flows/decisions/cockpit.selectors.ts';
import { staysOpen } from '#machines/flows/decisions/decision-rules.ts';
import { isDone, isReviewing } from '#machines/flows/decisions/decision.selectors.ts';
import { GuardedButton } from '../../components/GuardedButton.tsx';
import { LinkButton } from '../../components/LinkButton.tsx';
import type { AnyDecision } from './any-decision.ts';
import { reopen, useCockpitPlace } from './cockpit-context.ts';
import { DecisionOutcome } from './DecisionOutcome.tsx';

interface DecisionEndProps {
  decision: AnyDecision;
  stage: StageName;
}

const endings = {
  open: 'Podrá cambiarla hasta que envíe la caja.',
  final: 'Es definitiva: después de guardarla no se puede cambiar.',
} as const;

/** Save, what it means, and where it leads: nobody waits for the way back. */
export function DecisionEnd({ decision, stage }: DecisionEndProps) {
  const { hasReceipt, showsReceipt, toggleReceipt } = useCockpitPlace();
  const done = useSelector(decision, isDone);
  const reviewing = useSelector(decision, isReviewing);
  const open = staysOpen(stage);
  return (
    // The way on comes first once there is one.
    <chakra.div display="grid" gap="2" order={done ? -1 : undefined}>
      <DecisionOutcome decision={decision}>
        {done ? <AfterSave decision={decision} open={open} /> : null}
      </DecisionOutcome>
      {reviewing ? (
        <chakra.p textStyle="sm" color={open ? 'fg.muted' : 'amber.900'}>
          {open ? endings.open : endings.final}
        </chakra.p>
      ) : null}
      {hasReceipt ? (
        <chakra.div display={{ base: 'grid', xl: 'none' }}>
          <GuardedButton variant="outline" icon={ReceiptText} fullWidth onClick={toggleReceipt}>
            {showsReceipt ? 'Ocultar el soporte' : 'Ver el soporte'}
          </GuardedButton>
        </chakra.div>
      ) : null}
    </chakra.div>
  );
}

function AfterSave({ decision, open }: { decision: AnyDecision; open: boolean }) {
  const { cockpit, pathOf, back } = useCockpitPlace();
  const next = useSelector(cockpit, nextOf);
  return (
    <chakra.div display="flex" flexWrap="wrap" gap="2">
      {next === null ? null : (
        <LinkButton to={pathOf(next.id)} icon={ArrowRight}>
          Siguiente gasto (J)
        </LinkButton>
      )}
      <LinkButton to={back.to} variant={next === null ? 'solid' : 'outline'}>
        Volver a la caja
      </LinkButton>
      {open ? (
        <GuardedButton variant="outline" onClick={() => reopen(decision, cockpit)}>
          Cambiar (C)
        </GuardedButton>
      ) : null}
    </chakra.div>
  );
}
