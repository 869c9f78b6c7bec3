import { Drawer } from '@chakra-ui/react/drawer';
import { Portal } from '@chakra-ui/react/portal';
import { chakra } from '@chakra-ui/react/styled-system';
import { Menu, Search, X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { BrandMark } from '../ui/layout/BrandMark.tsx';
import { BRAND } from '../ui/layout/brand.ts';
import type { Icon } from '../ui/layout/Icon.ts';
import { ShellNavigation, type ShellNavigationProps } from './ShellNavigation.tsx';

interface AppShellProps extends Omit<ShellNavigationProps, 'onFollow'> {
  /** Message over every screen; stays in sight. */
  banner?: ReactNode;
  children: ReactNode;
}

/** The frame of every screen of a person who is logged in: menu, name, way out, and the main region. */
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
      <Drawer.Root
        open={open}
        placement="start"
        lazyMount
        unmountOnExit
        onOpenChange={(details) => setOpen(details.open)}
      >
        <Portal>
          <Drawer.Backdrop />
          <Drawer.Positioner>
            <Drawer.Content aria-label="Menú" bg="bg.brand" textStyle="md" maxW="min(19rem, 86vw)">
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
            </Drawer.Content>
          </Drawer.Positioner>
        </Portal>
      </Drawer.Root>
    </chakra.div>
  );
}

/** Moves the focus and leaves the address alone: its hash is the route. */
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
