import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { useFormikContext } from 'formik';
import { Link, Send, ShieldOff } from 'lucide-react';
import { permissionNames } from '#contract/permissions.ts';
import {
  type Holder,
  accounting,
  authorityMessages,
  mayGivePermission,
} from '#machines/domain/people/authority.ts';
import { invitationInWords, invitingRefusals } from '#machines/domain/people/invitation.ts';
import { isConfirming, isDone } from '#machines/flows/records/command.machine.ts';
import { isPending, problemOf } from '#machines/flows/steps/result.ts';
import {
  type UserFormFacts,
  type UserValues,
  authorises,
  profilePermissions,
  withAuthorising,
} from '#machines/flows/users/user.form.ts';
import { ProblemAlert } from '../../shell/problems/ProblemAlert.tsx';
import { invitationPath, permissionLabelOf } from '../../shell/screens/paths.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import {
  CheckboxGroupField,
  RadioGroup,
  RadioGroupField,
} from '../../ui/fields/RadioGroupField.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { Reveal } from '../../ui/overlay/Moving.tsx';
import { writeOf } from '../records/CommandOutcome.tsx';

export const inviting = writeOf('/invitarUsuario');
const factorReset = writeOf('/restablecerSegundoFactor');
const options = { input: { key: null, once: true } };

const listHelp =
  'Una lista propia cambia las pantallas; de las decisiones, solo preparar y autorizar giros.';

interface PermissionFieldsProps {
  /** Holder of the session, whose permissions limit what can be given. */
  holder: Holder;
  isOneself: boolean;
}

/** Screens of the profile, or an own list that starts as a copy of them. */
export function PermissionFields({ holder, isOneself }: PermissionFieldsProps) {
  const { values, setFieldValue } = useFormikContext<UserValues>();
  const ofProfile = profilePermissions(values.tipo);
  const options = permissionNames.map((name) => ({
    value: name,
    label: permissionLabelOf(name),
    disabled: !mayGivePermission(holder, name),
  }));
  const choose = (own: string) => {
    if (own === 'si' && values.permisos.length === 0)
      void setFieldValue('permisos', [...profilePermissions(values.tipo)]);
  };
  return (
    <chakra.div display="grid" gap="5">
      <AuthoriserField holder={holder} isOneself={isOneself} />
      <RadioGroupField
        name="permisos_propios"
        label="Pantallas que puede abrir"
        variant="inline"
        disabled={isOneself}
        help={isOneself ? authorityMessages.ownPermissions : undefined}
        options={[
          { value: 'no', label: 'Las de su perfil' },
          { value: 'si', label: 'Una lista propia' },
        ]}
        onValueChange={choose}
      />
      {values.permisos_propios === 'no' && ofProfile.length > 0 ? (
        <chakra.details>
          <chakra.summary color="teal.700" fontWeight="medium" cursor="pointer" width="fit-content">
            {`Ver las ${ofProfile.length} pantallas de su perfil`}
          </chakra.summary>
          <chakra.ul aria-label="Pantallas de su perfil" columnCount={{ md: 2 }} ps="5" pt="2">
            {ofProfile.map((name) => (
              <li key={name}>{permissionLabelOf(name)}</li>
            ))}
          </chakra.ul>
        </chakra.details>
      ) : null}
      <Reveal when={values.permisos_propios === 'si'}>
        <CheckboxGroupField
          name="permisos"
          label="Permisos"
          disabled={isOneself}
          help={
            options.some(({ disabled }) => disabled)
              ? `${listHelp} ${authorityMessages.permissions}.`
              : listHelp
          }
          columns={2}
          options={options}
        />
      </Reveal>
    </chakra.div>
  );
}

/** Asks who makes or edits a person of accounting whether that person authorises payments; the answer is in the list. */
function AuthoriserField({ holder, isOneself }: PermissionFieldsProps) {
  const { values, setValues } = useFormikContext<UserValues>();
  if (values.tipo !== accounting || isOneself || !mayGivePermission(holder, 'autorizarGiros'))
    return null;
  return (
    <RadioGroup
      name="autoriza_giros"
      label="¿Autoriza giros?"
      variant="inline"
      help="Autoriza los lotes que prepara otra persona."
      options={[
        { value: 'no', label: 'No' },
        { value: 'si', label: 'Sí' },
      ]}
      value={authorises(values) ? 'si' : 'no'}
      error={undefined}
      onChoose={(answer) => void setValues(withAuthorising(values, answer === 'si'))}
    />
  );
}

interface SecondFactorResetProps {
  user: { id: number; razon_social: string; segundo_factor: 0 | 1 };
}

/** For a user who lost their device: resets the second factor, which also ends all sessions. */
export function SecondFactorReset({ user }: SecondFactorResetProps) {
  const [snapshot, send] = useActor(factorReset, options);
  const none = user.segundo_factor === 0 ? ['La persona no tiene segundo factor.'] : [];
  return (
    <Section
      title="Segundo factor"
      description="Si la persona perdió su dispositivo, quítelo: se cierran sus sesiones y recibe un correo."
      actions={
        isDone(snapshot) ? null : (
          <GuardedButton
            variant="outline"
            tone="danger"
            icon={ShieldOff}
            reasons={none}
            onClick={() => send({ type: 'ASK' })}
          >
            Restablecer
          </GuardedButton>
        )
      }
    >
      {isDone(snapshot) ? (
        <InlineAlert tone="success" isResult>
          Segundo factor restablecido
        </InlineAlert>
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
        onConfirm={() => send({ type: 'SEND', request: { id_usuario: user.id } })}
        onCancel={() => send({ type: 'DISMISS' })}
      >
        {user.razon_social} entrará solo con su contraseña hasta que lo active de nuevo.
      </ConfirmDialog>
    </Section>
  );
}

interface UserInvitationProps {
  user: Pick<NonNullable<UserFormFacts['user']>, 'id' | 'active_' | 'invitacion' | 'email'>;
  locked: readonly string[];
  sendsMails: boolean;
  machine?: typeof inviting;
}

/** For a user who has not set a password yet: state of the invitation, and ways to send another one. */
export function UserInvitation({
  user,
  locked,
  sendsMails,
  machine = inviting,
}: UserInvitationProps) {
  const [snapshot, send] = useActor(machine, options);
  const { active_, invitacion } = user;
  if (invitacion === null) return null;
  const refusals = invitingRefusals({ active_, cambiar_clave: 1 });
  const reasons = [...locked, ...refusals.map(({ mensaje }) => mensaje)];
  return (
    <Section
      title="Invitación"
      description="La persona elige su contraseña con un enlace. Uno nuevo reemplaza al anterior."
      actions={
        isDone(snapshot) ? null : (
          <>
            {sendsMails ? (
              <GuardedButton
                variant="outline"
                icon={Send}
                reasons={reasons}
                busy={isPending(snapshot) && 'Enviando…'}
                onClick={() => send({ type: 'SEND', request: { id_usuario: user.id } })}
              >
                {invitacion.estado === 'ninguna' ? 'Invitar por correo' : 'Invitar de nuevo'}
              </GuardedButton>
            ) : null}
            {reasons.length > 0 ? null : (
              <LinkButton to={invitationPath(user.id)} icon={Link} variant="outline">
                Entregar un enlace
              </LinkButton>
            )}
          </>
        )
      }
    >
      <ProblemAlert problem={problemOf(snapshot)} title="La invitación no se creó" />
      {isDone(snapshot) ? (
        <InlineAlert
          tone="success"
          isResult
        >{`Invitación por enviar a ${user.email}: sale en un momento. El enlace de antes ya no sirve.`}</InlineAlert>
      ) : (
        <p>{invitationInWords(invitacion) || 'Todavía no ha elegido su contraseña.'}</p>
      )}
    </Section>
  );
}
