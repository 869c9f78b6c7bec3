import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import type { BoxLocation } from '#contract/box-location.ts';
import { useWorkingCalendar } from '../../app/SessionProvider.tsx';
import { serverNow } from '../../wire/server-clock.ts';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { toneOf } from '../records/state-tone.ts';
import { keeperOf, nextStageOf, sinceWhen } from './box-way.ts';

/** Where a box is, in one line: state, who has it, since when, what comes next. */
export function BoxLine({ location }: { location: BoxLocation }) {
  const next = nextStageOf(location);
  const calendar = useWorkingCalendar();
  const { fecha_movimiento } = location;
  return (
    <chakra.dl
      display={{ lg: 'flex' }}
      flexWrap="wrap"
      alignItems="center"
      columnGap="4"
      textStyle={{ base: 'xs', lg: 'sm' }}
      color="fg.muted"
      minW="0"
    >
      <BoxFact label="Caja">
        <StatusBadge size="xs" tone={toneOf(location.color)} label={location.estado} />
      </BoxFact>
      <BoxFact label="En manos de">{keeperOf(location)}</BoxFact>
      {location.reemplazo === '' ? null : <BoxFact label="Ausencia">{location.reemplazo}</BoxFact>}
      <BoxFact label="Desde">
        {fecha_movimiento} ({sinceWhen(location, serverNow(), calendar)})
      </BoxFact>
      {next === '' ? null : <BoxFact label="Sigue">{next}</BoxFact>}
    </chakra.dl>
  );
}

/** A fact of a box beside others. */
export function BoxFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <chakra.div
      display={{ base: 'inline', lg: 'block' }}
      me={{ base: '2', lg: '0' }}
      overflowWrap="anywhere"
    >
      <chakra.dt display="inline" whiteSpace="nowrap" _after={{ content: '":\\00a0"' }}>
        {label}
      </chakra.dt>
      <chakra.dd display="inline" color="fg" fontWeight="medium">
        {children}
      </chakra.dd>
    </chakra.div>
  );
}
