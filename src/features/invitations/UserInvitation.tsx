import { useActor } from '@xstate/react';
import { Send } from 'lucide-react';
import { invitationInWords, invitingRefusals } from '#machines/domain/people/invitation.ts';
import { isPending, problemOf } from '#machines/flows/steps/result.ts';
import type { UserFormFacts } from '#machines/flows/users/user.form.ts';
import { isInvited } from '#machines/flows/invitations/invitation.machine.ts';
import { inviting } from './invitation.actors.ts';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { ProblemAlert } from '../../app/problems/ProblemAlert.tsx';

interface UserInvitationProps {
  user: Pick<NonNullable<UserFormFacts['user']>, 'id' | 'active_' | 'invitacion' | 'email'>;
  locked: readonly string[];
  machine?: typeof inviting;
}

/** For somebody who has not chosen a password: the invitation that is open, and another one. */
export function UserInvitation({ user, locked, machine = inviting }: UserInvitationProps) {
  const [snapshot, send] = useActor(machine, { input: { id_usuario: user.id } });
  const { active_, invitacion } = user;
  if (invitacion === null) return null;
  const refusals = invitingRefusals({ active_, cambiar_clave: 1 });
  return (
    <Section
      title="Invitación"
      description="La persona elige su contraseña con un enlace que le llega por correo."
      actions={
        isInvited(snapshot) ? null : (
          <GuardedButton
            variant="outline"
            icon={Send}
            reasons={[...locked, ...refusals.map(({ mensaje }) => mensaje)]}
            busy={isPending(snapshot) && 'Enviando…'}
            onClick={() => send({ type: 'INVITE' })}
          >
            {invitacion.enviada === '' ? 'Enviar invitación' : 'Invitar de nuevo'}
          </GuardedButton>
        )
      }
    >
      <ProblemAlert problem={problemOf(snapshot)} title="La invitación no se envió" />
      {isInvited(snapshot) ? (
        <InlineAlert tone="success">{`Invitación enviada a ${user.email}. El enlace de antes ya no sirve.`}</InlineAlert>
      ) : (
        <p>{invitationInWords(invitacion) || 'Todavía no ha elegido su contraseña.'}</p>
      )}
    </Section>
  );
}
