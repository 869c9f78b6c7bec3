import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { ArrowRight, Circle, CircleCheck, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OnboardingStep } from '#contract/calls/onboarding.calls.ts';
import type { AnswerOf } from '#contract/contract.ts';
import type { Permission } from '#contract/permissions.ts';
import { answerOf, isDone } from '#machines/flows/records/command.machine.ts';
import { dataOf, isPending, messageOf } from '#machines/flows/steps/result.ts';
import { LoadSection, loadOf } from '../../shell/problems/LoadProblem.tsx';
import { linkTo, wantedUserPath } from '../../shell/screens/paths.ts';
import { useMayOpen } from '../../shell/session.ts';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { pageSetting } from '../../wire/page-settings.ts';
import { CommandOutcome, RefreshButton, commandOf } from '../records/CommandOutcome.tsx';

export const onboarding = commandOf('/puestaEnMarcha', '/correoPrueba');
export const onboardingInput = { input: { key: {} } };

type Step = AnswerOf<'/puestaEnMarcha'>['pasos'][number];

type StepScreen = Extract<
  Permission,
  'business' | 'catalogos' | 'crearUsuario' | 'crearTienda' | 'crearEmpresa' | 'listarTiendas'
>;

/** What each step is for, where it is done, and the permission of that screen. */
const steps: Record<
  OnboardingStep,
  { title: string; purpose: string; screen: StepScreen; place?: 'importarAperturas' }
> = {
  empresa: {
    title: 'Empresa y NIT',
    purpose: 'Están en los documentos y correos; las facturas y los giros son de este NIT.',
    screen: 'business',
  },
  correo: {
    title: 'Correo saliente',
    purpose: 'Lleva invitaciones y avisos.',
    screen: 'business',
  },
  categorias: {
    title: 'Formatos y categorías',
    purpose: 'Dicen en qué gasta una tienda y su cuenta contable.',
    screen: 'catalogos',
  },
  personas: {
    title: 'Personas',
    purpose: 'Cada caja pasa por tienda, supervisor y contabilidad.',
    screen: 'crearUsuario',
  },
  tiendas: {
    title: 'Tiendas',
    purpose: 'Cada una tiene su fondo y su responsable.',
    screen: 'crearTienda',
  },
  aperturas: {
    title: 'Aperturas',
    purpose: 'Dicen qué hay en cada cajón y qué está por fuera.',
    screen: 'crearTienda',
    place: 'importarAperturas',
  },
  envio: {
    title: 'Empresas de envío',
    purpose: 'Llevan los recibos de papel a contabilidad.',
    screen: 'crearEmpresa',
  },
  giros: {
    title: 'Quién gira',
    purpose: 'Una persona prepara los giros y otra los autoriza.',
    screen: 'crearUsuario',
  },
  cuentas: {
    title: 'Cuentas de las tiendas',
    purpose: 'Se proponen en cada tienda y las confirma otra persona.',
    screen: 'listarTiendas',
  },
};

/** Where a step is done: the form of a missing person has the person's profile. */
export function placeOf({ paso, perfil, autoriza }: Step) {
  const { title, screen, place = screen } = steps[paso];
  const { to, label } = linkTo(place);
  return {
    title,
    screen,
    label,
    to: perfil === null ? to : wantedUserPath(perfil, autoriza === 1),
  };
}

const titles = {
  refused: 'El correo de prueba no se creó',
  unanswered: 'No se sabe si el correo de prueba se creó',
};

/** Above the list of users, what the company still lacks until its first box is paid; then nothing. */
export function OnboardingList({
  machine = onboarding,
}: {
  machine?: typeof onboarding | undefined;
}) {
  const [snapshot, send] = useActor(machine, onboardingInput);
  const load = loadOf(snapshot, send);
  if (load.failed) return <LoadSection {...load} />;
  const data = dataOf(snapshot);
  if (data === null || data.terminada === 1) return null;
  const { pasos } = data;
  const ready = pasos.filter(({ hecho }) => hecho === 1).length;
  const answer = answerOf(snapshot);
  return (
    <Section
      title="Puesta en marcha"
      description={`${ready} de ${pasos.length} listos. La lista se va con la primera caja pagada.`}
      actions={<RefreshButton snapshot={snapshot} send={send} />}
    >
      <CommandOutcome
        snapshot={snapshot}
        send={send}
        notice={isDone(snapshot) && answer !== null ? messageOf(answer) : null}
        titles={titles}
      />
      <chakra.ol listStyleType="none" display="grid" gap="3" aria-label="Pasos">
        {pasos.map((step) => (
          <StepLine key={step.paso} step={step}>
            {step.paso === 'correo' && step.hecho === 0 && pageSetting('mails') === 'si' ? (
              <GuardedButton
                size="sm"
                variant="outline"
                icon={Send}
                busy={isPending(snapshot) && 'Creando…'}
                onClick={() => send({ type: 'SEND', request: {} })}
              >
                Enviar correo de prueba
              </GuardedButton>
            ) : null}
          </StepLine>
        ))}
      </chakra.ol>
    </Section>
  );
}

function StepLine({ step, children }: { step: Step; children: ReactNode }) {
  const { purpose } = steps[step.paso];
  const { title, screen, to, label } = placeOf(step);
  const mayOpen = useMayOpen(screen);
  const done = step.hecho === 1;
  const IconOfStep = done ? CircleCheck : Circle;
  return (
    <chakra.li display="flex" flexWrap="wrap" alignItems="center" gap="3" minW="0">
      <chakra.span color={done ? 'teal.700' : 'fg.muted'} flexShrink="0">
        <IconOfStep size={20} aria-label={done ? 'Listo' : 'Pendiente'} role="img" />
      </chakra.span>
      <chakra.div flex="1" minW="min(100%, 13rem)" overflowWrap="anywhere">
        <strong>{title}</strong>
        <chakra.span color="fg.muted"> · {purpose}</chakra.span>
        {done ? null : <chakra.div textStyle="sm">{step.falta}.</chakra.div>}
      </chakra.div>
      {children}
      {mayOpen && !done ? (
        <LinkButton to={to} icon={ArrowRight} size="sm" variant="outline">
          {label}
        </LinkButton>
      ) : null}
    </chakra.li>
  );
}
