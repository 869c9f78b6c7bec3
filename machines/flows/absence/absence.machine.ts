/**
 * The absences of a person, in a dialog: somebody of the same profile decides for him or her between two days.
 *
 * closed         nothing is open
 * loading        the absences come, and the people who may stand in
 * failed         they did not: try again, or leave it
 * shown.idle     a new absence can be written, one that lasts can be ended
 * shown.refused  the server said why not, or nobody answered: what is there was looked at again
 * shown.kept     success, with the absences as they are now
 * saving         the absence is under way
 * ending         its end is under way
 * refreshing     what was kept is looked at
 * looking        nobody answered: what is there is looked at before anything is sent again
 */
import { assign } from 'xstate';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { call } from '../call-actors.ts';
import { given, type Problem } from '../result.ts';
import {
  flow,
  keepsGiven,
  loads,
  refusedTo,
  retries,
  takes,
  unansweredTo,
  when,
} from '../steps.ts';

export type Absences = AnswerOf<'/ausencias'>;
type NewAbsence = Omit<RequestOf<'/delegar'>, 'id_ausente'>;
type Ended = RequestOf<'/terminarDelegacion'>;

export interface AbsenceContext {
  /** The person whose absences are shown. */
  id_ausente: number | null;
  absences: Absences | null;
  wanted: NewAbsence | null;
  id_delegacion: number | null;
  problem: Problem | null;
}

export type AbsenceEvent =
  | { type: 'OPEN'; id_ausente: number }
  | { type: 'CLOSE' }
  | { type: 'RETRY' }
  | ({ type: 'SAVE' } & NewAbsence)
  /** Ends an absence before its last day. */
  | ({ type: 'FINISH' } & Ended);

const absence = flow({
  types: { context: {} as AbsenceContext, events: {} as AbsenceEvent },
  actors: {
    ausencias: call('/ausencias'),
    delegar: call('/delegar'),
    terminarDelegacion: call('/terminarDelegacion'),
  },
}).extend({
  actions: {
    keepWanted: assign((_, { id_delegado, desde, hasta }: NewAbsence) => ({
      wanted: { id_delegado, desde, hasta },
    })),
  },
});

const asked = ({ context }: { context: AbsenceContext }) => ({
  id_ausente: given(context.id_ausente),
});

const looksAt = (id: string, shown: string) =>
  ({
    ...loads('ausencias', { keep: 'absences', shown, failed: 'failed', id }),
    input: asked,
  }) as const;

export const absenceMachine = absence.createMachine({
  id: 'absence',
  description: 'La ausencia de una persona: otra decide por ella entre dos días.',
  context: { id_ausente: null, absences: null, wanted: null, id_delegacion: null, problem: null },
  initial: 'closed',
  states: {
    closed: {
      description: 'Cerrada',
      on: { OPEN: { target: 'loading', actions: keepsGiven('id_ausente') } },
    },
    loading: {
      description: 'Cargando las ausencias',
      tags: 'loading',
      invoke: looksAt('loadAbsences', 'shown'),
      on: { CLOSE: 'closed' },
    },
    failed: {
      description: 'No se pudo cargar',
      tags: ['failed', 'loadFailed'],
      on: { ...retries('loading'), CLOSE: 'closed' },
    },
    shown: {
      description: 'Ausencias a la vista',
      tags: 'shown',
      initial: 'idle',
      on: {
        SAVE: { target: 'saving', actions: ['forgetProblem', takes('keepWanted')] },
        FINISH: { target: 'ending', actions: keepsGiven('id_delegacion') },
        CLOSE: 'closed',
      },
      states: {
        idle: { description: 'En espera' },
        refused: { description: 'No se hizo, o no se sabe', tags: 'failed' },
        kept: { description: 'Datos almacenados', tags: 'done' },
      },
    },
    saving: {
      description: 'Guardando la ausencia',
      tags: ['shown', 'pending'],
      invoke: {
        id: 'delegar',
        src: 'delegar',
        input: ({ context }) => ({ ...given(context.wanted), ...asked({ context }) }),
        onDone: [{ guard: when('succeeded'), target: 'refreshing' }, refusedTo('shown.refused')],
        onError: unansweredTo('looking'),
      },
    },
    ending: {
      description: 'Terminando la ausencia',
      tags: ['shown', 'pending'],
      invoke: {
        id: 'terminarDelegacion',
        src: 'terminarDelegacion',
        input: ({ context }) => ({ id_delegacion: given(context.id_delegacion) }),
        onDone: [
          { guard: when('succeeded'), target: 'refreshing' },
          /** Somebody else was quicker, or the answer to a first try got lost. */
          { guard: when('isGone'), target: 'refreshing' },
          refusedTo('shown.refused'),
        ],
        onError: unansweredTo('looking'),
      },
    },
    refreshing: {
      description: 'Consultando lo guardado',
      tags: ['shown', 'pending'],
      invoke: looksAt('refreshAbsences', 'shown.kept'),
    },
    looking: {
      description: 'Mirando qué quedó guardado',
      tags: ['shown', 'pending'],
      invoke: looksAt('lookAtAbsences', 'shown.refused'),
    },
  },
});
