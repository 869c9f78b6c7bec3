import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import type { BoxLocation } from '#contract/box-location.ts';
import { serverToday } from '../../actors/server-clock.ts';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { toneOf } from '../records/state-tone.ts';
import { keeperOf, nextStageOf, sinceWhen } from './box-way.ts';

/** Where the box of an expense is, in one line: state, who has it, since when, what comes next. */
export function BoxLine({ location }: { location: BoxLocation }) {
  const next = nextStageOf(location);
  const { fecha_movimiento } = location;
  return (
    <chakra.div
      role="group"
      aria-label="Recorrido de la caja"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      columnGap="4"
      rowGap="1"
      textStyle="sm"
      color="fg.muted"
    >
      <span>
        Caja: <StatusBadge tone={toneOf(location.color)} label={location.estado} />
      </span>
      <Part label="En manos de">{keeperOf(location)}</Part>
      <Part label="Desde">
        {fecha_movimiento} ({sinceWhen(location, serverToday())})
      </Part>
      {next === '' ? null : <Part label="Sigue">{next}</Part>}
    </chakra.div>
  );
}

function Part({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span>
      {label}:{' '}
      <chakra.span color="fg" fontWeight="medium">
        {children}
      </chakra.span>
    </span>
  );
}
