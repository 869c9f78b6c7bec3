import { useActor } from '@xstate/react';
import { isLoading } from '#machines/flows/flow.selectors.ts';
import {
  codesOf,
  isEnrolling,
  isOn,
  showsCodes,
} from '#machines/flows/session/second-factor.selectors.ts';
import { secondFactor } from '../../actors/second-factor.actors.ts';
import { LoadingState } from '../../components/LoadingState.tsx';
import { LoadProblem } from '../problems/LoadProblem.tsx';
import { loadOf } from '../problems/load-of.ts';
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
  const load = loadOf(snapshot, send);
  if (isLoading(snapshot)) return <LoadingState size="inline" />;
  if (load.failed) return <LoadProblem {...load} />;
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
