import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { Formik, useFormikContext } from 'formik';
import { Copy, MessageCircle, Printer, Share2 } from 'lucide-react';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { maximumLinks } from '#contract/calls/invitations.calls.ts';
import { invitationInWords, lacksLink } from '#machines/domain/people/invitation.ts';
import { shortDateTime } from '#machines/domain/values/bogota-time.ts';
import { counted } from '#machines/domain/values/texts.ts';
import { answerOf } from '#machines/flows/records/command.machine.ts';
import { dataOf, isPending } from '#machines/flows/steps/result.ts';
import { LoadSection, loadOf } from '../../shell/problems/LoadProblem.tsx';
import { labelOf, linkTo, pathTo } from '../../shell/screens/paths.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import type { Icon } from '../../ui/feedback/tone.ts';
import { CopyButton } from '../../ui/fields/CopyButton.tsx';
import { ButtonRow } from '../../ui/fields/FieldGrid.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { CheckboxGroupField } from '../../ui/fields/RadioGroupField.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { QrCode } from '../../ui/layout/QrCode.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { CommandOutcome } from '../records/CommandOutcome.tsx';
import {
  type HandedOver,
  type Links,
  type Way,
  canShare,
  handOverBy,
  handingOver,
} from './hand-over.ts';

const options = { input: { key: {} } };

const titles = {
  refused: 'Los enlaces no se crearon',
  unanswered: 'No se sabe si los enlaces se crearon',
};

/** editarUsuario/invitaciones: those who have not chosen a password, and their links to hand over. */
export default function InvitationsView({
  machine = handingOver,
}: {
  machine?: typeof handingOver;
}) {
  const [snapshot, send] = useActor(machine, options);
  const [query] = useSearchParams();
  const people = dataOf(snapshot);
  const handed = answerOf(snapshot);
  const load = loadOf(snapshot, send);
  const wanted = Number(query.get('usuario'));
  const isChosen = (person: NonNullable<typeof people>[number]) => {
    if (handed === null && wanted > 0) return person.id === wanted;
    // The list may still show the state before.
    const isHanded = handed?.enlaces.some(({ id }) => id === person.id) === true;
    return lacksLink(person.invitacion) && !isHanded;
  };
  return (
    <Page
      title={labelOf('invitaciones')}
      subtitle="Cada persona elige su contraseña con un enlace que sirve una sola vez, durante tres días."
      back={linkTo('listarUsuarios')}
      width="narrow"
    >
      <CommandOutcome snapshot={snapshot} send={send} notice={null} titles={titles} />
      {handed === null ? null : <HandedLinks key={handed.enlaces[0]?.enlace} {...handed} />}
      {load.failed || people === null ? (
        <LoadSection {...load} />
      ) : people.length === 0 ? (
        <Section>
          <EmptyState
            title="Nadie está por entrar"
            description="Todos los usuarios eligieron ya su contraseña."
            action={<LinkButton to={pathTo('crearUsuario')}>Crear usuario</LinkButton>}
          />
        </Section>
      ) : (
        <chakra.div _print={{ display: 'none' }}>
          <Formik
            // A new list of links clears the choice: another link would void the one that was just handed over.
            key={handed?.enlaces[0]?.enlace}
            initialValues={{
              usuarios: people
                .filter(isChosen)
                .slice(0, maximumLinks)
                .map(({ id }) => id),
            }}
            onSubmit={() => undefined}
          >
            <Section
              title="Quiénes no han entrado"
              description="Un enlace nuevo reemplaza al anterior."
            >
              <chakra.div display="grid" gap="5">
                <CheckboxGroupField
                  name="usuarios"
                  label="Personas"
                  hideLabel
                  options={people.map(({ id, nombre, perfil, invitacion }) => ({
                    value: id,
                    label: `${nombre} · ${perfil}`,
                    description: invitationInWords(invitacion) || 'Sin invitación abierta',
                  }))}
                />
                <WayButtons
                  busy={isPending(snapshot)}
                  onChoose={(usuarios, por) =>
                    send({ type: 'SEND', request: { usuarios: [...usuarios], por } })
                  }
                />
              </chakra.div>
            </Section>
          </Formik>
        </chakra.div>
      )}
    </Page>
  );
}

interface WayButtonsProps {
  busy: boolean;
  onChoose: (usuarios: readonly number[], por: Way) => void;
}

const single = (chosen: readonly number[]) =>
  chosen.length > 1 ? ['Marque una sola persona: cada enlace es de una.'] : [];

/** The ways to hand over the links of the people who are marked. */
function WayButtons({ busy, onChoose }: WayButtonsProps) {
  const { usuarios } = useFormikContext<{ usuarios: number[] }>().values;
  const none = usuarios.length === 0 ? ['Marque al menos una persona.'] : [];
  const many =
    usuarios.length > maximumLinks ? [`Marque como máximo ${maximumLinks} personas.`] : [];
  const ways: readonly { por: Way; label: string; icon: Icon; reasons: readonly string[] }[] = [
    { por: 'copiar', label: 'Copiar enlace', icon: Copy, reasons: single(usuarios) },
    { por: 'whatsapp', label: 'WhatsApp', icon: MessageCircle, reasons: single(usuarios) },
    ...(canShare()
      ? [{ por: 'compartir', label: 'Compartir', icon: Share2, reasons: single(usuarios) } as const]
      : []),
    { por: 'imprimir', label: 'Imprimir hoja', icon: Printer, reasons: many },
  ];
  return (
    <ButtonRow align="start">
      {ways.map(({ por, label, icon, reasons }) => (
        <GuardedButton
          key={por}
          variant={por === 'copiar' ? 'solid' : 'outline'}
          icon={icon}
          reasons={[...none, ...reasons]}
          waiting={busy}
          onClick={() => onChoose(usuarios, por)}
        >
          {label}
        </GuardedButton>
      ))}
    </ButtonRow>
  );
}

const outcomes: Record<Way, (count: number) => { done: string; failed: string }> = {
  copiar: () => ({
    done: 'Mensaje con el enlace copiado: péguelo donde la persona lo lea.',
    failed: 'El navegador no deja copiar: seleccione el enlace y cópielo.',
  }),
  compartir: () => ({
    done: 'Enlace compartido.',
    failed: 'No se compartió: el enlace sigue aquí.',
  }),
  whatsapp: () => ({
    done: 'WhatsApp se abrió en otra pestaña, con el mensaje escrito.',
    failed: 'El navegador no abrió WhatsApp: ábralo con el botón de abajo.',
  }),
  imprimir: (count) => ({
    done: `Hoja con ${counted(count, 'invitación', 'invitaciones')}: entregue a cada quien la suya.`,
    failed: '',
  }),
};

/** The focus goes to the result of the press. */
const takeFocus = (node: HTMLElement | null) => node?.focus();

/** The links that were just made, which are not shown again; a sheet prints itself. */
function HandedLinks({ enlaces, por, hecho }: HandedOver) {
  useEffect(() => {
    if (por === 'imprimir') window.print();
  }, [por]);
  const { done, failed } = outcomes[por](enlaces.length);
  return (
    <chakra.section
      ref={takeFocus}
      tabIndex={-1}
      aria-label="Enlaces creados"
      outline="none"
      display="grid"
      gap="4"
    >
      <chakra.div display="grid" gap="3" _print={{ display: 'none' }}>
        <InlineAlert
          tone={hecho ? 'success' : 'warning'}
          title={hecho ? done : failed}
          action={
            por === 'imprimir' ? (
              <GuardedButton
                size="sm"
                variant="outline"
                icon={Printer}
                onClick={() => window.print()}
              >
                Imprimir otra vez
              </GuardedButton>
            ) : undefined
          }
        >
          Los enlaces no se muestran de nuevo.
        </InlineAlert>
      </chakra.div>
      {enlaces.map((link) => (
        <LinkCard key={link.id} link={link} />
      ))}
    </chakra.section>
  );
}

function LinkCard({ link }: { link: Links[number] }) {
  const { nombre, perfil, email, enlace, vence } = link;
  return (
    <chakra.article
      aria-label={`Invitación de ${nombre}`}
      layerStyle="frame"
      borderColor="border"
      p={{ base: '4', md: '5' }}
      display="flex"
      flexWrap="wrap"
      gap="5"
      alignItems="center"
      breakInside="avoid"
    >
      <QrCode text={enlace} label={`Código QR de la invitación de ${nombre}`} width="9rem" />
      <chakra.div flex="1" minW="min(100%, 15rem)" display="grid" gap="2">
        <p>
          <strong>{nombre}</strong> · {perfil}
        </p>
        <p>
          Lea el código con la cámara de su celular, o abra el enlace, y elija su contraseña de Caja
          menor. Su usuario es {email}.
        </p>
        <chakra.code fontFamily="mono" textStyle="sm" userSelect="all" overflowWrap="anywhere">
          {enlace}
        </chakra.code>
        <chakra.p textStyle="sm" color="fg.muted">
          Sirve una sola vez y vence el {shortDateTime(vence)}.
        </chakra.p>
        <chakra.div display="flex" flexWrap="wrap" gap="2" _print={{ display: 'none' }}>
          <CopyButton text={enlace} label="Copiar enlace" />
          <GuardedButton
            size="sm"
            variant="outline"
            icon={MessageCircle}
            onClick={() => void handOverBy.whatsapp([link])}
          >
            WhatsApp
          </GuardedButton>
          {canShare() ? (
            <GuardedButton
              size="sm"
              variant="outline"
              icon={Share2}
              onClick={() => void handOverBy.compartir([link])}
            >
              Compartir
            </GuardedButton>
          ) : null}
        </chakra.div>
      </chakra.div>
    </chakra.article>
  );
}
