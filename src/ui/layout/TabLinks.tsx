import { chakra } from '@chakra-ui/react/styled-system';
import type { Icon } from '../feedback/tone.ts';
import { Anchor } from '../fields/LinkButton.tsx';
import { scrollIntoSight } from './use-in-view.ts';

interface TabLinksProps {
  /** Accessible name of the navigation. */
  label: string;
  /** Compact, so that many tabs fit. */
  dense?: boolean;
  tabs: readonly { to: string; label: string; icon?: Icon; active: boolean }[];
}

/** The tabs of a screen, each with its own address. */
export function TabLinks({ label, dense = false, tabs }: TabLinksProps) {
  return (
    <chakra.nav
      aria-label={label}
      borderBottomWidth="1px"
      overflowX="auto"
      _print={{ display: 'none' }}
    >
      <chakra.ul display="flex" gap="1" listStyleType="none" minW="max-content">
        {tabs.map(({ to, label: name, icon: IconOfTab, active }) => (
          // On a phone the tabs scroll sideways.
          <li key={name} ref={active ? scrollIntoSight : undefined}>
            <TabAnchor
              to={to}
              css={dense ? denseTab : undefined}
              aria-current={active ? 'page' : undefined}
            >
              {IconOfTab ? (
                <chakra.span display={{ base: 'none', sm: 'block' }}>
                  <IconOfTab size={17} aria-hidden="true" />
                </chakra.span>
              ) : null}
              {name}
            </TabAnchor>
          </li>
        ))}
      </chakra.ul>
    </chakra.nav>
  );
}

const denseTab = { px: { base: '1.5', md: '2.5' }, fontSize: 'sm' } as const;

const TabAnchor = chakra(Anchor, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    px: { base: '2', md: '4' },
    fontSize: { base: 'sm', md: 'md' },
    minH: '11',
    fontWeight: 'semibold',
    color: 'fg.muted',
    borderBottomWidth: '3px',
    borderColor: 'transparent',
    borderTopRadius: 'l2',
    _hover: { bg: 'bg.muted', color: 'fg' },
    _focusVisible: { outlineOffset: '-3px' },
    _currentPage: { color: 'teal.800', borderColor: 'teal.700' },
  },
});

interface SwitchLinksProps {
  /** Accessible name of the choice. */
  label: string;
  choices: readonly { to: string; label: string; active: boolean }[];
}

/** A choice between a few options, each with its own address. */
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
    minH: { base: '11', md: '9' },
    px: { base: '2.5', md: '4' },
    textStyle: 'sm',
    fontWeight: 'semibold',
    bg: 'bg.panel',
    _hover: { bg: 'bg.muted' },
    _focusVisible: { outlineOffset: '-3px' },
    '&[aria-current]': { bg: 'teal.700', color: 'white', _hover: { bg: 'teal.800' } },
  },
});
