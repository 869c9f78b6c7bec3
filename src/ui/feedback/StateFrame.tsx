import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import type { Icon } from '../layout/Icon.ts';
import { paletteOf, type Tone } from './tone.ts';

interface StateFrameProps {
  tone: Tone;
  icon: Icon;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  /** Announced at once ('alert') or when it suits ('status'). */
  role?: 'alert' | 'status';
}

/** Icon, title, text and what to do next, in the middle of where the content would be. */
export function StateFrame({
  tone,
  icon: IconOfState,
  title,
  children,
  actions,
  role,
}: StateFrameProps) {
  return (
    <chakra.div
      role={role}
      colorPalette={paletteOf[tone]}
      display="flex"
      flexDirection="column"
      alignItems="center"
      textAlign="center"
      gap="3"
      px="5"
      py={{ base: '10', md: '14' }}
    >
      <chakra.span
        display="grid"
        placeItems="center"
        boxSize="14"
        borderRadius="full"
        bg="colorPalette.muted"
        color="colorPalette.solid"
      >
        <IconOfState size={26} aria-hidden="true" />
      </chakra.span>
      <chakra.p fontSize="lg" fontWeight="semibold" lineHeight="1.35">
        {title}
      </chakra.p>
      {children ? (
        <chakra.div color="fg.muted" maxW="lg">
          {children}
        </chakra.div>
      ) : null}
      {actions ? (
        <chakra.div display="flex" flexWrap="wrap" justifyContent="center" gap="3" mt="2">
          {actions}
        </chakra.div>
      ) : null}
    </chakra.div>
  );
}
