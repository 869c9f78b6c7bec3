import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import * as yup from 'yup';
import { codeFields } from '#contract/calls/session.calls.ts';
import {
  asksForPassword,
  codesLeftOf,
  codesOf,
  hasFewCodes,
  isActivating,
  isEnrolling,
  isOn,
  isPreparing,
  isRenewing,
  isRequired,
  isSwitchingOff,
  noticeOf,
  preparedOf,
  secondFactorMachine,
  showsCodes,
} from '#machines/flows/session/second-factor.machine.ts';
import { isLoading, problemOf } from '#machines/flows/steps/result.ts';
import { LoadProblem, loadOf } from '../../shell/problems/LoadProblem.tsx';
import { ProblemAlert } from '../../shell/problems/ProblemAlert.tsx';
import { Session } from '../../shell/session.ts';
import { pathTo } from '../../shell/screens/paths.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { LoadingState } from '../../ui/feedback/FailedState.tsx';
import { ButtonRow } from '../../ui/fields/FieldGrid.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { TextLink } from '../../ui/fields/LinkButton.tsx';
import { PasswordField } from '../../ui/fields/TextField.tsx';
import { CenteredShell } from '../../ui/layout/CenteredShell.tsx';
import { QrCode } from '../../ui/layout/QrCode.tsx';
import { withCalls } from '../../wire/with-calls.ts';
import { CodeField } from './LoginForm.tsx';

const secondFactor = withCalls(secondFactorMachine);

export interface SecondFactorProps {
  machine?: typeof secondFactor | undefined;
  /** Called after the user confirms that the recovery codes are saved. */
  onSaved?: () => void;
}

/** Second factor of the user: enrolment, renewal of the recovery codes, deactivation. */
export default function SecondFactor({ machine = secondFactor, onSaved }: SecondFactorProps) {
  const [snapshot, send] = useActor(machine);
  const load = loadOf(snapshot, send);
  if (isLoading(snapshot)) return <LoadingState size="inline" />;
  if (load.failed) return <LoadProblem {...load} />;
  if (showsCodes(snapshot))
    return (
      <RecoveryCodes
        codes={codesOf(snapshot)}
        onSaved={() => {
          send({ type: 'CODES_SAVED' });
          onSaved?.();
        }}
      />
    );
  if (isEnrolling(snapshot)) return <FactorEnrolment snapshot={snapshot} send={send} />;
  if (isOn(snapshot)) return <FactorOn snapshot={snapshot} send={send} />;
  return <FactorOff snapshot={snapshot} send={send} />;
}

/** Recovery codes, shown only once. */
function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
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
        <GuardedButton onClick={onSaved}>Ya guardé los códigos</GuardedButton>
      </ButtonRow>
    </chakra.div>
  );
}

const schema = yup.object(codeFields);
const provenSchema = schema.shape({
  current: yup.string().required('Este campo es obligatorio'),
});
const noCode = { codigo: '' };

interface StepProps {
  snapshot: SnapshotFrom<typeof secondFactorMachine>;
  send: ActorRefFrom<typeof secondFactorMachine>['send'];
}

/** The second factor is off. */
function FactorOff({ snapshot, send }: StepProps) {
  const notice = noticeOf(snapshot);
  return (
    <chakra.div display="grid" gap="4">
      {notice === null ? null : <InlineAlert tone="success">{notice}</InlineAlert>}
      <ProblemAlert problem={problemOf(snapshot)} />
      <p>
        Además de la contraseña, al ingresar se pide un código de su teléfono (Google Authenticator
        u otra aplicación).
      </p>
      <ButtonRow align="start">
        <GuardedButton
          busy={isPreparing(snapshot) && 'Preparando…'}
          onClick={() => send({ type: 'ENROL' })}
        >
          Activar el segundo factor
        </GuardedButton>
      </ButtonRow>
    </chakra.div>
  );
}

/** Enrolment: the secret as QR code and as text, and a field for the first code, which proves that it was stored. */
function FactorEnrolment({ snapshot, send }: StepProps) {
  const { uri, secreto } = preparedOf(snapshot);
  const proves = asksForPassword(snapshot);
  return (
    <Form
      label="Activar el segundo factor"
      initialValues={{ ...noCode, current: '' }}
      validationSchema={proves ? provenSchema : schema}
      onSubmit={({ codigo, current }) =>
        send({ type: 'CONFIRM', codigo: codigo.trim(), password_actual: proves ? current : null })
      }
    >
      <chakra.div display="flex" flexWrap="wrap" gap="5" alignItems="center">
        <QrCode text={uri} label="Código QR del segundo factor" />
        <chakra.div flex="1" minW="min(100%, 14rem)" display="grid" gap="2">
          <p>Escanee el código con su aplicación de autenticación, o escriba en ella esta clave:</p>
          <chakra.code userSelect="all" overflowWrap="anywhere" fontFamily="mono">
            {secreto.replace(/(.{4})(?=.)/g, '$1 ')}
          </chakra.code>
        </chakra.div>
      </chakra.div>
      <ProblemAlert problem={problemOf(snapshot)} />
      <CodeField help="El de 6 dígitos que la aplicación muestra ahora." />
      {proves ? <PasswordField name="current" label="Contraseña actual" required /> : null}
      <ButtonRow>
        <GuardedButton
          variant="outline"
          waiting={isActivating(snapshot)}
          onClick={() => send({ type: 'CANCEL' })}
        >
          Cancelar
        </GuardedButton>
        <GuardedButton type="submit" busy={isActivating(snapshot) && 'Activando…'}>
          Confirmar
        </GuardedButton>
      </ButtonRow>
    </Form>
  );
}

const leftMessage = (count: number): string =>
  ({ 0: 'No le quedan códigos de recuperación.', 1: 'Le queda un código de recuperación.' })[
    count
  ] ?? `Le quedan ${count} códigos de recuperación.`;

/** The second factor is on; a code is required to renew the recovery codes or to switch it off. */
function FactorOn({ snapshot, send }: StepProps) {
  const required = isRequired(snapshot);
  const busy = isRenewing(snapshot) || isSwitchingOff(snapshot);
  return (
    <Form
      label="Segundo factor"
      initialValues={noCode}
      validationSchema={schema}
      onSubmit={({ codigo }) => send({ type: 'RENEW', codigo: codigo.trim() })}
    >
      {({ values, setFieldTouched, validateForm }) => (
        <>
          <InlineAlert
            tone={hasFewCodes(snapshot) ? 'warning' : 'success'}
            title="El segundo factor está activo"
          >
            {leftMessage(codesLeftOf(snapshot))}
            {hasFewCodes(snapshot) ? ' Genere códigos nuevos.' : ''}
          </InlineAlert>
          <ProblemAlert problem={problemOf(snapshot)} />
          <CodeField help="Para cualquiera de los dos cambios: uno de su aplicación o de recuperación." />
          <ButtonRow>
            <GuardedButton
              variant="outline"
              tone="danger"
              reasons={required ? ['Su perfil exige el segundo factor.'] : []}
              busy={isSwitchingOff(snapshot) && 'Desactivando…'}
              waiting={isRenewing(snapshot)}
              onClick={async () => {
                await setFieldTouched('codigo');
                const errors = await validateForm();
                if (errors.codigo === undefined)
                  send({ type: 'SWITCH_OFF', codigo: values.codigo.trim() });
              }}
            >
              Desactivar
            </GuardedButton>
            <GuardedButton
              type="submit"
              busy={isRenewing(snapshot) && 'Generando…'}
              waiting={busy && !isRenewing(snapshot)}
            >
              Generar códigos nuevos
            </GuardedButton>
          </ButtonRow>
        </>
      )}
    </Form>
  );
}

/** A page without navigation while the profile requires a second factor and the user has none. */
export function EnrolmentView() {
  const session = Session.useActorRef();
  return (
    <CenteredShell
      title="Segundo factor"
      subtitle="Su perfil exige un segundo factor. Actívelo para continuar."
      footer={<TextLink to={pathTo('logout')}>Salir</TextLink>}
    >
      <SecondFactor onSaved={() => session.send({ type: 'ENROLLED' })} />
    </CenteredShell>
  );
}
