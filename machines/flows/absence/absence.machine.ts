/**
 * The absences of a person, in a dialog: somebody of the same profile decides for him or her between two days.
 *
 * closed         nothing is open
 * loading        the absences come, and the people who may stand in
 * failed         they did not: try again, or leave it
 * shown.idle     a new absence can be written, one that lasts can be ended
 * shown.refused  the server said why not, or nobody answered: what is there was looked at again
 * shown.saved     success, with the absences as they are now
 * saving         the absence is under way
 * ending         its end is under way
 * refreshing     what was saved is looked at
 * looking        nobody answered: what is there is looked at before anything is sent again
 */
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { type Problem, call, given, write } from '../steps/result.ts';
import {
  asks,
  tried,
  flow,
  assignFromEvent,
  loads,
  unloaded,
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

const absentee = ({ context }: Args) => ({ id_ausente: given(context.id_ausente) });

const looksAt = (description: string, id: string, shown: string) =>
  loads(description, 'ausencias', {
    input: absentee,
    keep: 'absences',
    shown,
    failed: 'failed',
    id,
    tags: ['shown', 'pending'],
  });

/** A write: when nobody answered, what is there is looked at. */
const changes = <Name extends string, Input, const Answers extends readonly object[]>(
  description: string,
  name: Name,
  step: { input: Input; answers: Answers },
) =>
  asks(description, name, {
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
    failed: { ...unloaded, on: { ...unloaded.on, CLOSE: 'closed' } },
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
        ...tried('No se hizo, o no se sabe'),
        saved: { description: 'Datos almacenados', tags: 'done' },
      },
    },
    saving: changes('Guardando la ausencia', 'delegar', {
      input: ({ context }: Args) => ({
        ...absentee({ context }),
        id_delegado: given(context.id_delegado),
        desde: context.desde,
        hasta: context.hasta,
      }),
      answers: [{ guard: guardOnOutput('succeeded'), target: 'refreshing' }],
    }),
    ending: changes('Terminando la ausencia', 'terminarDelegacion', {
      input: ({ context }: Args) => ({ id_delegacion: given(context.id_delegacion) }),
      answers: [
        { guard: guardOnOutput('succeeded'), target: 'refreshing' },
        /** Somebody else was quicker, or the answer to a first try got lost. */
        { guard: guardOnOutput('isGone'), target: 'refreshing' },
      ],
    }),
    refreshing: looksAt('Consultando lo guardado', 'refreshAbsences', 'shown.saved'),
    looking: looksAt('Mirando qué quedó guardado', 'lookAtAbsences', 'shown.refused'),
  },
});

export type AbsenceSnapshot = SnapshotFrom<typeof absenceMachine>;

export const isOpen = (snapshot: AbsenceSnapshot): boolean => !snapshot.matches('closed');
/** Null before they came; those of before while they come again. */
export const absencesOf = ({ context }: AbsenceSnapshot): Absences | null =>
  context.absences?.id_ausente === context.id_ausente ? context.absences : null;
/** The sentence of success; null while there is none. */
export const noticeOf = (snapshot: AbsenceSnapshot): string | null =>
  snapshot.matches({ shown: 'saved' }) ? successes.saved : null;
