import { useActor } from '@xstate/react';
import { failedToLoad, isLoading, problemOf } from '#machines/flows/flow.selectors.ts';
import {
  codesOf,
  isEnrolling,
  isOn,
  showsCodes,
} from '#machines/flows/session/second-factor.selectors.ts';
import { secondFactor } from '../../actors/second-factor.actors.ts';
import { FailedState } from '../../components/FailedState.tsx';
import { LoadingState } from '../../components/LoadingState.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { FactorEnrolment, FactorOff, FactorOn } from './SecondFactorSteps.tsx';

export interface SecondFactorProps {
  machine?: typeof secondFactor | undefined;
  /** After the recovery codes were kept. */
  onKept?: () => void;
}

/** The person's own second factor, from switching it on to switching it off. */
export default function SecondFactor({ machine = secondFactor, onKept }: SecondFactorProps) {
  const [snapshot, send] = useActor(machine);
  const problem = problemOf(snapshot);
  if (isLoading(snapshot)) return <LoadingState size="inline" />;
  if (failedToLoad(snapshot))
    return (
      <FailedState
        message={problem?.msg}
        supportCode={problem?.codigo_soporte}
        onRetry={() => send({ type: 'RETRY' })}
      />
    );
  if (showsCodes(snapshot))
    return (
      <RecoveryCodes
        codes={codesOf(snapshot)}
        onKept={() => {
          send({ type: 'CODES_KEPT' });
          onKept?.();
        }}
      />
    );
  if (isEnrolling(snapshot)) return <FactorEnrolment snapshot={snapshot} send={send} />;
  if (isOn(snapshot)) return <FactorOn snapshot={snapshot} send={send} />;
  return <FactorOff snapshot={snapshot} send={send} />;
}
