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
 * handingOver…       the record has a charge: the user chooses a successor, or cancels
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
interface Toggling extends HandedOver {
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
  /** Who takes over the charge of the record; empty without a charge. */
  handedOver: {} as HandedOver,
  /** Records that may take it over. */
  successors: [] as readonly Successor[],
  /** The problem of the change; `problem` is that of the rows. */
  changeProblem: null as Problem | null,
};

export type RecordListContext<Row, Query> = ListContext<Row, Query> &
  typeof noChange & {
    /** The row of the record that is switched or deleted. */
    leaving: Row | null;
  };

export type RecordListEvent<Row, Query> =
  | ListEvent<Query>
  | ({ type: 'TOGGLE' } & Chosen<Row>)
  | ({ type: 'DELETE' } & Chosen<Row>)
  | { type: 'CONFIRM' }
  | { type: 'CANCEL' }
  /** Passes the charge to this record, and continues with the change. */
  | { type: 'PASS'; pasar_a: number }
  /** Repeats the same change. */
  | { type: 'RETRY_CHANGE' }
  /** Gives up a change without an answer, or dismisses a refusal. */
  | { type: 'DISMISS' };

interface Chosen<Row> {
  row: Row;
}

export type HandoverTag = 'handingOver' | 'successorsLoading' | 'successorsFailed';

/** The active flag that a switch sets. */
const turned = ({ active_ }: RecordRow): 0 | 1 => (active_ === 1 ? 0 : 1);

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
const unlessHasCharge = (target: string, handingOver: string) =>
  [
    { guard: withEvent('hasCharge'), target: handingOver, actions: withEvent('setLeaving') },
    { target, actions: withEvent('setLeaving') },
  ] as const;

/**
 * @typeParam Row a row of the answer
 * @typeParam Query the body of the list's call without its token
 */
export const createRecordListMachine = <Row extends RecordRow, Query extends object>() => {
  interface Args {
    context: RecordListContext<Row, Query>;
  }
  const leavingOf = ({ context }: Args): Row => assertPresent(context.leaving);
  const deletion = (args: Args): Deleting => ({
    id_elemento: leavingOf(args).id,
    ...args.context.handedOver,
  });
  /** @param then target once a successor is chosen */
  const handsOver = (id: string, then: string) =>
    ({
      description: 'Eligiendo quién recibe lo que tiene a cargo',
      tags: 'handingOver',
      initial: 'loading',
      on: { CANCEL: { target: 'ready', actions: 'forgetChangeProblem' } },
      states: {
        loading: {
          description: 'Buscando quién puede recibirlo',
          tags: 'successorsLoading',
          invoke: {
            id,
            src: 'loadSuccessors',
            input: (args: Args) => ({ row: leavingOf(args) }),
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
            PASS: { target: `#recordList.change.${then}`, actions: withEvent('setSuccessor') },
          },
        },
        failed: {
          description: 'No se sabe quién puede recibirlo',
          tags: 'successorsFailed',
          on: { RETRY_CHANGE: { target: 'loading', actions: 'forgetChangeProblem' } },
        },
      },
    }) as const;
  const parts = flow<{
    context: RecordListContext<Row, Query>;
    events: RecordListEvent<Row, Query>;
    input: ListInput<Row, Query>;
    tags: HandoverTag;
  }>()({
    loadRows: named<ListPage<Row>, { query: Query }>('loadRows'),
    actdesElemento: named<AnswerOf<'/actdesElemento'>, Toggling>('actdesElemento'),
    eliminarElemento: named<AnswerOf<'/eliminarElemento'>, Deleting>('eliminarElemento'),
    loadSuccessors: named<readonly Successor[], { row: Row }>('loadSuccessors'),
  }).extend({
    guards: {
      ...rowGuards,
      /** Switching a record on hands nothing over. */
      hasCharge: (_, { type, row: { a_cargo = '', active_ } }: Chosen<Row> & { type: string }) =>
        a_cargo !== '' && (type === 'DELETE' || active_ === 1),
    },
    actions: {
      setLeaving: assign((_, { row }: Chosen<Row>) => ({
        leaving: row,
        handedOver: {},
        changeProblem: null,
      })),
      setSuccessor: assign((_, { pasar_a }: { pasar_a: number }) => ({ handedOver: { pasar_a } })),
      /** Shows the accepted flag before the rows are reloaded. */
      markRow: assign(({ context: { page, leaving } }) => {
        const changed = assertPresent(leaving);
        const rows = page.rows.map((row) =>
          row.id === changed.id ? { ...row, active_: turned(changed) } : row,
        );
        return { page: { ...page, rows } };
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
              TOGGLE: unlessHasCharge('toggling', 'handingOverToToggle'),
              DELETE: unlessHasCharge('confirmingDeletion', 'handingOverToDelete'),
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
          handingOverToToggle: handsOver('loadSuccessors', 'toggling'),
          handingOverToDelete: handsOver('loadSuccessorsToDelete', 'deleting'),
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
              input: (args: Args) => ({ ...deletion(args), opc: turned(leavingOf(args)) }),
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
              input: deletion,
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
