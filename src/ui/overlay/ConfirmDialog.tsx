import { Dialog, type DialogRootProps } from '@chakra-ui/react/dialog';
import { Portal } from '@chakra-ui/react/portal';
import { type ReactNode, useRef } from 'react';
import { InlineAlert } from '../feedback/InlineAlert.tsx';
import { GuardedButton } from '../fields/GuardedButton.tsx';

interface TitledDialogProps extends Pick<DialogRootProps, 'size' | 'scrollBehavior'> {
  title: string;
  open: boolean;
  onClose: () => void;
  /** Buttons before the close button. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A dialog that only shows content. */
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

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  children?: ReactNode;
  confirmLabel: string;
  /** In this product a deletion is confirmed in teal ('primary') and cancelled in red ('danger'). */
  confirmTone?: 'primary' | 'danger';
  cancelTone?: 'neutral' | 'danger';
  /** Label of the confirm button while the action runs. */
  busy?: string | false;
  /** Reasons why it cannot be confirmed. */
  reasons?: readonly string[];
  /** Shown inside; the confirm button then reads 'Reintentar'. */
  error?: string | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Confirms an irreversible action, never twice. Escape and the cancel button close the dialog unless it is busy. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  confirmTone = 'primary',
  cancelTone = 'neutral',
  busy = false,
  reasons = [],
  error,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const cancelButton = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root
      role="alertdialog"
      open={open}
      placement="center"
      size="sm"
      // A long content scrolls between the title and the buttons, which stay in view.
      scrollBehavior="inside"
      lazyMount
      unmountOnExit
      closeOnEscape={!busy}
      closeOnInteractOutside={false}
      // A key pressed by mistake must not confirm.
      initialFocusEl={() => cancelButton.current?.querySelector('button') ?? null}
      onOpenChange={(details) => {
        if (!details.open && !busy) onCancel();
      }}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content aria-busy={busy ? true : undefined}>
            <Dialog.Header>
              <Dialog.Title>{title}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body textStyle="md" display="grid" gap="4" pb="4">
              {children ? (
                <Dialog.Description as="div" color="fg.muted">
                  {children}
                </Dialog.Description>
              ) : null}
              {error ? <InlineAlert tone="danger">{error}</InlineAlert> : null}
            </Dialog.Body>
            <Dialog.Footer flexWrap="wrap" pb="6">
              <div ref={cancelButton}>
                <GuardedButton
                  tone={cancelTone}
                  variant={cancelTone === 'neutral' ? 'outline' : 'solid'}
                  waiting={busy !== false}
                  onClick={onCancel}
                >
                  Cancelar
                </GuardedButton>
              </div>
              <GuardedButton tone={confirmTone} busy={busy} reasons={reasons} onClick={onConfirm}>
                {error ? 'Reintentar' : confirmLabel}
              </GuardedButton>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
