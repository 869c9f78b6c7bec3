import { chakra } from '@chakra-ui/react/styled-system';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import type { SnapshotFrom } from 'xstate';
import { durationInWords } from '#machines/domain/values/durations.ts';
import { dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import { type BoxHistory, type Moment, boxNow } from '#machines/domain/history/workflow-box.ts';
import { stateNameOf, stateToneOf } from '#machines/domain/history/log-words.ts';
import {
  isPlaying,
  lastStepOf,
  stepOf,
  type WorkflowWalkEvent,
  type workflowWalkMachine,
} from '#machines/flows/workflow/workflow-walk.machine.ts';
import { IconButton } from '../../ui/fields/IconButton.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { toneOf } from '../../ui/table/columns.tsx';

interface WalkControlsProps {
  history: BoxHistory;
  snapshot: SnapshotFrom<typeof workflowWalkMachine>;
  send: (event: WorkflowWalkEvent) => void;
}

const steps = {
  back: {
    label: 'Paso anterior',
    icon: ChevronLeft,
    event: { type: 'PREVIOUS' },
    reason: 'No hay un paso anterior.',
  },
  forward: {
    label: 'Paso siguiente',
    icon: ChevronRight,
    event: { type: 'NEXT' },
    reason: 'No hay un paso siguiente.',
  },
  play: {
    label: 'Reproducir',
    icon: Play,
    event: { type: 'PLAY' },
    reason: 'No hay pasos por recorrer.',
  },
  pause: { label: 'Pausar', icon: Pause, event: { type: 'PAUSE' }, reason: '' },
} as const;

/** Slider over the events of a box, with the current event; it sticks to the top. */
export function WalkControls({ history, snapshot, send }: WalkControlsProps) {
  const paso = stepOf(snapshot);
  const ultimo = lastStepOf(snapshot);
  const estado = boxNow(history, paso);
  const moment = history.moments[paso - 1];
  return (
    <chakra.section
      aria-label="Pasos del recorrido"
      position={{ lg: 'sticky', _print: 'static' }}
      top="0"
      zIndex="docked"
      layerStyle="frame"
      boxShadow="card"
      px={{ base: '4', md: '5' }}
      py="3"
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap="2"
    >
      <chakra.div
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        justifyContent="space-between"
        columnGap="4"
        rowGap="2"
      >
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap="3" rowGap="1">
          <chakra.span fontWeight="bold" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
            {ultimo === 0 ? 'Sin eventos' : `Paso ${paso} de ${ultimo}`}
          </chakra.span>
          <StatusBadge
            tone={toneOf(stateToneOf('box', estado))}
            label={stateNameOf('box', estado)}
          />
        </chakra.div>
        <chakra.div display="flex" _print={{ display: 'none' }}>
          {[steps.back, steps.forward, isPlaying(snapshot) ? steps.pause : steps.play].map(
            ({ label, icon, event, reason }) => (
              <IconButton
                key={label}
                label={label}
                icon={icon}
                tone="primary"
                reasons={snapshot.can(event) ? [] : [reason]}
                onClick={() => send(event)}
              />
            ),
          )}
        </chakra.div>
      </chakra.div>
      {ultimo > 1 ? (
        <chakra.div _print={{ display: 'none' }}>
          <chakra.input
            type="range"
            aria-label="Paso del recorrido"
            // Screen readers read it instead of the number.
            aria-valuetext={`Paso ${paso} de ${ultimo}: ${moment?.nombre ?? ''}`}
            min={1}
            max={ultimo}
            step={1}
            value={paso}
            onChange={(event) => send({ type: 'GO', paso: Number(event.target.value) })}
            width="full"
            minW="0"
            height="11"
            cursor="pointer"
            accentColor="{colors.teal.700}"
            touchAction="pan-y"
          />
        </chakra.div>
      ) : null}
      {moment === undefined ? null : <MomentLine moment={moment} />}
    </chakra.section>
  );
}

/** Summary of the event in one line. */
function MomentLine({ moment }: { moment: Moment }) {
  const { nombre, gasto, actor, perfil, instante, transcurrido } = moment;
  const who = [actor, perfil].filter((part) => part !== '').join(', ');
  return (
    <chakra.p textStyle="sm" color="fg.muted" minH="5">
      <chakra.span fontWeight="semibold" color="fg">
        {nombre}
        {gasto === '' ? '' : `: ${gasto}`}
      </chakra.span>
      {` · ${who} · ${dateTimeInBogota(instante)}`}
      {transcurrido === null ? '' : ` · ${durationInWords(transcurrido)} después del paso anterior`}
    </chakra.p>
  );
}
