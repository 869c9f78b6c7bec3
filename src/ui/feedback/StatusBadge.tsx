import { chakra } from '@chakra-ui/react/styled-system';
import { useId } from 'react';
import { Moving } from '../overlay/Moving.tsx';
import { type Icon, type Tone, paletteOf } from './tone.ts';

export interface StatusBadgeProps {
  tone: Tone;
  label: string;
  icon?: Icon | undefined;
  size?: 'xs' | 'sm' | 'md';
}

/** A state as text with a coloured icon, or with a dot when it has no icon. */
export function StatusBadge({ tone, label, icon: IconOfState, size = 'sm' }: StatusBadgeProps) {
  return (
    <chakra.span
      colorPalette={paletteOf[tone]}
      display="inline-flex"
      alignItems="center"
      gap="1.5"
      px={size === 'md' ? '3' : '2.5'}
      py={{ xs: '0', sm: '0.5', md: '1' }[size]}
      // A pill on one line; a long state on two lines must not become an ellipse.
      borderRadius="xl"
      bg="bg.muted"
      color="fg"
      textStyle={size === 'xs' ? 'xs' : 'sm'}
      fontWeight="medium"
      lineHeight={size === 'xs' ? '1.3' : '1.4'}
      textAlign="start"
      maxW="full"
    >
      <chakra.span flexShrink="0" color="colorPalette.solid" aria-hidden="true">
        {IconOfState ? <IconOfState size={15} strokeWidth={2.25} /> : <Dot />}
      </chakra.span>
      <Moving as="span" of={label}>
        {label}
      </Moving>
    </chakra.span>
  );
}

const Dot = () => <chakra.span display="block" boxSize="2" borderRadius="full" bg="current" />;

interface LegendProps {
  items: readonly { tone: Tone; label: string; icon?: Icon }[];
}

/** Meaning of the badges of a screen. */
export function Legend({ items }: LegendProps) {
  const labelId = useId();
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap="3" rowGap="2">
      <chakra.span
        id={labelId}
        textStyle="sm"
        color="fg.muted"
        fontWeight="medium"
        smDown={{ srOnly: true }}
      >
        Convenciones
      </chakra.span>
      <chakra.ul
        aria-labelledby={labelId}
        display="flex"
        flexWrap="wrap"
        gap="2"
        listStyleType="none"
      >
        {items.map((item) => (
          <li key={item.label}>
            <StatusBadge {...item} size="xs" />
          </li>
        ))}
      </chakra.ul>
    </chakra.div>
  );
}
