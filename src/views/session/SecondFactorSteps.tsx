import { chakra } from '@chakra-ui/react/styled-system';
import * as yup from 'yup';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { encode } from 'uqr';
import { codeFields } from '#contract/calls/second-factor.calls.ts';
import type { secondFactorMachine } from '#machines/flows/session/second-factor.machine.ts';
import { problemOf } from '#machines/flows/flow.selectors.ts';
import {
  codesLeftOf,
  hasFewCodes,
  isActivating,
  isPreparing,
  isRenewing,
  isRequired,
  isSwitchingOff,
  noticeOf,
  preparedOf,
} from '#machines/flows/session/second-factor.selectors.ts';
import { ButtonRow } from '../../components/ButtonRow.tsx';
import { Form } from '../../components/Form.tsx';
import { GuardedButton } from '../../components/GuardedButton.tsx';
import { InlineAlert } from '../../components/InlineAlert.tsx';
import { ProblemAlert } from '../problems/ProblemAlert.tsx';
import { CodeField } from './CodeField.tsx';

const schema = yup.object(codeFields);
const noCode = { codigo: '' };

export interface StepProps {
  snapshot: SnapshotFrom<typeof secondFactorMachine>;
  send: ActorRefFrom<typeof secondFactorMachine>['send'];
}

/** There is none yet. */
export function FactorOff({ snapshot, send }: StepProps) {
  const notice = noticeOf(snapshot);
  return (
    <chakra.div display="grid" gap="4">
      {notice === null ? null : <InlineAlert tone="success">{notice}</InlineAlert>}
      <ProblemAlert problem={problemOf(snapshot)} />
      <p>
        Además de la contraseña, al entrar se pide un código de una aplicación de autenticación de
        su teléfono, como Google Authenticator, Microsoft Authenticator o Aegis.
      </p>
      <ButtonRow align="start">
        <GuardedButton
          loading={isPreparing(snapshot)}
          loadingLabel="Preparando…"
          onClick={() => send({ type: 'ENROL' })}
        >
          Activar el segundo factor
        </GuardedButton>
      </ButtonRow>
    </chakra.div>
  );
}

/** The secret as a picture and as text, and the first code that proves that the device has it. */
export function FactorEnrolment({ snapshot, send }: StepProps) {
  const { uri, secreto } = preparedOf(snapshot);
  return (
    <Form
      label="Activar el segundo factor"
      initialValues={noCode}
      validationSchema={schema}
      onSubmit={({ codigo }) => send({ type: 'CONFIRM', codigo: codigo.trim() })}
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
      <ButtonRow>
        <GuardedButton
          variant="outline"
          waiting={isActivating(snapshot)}
          onClick={() => send({ type: 'CANCEL' })}
        >
          Cancelar
        </GuardedButton>
        <GuardedButton type="submit" loading={isActivating(snapshot)} loadingLabel="Activando…">
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

/** It is on: with a code the recovery codes are renewed, or it is switched off. */
export function FactorOn({ snapshot, send }: StepProps) {
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
              loading={isSwitchingOff(snapshot)}
              loadingLabel="Desactivando…"
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
              loading={isRenewing(snapshot)}
              loadingLabel="Generando…"
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

/** A QR code, black on white in every theme, made in the browser. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: 2 });
  const modules = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
  );
  return (
    <chakra.svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width="13rem"
      maxW="full"
      flexShrink="0"
      bg="white"
      borderRadius="l2"
      shapeRendering="crispEdges"
    >
      <path d={modules.join('')} fill="black" />
    </chakra.svg>
  );
}
