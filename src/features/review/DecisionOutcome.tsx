import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import {
  asksUnseen,
  changeAuthorOf,
  changesOf,
  failedToSave,
  isOutdated,
  isPending,
  isReadOnly,
  leadsBack,
  noticeOf,
  problemOf,
} from '#machines/flows/review/decision-rules.ts';
import { ChangeNotice } from '../../app/problems/ChangeOutcome.tsx';
import { ProblemAlert } from '../../app/problems/ProblemAlert.tsx';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { ButtonRow } from '../../ui/fields/FieldGrid.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { InvalidFields } from '../../ui/fields/InvalidFields.tsx';
import { useSnapshot } from '../../ui/layout/use-snapshot.ts';
import { serverToday } from '../../wire/server-clock.ts';
import type { AnyDecision } from './cockpit-context.ts';

/** Changes that somebody else made to the expense meanwhile, shown where it is saved. */
export function ReviewChanges({ decision }: { decision: AnyDecision }) {
  const snapshot = useSnapshot(decision);
  return (
    <ChangeNotice
      title="El gasto cambió mientras lo revisaba"
      changes={changesOf(snapshot)}
      author={changeAuthorOf(snapshot, serverToday())}
    />
  );
}

/** Id of the element that describes the fields while they cannot be changed. */
export const outcomeId = 'resultado-de-la-revision';

interface DecisionOutcomeProps {
  decision: AnyDecision;
  /** On the line of the save, before and after it. */
  before?: ReactNode;
  after?: ReactNode;
  /** Where it leads once it is saved. */
  children?: ReactNode;
}

/** Save, and what became of it: each end that is not a success has its way on. */
export function DecisionOutcome(props: DecisionOutcomeProps) {
  return (
    <chakra.div id={outcomeId} display="contents">
      <Outcome {...props} />
    </chakra.div>
  );
}

function Outcome({ decision, before, after, children }: DecisionOutcomeProps) {
  const snapshot = useSnapshot(decision);
  const notice = noticeOf(snapshot);
  const problem = problemOf(snapshot);
  if (notice !== null)
    return (
      <>
        <InlineAlert tone="success" title={notice}>
          {leadsBack(snapshot) ? 'En un momento vuelve a la caja.' : null}
        </InlineAlert>
        {children}
      </>
    );
  if (isOutdated(snapshot))
    return (
      <>
        <ProblemAlert problem={problem} />
        <GuardedButton fullWidth size="lg" onClick={() => decision.send({ type: 'RELOAD' })}>
          Actualizar la información
        </GuardedButton>
      </>
    );
  if (asksUnseen(snapshot))
    return (
      <>
        <InlineAlert tone="warning" title="No se ha visto el soporte">
          Ábralo, o apruebe sin verlo: el registro lo dirá.
        </InlineAlert>
        <chakra.div data-save="" display="flex" flexWrap="wrap" gap="2">
          {before}
          <GuardedButton variant="outline" onClick={() => decision.send({ type: 'BACK' })}>
            Volver
          </GuardedButton>
          <GuardedButton onClick={() => decision.send({ type: 'APPROVE_UNSEEN' })}>
            Aprobar sin verlo
          </GuardedButton>
        </chakra.div>
      </>
    );
  if (failedToSave(snapshot))
    return (
      <>
        <ProblemAlert problem={problem} title="Los datos no se han guardado" />
        <ButtonRow>
          <GuardedButton variant="outline" onClick={() => decision.send({ type: 'BACK' })}>
            Volver al formulario
          </GuardedButton>
          <GuardedButton onClick={() => decision.send({ type: 'RETRY' })}>Reintentar</GuardedButton>
        </ButtonRow>
      </>
    );
  return (
    <>
      <ReviewChanges decision={decision} />
      <ProblemAlert problem={problem}>
        <InvalidFields />
      </ProblemAlert>
      <chakra.div data-save="" display="flex" flexWrap="wrap" alignItems="center" gap="2">
        {before}
        {isReadOnly(snapshot) ? null : (
          <chakra.div flex="1 1 0">
            <GuardedButton
              type="submit"
              size="lg"
              fullWidth
              busy={isPending(snapshot) && 'Procesando…'}
            >
              Guardar
            </GuardedButton>
          </chakra.div>
        )}
        {after}
      </chakra.div>
    </>
  );
}
