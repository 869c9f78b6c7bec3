import { Dialog } from '@chakra-ui/react/dialog';
import { chakra } from '@chakra-ui/react/styled-system';
import { shortcuts } from '#machines/flows/review/cockpit.machine.ts';
import { TitledDialog } from '../../ui/overlay/TitledDialog.tsx';
import { ToggleSwitch } from '../../ui/fields/ToggleSwitch.tsx';
import { useCockpitPlace } from './cockpit-context.ts';

/** The keys of the screen, and the switch of those that are letters alone: voices and hands press them by mistake. */
export function CockpitHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { singleKeys, setSingleKeys } = useCockpitPlace();
  return (
    <TitledDialog title="Atajos de teclado" size="sm" open={open} onClose={onClose}>
      <Dialog.Description color="fg.muted">
        No funcionan mientras escribe en un campo, salvo los de Ctrl.
      </Dialog.Description>
      <ToggleSwitch
        label="Atajos de una sola tecla"
        checked={singleKeys}
        onText="Atajos de una sola tecla: activos"
        offText="Atajos de una sola tecla: apagados; quedan los de Ctrl"
        onChange={setSingleKeys}
      />
      <chakra.dl
        display="grid"
        gridTemplateColumns="auto minmax(0, 1fr)"
        columnGap="4"
        rowGap="2.5"
        alignItems="center"
      >
        {shortcuts.map(({ action, label, does, ctrl = false }) => (
          <chakra.div
            key={action}
            display="contents"
            color={ctrl || singleKeys ? undefined : 'fg.subtle'}
          >
            <dt>
              <chakra.kbd
                px="2"
                py="0.5"
                borderWidth="1px"
                borderColor="border.emphasized"
                borderRadius="l1"
                bg="bg.subtle"
                textStyle="sm"
                fontWeight="semibold"
                whiteSpace="nowrap"
              >
                {label}
              </chakra.kbd>
            </dt>
            <dd>{does}</dd>
          </chakra.div>
        ))}
      </chakra.dl>
    </TitledDialog>
  );
}
