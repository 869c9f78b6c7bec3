import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { ArrowRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { OnboardingStep } from '#contract/calls/onboarding.calls.ts';
import { dataOf } from '#machines/flows/steps/result.ts';
import { LinkButton, TextLink } from '../../ui/fields/LinkButton.tsx';
import { pathTo } from '../../shell/screens/paths.ts';
import { onboarding, onboardingInput, placeOf } from './OnboardingList.tsx';

/** The order that costs least: a store brings its own people. A mail leaves by itself with the first invitation. */
const order: readonly OnboardingStep[] = [
  'empresa',
  'categorias',
  'envio',
  'tiendas',
  'personas',
  'giros',
  'aperturas',
  'cuentas',
];

/** Above every screen but the list itself: the next step of «Puesta en marcha», until the first box is paid. */
export function NextStep({
  changes,
  machine = onboarding,
}: {
  /** Number of changes on this screen that may be a step. */
  changes: number;
  machine?: typeof onboarding;
}) {
  const { pathname, search } = useLocation();
  const [snapshot, send] = useActor(machine, onboardingInput);
  const data = dataOf(snapshot);
  const over = data?.terminada === 1;
  const seen = `${changes} ${pathname}`;
  const read = useRef(seen);
  useEffect(() => {
    if (over || read.current === seen) return;
    read.current = seen;
    send({ type: 'REFRESH' });
  }, [over, seen, send]);
  const list = pathTo('listarUsuarios');
  if (data === null || over || pathname === list) return null;
  const { pasos } = data;
  const ready = pasos.filter(({ hecho }) => hecho === 1).length;
  const step = order
    .map((name) => pasos.find(({ paso, hecho }) => paso === name && hecho === 0))
    .find((found) => found !== undefined);
  if (step === undefined) return null;
  const { title, to, label } = placeOf(step);
  return (
    <chakra.aside
      aria-label="Siguiente paso"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="3"
      mb="5"
      px="4"
      py="2"
      borderWidth="1px"
      borderRadius="l2"
      bg="bg.panel"
      textStyle="sm"
      _print={{ display: 'none' }}
    >
      <chakra.div flex="1" minW="min(100%, 13rem)">
        <TextLink to={list}>Puesta en marcha</TextLink> {`${ready} de ${pasos.length} · `}
        <strong>{title}</strong>: {step.falta}.
      </chakra.div>
      {to === `${pathname}${search}` ? null : (
        <LinkButton to={to} icon={ArrowRight} size="sm" variant="outline">
          {label}
        </LinkButton>
      )}
    </chakra.aside>
  );
}
