/**
 * The form of one record: a user, a shipping company, a store, the settings.
 *
 * loading      the record, for an edition, and the lists to choose from come
 * failedToLoad they did not: try again
 * forbidden    it is not there, or not for this person
 * editing      the form; a refused save says why and keeps everything
 * saving       the record is under way, with a key that makes a repeated creation answer the first one
 * failedToSave nobody answered: it may have arrived, so the same is sent again, never something else
 * saved        success, announced for 3 s
 * finished     the person is led to the list (output)
 *
 * Settings have no list: after the announcement what is now in force is loaded.
 */
import { named } from '../steps/call-actors.ts';
import type { Destination } from '../steps/destination.ts';
import { given, type Problem } from '../steps/result.ts';
import {
  checks,
  flow,
  forbidden,
  inputOf,
  keepsGiven,
  loads,
  nothingIsWrong,
  retries,
  unloaded,
  writes,
} from '../steps/steps.ts';
import type { RecordKind } from './record-kind.ts';

export interface RecordFormInput {
  /** Null for a new record. */
  id: number | null;
  /** Unique for this form. */
  idempotencyKey: string;
}

export interface RecordFormContext<Facts, Request> extends RecordFormInput {
  facts: Facts | null;
  request: Request | null;
  problem: Problem | null;
}

interface Filled<Values> {
  values: Values;
}

export type RecordFormEvent<Values> =
  | { type: 'RETRY' }
  | ({ type: 'SAVE' } & Filled<Values>)
  /** The form is given up, or holds another record than the one that arrived: with a key of its own. */
  | { type: 'START_ANEW'; idempotencyKey: string };

interface SaveRecordInput<Request> {
  request: Request;
  /** For the header `Idempotency-Key` of a creation. */
  idempotencyKey: string;
}

const destinationOf = <Facts>(
  { destination }: Pick<RecordKind<Facts, never, unknown>, 'destination'>,
  facts: Facts | null,
): Destination | null =>
  typeof destination === 'function' ? destination(given(facts)) : destination;

export type RecordFormMachine<Facts, Values, Request> = ReturnType<
  typeof createRecordFormMachine<Facts, Values, Request>
>;

/**
 * @typeParam Facts the record as it is and what its form lets one choose
 * @typeParam Values what a person typed and chose
 * @typeParam Request the call that keeps it
 */
export const createRecordFormMachine = <Facts, Values, Request>(
  kind: RecordKind<Facts, Values, Request>,
) => {
  interface Args {
    context: RecordFormContext<Facts, Request>;
    event: Filled<Values>;
  }
  const parts = flow<{
    context: RecordFormContext<Facts, Request>;
    events: RecordFormEvent<Values>;
    input: RecordFormInput;
    output: Destination | null;
  }>()({
    loadForm: named<Facts, { id: number | null }>('loadForm'),
    saveRecord: named<unknown, SaveRecordInput<Request>>('saveRecord'),
  }).extend({
    guards: { formIsComplete: nothingIsWrong, hasNoList: () => kind.destination === null },
  });

  return parts.createMachine({
    id: 'recordForm',
    description: 'El formulario de un registro: usuario, empresa de envío, tienda o configuración.',
    context: ({ input }) => ({ ...input, facts: null, request: null, problem: null }),
    initial: 'loading',
    output: ({ context }) => destinationOf(kind, context.facts),
    states: {
      loading: loads('Cargando el formulario', 'loadForm', {
        input: inputOf('id'),
        keep: 'facts',
        shown: 'editing',
        hidden: 'forbidden',
      }),
      failedToLoad: unloaded,
      forbidden,
      editing: {
        description: 'Llenando el formulario',
        on: {
          SAVE: checks('formIsComplete', 'saving', {
            refusals: ({ context, event }: Args) =>
              kind.refusals(event.values, given(context.facts)),
            keep: ({ context, event }: Args) => ({
              request: kind.request(event.values, given(context.facts)),
            }),
            title: kind.incomplete,
          }),
          START_ANEW: { actions: keepsGiven('idempotencyKey') },
        },
      },
      saving: writes('Guardando', 'saveRecord', {
        input: ({ context: { request, idempotencyKey } }: Pick<Args, 'context'>) => ({
          request: given(request),
          idempotencyKey,
        }),
        saved: 'saved',
        lost: 'failedToSave',
        refused: 'editing',
      }),
      /** Only RETRY: whether the first try arrived is not known, so the form must not change. */
      failedToSave: {
        description: 'Guardado sin respuesta',
        tags: 'failed',
        on: retries('saving'),
      },
      /** 'Datos almacenados', or 'Registro actualizado' for one that existed */
      saved: {
        description: 'Datos almacenados',
        tags: 'done',
        after: {
          redirectDelay: [{ guard: 'hasNoList', target: 'loading' }, { target: 'finished' }],
        },
      },
      finished: { description: 'Fin', type: 'final', tags: 'done' },
    },
  });
};
