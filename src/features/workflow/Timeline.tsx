import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import { durationInWords } from '#machines/domain/values/durations.ts';
import { type BoxHistory, type Moment, lastStepOf } from '#machines/domain/history/workflow-box.ts';
import { countOf } from '#machines/domain/values/texts.ts';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { Section } from '../../ui/layout/Section.tsx';

/** Events per page: a box with hundreds of expenses has thousands of events. */
const pageSize = 15;

const pageOf = (secuencia: number): number => Math.floor(Math.max(0, secuencia - 1) / pageSize);

interface TimelineProps {
  history: BoxHistory;
  paso: number;
  onGo: (paso: number) => void;
}

/** Event log of the box, in order. The event of the current step is marked, and each event leads to its step. */
export function Timeline({ history, paso, onGo }: TimelineProps) {
  const { moments } = history;
  const [turned, setTurned] = useState({ paso, page: pageOf(paso) });
  // A change of the step opens its page; until then the user may turn to other pages.
  const page = turned.paso === paso ? turned.page : pageOf(paso);
  const turn = (to: number) => setTurned({ paso, page: to });
  const shown = moments.slice(page * pageSize, (page + 1) * pageSize);
  const last = pageOf(moments.length);
  return (
    <Section
      title="Eventos"
      description={
        last === 0
          ? 'Elija uno para ver la caja en ese paso.'
          : `${countOf(page * pageSize + 1)} a ${countOf(page * pageSize + shown.length)} de ${countOf(moments.length)}. Elija uno para ver la caja en ese paso.`
      }
    >
      {moments.length === 0 ? (
        <chakra.p color="fg.muted">La caja todavía no tiene eventos.</chakra.p>
      ) : (
        <chakra.ol css={listStyles} start={page * pageSize + 1}>
          {shown.map((moment) => (
            <TimelineItem
              key={moment.secuencia}
              moment={moment}
              current={moment.secuencia === paso}
              walkable={moment.secuencia <= lastStepOf(history)}
              broken={moment.secuencia === history.replayed.broken?.secuencia}
              onGo={onGo}
            />
          ))}
        </chakra.ol>
      )}
      {last === 0 ? null : (
        <chakra.div display="flex" justifyContent="space-between" gap="3" mt="4">
          {page === 0 ? (
            <span />
          ) : (
            <GuardedButton size="sm" variant="outline" onClick={() => turn(page - 1)}>
              Eventos anteriores
            </GuardedButton>
          )}
          {page >= last ? null : (
            <GuardedButton size="sm" variant="outline" onClick={() => turn(page + 1)}>
              Eventos siguientes
            </GuardedButton>
          )}
        </chakra.div>
      )}
    </Section>
  );
}

interface TimelineItemProps {
  moment: Moment;
  current: boolean;
  /** Replay agrees with the log up to this event, so its step can be shown. */
  walkable: boolean;
  broken: boolean;
  onGo: (paso: number) => void;
}

function TimelineItem({ moment, current, walkable, broken, onGo }: TimelineItemProps) {
  const { nombre, gasto, transcurrido, paso } = moment;
  const title = gasto === '' ? nombre : `${nombre}: ${gasto}`;
  return (
    <li
      aria-current={current ? 'step' : undefined}
      data-broken={broken ? '' : undefined}
      data-beyond={walkable ? undefined : ''}
    >
      {walkable ? (
        <button type="button" onClick={() => onGo(moment.secuencia)}>
          {title}
        </button>
      ) : (
        <b>{title}</b>
      )}
      <p>
        {broken ? 'Aquí se rompe el registro.' : paso}
        {walkable || broken ? '' : ' · El registro se rompe antes: no se puede recorrer.'}
      </p>
      <p>
        {[moment.actor, moment.perfil, moment.ingreso].filter((part) => part !== '').join(', ')} ·{' '}
        {dateTimeInBogota(moment.instante)}
        {transcurrido === null ? '' : ` · ${durationInWords(transcurrido)} después`}
      </p>
      {moment.detalles.map(({ label, value }) => (
        <p key={label} data-detail="">
          <b>{label}:</b> {value}
        </p>
      ))}
    </li>
  );
}

/** One styled element with nested rules: hundreds of styled elements would each compute their own style. */
const listStyles = {
  listStyleType: 'none',
  '& li': {
    position: 'relative',
    ps: '6',
    pb: '4',
    borderInlineStartWidth: '2px',
    borderColor: 'border.emphasized',
    ms: '2',
    overflowWrap: 'anywhere',
  },
  '& li:last-child': { borderColor: 'transparent', pb: '0' },
  '& li::before': {
    content: '""',
    position: 'absolute',
    insetInlineStart: '-7px',
    top: '5px',
    boxSize: '3',
    borderRadius: 'full',
    bg: 'bg.panel',
    borderWidth: '2px',
    borderColor: 'gray.400',
  },
  '& li[aria-current]::before': {
    bg: 'teal.700',
    borderColor: 'teal.700',
    boxShadow: '0 0 0 4px {colors.teal.100}',
  },
  '& li[data-broken]::before': { bg: 'red.700', borderColor: 'red.700' },
  '& li[data-beyond]': { color: 'fg.muted' },
  '& b': { fontWeight: 'semibold' },
  '& button': {
    textAlign: 'start',
    fontWeight: 'semibold',
    cursor: 'pointer',
    borderRadius: 'l1',
  },
  '& button:hover': { textDecoration: 'underline' },
  '& li[aria-current] button': { color: 'teal.800' },
  '& p': { textStyle: 'sm', color: 'fg.muted' },
  '& p[data-detail]': { color: 'fg' },
  '& li[data-broken] p:first-of-type': { color: 'fg.error', fontWeight: 'semibold' },
} as const;
