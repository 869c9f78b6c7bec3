import { useActor } from '@xstate/react';
import { ShieldOff } from 'lucide-react';
import { isPending, problemOf } from '#machines/flows/steps/result.ts';
import { isConfirming, isReset } from '#machines/flows/session/second-factor.machine.ts';
import { factorReset } from '../session/second-factor.actors.ts';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { Section } from '../../ui/layout/Section.tsx';

interface SecondFactorResetProps {
  user: { id: number; razon_social: string; segundo_factor: 0 | 1 };
}

/** For somebody who lost the device: the second factor goes, and with it the open sessions. */
export function SecondFactorReset({ user }: SecondFactorResetProps) {
  const [snapshot, send] = useActor(factorReset, { input: { id_usuario: user.id } });
  const none = user.segundo_factor === 0 ? ['La persona no tiene segundo factor.'] : [];
  return (
    <Section
      title="Segundo factor"
      description="Si la persona perdió su dispositivo, quítelo: se cierran sus sesiones y recibe un correo."
      actions={
        isReset(snapshot) ? null : (
          <GuardedButton
            variant="outline"
            tone="danger"
            icon={ShieldOff}
            reasons={none}
            onClick={() => send({ type: 'RESET' })}
          >
            Restablecer
          </GuardedButton>
        )
      }
    >
      {isReset(snapshot) ? (
        <InlineAlert tone="success">Segundo factor restablecido</InlineAlert>
      ) : (
        <p>{user.segundo_factor === 1 ? 'Activo.' : 'Inactivo.'}</p>
      )}
      <ConfirmDialog
        open={isConfirming(snapshot)}
        title="Restablecer el segundo factor"
        confirmLabel="Restablecer"
        confirmTone="danger"
        busy={isPending(snapshot) && 'Procesando…'}
        error={problemOf(snapshot)?.msg}
        onConfirm={() => send({ type: 'CONFIRM' })}
        onCancel={() => send({ type: 'CANCEL' })}
      >
        {user.razon_social} entrará solo con su contraseña hasta que lo active de nuevo.
      </ConfirmDialog>
    </Section>
  );
}
