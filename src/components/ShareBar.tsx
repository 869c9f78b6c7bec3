import { chakra } from '@chakra-ui/react/styled-system';
import { paletteOf, type Tone } from './tone.ts';

export interface ShareBarProps {
  /** Part of the whole, 0 to 1. */
  share: number;
  /** Text beside the bar: `62 %`. */
  children: string;
  tone?: Tone;
}

/** A part of a whole, as a number and as long as it is. */
export function ShareBar({ share, children, tone = 'primary' }: ShareBarProps) {
  return (
    <chakra.span
      colorPalette={paletteOf[tone]}
      display="inline-flex"
      alignItems="center"
      justifyContent="flex-end"
      gap="2.5"
      width="full"
    >
      <chakra.span
        aria-hidden="true"
        flex="1"
        minW="12"
        maxW="28"
        height="2"
        borderRadius="full"
        bg="bg.emphasized"
        overflow="hidden"
        css={{ printColorAdjust: 'exact' }}
      >
        <chakra.span
          display="block"
          height="full"
          borderRadius="full"
          bg="colorPalette.solid"
          css={{ printColorAdjust: 'exact' }}
          style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }}
        />
      </chakra.span>
      <chakra.span minW="12" textAlign="end" whiteSpace="nowrap">
        {children}
      </chakra.span>
    </chakra.span>
  );
}
