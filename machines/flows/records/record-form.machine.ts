import type { ReferenceRow } from '#contract/calls/reference.calls.ts';
import { type CallPath, type RequestOf, calls } from '#contract/contract.ts';
import {
  idempotencyGuard,
  successes,
  type FailedGuard,
  refusedIf,
  versionGuard,
} from '#contract/errors.ts';
import type { Shown } from '../steps/changes.ts';
import { refusalsOfSchema } from '../steps/date-range.form.ts';
import type { Destination } from '../steps/destination.ts';
import { type Problem, assertPresent, named } from '../steps/result.ts';
import {
  validated,
  flow,
  forbidden,
  inputOf,
  assignFromEvent,
  loadState,
  isValid,
  unansweredState,
  loadFailedState,
  writeState,
} from '../steps/steps.ts';

/** A kind of record: its call, its rules, and its destination. */

/** A call and its body. */
export type RequestTo<Path extends CallPath> = {
  [Name in Path]: { path: Name; body: RequestOf<Name> };
}[Path];

export interface RecordKind<Facts, Values, Request> {
  /** Name of the form among the drafts of a person. */
  draft: string;
  /** Fields that are never stored in a draft. */
  secret?: readonly (keyof Values & string)[];
  /** Everything that is wrong with the values, by field. */
  refusals: (values: Values, facts: Facts) => FailedGuard[];
  /** The call and its body; complete when there are no refusals. */
  request: (values: Values, facts: Facts) => Request;
  /** The title above a form with refusals. */
  incomplete: string;
  /** Destination after a save, fixed or derived from the facts and the request; null: the form is loaded again. */
  destination: Destination | null | ((facts: Facts, request: Request) => Destination);
}

/** A kind whose refusals are those of `rules` and those of the contract for the body of its call. */
export const recordKind = <Facts, Values, Path extends CallPath>({
  rules,
  ...kind
}: Omit<RecordKind<Facts, Values, RequestTo<Path>>, 'refusals'> & {
  rules: (values: Values, facts: Facts, body: Partial<RequestOf<Path>>) => FailedGuard[];
}): RecordKind<Facts, Values, RequestTo<Path>> => ({
  ...kind,
  refusals: (values, facts) => {
    const { path, body } = kind.request(values, facts);
    return [...rules(values, facts, body), ...refusalsOfSchema(calls[path].body, body)];
  },
});

/** Trims the texts of a form. */
export const trimmed = <Values extends object>(values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' ? value.trim() : value,
    ]),
  ) as Values;

/** Refuses a text that has no value: an unknown city, an invalid number. */
export const unparsableRefusals = (
  guardia: string,
  text: string,
  value: unknown,
  mensaje: string,
) => refusedIf(text.trim() !== '' && value === undefined, guardia, mensaje);

/** Choices of the administration's forms. */

/** A row of a list of names: `tipo_doc`, `tipo_usuario`, `formato_tienda`. */
export type NamedRow = Pick<ReferenceRow<'tipo_doc'>, 'id' | 'nombre'>;

/** A user who may sign in. */
export type PersonRow = Pick<ReferenceRow<'usuarios'>, 'id' | 'razon_social' | 'tipo'>;

/** The national entry has no municipality. */
type CityRow = Pick<ReferenceRow<'ciudades'>, 'id' | 'nombre' | 'id_municipio'>;

/** A city with a unique label. */
export interface CityChoice {
  id: number;
  label: string;
}

/** DANE codes: the last three digits are the municipality's, those before them the department's. */
const departmentOf = (id_municipio: number): number => Math.trunc(id_municipio / 1000);

/** Labels the cities by name and department, since municipalities may share a name. */
export function cityChoices(
  cities: readonly CityRow[],
  departments: readonly { id: number; nombre_region: string }[],
): CityChoice[] {
  const names = new Map(departments.map(({ id, nombre_region }) => [id, nombre_region]));
  return cities.map(({ id, nombre, id_municipio }) => {
    const department = id_municipio === null ? undefined : names.get(departmentOf(id_municipio));
    return {
      id,
      label:
        department === undefined || department === nombre ? nombre : `${nombre} (${department})`,
    };
  });
}

/** The id of the city with exactly this label; undefined when there is none. */
export const cityIdOf = (cities: readonly CityChoice[], text: string): number | undefined =>
  cities.find(({ label }) => label === text.trim())?.id;

export const cityLabelOf = (cities: readonly CityChoice[], id: number | undefined): string =>
  cities.find((city) => city.id === id)?.label ?? '';

/** The refusal of a text that names no city. */
export const cityMessage = 'Elija una ciudad de la lista.';

/** Restores the draft of a record that may have changed since. */

/** The fields of a form as texts, to detect changed values later. */
export const shownValues = (values: object): Shown =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]: [string, unknown]) => [name, JSON.stringify(value)]),
  );

/** Merges a draft into the current form: a field that the user did not change takes the current value. */
export function typedOver<Values extends object>(
  today: Values,
  { values, shown }: { values: Values; shown: Shown },
): Values {
  const typed = shownValues(values);
  return Object.fromEntries(
    Object.entries(today).map(([name, value]: [string, unknown]) => [
      name,
      typed[name] === shown[name] ? value : (values as Record<string, unknown>)[name],
    ]),
  ) as Values;
}

/** The record has changed since it was shown to the user. */
export const changedSince = (today: object, shown: Shown): boolean =>
  Object.entries(shownValues(today)).some(([name, text]) => shown[name] !== text);

/**
 * The form of one record: a user, a shipping company, a store, the settings.
 *
 * loading      the record, when it exists, and the lists to choose from are loading
 * failedToLoad loading failed: RETRY
 * forbidden    the record does not exist, or the user may not see it
 * editing      the form; a refused save shows the reasons and leaves the fields unchanged. RELOAD, after a refusal because
 *              another person changed the record: loads the current one
 * saving       the record is being saved, with a key that makes a repeated creation return the first one
 * failedToSave no answer: the record may have arrived, so only the same request is sent again
 * saved        success, announced for 3 s
 * finished     redirect to the destination (output)
 *
 * A kind without a destination (settings, catalogues) is loaded again after the announcement.
 */

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
  | { type: 'RELOAD' }
  /** The form is discarded, or becomes another record than the one that arrived: it gets a key of its own. */
  | { type: 'START_ANEW'; idempotencyKey: string };

interface SaveRecordInput<Request> {
  request: Request;
  /** For the header `Idempotency-Key` of a creation. */
  idempotencyKey: string;
}

const destinationOf = <Facts, Request>(
  { destination }: Pick<RecordKind<Facts, never, Request>, 'destination'>,
  { facts, request }: Pick<RecordFormContext<Facts, Request>, 'facts' | 'request'>,
): Destination | null =>
  typeof destination === 'function'
    ? destination(assertPresent(facts), assertPresent(request))
    : destination;

const isRefusedFor = ({ problem }: { problem: Problem | null }, guard: string): boolean =>
  problem?.motivos.some(({ guardia }) => guardia === guard) === true;

export type RecordFormMachine<Facts, Values, Request> = ReturnType<
  typeof createRecordFormMachine<Facts, Values, Request>
>;

/**
 * @typeParam Facts the stored record and the options of its form
 * @typeParam Values the values of the form
 * @typeParam Request the call that saves them
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
    guards: {
      formIsComplete: isValid,
      hasNoList: () => kind.destination === null,
      changedMeanwhile: ({ context }) => isRefusedFor(context, versionGuard),
    },
  });

  return parts.createMachine({
    id: 'recordForm',
    description: 'El formulario de un registro: usuario, empresa de envío, tienda o configuración.',
    context: ({ input }) => ({ ...input, facts: null, request: null, problem: null }),
    initial: 'loading',
    output: ({ context }) => destinationOf(kind, context),
    states: {
      loading: loadState('Cargando el formulario', 'loadForm', {
        input: inputOf('id'),
        assignTo: 'facts',
        shown: 'editing',
        hidden: 'forbidden',
      }),
      failedToLoad: loadFailedState,
      forbidden,
      editing: {
        description: 'Llenando el formulario',
        on: {
          SAVE: validated('formIsComplete', 'saving', {
            refusals: ({ context, event }: Args) =>
              kind.refusals(event.values, assertPresent(context.facts)),
            assigns: ({ context, event }: Args) => ({
              request: kind.request(event.values, assertPresent(context.facts)),
            }),
            title: kind.incomplete,
          }),
          RELOAD: { guard: 'changedMeanwhile', target: 'loading', actions: 'forgetProblem' },
          START_ANEW: { actions: assignFromEvent('idempotencyKey') },
        },
      },
      saving: writeState('Guardando', 'saveRecord', {
        input: ({ context: { request, idempotencyKey } }: Pick<Args, 'context'>) => ({
          request: assertPresent(request),
          idempotencyKey,
        }),
        saved: 'saved',
        lost: 'failedToSave',
        refused: 'editing',
      }),
      /** Only RETRY: whether the first try arrived is not known, so the form must not change. */
      failedToSave: unansweredState('Guardado sin respuesta', 'saving'),
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

/** Selectors of the form of a record. */

interface Snapshot<Facts = unknown> {
  context: RecordFormContext<Facts, unknown>;
  hasTag(tag: 'done'): boolean;
  matches(state: 'editing'): boolean;
}

/** The fields can be changed. */
export const isEditing = (snapshot: Snapshot) => snapshot.matches('editing');
/** An earlier creation whose answer got lost has arrived, with other data. */
export const wasSavedBefore = ({ context }: Snapshot): boolean =>
  isRefusedFor(context, idempotencyGuard);
/** Another person changed the record since it was shown; accepts RELOAD. */
export const wasChanged = ({ context }: Snapshot): boolean => isRefusedFor(context, versionGuard);
/** Null for a new one. */
export const idOf = ({ context }: Snapshot): number | null => context.id;
/** For the header `Idempotency-Key`. */
export const idempotencyKeyOf = ({ context }: Snapshot): string => context.idempotencyKey;
/** Null until loaded. */
export const factsOf = <Facts>({ context }: Snapshot<Facts>): Facts | null => context.facts;
/** The success message; null while there is none. */
export const noticeOf = (snapshot: Snapshot): string | null => {
  if (!snapshot.hasTag('done')) return null;
  return snapshot.context.id === null ? successes.saved : successes.updated;
};
