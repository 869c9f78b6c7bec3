import { IconButton } from '@chakra-ui/react/button';
import { Menu } from '@chakra-ui/react/menu';
import { Portal } from '@chakra-ui/react/portal';
import { chakra } from '@chakra-ui/react/styled-system';
import { Ellipsis } from 'lucide-react';
import { useRef } from 'react';
import { type Icon, paletteOf } from '../feedback/tone.ts';
import { Anchor } from '../fields/LinkButton.tsx';

export type MenuAction = {
  /** Names the action and its record: 'Eliminar Ana Ruiz'. */
  label: string;
  icon: Icon;
  tone?: 'neutral' | 'danger';
  /** Why this person may not; then they are read in its place. */
  reasons?: readonly string[];
} & ({ to: string; onChoose?: never } | { to?: never; onChoose: () => void });

interface ActionMenuProps {
  /** Names the button: 'Acciones de Ana Ruiz'. */
  label: string;
  actions: readonly MenuAction[];
}

/** What can be done with a record, behind one button. */
export function ActionMenu({ label, actions }: ActionMenuProps) {
  const chosen = useRef<() => void>(undefined);
  return (
    <Menu.Root
      lazyMount
      unmountOnExit
      positioning={{ placement: 'bottom-end' }}
      // A dialog that is opened gives the focus back to the button: the menu is gone then.
      onExitComplete={() => {
        chosen.current?.();
        chosen.current = undefined;
      }}
    >
      <Menu.Trigger asChild>
        <IconButton type="button" variant="ghost" colorPalette="gray" aria-label={label}>
          <Ellipsis aria-hidden="true" />
        </IconButton>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content>
            {actions.map((action) => (
              <Action
                key={action.label}
                action={action}
                onChoose={(act) => (chosen.current = act)}
              />
            ))}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}

interface ActionProps {
  action: MenuAction;
  onChoose: (act: (() => void) | undefined) => void;
}

function Action({ action, onChoose }: ActionProps) {
  const { label, icon: IconOfAction, tone = 'neutral', reasons = [], ...act } = action;
  const guarded = reasons.length > 0;
  const content = (
    <>
      <IconOfAction size={18} aria-hidden="true" />
      <span>
        {label}
        {reasons.map((reason) => (
          <chakra.span key={reason} display="block" textStyle="sm" color="fg.muted">
            {reason}
          </chakra.span>
        ))}
      </span>
    </>
  );
  return (
    <Menu.Item
      value={label}
      minH="11"
      gap="2.5"
      maxW="xs"
      colorPalette={paletteOf[tone]}
      color={guarded ? 'fg.muted' : tone === 'danger' ? 'colorPalette.fg' : undefined}
      aria-disabled={guarded || undefined}
      closeOnSelect={!guarded}
      onSelect={guarded ? undefined : () => onChoose(act.onChoose)}
      asChild={act.to !== undefined && !guarded}
    >
      {act.to === undefined || guarded ? content : <Anchor to={act.to}>{content}</Anchor>}
    </Menu.Item>
  );
}
