/**
 * Absences of a user, in a dialog: another user of the same profile decides in their stead between two dates.
 *
 * closed         the dialog is closed
 * loading        the absences and the possible substitutes are loading
 * failed         loading failed: RETRY or CLOSE
 * shown.idle     a new absence can be entered, a current one can be ended
 * shown.refused  the server refused the change, or did not answer and the absences were reloaded
 * shown.saved    success; the absences are up to date
 * saving         the new absence is being saved
 * ending         the absence is being ended
 * refreshing     reloads the absences after a success
 * looking        reloads the absences after a lost answer, before anything can be sent again
 */
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { type Problem, call, assertPresent, write } from '../steps/result.ts';
import {
  invokeState,
  attemptState,
  flow,
  assignFromEvent,
  loadState,
  loadFailedState,
  guardOnOutput,
} from '../steps/steps.ts';
import { successes } from '#contract/errors.ts';
import type { SnapshotFrom } from 'xstate';

export type Absences = AnswerOf<'/ausencias'>;
type NewAbsence = Omit<RequestOf<'/delegar'>, 'id_ausente'>;
type Ended = RequestOf<'/terminarDelegacion'>;

const nothing = {
  /** The person whose absences are shown. */
  id_ausente: null as number | null,
  absences: null as Absences | null,
  id_delegado: null as number | null,
  desde: '',
  hasta: '',
  id_delegacion: null as number | null,
  problem: null as Problem | null,
};

export type AbsenceContext = typeof nothing;

export type AbsenceEvent =
  | { type: 'OPEN'; id_ausente: number }
  | { type: 'CLOSE' }
  | { type: 'RETRY' }
  | ({ type: 'SAVE' } & NewAbsence)
  /** Ends an absence before its last day. */
  | ({ type: 'FINISH' } & Ended);

interface Args {
  context: AbsenceContext;
}

const absentee = ({ context }: Args) => ({ id_ausente: assertPresent(context.id_ausente) });

const looksAt = (description: string, id: string, shown: string) =>
  loadState(description, 'ausencias', {
    input: absentee,
    assignTo: 'absences',
    shown,
    failed: 'failed',
    id,
    tags: ['shown', 'pending'],
  });

/** The state of a write; after a lost answer the absences are reloaded. */
const changes = <Name extends string, Input, const Answers extends readonly object[]>(
  description: string,
  name: Name,
  step: { input: Input; answers: Answers },
) =>
  invokeState(description, name, {
    ...step,
    failed: 'shown.refused',
    lost: 'looking',
    tags: ['shown', 'pending'],
  });

export const absenceMachine = flow<{ context: AbsenceContext; events: AbsenceEvent }>()({
  ausencias: call('/ausencias'),
  delegar: write('/delegar'),
  terminarDelegacion: write('/terminarDelegacion'),
}).createMachine({
  id: 'absence',
  description: 'La ausencia de una persona: otra decide por ella entre dos días.',
  context: nothing,
  initial: 'closed',
  states: {
    closed: {
      description: 'Cerrada',
      on: { OPEN: { target: 'loading', actions: assignFromEvent('id_ausente') } },
    },
    loading: {
      ...looksAt('Cargando las ausencias', 'loadAbsences', 'shown'),
      tags: 'loading',
      on: { CLOSE: 'closed' },
    },
    failed: { ...loadFailedState, on: { ...loadFailedState.on, CLOSE: 'closed' } },
    shown: {
      description: 'Ausencias a la vista',
      tags: 'shown',
      initial: 'idle',
      on: {
        SAVE: { target: 'saving', actions: assignFromEvent('id_delegado', 'desde', 'hasta') },
        FINISH: { target: 'ending', actions: assignFromEvent('id_delegacion') },
        CLOSE: 'closed',
      },
      states: {
        ...attemptState('No se hizo, o no se sabe'),
        saved: { description: 'Datos almacenados', tags: 'done' },
      },
    },
    saving: changes('Guardando la ausencia', 'delegar', {
      input: ({ context }: Args) => ({
        ...absentee({ context }),
        id_delegado: assertPresent(context.id_delegado),
        desde: context.desde,
        hasta: context.hasta,
      }),
      answers: [{ guard: guardOnOutput('succeeded'), target: 'refreshing' }],
    }),
    ending: changes('Terminando la ausencia', 'terminarDelegacion', {
      input: ({ context }: Args) => ({ id_delegacion: assertPresent(context.id_delegacion) }),
      answers: [
        { guard: guardOnOutput('succeeded'), target: 'refreshing' },
        /** Already ended by another user, or by a first attempt whose answer got lost. */
        { guard: guardOnOutput('isGone'), target: 'refreshing' },
      ],
    }),
    refreshing: looksAt('Consultando lo guardado', 'refreshAbsences', 'shown.saved'),
    looking: looksAt('Mirando qué quedó guardado', 'lookAtAbsences', 'shown.refused'),
  },
});

export type AbsenceSnapshot = SnapshotFrom<typeof absenceMachine>;

export const isOpen = (snapshot: AbsenceSnapshot): boolean => !snapshot.matches('closed');
/** Null until the absences of this person are loaded; the previous ones during a reload. */
export const absencesOf = ({ context }: AbsenceSnapshot): Absences | null =>
  context.absences?.id_ausente === context.id_ausente ? context.absences : null;
/** The success message; null while there is none. */
export const noticeOf = (snapshot: AbsenceSnapshot): string | null =>
  snapshot.matches({ shown: 'saved' }) ? successes.saved : null;
