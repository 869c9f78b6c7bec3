import { chakra } from '@chakra-ui/react/styled-system';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  type Fund,
  type FundPartName,
  fundLevelOf,
  fundPartNames,
  fundPartsOf,
} from '#machines/domain/fund/fund.ts';
import { formatMoney } from '#machines/domain/values/money.ts';
import { availablePart, fundWarning } from '#machines/flows/expenses/fund-excess.ts';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { Money } from '../../ui/layout/Money.tsx';

type FundAmounts = Omit<Fund, 'porcentaje'>;

/** Look of each part. Colour is not the only cue: every part has a name and an amount, money on its way is striped. */
const looks: Record<FundPartName, { background: string }> = {
  current: { background: '{colors.blue.700}' },
  enProceso: {
    background:
      'repeating-linear-gradient(135deg, {colors.purple.600} 0 4px, {colors.purple.400} 4px 7px)',
  },
  porGirar: {
    background:
      'repeating-linear-gradient(135deg, {colors.gray.600} 0 4px, {colors.gray.400} 4px 7px)',
  },
  aCargo: { background: '{colors.amber.800}' },
  disponible: { background: '{colors.green.500}' },
};

const excessLook = {
  background: 'repeating-linear-gradient(45deg, {colors.red.700} 0 4px, {colors.red.500} 4px 7px)',
};

/** Parts of a fund as a strip; the amount beyond the fund follows a divider, in red. */
export function FundStrip({ fund }: { fund: FundAmounts }) {
  const { parts, end } = fundPartsOf(fund);
  return (
    <chakra.div
      aria-hidden="true"
      position="relative"
      display="flex"
      gap="2px"
      height="1.5"
      minW="16"
      borderRadius="full"
      overflow="hidden"
      bg="bg.emphasized"
    >
      {parts.map(({ name, share }) =>
        share === 0 ? null : (
          <chakra.span
            key={name}
            data-part={name}
            height="full"
            css={looks[name]}
            style={{ width: `${share}%` }}
          />
        ),
      )}
      {end < 100 ? (
        <chakra.span
          data-part="excess"
          position="absolute"
          insetY="0"
          insetEnd="0"
          borderStartWidth="3px"
          borderColor="white"
          css={excessLook}
          style={{ width: `${100 - end}%` }}
        />
      ) : null}
    </chakra.div>
  );
}

/** Badge for a fund that is low or exceeded; not rendered otherwise. */
export function FundBadge({ fund }: { fund: FundAmounts }) {
  const warning = fundWarning(fund);
  return warning === '' ? null : (
    <StatusBadge
      tone={fundLevelOf(fund) === 'exceeded' ? 'danger' : 'warning'}
      icon={TriangleAlert}
      label={warning.replaceAll('$ ', '$\u00a0')}
      size="xs"
    />
  );
}

/** Fund of a store: a strip, and its parts as figures that add up to the base. */
export function FundBar({
  fund,
  label = 'Fondo de la tienda',
}: {
  fund: FundAmounts;
  label?: string;
}) {
  return (
    <chakra.section
      aria-label={label}
      display="grid"
      gap="0.5"
      minW="0"
      width={{ base: 'full', md: 'auto' }}
    >
      <FundStrip fund={fund} />
      <chakra.dl
        display={{ base: 'grid', md: 'flex' }}
        gridTemplateColumns="repeat(2, minmax(0, 1fr))"
        flexWrap="wrap"
        columnGap="2"
        rowGap={{ xl: '1' }}
        textStyle="xs"
        css={onPhones}
      >
        {fundPartsOf(fund).parts.map(({ name, amount }, index) => (
          <Figure
            key={name}
            sign={index === 0 ? '' : '+'}
            label={
              <chakra.span display="flex" alignItems="center" gap="1">
                <chakra.span boxSize="2.5" borderRadius="xs" flexShrink="0" css={looks[name]} />
                {fundPartNames[name]}
              </chakra.span>
            }
            amount={formatMoney(amount)}
          >
            {name === 'disponible' ? (
              <chakra.span textStyle="xs" color="fg.muted" ms="1.5" whiteSpace="nowrap">
                {availablePart(fund)}
              </chakra.span>
            ) : null}
          </Figure>
        ))}
        <Figure sign="=" label="Base" amount={formatMoney(fund.base)} />
        <chakra.div alignSelf="center" _empty={{ display: 'none' }}>
          <FundBadge fund={fund} />
        </chakra.div>
      </chakra.dl>
    </chakra.section>
  );
}

/** The figures stack without signs, so that names and amounts have one left edge. */
const onPhones = {
  mdDown: {
    '& > div': { gridTemplateColumns: 'minmax(0, 1fr)', columnGap: '0' },
    '& > div > *': { gridColumn: '1' },
    '& > div::before': { display: 'none' },
  },
} as const;

interface FigureProps {
  /** Operator before the figure; '' for the first. */
  sign: string;
  label: ReactNode;
  amount: string;
  /** Beside the amount. */
  children?: ReactNode;
  gap?: string;
}

/** Figure of a sum: its name above, its sign before the amount. */
export function Figure({ sign, label, amount, children, gap = '1' }: FigureProps) {
  const before = { content: `"${sign}"`, gridArea: '2 / 1', fontSize: 'md', color: 'fg.muted' };
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns="auto auto"
      columnGap={sign === '' ? '0' : { base: '1', xl: gap }}
      _before={sign === '' ? {} : before}
    >
      <chakra.dt gridArea="1 / 2" color="fg.muted">
        {label}
      </chakra.dt>
      <chakra.dd gridArea="2 / 2" fontSize={{ base: 'sm', '2xl': 'md' }}>
        <Money strong>{amount}</Money>
        {children}
      </chakra.dd>
    </chakra.div>
  );
}
