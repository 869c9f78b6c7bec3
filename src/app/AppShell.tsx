import { chakra } from '@chakra-ui/react/styled-system';
import { LogOut, Menu, Search, UserRound, X } from 'lucide-react';
import { type ReactNode, memo, Suspense, useRef, useState } from 'react';
import type { Icon } from '../ui/feedback/tone.ts';
import { Anchor } from '../ui/fields/LinkButton.tsx';
import { BRAND, BrandMark } from '../ui/layout/CenteredShell.tsx';
import { SideDrawer } from '../ui/overlay/idle-overlays.ts';
import { pageSetting } from '../wire/page-settings.ts';

interface NavEntry {
  to: string;
  label: string;
  icon: Icon;
  active: boolean;
  /** Number of pending items; zero is not shown. */
  count?: number | undefined;
}

interface ShellNavigationProps {
  userName: string;
  roleName: string;
  nav: readonly NavEntry[];
  /** Entries that need no permission, shown above the sign-out link. */
  account: readonly NavEntry[];
  logoutTo: string;
  onSearch: () => void;
  /** Called after a link was followed; closes the drawer. */
  onFollow?: () => void;
}

/** Brand, menu, user name and sign-out link; used by the sidebar and the drawer. */
function ShellNavigation({
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
      <chakra.div display="flex" alignItems="center" gap="3" px="5" py="3">
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
        <chakra.ul listStyleType="none" display="grid" gap="0.5">
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
            <chakra.div fontWeight="medium" overflowWrap="anywhere">
              {userName}
            </chakra.div>
            <chakra.div textStyle="sm" color="teal.100">
              {roleName}
            </chakra.div>
          </chakra.div>
        </chakra.div>
        {account.map((entry) => (
          <ShellLink key={entry.to} {...entry} onFollow={onFollow} />
        ))}
        <ShellLink
          to={logoutTo}
          label="Cerrar sesión"
          icon={LogOut}
          active={false}
          onFollow={onFollow}
        />
        <chakra.p
          display={{ lgDown: 'none' }}
          textStyle="xs"
          color="teal.100"
          px="3"
          pt="1"
          overflowWrap="anywhere"
        >
          Versión {pageSetting('version')}
        </chakra.p>
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
    // Nine entries fit the height of a small desk.
    minH: { base: '11', lg: '10' },
    px: '3',
    py: '1.5',
    lineHeight: '1.3',
    borderRadius: 'l2',
    color: 'teal.50',
    fontWeight: 'medium',
    transition: 'colors',
    _hover: { bg: 'whiteAlpha.200' },
    // Also on hover: dark text needs the white background.
    _currentPage: {
      bg: 'white',
      color: 'teal.900',
      fontWeight: 'semibold',
      _hover: { bg: 'white' },
    },
  },
});

/** One link of the menu. It is memoised, since a navigation changes only two links. */
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

interface AppShellProps extends Omit<ShellNavigationProps, 'onFollow'> {
  /** Sticky message above every screen. */
  banner?: ReactNode;
  children: ReactNode;
}

/** The frame of every screen of a signed-in user: menu, user name, sign-out link and main region. */
export function AppShell({ banner, children, ...menu }: AppShellProps) {
  const main = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <chakra.div
      minH="100dvh"
      display={{ lg: 'grid' }}
      gridTemplateColumns={{ lg: '16rem minmax(0, 1fr)' }}
      _print={{ display: 'block' }}
    >
      <SkipLink onFollow={() => main.current?.focus()} />
      <chakra.aside
        aria-label="Menú y sesión"
        display={{ lgDown: 'none' }}
        _print={{ display: 'none' }}
        position="sticky"
        top="0"
        height="100dvh"
        bg="bg.brand"
      >
        <ShellNavigation {...menu} />
      </chakra.aside>
      <chakra.div minW="0">
        <chakra.header
          data-bar=""
          display={{ base: 'flex', lg: 'none' }}
          _print={{ display: 'none' }}
          alignItems="center"
          gap="3"
          position="sticky"
          top="0"
          zIndex="sticky"
          height="14"
          px="3"
          bg="bg.brand"
          color="white"
          css={{ '& :focus-visible': { outlineColor: 'white' } }}
        >
          <RoundButton
            label="Abrir menú"
            icon={Menu}
            expanded={open}
            onClick={() => setOpen(true)}
          />
          <BrandMark size={28} />
          <chakra.span fontWeight="bold" me="auto">
            {BRAND}
          </chakra.span>
          <RoundButton label="Buscar" icon={Search} onClick={menu.onSearch} />
        </chakra.header>
        <chakra.div
          data-bar=""
          position="sticky"
          top={{ base: '14', lg: '0' }}
          zIndex="sticky"
          _print={{ display: 'none' }}
        >
          {banner}
        </chakra.div>
        <chakra.main
          ref={main}
          id="contenido"
          tabIndex={-1}
          outline="none"
          px={{ base: '4', md: '6', '2xl': '8' }}
          py={{ base: '5', md: '8' }}
        >
          {children}
        </chakra.main>
      </chakra.div>
      <Suspense>
        <SideDrawer label="Menú" open={open} onClose={() => setOpen(false)}>
          <chakra.div
            position="absolute"
            top="4"
            insetEnd="3"
            color="white"
            css={{ '& :focus-visible': { outlineColor: 'white' } }}
          >
            <RoundButton label="Cerrar menú" icon={X} onClick={() => setOpen(false)} />
          </chakra.div>
          <ShellNavigation {...menu} onFollow={() => setOpen(false)} />
        </SideDrawer>
      </Suspense>
    </chakra.div>
  );
}

/** Moves the focus without changing the address, whose hash is the route. */
function SkipLink({ onFollow }: { onFollow: () => void }) {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it is a way to a place on the page; only the address must not change
    <chakra.a
      href="#contenido"
      onClick={(event) => {
        event.preventDefault();
        onFollow();
      }}
      position="fixed"
      top="2"
      insetStart="2"
      zIndex="skipNav"
      px="4"
      py="2.5"
      borderRadius="l2"
      bg="white"
      color="teal.800"
      fontWeight="semibold"
      boxShadow="lg"
      css={{ '&:not(:focus)': { srOnly: true } }}
    >
      Saltar al contenido
    </chakra.a>
  );
}

interface RoundButtonProps {
  label: string;
  icon: Icon;
  expanded?: boolean;
  onClick: () => void;
}

function RoundButton({ label, icon: IconOfButton, expanded, onClick }: RoundButtonProps) {
  return (
    <chakra.button
      type="button"
      aria-label={label}
      aria-expanded={expanded}
      onClick={onClick}
      display="grid"
      placeItems="center"
      boxSize="11"
      borderRadius="l2"
      cursor="pointer"
      _hover={{ bg: 'whiteAlpha.200' }}
    >
      <IconOfButton size={24} aria-hidden="true" />
    </chakra.button>
  );
}
