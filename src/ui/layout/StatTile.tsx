import { Skeleton } from '@chakra-ui/react/skeleton';
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { type Icon, type Tone, paletteOf } from '../feedback/tone.ts';

/** Lays out tiles side by side; one or two per row on a phone. */
export function TileGrid({ children }: { children: ReactNode }) {
  return (
    <chakra.div
      display="grid"
      gap={{ base: '3', md: '4' }}
      gridTemplateColumns={{
        base: 'repeat(auto-fit, minmax(min(9.5rem, 100%), 1fr))',
        lg: 'repeat(auto-fit, minmax(10rem, 1fr))',
      }}
    >
      {children}
    </chakra.div>
  );
}

interface StatTileProps {
  label: string;
  value: ReactNode;
  hint?: ReactNode;
  tone?: Tone;
  icon?: Icon;
  loading?: boolean;
}

/** One figure with its label. */
export function StatTile({
  label,
  value,
  hint,
  tone = 'neutral',
  icon: IconOfTile,
  loading = false,
}: StatTileProps) {
  return (
    <chakra.div
      colorPalette={paletteOf[tone]}
      layerStyle="frame"
      borderColor="border"
      boxShadow="card"
      p={{ base: '4', xl: '5' }}
      minW="0"
    >
      <chakra.div
        display="flex"
        alignItems="center"
        justifyContent="space-between"
        gap="2"
        minH={IconOfTile && { sm: '9' }}
      >
        <chakra.div textStyle="sm" color="fg.muted" fontWeight="medium">
          {label}
        </chakra.div>
        {IconOfTile ? (
          <chakra.span
            display={{ base: 'none', sm: 'grid' }}
            placeItems="center"
            boxSize="9"
            flexShrink="0"
            borderRadius="l2"
            bg={tone === 'neutral' ? 'bg.muted' : 'colorPalette.muted'}
            color="colorPalette.solid"
          >
            <IconOfTile size={18} aria-hidden="true" />
          </chakra.span>
        ) : null}
      </chakra.div>
      <chakra.div
        mt="1"
        fontSize={{ base: 'xl', xl: '2xl' }}
        lineHeight="1.25"
        fontWeight="bold"
        letterSpacing="-0.01em"
        fontVariantNumeric="tabular-nums"
        overflowWrap="anywhere"
        color={tone === 'neutral' ? 'fg' : 'colorPalette.fg'}
        css={{ '& a': { fontWeight: 'inherit' } }}
      >
        {loading ? (
          <>
            <Skeleton height="7" width="28" aria-hidden="true" />
            <chakra.span srOnly>Cargando…</chakra.span>
          </>
        ) : (
          value
        )}
      </chakra.div>
      {hint ? (
        <chakra.div mt="1" textStyle="sm" color="fg.muted">
          {hint}
        </chakra.div>
      ) : null}
    </chakra.div>
  );
}
