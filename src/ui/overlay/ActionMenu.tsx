import { IconButton } from '@chakra-ui/react/button';
import { Menu } from '@chakra-ui/react/menu';
import { Portal } from '@chakra-ui/react/portal';
import { chakra } from '@chakra-ui/react/styled-system';
import { Ellipsis } from 'lucide-react';
import { type Icon, paletteOf } from '../feedback/tone.ts';
import { Anchor } from '../fields/LinkButton.tsx';

export type MenuAction = {
  /** Names the action and its record: 'Eliminar Ana Ruiz'. */
  label: string;
  icon: Icon;
  tone?: 'neutral' | 'danger';
  /** Reasons why the user may not act; they are shown in the disabled item. */
  reasons?: readonly string[];
} & ({ to: string; onChoose?: never } | { to?: never; onChoose: () => void });

interface ActionMenuProps {
  /** Names the button: 'Acciones de Ana Ruiz'. */
  label: string;
  actions: readonly MenuAction[];
}

/** The actions on a record in a menu. */
export function ActionMenu({ label, actions }: ActionMenuProps) {
  return (
    <Menu.Root lazyMount unmountOnExit positioning={{ placement: 'bottom-end' }}>
      <Menu.Trigger asChild>
        <IconButton type="button" variant="ghost" colorPalette="gray" aria-label={label}>
          <Ellipsis aria-hidden="true" />
        </IconButton>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content>
            {actions.map((action) => (
              <Action key={action.label} {...action} />
            ))}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}

function Action({ label, icon: IconOfAction, tone = 'neutral', reasons = [], ...act }: MenuAction) {
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
      onClick={guarded ? undefined : act.onChoose}
      asChild={act.to !== undefined && !guarded}
    >
      {act.to === undefined || guarded ? content : <Anchor to={act.to}>{content}</Anchor>}
    </Menu.Item>
  );
}
