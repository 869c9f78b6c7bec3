import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { isLoading } from '#machines/flows/flow.selectors.ts';
import {
  codesOf,
  isEnrolling,
  isOn,
  showsCodes,
} from '#machines/flows/session/second-factor.selectors.ts';
import { secondFactor } from '../../actors/second-factor.actors.ts';
import { ButtonRow } from '../../components/ButtonRow.tsx';
import { GuardedButton } from '../../components/GuardedButton.tsx';
import { InlineAlert } from '../../components/InlineAlert.tsx';
import { LoadingState } from '../../components/LoadingState.tsx';
import { loadOf } from '../problems/load-of.ts';
import { LoadProblem } from '../problems/LoadProblem.tsx';
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

/** The codes for the day without the device; nobody can show them again. */
function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  return (
    <chakra.div display="grid" gap="4">
      <InlineAlert tone="warning" title="Guarde estos códigos ahora">
        No se muestran de nuevo. Cada uno sirve una sola vez para entrar sin su dispositivo.
        Imprímalos o cópielos en un lugar seguro.
      </InlineAlert>
      <chakra.ul
        aria-label="Códigos de recuperación"
        listStyleType="none"
        display="grid"
        gridTemplateColumns={{ base: '1fr', sm: 'repeat(2, 1fr)' }}
        gap="2"
        fontFamily="mono"
        userSelect="text"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </chakra.ul>
      <ButtonRow>
        <GuardedButton onClick={onKept}>Ya guardé los códigos</GuardedButton>
      </ButtonRow>
    </chakra.div>
  );
}
