import { Dialog } from '@chakra-ui/react/dialog';
import { Portal } from '@chakra-ui/react/portal';
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useRef, useState } from 'react';
import { awaitsCode, factsOf } from '#machines/flows/session/session.setup.ts';
import { Session } from '../../shell/session.ts';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { CodeForm, CompanyButton, LoginForm } from './LoginForm.tsx';

/** Sign-in dialog over the current screen, which stays mounted. @param children notice of what waits for the sign-in */
export function SessionExpiredDialog({ children }: { children?: ReactNode }) {
  const session = Session.useActorRef();
  const person = Session.useSelector(factsOf);
  const code = Session.useSelector(awaitsCode);
  const body = useRef<HTMLDivElement>(null);
  const [anybody, setAnybody] = useState(false);
  return (
    <Dialog.Root
      open
      placement="center"
      size="sm"
      closeOnEscape={false}
      closeOnInteractOutside={false}
      initialFocusEl={() => body.current?.querySelector('input[type=password]') ?? null}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>Su sesión terminó</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body ref={body} display="grid" gap="4" pb="6">
              <p>
                {code
                  ? 'Su contraseña es correcta. Falta el segundo factor.'
                  : anybody
                    ? 'Si entra otra persona, esta página se carga de nuevo y lo escrito queda guardado para quien lo escribió.'
                    : `${person?.nombre ?? ''}: escriba su contraseña para continuar donde iba. No se perdió nada.`}
              </p>
              {children}
              {code ? (
                <CodeForm />
              ) : (
                <>
                  <LoginForm key={String(anybody)} email={anybody ? '' : (person?.email ?? '')} />
                  <CompanyButton />
                </>
              )}
              <chakra.div display="flex" flexWrap="wrap" justifyContent="space-between" gap="2">
                {code ? (
                  <span />
                ) : (
                  <GuardedButton variant="ghost" size="sm" onClick={() => setAnybody(!anybody)}>
                    {anybody ? `Entrar como ${person?.nombre ?? ''}` : 'Entrar con otro usuario'}
                  </GuardedButton>
                )}
                <GuardedButton
                  variant="ghost"
                  size="sm"
                  tone="neutral"
                  onClick={() => session.send({ type: 'LOGOUT' })}
                >
                  Salir sin guardar
                </GuardedButton>
              </chakra.div>
            </Dialog.Body>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
