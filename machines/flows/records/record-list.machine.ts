/**
 * A list whose records are switched on and off, and deleted: users, shipping companies, stores.
 * Two parallel regions.
 *
 * The rows:
 * opening            transient: are there rows already?
 * loading            the rows are loading; the previous ones stay visible
 * showing            there are rows
 * empty              there are no rows
 * failed             loading failed: RETRY
 * forbidden          the list does not exist, or the user may not see it
 *
 * The change of one record:
 * ready.untouched    there is no change
 * ready.toggled      the new active flag is saved, announced for 3 s
 * ready.refused      the server refused the change, with the reason
 * ready.failedToToggle no answer: RETRY_CHANGE, or DISMISS to reload the list
 * handingOver        the record has a charge: the user chooses a successor, or cancels
 * toggling           the change is under way; the row shows the old flag until the server has accepted
 * confirmingDeletion the user is asked to confirm the deletion
 * deleting           the deletion is under way
 * failedToDelete     no answer: RETRY_CHANGE, or DISMISS to reload the list
 * deleted            success, announced for 1 s, then the list is reloaded
 */
import { assign, raise } from 'xstate';
import type { AnswerOf } from '#contract/contract.ts';
import {
  type Failure,
  type Problem,
  type Result,
  assertPresent,
  named,
  problemOfFailure,
  problemOfResult,
} from '../steps/result.ts';
import {
  flow,
  requiredFrom,
  assignOutputTo,
  assignFailure,
  assignFromEvent,
  assignRefusal,
  withEvent,
  guardOnOutput,
} from '../steps/steps.ts';
import {
  type ListContext,
  type ListEvent,
  type ListInput,
  type ListPage,
  firstContext,
  rowGuards,
  rowStates,
} from './list.machine.ts';

/** The fields that every row of such a list has. */
export interface RecordRow {
  id: number;
  active_: 0 | 1;
  /** The charge of the record, which passes to a successor when the record goes; '' or absent: none. */
  a_cargo?: string;
}

/** The successor that takes over the charge. */
interface HandedOver {
  pasar_a?: number;
}

/** A new active flag, as the call takes it. */
export interface Toggling extends HandedOver {
  id_elemento: number;
  opc: 0 | 1;
}

export interface Deleting extends HandedOver {
  id_elemento: number;
}

/** A record that may take over a charge. */
export interface Successor {
  id: number;
  nombre: string;
}

const noChange = {
  toggling: null as Toggling | null,
  /** The record that the user wants to delete. */
  deleting: null as Deleting | null,
  /** Records that may take over its charge. */
  successors: [] as readonly Successor[],
  /** The problem of the change; `problem` is that of the rows. */
  changeProblem: null as Problem | null,
};

export type RecordListContext<Row, Query> = ListContext<Row, Query> &
  typeof noChange & {
    /** The row of the record that is switched or deleted. */
    leaving: Row | null;
  };

export type RecordListEvent<Query> =
  | ListEvent<Query>
  | ({ type: 'TOGGLE' } & Toggling)
  | { type: 'DELETE'; id_elemento: number }
  | { type: 'CONFIRM' }
  | { type: 'CANCEL' }
  /** Passes the charge to this record, and continues with the change. */
  | { type: 'PASS'; pasar_a: number }
  /** Repeats the same change. */
  | { type: 'RETRY_CHANGE' }
  /** Gives up a change without an answer, or dismisses a refusal. */
  | { type: 'DISMISS' };

const rowIn = <Row extends RecordRow>(
  { page }: Pick<RecordListContext<Row, unknown>, 'page'>,
  id: number | undefined,
): Row | undefined => page.rows.find((row) => row.id === id);

/** The `invoke` of a change: `saved` has the transitions of a success; in `lost` the change may be repeated. */
const changes = <Name extends string, const Stored extends readonly object[]>(
  name: Name,
  lost: string,
  saved: Stored,
) =>
  ({
    id: name,
    src: name,
    onDone: [
      ...saved,
      {
        guard: guardOnOutput('sessionEnded'),
        target: lost,
        actions: assignRefusal('setChangeRefusal'),
      },
      { target: 'ready.refused', actions: [assignRefusal('setChangeRefusal'), 'loadAgain'] },
    ],
    onError: { target: lost, actions: assignFailure('setChangeFailure') },
  }) as const;

/** Transitions of a change: a charge is handed over first. */
const unlessHasCharge = <Action extends string>(target: string, action: Action) =>
  [
    { guard: withEvent('hasCharge'), target: 'handingOver', actions: withEvent(action) },
    { target, actions: withEvent(action) },
  ] as const;

/**
 * @typeParam Row a row of the answer
 * @typeParam Query the body of the list's call without its token
 */
export const createRecordListMachine = <Row extends RecordRow, Query extends object>() => {
  const parts = flow<{
    context: RecordListContext<Row, Query>;
    events: RecordListEvent<Query>;
    input: ListInput<Row, Query>;
  }>()({
    loadRows: named<ListPage<Row>, { query: Query }>('loadRows'),
    actdesElemento: named<AnswerOf<'/actdesElemento'>, Toggling>('actdesElemento'),
    eliminarElemento: named<AnswerOf<'/eliminarElemento'>, Deleting>('eliminarElemento'),
    loadSuccessors: named<readonly Successor[], { row: Row }>('loadSuccessors'),
  }).extend({
    guards: {
      ...rowGuards,
      /** Switching a record on hands nothing over. */
      hasCharge: ({ context }, { id_elemento, opc = 0 }: Deleting & { opc?: 0 | 1 }) =>
        opc === 0 && (rowIn(context, id_elemento)?.a_cargo ?? '') !== '',
      isDeletion: ({ context }) => context.deleting !== null,
    },
    actions: {
      setToggling: assign(({ context }, { id_elemento, opc }: Toggling) => ({
        toggling: { id_elemento, opc },
        deleting: null,
        leaving: rowIn(context, id_elemento) ?? null,
        changeProblem: null,
      })),
      setDeleting: assign(({ context }, { id_elemento }: Deleting) => ({
        deleting: { id_elemento },
        leaving: rowIn(context, id_elemento) ?? null,
        changeProblem: null,
      })),
      setSuccessor: assign(({ context }, { pasar_a }: { pasar_a: number }) =>
        context.deleting === null
          ? { toggling: { ...assertPresent(context.toggling), pasar_a } }
          : { deleting: { ...context.deleting, pasar_a } },
      ),
      /** Shows the accepted flag before the rows are reloaded. */
      markRow: assign(({ context }) => {
        const { id_elemento, opc } = assertPresent(context.toggling);
        const rows = context.page.rows.map((row) =>
          row.id === id_elemento ? { ...row, active_: opc } : row,
        );
        return { page: { ...context.page, rows } };
      }),
      setChangeRefusal: assign((_, result: Result<unknown>) => ({
        changeProblem: problemOfResult(result),
      })),
      setChangeFailure: assign((_, { error }: Failure) => ({
        changeProblem: problemOfFailure(error),
      })),
      forgetChangeProblem: assign({ changeProblem: null }),
      loadAgain: raise({ type: 'REFRESH' as const }),
    },
  });

  return parts.createMachine({
    id: 'recordList',
    description: 'Una lista cuyos registros se activan, se desactivan y se borran.',
    context: (args) => ({ ...firstContext(args), ...noChange, leaving: null }),
    type: 'parallel',
    states: {
      rows: {
        description: 'Las filas',
        initial: 'opening',
        // No `reenter`: it would exit the other region too, and with it a write that is under way.
        on: {
          QUERY: { target: '.loading', actions: assignFromEvent('query') },
          /** Also restarts a load that is under way: its rows may be older than the change. */
          REFRESH: { target: '.loading', actions: 'forgetProblem' },
        },
        states: rowStates,
      },
      change: {
        description: 'El cambio de un registro',
        initial: 'ready',
        states: {
          ready: {
            description: 'Sin cambio en curso',
            initial: 'untouched',
            on: {
              TOGGLE: unlessHasCharge('toggling', 'setToggling'),
              DELETE: unlessHasCharge('confirmingDeletion', 'setDeleting'),
            },
            states: {
              untouched: { description: 'En espera' },
              /** 'Registro actualizado' */
              toggled: {
                description: 'Registro actualizado',
                tags: 'done',
                after: { redirectDelay: 'untouched' },
              },
              refused: {
                description: 'Cambio rechazado',
                on: { DISMISS: { target: 'untouched', actions: 'forgetChangeProblem' } },
              },
              failedToToggle: {
                description: 'Cambio sin respuesta',
                on: {
                  RETRY_CHANGE: {
                    target: '#recordList.change.toggling',
                    actions: 'forgetChangeProblem',
                  },
                  DISMISS: { target: 'untouched', actions: ['forgetChangeProblem', 'loadAgain'] },
                },
              },
            },
          },
          handingOver: {
            description: 'Eligiendo quién recibe lo que tiene a cargo',
            initial: 'loading',
            on: { CANCEL: { target: 'ready', actions: 'forgetChangeProblem' } },
            states: {
              loading: {
                description: 'Buscando quién puede recibirlo',
                invoke: {
                  id: 'loadSuccessors',
                  src: 'loadSuccessors',
                  input: ({ context }) => ({ row: assertPresent(context.leaving) }),
                  onDone: [
                    {
                      guard: guardOnOutput('succeeded'),
                      target: 'choosing',
                      actions: assignOutputTo('successors'),
                    },
                    { target: 'failed', actions: assignRefusal('setChangeRefusal') },
                  ],
                  onError: { target: 'failed', actions: assignFailure('setChangeFailure') },
                },
              },
              choosing: {
                description: 'Eligiendo la persona',
                on: {
                  PASS: [
                    {
                      guard: 'isDeletion',
                      target: '#recordList.change.deleting',
                      actions: withEvent('setSuccessor'),
                    },
                    {
                      target: '#recordList.change.toggling',
                      actions: withEvent('setSuccessor'),
                    },
                  ],
                },
              },
              failed: {
                description: 'No se sabe quién puede recibirlo',
                on: { RETRY_CHANGE: { target: 'loading', actions: 'forgetChangeProblem' } },
              },
            },
          },
          toggling: {
            description: 'Cambiando el registro',
            tags: 'pending',
            invoke: {
              ...changes('actdesElemento', 'ready.failedToToggle', [
                {
                  guard: guardOnOutput('succeeded'),
                  target: 'ready.toggled',
                  actions: ['markRow', 'loadAgain'],
                },
              ]),
              input: requiredFrom('toggling'),
            },
          },
          confirmingDeletion: {
            description: 'Confirmando el borrado',
            on: { CONFIRM: 'deleting', CANCEL: 'ready' },
          },
          deleting: {
            description: 'Borrando el registro',
            tags: 'pending',
            invoke: {
              ...changes('eliminarElemento', 'failedToDelete', [
                { guard: guardOnOutput('succeeded'), target: 'deleted' },
                /** Already deleted by another user, or by a first attempt whose answer got lost. */
                { guard: guardOnOutput('isGone'), target: 'deleted' },
              ]),
              input: requiredFrom('deleting'),
            },
          },
          failedToDelete: {
            description: 'Borrado sin respuesta',
            on: {
              RETRY_CHANGE: { target: 'deleting', actions: 'forgetChangeProblem' },
              DISMISS: { target: 'ready', actions: ['forgetChangeProblem', 'loadAgain'] },
            },
          },
          /** 'Registro eliminado' */
          deleted: {
            description: 'Registro eliminado',
            tags: 'done',
            after: { deletionDelay: { target: 'ready', actions: 'loadAgain' } },
          },
        },
      },
    },
  });
};
