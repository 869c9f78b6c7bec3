import { Dialog, type DialogRootProps } from '@chakra-ui/react/dialog';
import { Portal } from '@chakra-ui/react/portal';
import type { ReactNode } from 'react';
import { GuardedButton } from '../fields/GuardedButton.tsx';

interface TitledDialogProps extends Pick<DialogRootProps, 'size' | 'scrollBehavior'> {
  title: string;
  open: boolean;
  onClose: () => void;
  /** Buttons before the one that closes. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A dialog in which nothing is to be confirmed: it shows something. */
export function TitledDialog({
  title,
  open,
  onClose,
  actions,
  children,
  ...look
}: TitledDialogProps) {
  return (
    <Dialog.Root
      {...look}
      open={open}
      placement="center"
      lazyMount
      unmountOnExit
      onOpenChange={(details) => {
        if (!details.open) onClose();
      }}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px={{ base: '2', md: '4' }}>
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>{title}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body display="grid" gap="4">
              {children}
            </Dialog.Body>
            <Dialog.Footer flexWrap="wrap">
              {actions}
              <GuardedButton variant="outline" onClick={onClose}>
                Cerrar
              </GuardedButton>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
