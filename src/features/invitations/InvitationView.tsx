import { useActor } from '@xstate/react';
import { shortDateTime } from '#machines/domain/values/bogota-time.ts';
import { isDone } from '#machines/flows/records/command.machine.ts';
import {
  dataOf,
  failedToLoad,
  isForbidden,
  isLoading,
  assertPresent,
  isPending,
  problemOf,
} from '#machines/flows/steps/result.ts';
import { pathTo } from '../../shell/screens/paths.ts';
import { FailedState, LoadingState } from '../../ui/feedback/FailedState.tsx';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { LinkButton, TextLink } from '../../ui/fields/LinkButton.tsx';
import { CenteredShell } from '../../ui/layout/CenteredShell.tsx';
import { commandOf } from '../records/CommandOutcome.tsx';
import { NewPasswordForm } from '../session/NewPasswordForm.tsx';

export const invitation = commandOf('/invitacion', '/aceptarInvitacion');

const title = 'Elija su contraseña';

/** Signs the current user out; without a session it leads to the login. */
const signIn = pathTo('logout');

/** invitacion: shows the invited person, who chooses a password. */
export function InvitationView({
  secret,
  machine = invitation,
}: {
  secret: string;
  machine?: typeof invitation;
}) {
  const [snapshot, send] = useActor(machine, {
    input: { key: { invitacion: secret }, once: true },
  });
  const problem = problemOf(snapshot);
  if (isLoading(snapshot))
    return (
      <CenteredShell title={title}>
        <LoadingState size="inline" />
      </CenteredShell>
    );
  if (isForbidden(snapshot))
    return (
      <CenteredShell title="Invitación" footer={<TextLink to={signIn}>Ir al ingreso</TextLink>}>
        <InlineAlert tone="warning">{problem?.msg}</InlineAlert>
      </CenteredShell>
    );
  if (failedToLoad(snapshot))
    return (
      <CenteredShell title={title}>
        <FailedState
          message={problem?.msg}
          supportCode={problem?.codigo_soporte}
          onRetry={() => send({ type: 'RETRY' })}
        />
      </CenteredShell>
    );
  const { nombre, perfil, email, vence } = assertPresent(dataOf(snapshot));
  if (isDone(snapshot))
    return (
      <CenteredShell title="Su contraseña quedó guardada" subtitle={`Ingrese con ${email}.`}>
        <LinkButton to={signIn} size="lg" fullWidth>
          Ir al ingreso
        </LinkButton>
      </CenteredShell>
    );
  return (
    <CenteredShell
      title={title}
      subtitle={
        <>
          <strong>{nombre}</strong> · {perfil}
          <br />
          {email}
        </>
      }
      footer={`Este enlace sirve una sola vez y vence el ${shortDateTime(vence)}.`}
    >
      <NewPasswordForm
        label="Guardar contraseña"
        nombre={nombre}
        email={email}
        problem={problem}
        pending={isPending(snapshot)}
        onChoose={(password) => send({ type: 'SEND', request: { invitacion: secret, password } })}
      />
    </CenteredShell>
  );
}
