import { chakra } from '@chakra-ui/react/styled-system';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { Icon } from '../feedback/tone.ts';

interface DetailsMenuProps {
  label: string;
  icon: Icon;
  /** At the right edge of a phone too. */
  atEnd?: boolean;
  /** Links and buttons, each in an `li`. */
  children: ReactNode;
}

/** A button that opens a list of links and buttons; a choice, Escape and leaving the list close it. */
export function DetailsMenu({
  label,
  icon: IconOfMenu,
  atEnd = false,
  children,
}: DetailsMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (menu.current !== null) menu.current.open = false;
    menu.current?.querySelector('summary')?.focus();
  };
  return (
    <chakra.details
      ref={menu}
      position="relative"
      _print={{ display: 'none' }}
      onKeyDown={({ key }) => {
        if (key === 'Escape') close();
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) event.currentTarget.open = false;
      }}
    >
      <chakra.summary
        display="inline-flex"
        alignItems="center"
        gap="2"
        px="4"
        minH={{ base: '11', md: '10' }}
        borderWidth="1px"
        borderColor="border.control"
        borderRadius="l2"
        bg="bg.panel"
        fontWeight="semibold"
        fontSize="sm"
        cursor="pointer"
        listStyle="none"
        css={{ '&::-webkit-details-marker': { display: 'none' } }}
      >
        <IconOfMenu size={16} aria-hidden="true" />
        {label}
        <ChevronDown size={16} aria-hidden="true" />
      </chakra.summary>
      <chakra.ul
        position="absolute"
        insetStart={{ base: atEnd ? 'auto' : '0', md: 'auto' }}
        insetEnd={{ base: atEnd ? '0' : 'auto', md: '0' }}
        zIndex="dropdown"
        mt="1"
        py="1"
        minW="48"
        width="max-content"
        maxW="20rem"
        listStyleType="none"
        bg="bg.panel"
        borderWidth="1px"
        borderRadius="l2"
        boxShadow="md"
        css={{ '& :is(a, button)': itemLook }}
        onClick={close}
      >
        {children}
      </chakra.ul>
    </chakra.details>
  );
}

const itemLook = {
  display: 'flex',
  alignItems: 'center',
  width: 'full',
  px: '4',
  minH: { base: '11', md: '10' },
  textAlign: 'start',
  fontSize: 'sm',
  cursor: 'pointer',
  _hover: { bg: 'bg.muted' },
  _focusVisible: { outlineOffset: '-3px' },
} as const;
