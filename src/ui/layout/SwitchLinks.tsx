import { chakra } from '@chakra-ui/react/styled-system';
import { Anchor } from '../fields/LinkButton.tsx';

interface SwitchLinksProps {
  /** Names the choice for whoever does not see it. */
  label: string;
  choices: readonly { to: string; label: string; active: boolean }[];
}

/** A choice between few things, each with its own address. */
export function SwitchLinks({ label, choices }: SwitchLinksProps) {
  return (
    <chakra.nav aria-label={label} _print={{ display: 'none' }}>
      <chakra.ul
        display="inline-flex"
        listStyleType="none"
        borderWidth="1px"
        borderColor="border.control"
        borderRadius="l2"
        overflow="hidden"
      >
        {choices.map(({ to, label: name, active }) => (
          <li key={name}>
            <SwitchAnchor to={to} aria-current={active ? 'true' : undefined}>
              {name}
            </SwitchAnchor>
          </li>
        ))}
      </chakra.ul>
    </chakra.nav>
  );
}

const SwitchAnchor = chakra(Anchor, {
  base: {
    display: 'grid',
    placeItems: 'center',
    minH: '9',
    px: '4',
    textStyle: 'sm',
    fontWeight: 'semibold',
    bg: 'bg.panel',
    _hover: { bg: 'bg.muted' },
    _focusVisible: { outlineOffset: '-3px' },
    '&[aria-current]': { bg: 'teal.700', color: 'white', _hover: { bg: 'teal.800' } },
  },
});
