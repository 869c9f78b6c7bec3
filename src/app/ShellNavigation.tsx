import { chakra } from '@chakra-ui/react/styled-system';
import { LogOut, Search, UserRound } from 'lucide-react';
import { memo } from 'react';
import { Anchor } from '../ui/fields/Anchor.tsx';
import { BrandMark } from '../ui/layout/BrandMark.tsx';
import { BRAND } from '../ui/layout/brand.ts';
import type { Icon } from '../ui/layout/Icon.ts';

interface NavEntry {
  to: string;
  label: string;
  icon: Icon;
  active: boolean;
  /** Things that wait there; none is not shown. */
  count?: number | undefined;
}

export interface ShellNavigationProps {
  userName: string;
  roleName: string;
  nav: readonly NavEntry[];
  /** Entry that concerns the person and needs no permission; stands above the way out. */
  account: NavEntry;
  logoutTo: string;
  onSearch: () => void;
  /** After a link was followed: closes the drawer. */
  onFollow?: () => void;
}

/** Brand, menu, name of the person and the way out; in the sidebar and in the drawer. */
export function ShellNavigation({
  userName,
  roleName,
  nav,
  account,
  logoutTo,
  onSearch,
  onFollow,
}: ShellNavigationProps) {
  return (
    <chakra.div
      display="flex"
      flexDirection="column"
      height="full"
      minH="0"
      color="white"
      css={{ '& :focus-visible': { outlineColor: 'white' } }}
    >
      <chakra.div display="flex" alignItems="center" gap="3" px="5" py="5">
        <BrandMark size={36} />
        <chakra.span fontSize="lg" fontWeight="bold" letterSpacing="-0.01em">
          {BRAND}
        </chakra.span>
      </chakra.div>
      <chakra.button
        type="button"
        aria-keyshortcuts="Control+K"
        onClick={() => {
          onFollow?.();
          onSearch();
        }}
        display="flex"
        alignItems="center"
        gap="3"
        mx="3"
        mb="3"
        minH="11"
        px="3"
        borderRadius="l2"
        borderWidth="1px"
        borderColor="whiteAlpha.400"
        color="teal.50"
        cursor="pointer"
        _hover={{ bg: 'whiteAlpha.200' }}
      >
        <Search size={18} aria-hidden="true" />
        Buscar
        <chakra.kbd ms="auto" textStyle="sm" color="teal.100" aria-hidden="true">
          Ctrl K
        </chakra.kbd>
      </chakra.button>
      <chakra.nav aria-label="Menú principal" flex="1" overflowY="auto" px="3" py="1">
        <chakra.ul listStyleType="none" display="grid" gap="1">
          {nav.map((entry) => (
            <li key={entry.to}>
              <ShellLink {...entry} onFollow={onFollow} />
            </li>
          ))}
        </chakra.ul>
      </chakra.nav>
      <chakra.div borderTopWidth="1px" borderColor="whiteAlpha.300" px="3" py="3">
        <chakra.div display="flex" alignItems="center" gap="3" px="3" py="2" minW="0">
          <chakra.span
            display="grid"
            placeItems="center"
            boxSize="9"
            flexShrink="0"
            borderRadius="full"
            bg="whiteAlpha.200"
          >
            <UserRound size={18} aria-hidden="true" />
          </chakra.span>
          <chakra.div minW="0" lineHeight="1.3">
            <chakra.div fontWeight="semibold" overflowWrap="anywhere">
              {userName}
            </chakra.div>
            <chakra.div textStyle="sm" color="teal.100">
              {roleName}
            </chakra.div>
          </chakra.div>
        </chakra.div>
        <ShellLink {...account} onFollow={onFollow} />
        <ShellLink
          to={logoutTo}
          label="Cerrar sesión"
          icon={LogOut}
          active={false}
          onFollow={onFollow}
        />
      </chakra.div>
    </chakra.div>
  );
}

interface ShellLinkProps extends NavEntry {
  onFollow?: (() => void) | undefined;
}

const ShellAnchor = chakra(Anchor, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minH: '11',
    px: '3',
    py: '1.5',
    lineHeight: '1.3',
    borderRadius: 'l2',
    color: 'teal.50',
    fontWeight: 'medium',
    transition: 'colors',
    _hover: { bg: 'whiteAlpha.200' },
    // Under the pointer too: dark letters need the white ground.
    _currentPage: {
      bg: 'white',
      color: 'teal.900',
      fontWeight: 'semibold',
      _hover: { bg: 'white' },
    },
  },
});

/** One link of the menu. Another page changes two of them, and only those are rendered. */
const ShellLink = memo(function ShellLink({
  to,
  label,
  icon: IconOfLink,
  active,
  count = 0,
  onFollow,
}: ShellLinkProps) {
  return (
    <ShellAnchor to={to} aria-current={active ? 'page' : undefined} onClick={onFollow}>
      <chakra.span flexShrink="0">
        <IconOfLink size={20} aria-hidden="true" />
      </chakra.span>
      {label}
      {count > 0 ? (
        <chakra.span
          ms="auto"
          px="2"
          minW="6"
          textAlign="center"
          borderRadius="full"
          bg="amber.300"
          color="amber.950"
          textStyle="sm"
          fontWeight="bold"
          fontVariantNumeric="tabular-nums"
        >
          {count}
        </chakra.span>
      ) : null}
    </ShellAnchor>
  );
});
