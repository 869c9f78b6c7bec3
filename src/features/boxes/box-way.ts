/** The way of a box in words, as its screens and those of its expenses show it. */
import type { StageSituation, BoxLocation } from '#contract/box-location.ts';
import { type DateText, momentInBogota } from '#machines/domain/values/dates.ts';
import type { WorkingCalendar } from '#machines/domain/values/working-time.ts';
import { workedSince } from '#machines/domain/history/durations.ts';
import { upcomingStage } from '#machines/flows/boxes/send-summary.ts';
import type { Step } from '../../ui/layout/Stepper.tsx';

const stateOf: Record<StageSituation, Step['state']> = {
  completada: 'done',
  actual: 'current',
  pendiente: 'pending',
  'no aplica': 'skipped',
};

const dayOf = (dayAndTime: string): DateText => dayAndTime.slice(0, 10);

/** Every stage with the day on which the box came to it. */
export const stepsOf = ({ recorrido }: BoxLocation): Step[] =>
  recorrido.map(({ etapa, situacion, desde }) => ({
    label: etapa,
    description: situacion === 'no aplica' ? 'No aplica' : dayOf(desde),
    state: stateOf[situacion],
  }));

/** The profile in charge and, where it is known, the person. */
export const keeperOf = ({ tipo_usuario, encargado }: BoxLocation): string =>
  encargado === '' ? tipo_usuario : `${tipo_usuario} · ${encargado}`;

/** 'hace 3 días hábiles' */
export function sinceWhen(
  { fecha_movimiento }: BoxLocation,
  now: number,
  calendar: WorkingCalendar,
): string {
  const [day = '', time = ''] = fecha_movimiento.split(' ');
  return `hace ${workedSince(momentInBogota(day, time).getTime(), now, calendar)}`;
}

/** The stage that comes next; '' after the last. */
export const nextStageOf = (location: BoxLocation): string => upcomingStage(location)?.etapa ?? '';
