import { type SnapshotFrom, assign } from 'xstate';
import type { Found, FoundKind } from '#contract/calls/search.calls.ts';
import { counted } from '../../domain/values/texts.ts';
import { type Problem, type Result, call } from '../steps/result.ts';
import {
  invokeState,
  flow,
  inputOf,
  assignOutputTo,
  assignFromEvent,
  retries,
  withEvent,
  guardOnOutput,
} from '../steps/steps.ts';

/** Results of a search as one list, in the order in which they are shown. */

export type FoundEntry = {
  [Kind in FoundKind]: { kind: Kind; row: Found[Kind][number] };
}[FoundKind];

const kinds: readonly FoundKind[] = ['cajas', 'tiendas', 'usuarios', 'gastos'];

const entriesOf = (found: Found | null): FoundEntry[] =>
  found === null
    ? []
    : kinds.flatMap((kind) => found[kind].map((row) => ({ kind, row }) as FoundEntry));

/**
 * One search over everything that the user may see, while it is typed.
 *
 * closed         the search is closed
 * open.idle      nothing is typed
 * open.waiting   waits for the last key; the previous results stay visible
 * open.searching the search is under way; another key cancels it
 * open.found     there are results, one of which is marked
 * open.nothing   there are no results
 * open.failed    no answer, or a refusal: RETRY
 */

const nothingTyped = {
  texto: '',
  /** Null before the first answer. */
  found: null as Found | null,
  /** Index of the marked result among all results. */
  marked: 0,
  problem: null as Problem | null,
};

export type SearchEvent =
  | { type: 'OPEN' }
  | { type: 'CLOSE' }
  | { type: 'TYPE'; texto: string }
  /** Marks the next result, or the previous one with -1. */
  | { type: 'MARK'; step: 1 | -1 }
  | { type: 'RETRY' };

const search = flow<{ context: typeof nothingTyped; events: SearchEvent; tags: 'open' }>()({
  buscar: call('/buscar'),
}).extend({
  guards: {
    somethingIsTyped: (_, { texto }: { texto: string }) => texto.trim() !== '',
    foundNothing: (_, result: Result<Found>) => result.ok && entriesOf(result.answer).length === 0,
  },
  actions: {
    forgetSearch: assign(nothingTyped),
    markFirst: assign({ marked: 0 }),
    mark: assign(({ context }, { step }: { step: 1 | -1 }) => {
      const { length } = entriesOf(context.found);
      return { marked: (context.marked + step + length) % length };
    }),
  },
});

export const searchMachine = search.createMachine({
  id: 'search',
  description: 'Busca entre todo lo que una persona puede ver, mientras escribe.',
  context: nothingTyped,
  initial: 'closed',
  states: {
    closed: { description: 'Cerrada', on: { OPEN: 'open' } },
    open: {
      description: 'Abierta',
      tags: 'open',
      initial: 'idle',
      on: {
        CLOSE: { target: 'closed', actions: 'forgetSearch' },
        TYPE: [
          {
            guard: withEvent('somethingIsTyped'),
            target: '.waiting',
            actions: assignFromEvent('texto'),
          },
          { target: '.idle', actions: 'forgetSearch' },
        ],
      },
      states: {
        idle: { description: 'En espera' },
        waiting: {
          description: 'Esperando otra tecla',
          tags: 'loading',
          after: { searchDelay: 'searching' },
        },
        searching: {
          ...invokeState('Buscando', 'buscar', {
            input: inputOf('texto'),
            answers: [
              {
                guard: guardOnOutput('foundNothing'),
                target: 'nothing',
                actions: assignOutputTo('found'),
              },
              {
                guard: guardOnOutput('succeeded'),
                target: 'found',
                actions: assignOutputTo('found'),
              },
            ],
            failed: 'failed',
          }),
          entry: 'forgetProblem',
        },
        found: {
          description: 'Resultados a la vista',
          entry: 'markFirst',
          on: { MARK: { actions: withEvent('mark') } },
        },
        nothing: { description: 'Sin resultados' },
        failed: { description: 'Búsqueda fallida', tags: 'failed', on: retries('searching') },
      },
    },
  },
});

type SearchSnapshot = SnapshotFrom<typeof searchMachine>;

export const isOpen = (snapshot: SearchSnapshot) => snapshot.hasTag('open');
export const textOf = (snapshot: SearchSnapshot) => snapshot.context.texto;
export const problemOf = (snapshot: SearchSnapshot) => snapshot.context.problem;

/** Results of the last answer; they stay visible while the user types on. */
export const foundOf = (snapshot: SearchSnapshot): readonly FoundEntry[] =>
  entriesOf(snapshot.context.found);

/** Index of the marked result, which Enter opens; null while the results are of an earlier text. */
export const markedOf = (snapshot: SearchSnapshot): number | null =>
  snapshot.matches({ open: 'found' }) ? snapshot.context.marked : null;

/** The status line of the search. */
export function noteOf(snapshot: SearchSnapshot): string {
  if (snapshot.matches({ open: 'idle' }))
    return 'Proveedor, concepto, NIT, recibo, valor, tienda o número de caja. También con el mes: «ferretería oct».';
  if (snapshot.matches({ open: 'nothing' })) return 'Sin resultados.';
  const { length } = foundOf(snapshot);
  if (snapshot.matches({ open: 'found' })) return counted(length, 'resultado', 'resultados');
  return snapshot.hasTag('loading') && length === 0 ? 'Buscando…' : '';
}
