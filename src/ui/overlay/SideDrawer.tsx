import { Drawer } from '@chakra-ui/react/drawer';
import { Portal } from '@chakra-ui/react/portal';
import type { ReactNode } from 'react';

interface SideDrawerProps {
  label: string;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The menu of a narrow window, over the page. */
export function SideDrawer({ label, open, onClose, children }: SideDrawerProps) {
  return (
    <Drawer.Root
      open={open}
      placement="start"
      lazyMount
      unmountOnExit
      onOpenChange={(details) => {
        if (!details.open) onClose();
      }}
    >
      <Portal>
        <Drawer.Backdrop />
        <Drawer.Positioner>
          <Drawer.Content aria-label={label} bg="bg.brand" textStyle="md" maxW="min(19rem, 86vw)">
            {children}
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  );
}
