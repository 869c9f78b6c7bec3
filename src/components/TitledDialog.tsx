import { Dialog, type DialogRootProps } from '@chakra-ui/react/dialog';
import { Portal } from '@chakra-ui/react/portal';
import type { ReactNode } from 'react';
import { GuardedButton } from './GuardedButton.tsx';

export interface TitledDialogProps extends Pick<DialogRootProps, 'size' | 'scrollBehavior'> {
  title: string;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that only shows something: nothing is there to confirm. */
export function TitledDialog({ title, open, onClose, children, ...look }: TitledDialogProps) {
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
            <Dialog.Footer>
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
