import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import type { BoxLocation } from '#contract/box-location.ts';
import { serverToday } from '../../actors/server-clock.ts';
import { Section } from '../../components/Section.tsx';
import { Stepper } from '../../components/Stepper.tsx';
import { DayAndTime } from '../../components/DayAndTime.tsx';
import { Fact, FactList } from './Fact.tsx';
import { keeperOf, nextStageOf, sinceWhen, stepsOf } from './box-way.ts';

export interface BoxWayProps {
  location: BoxLocation;
  /** Other facts of the box, in the same list. */
  children?: ReactNode;
  /** A list of their own. */
  figures?: ReactNode;
}

/** Where a box is on its way, who has it and since when, and what comes next. */
export function BoxWay({ location, children, figures }: BoxWayProps) {
  const next = nextStageOf(location);
  return (
    <Section>
      <Stepper label="Recorrido de la caja" steps={stepsOf(location)} />
      <FactList>
        <Fact label="En manos de">{keeperOf(location)}</Fact>
        <Fact label="Desde">
          <DayAndTime>{location.fecha_movimiento}</DayAndTime>{' '}
          <chakra.span color="fg.muted" fontWeight="normal" whiteSpace="nowrap">
            ({sinceWhen(location, serverToday())})
          </chakra.span>
        </Fact>
        {next === '' ? null : <Fact label="Sigue">{next}</Fact>}
        {children}
      </FactList>
      {figures}
    </Section>
  );
}
