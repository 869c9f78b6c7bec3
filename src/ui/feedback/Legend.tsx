import { chakra } from '@chakra-ui/react/styled-system';
import { useId } from 'react';
import type { Icon, Tone } from './tone.ts';
import { StatusBadge } from './StatusBadge.tsx';

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
