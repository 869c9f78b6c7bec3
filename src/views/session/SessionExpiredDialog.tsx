import { Dialog } from '@chakra-ui/react/dialog';
import { Portal } from '@chakra-ui/react/portal';
import { factsOf } from '#machines/flows/session.selectors.ts';
import { Session } from '../../actors/SessionProvider.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { pathTo } from '../../routes/paths.ts';
import { LoginForm } from './LoginForm.tsx';

/** Signing in again in place: the screen below keeps everything that was typed. */
export function SessionExpiredDialog() {
  const email = Session.useSelector(factsOf)?.email ?? '';
  return (
    <Dialog.Root
      open
      placement="center"
      size="sm"
      closeOnEscape={false}
      closeOnInteractOutside={false}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>Su sesión terminó</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body display="grid" gap="4">
              <p>Inicie sesión de nuevo para continuar donde iba: no se perdió nada.</p>
              <LoginForm email={email} />
              <TextLink to={pathTo('logout')}>Salir</TextLink>
            </Dialog.Body>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
