import { chakra } from '@chakra-ui/react/styled-system';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BoxLocation } from '#contract/box-location.ts';
import type { FigureLine, Fund } from '#machines/domain/fund/fund.ts';
import { Stepper } from '../../ui/layout/Stepper.tsx';
import { BoxLine } from './BoxLine.tsx';
import { Figure, FundBar } from '../fund/FundBar.tsx';
import { stepsOf } from './box-way.ts';

export interface BoxBandProps {
  location: BoxLocation;
  /** The first figure less those between is the last. */
  account: readonly FigureLine[];
  /** The fund of the store, instead of the account: a box that is not sent only takes from its fund. */
  fund?: Omit<Fund, 'porcentaje'> | null;
  /** The actions on the box; on narrow screens they stay at the lower edge. */
  bar?: ReactNode;
}

/** Below the name of a box: where it is, what it amounts to, and what can be done with it. */
export function BoxBand({ location, account, fund = null, bar }: BoxBandProps) {
  return (
    <>
      <BoxLine location={location} />
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap="4" rowGap="2">
        {fund === null ? (
          <chakra.dl display="flex" flexWrap="wrap" columnGap="3" rowGap="1" textStyle="xs">
            {account.map((line, index) => (
              <Figure key={line.label} {...line} gap="3" sign={signAt(index, account.length)} />
            ))}
          </chakra.dl>
        ) : (
          <FundBar fund={fund} />
        )}
        {bar}
      </chakra.div>
    </>
  );
}

/** The others are taken from the first; the last is what is left. */
const signAt = (index: number, count: number): string => {
  if (index === 0) return '';
  return index === count - 1 ? '=' : '−';
};

/** The stages of the box, which unfold over what stands below. */
export function BoxStages({ location }: { location: BoxLocation }) {
  return (
    <chakra.details
      flexShrink="0"
      textStyle="sm"
      css={{ '&[open] svg[data-chevron]': { rotate: '180deg' } }}
    >
      <chakra.summary
        display="flex"
        alignItems="center"
        gap="1"
        minH="7"
        color="teal.700"
        fontWeight="medium"
        cursor="pointer"
        borderRadius="l1"
      >
        Recorrido
        <ChevronDown size={16} aria-hidden="true" data-chevron="" />
      </chakra.summary>
      <chakra.div
        position="absolute"
        insetX="0"
        top="100%"
        zIndex="docked"
        mt="1"
        p="4"
        layerStyle="frame"
        boxShadow="lg"
      >
        <Stepper label="Recorrido de la caja" steps={stepsOf(location)} />
      </chakra.div>
    </chakra.details>
  );
}
