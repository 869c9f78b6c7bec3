/**
 * Finds the supplier of an expense while its document number is typed.
 *
 * beginning passing: what is known of the supplier from before?
 * idle      nothing, or too little, is typed
 * waiting   the look-up waits for the last key
 * searching suppliers whose document begins with what is typed are looked for
 * choosing  there are some: one is chosen, or none of them is the one
 * known     one is chosen
 * unknown   nobody has that document: name, address, department and city are asked for
 * failed    the look-up got no answer: try again, or write the supplier down as unknown
 */
import { assign } from 'xstate';
import { named } from '../call-actors.ts';
import type { MunicipalityRow, SupplierRow } from './reference-rows.ts';
import type { Problem, Result } from '../result.ts';
import { flow, inputOf, keepsAs, loads, retries, takes, tries, when } from '../steps.ts';

/** Fewer digits would match half of the suppliers. */
export const shortestPrefix = 3;

/** The supplier as known when the look-up begins: of a new form nothing. */
export interface SupplierLookupInput {
  num_doc: string;
  supplier: SupplierRow | null;
  departamento_id: number | null;
}

export interface SupplierLookupContext extends SupplierLookupInput {
  matches: readonly SupplierRow[];
  municipalities: readonly MunicipalityRow[];
  problem: Problem | null;
}

interface Typed {
  num_doc: string;
}

export type SupplierLookupEvent =
  | ({ type: 'TYPE_DOCUMENT' } & Typed)
  | { type: 'CHOOSE'; supplier: SupplierRow }
  /** None of the matches is the supplier. */
  | { type: 'NONE_OF_THESE' }
  | { type: 'CHOOSE_DEPARTMENT'; departamento_id: number }
  | { type: 'RETRY' };

const supplierLookup = flow({
  types: {
    context: {} as SupplierLookupContext,
    events: {} as SupplierLookupEvent,
    input: {} as SupplierLookupInput,
    tags: {} as 'loading' | 'failed' | 'addressNeeded',
  },
  actors: {
    /** `/datosGenerales` proveedores, condicional `{ num_doc }` (prefix). */
    findSuppliers: named<readonly SupplierRow[], { num_doc: string }>('findSuppliers'),
    /** `/datosGenerales` municipios, condicional `{ departamento_id }`. */
    loadMunicipalities: named<readonly MunicipalityRow[], { departamento_id: number | null }>(
      'loadMunicipalities',
    ),
  },
}).extend({
  guards: {
    supplierIsKnown: ({ context }) => context.supplier !== null,
    departmentIsKnown: ({ context }) => context.departamento_id !== null,
    documentIsLongEnough: ({ context }) => context.num_doc.trim().length >= shortestPrefix,
    isLongEnough: (_, { num_doc }: Typed) => num_doc.trim().length >= shortestPrefix,
    nobodyMatches: (_, result: Result<readonly SupplierRow[]>) =>
      result.ok && result.answer.length === 0,
  },
  actions: {
    keepDocument: assign((_, { num_doc }: Typed) => ({
      num_doc: num_doc.trim(),
      matches: [],
      supplier: null,
      problem: null,
    })),
    keepSupplier: assign((_, { supplier }: { supplier: SupplierRow }) => ({
      supplier,
      num_doc: supplier.num_doc,
    })),
    keepDepartment: assign((_, { departamento_id }: { departamento_id: number }) => ({
      departamento_id,
      municipalities: [],
      problem: null,
    })),
  },
});

export const supplierLookupMachine = supplierLookup.createMachine({
  id: 'supplierLookup',
  description: 'Busca el proveedor de un gasto mientras se escribe su documento.',
  context: ({ input }) => ({ ...input, matches: [], municipalities: [], problem: null }),
  initial: 'beginning',
  on: {
    TYPE_DOCUMENT: [
      { guard: takes('isLongEnough'), target: '.waiting', actions: takes('keepDocument') },
      { target: '.idle', actions: takes('keepDocument') },
    ],
  },
  states: {
    beginning: {
      description: 'Inicio',
      always: [
        { guard: 'supplierIsKnown', target: 'known' },
        { guard: 'departmentIsKnown', target: 'unknown.loadingMunicipalities' },
        { guard: 'documentIsLongEnough', target: 'waiting' },
        { target: 'idle' },
      ],
    },
    idle: { description: 'En espera' },
    waiting: {
      description: 'Esperando otra tecla',
      tags: 'loading',
      after: { lookupDelay: 'searching' },
    },
    searching: {
      description: 'Buscando proveedores',
      tags: 'loading',
      invoke: {
        ...tries('findSuppliers', 'failed', [
          { guard: when('nobodyMatches'), target: 'unknown' },
          { guard: when('succeeded'), target: 'choosing', actions: keepsAs('matches') },
        ]),
        input: inputOf('num_doc'),
      },
    },
    choosing: {
      description: 'Eligiendo proveedor',
      on: { CHOOSE: { target: 'known', actions: takes('keepSupplier') }, NONE_OF_THESE: 'unknown' },
    },
    known: { description: 'Proveedor conocido', on: { NONE_OF_THESE: 'unknown' } },
    unknown: {
      description: 'Proveedor nuevo',
      tags: 'addressNeeded',
      initial: 'withoutDepartment',
      on: {
        CHOOSE_DEPARTMENT: { target: '.loadingMunicipalities', actions: takes('keepDepartment') },
      },
      states: {
        withoutDepartment: { description: 'Sin departamento' },
        loadingMunicipalities: {
          description: 'Cargando municipios',
          tags: 'loading',
          invoke: {
            ...loads('loadMunicipalities', {
              keep: 'municipalities',
              shown: 'withMunicipalities',
              failed: 'withoutMunicipalities',
            }),
            input: inputOf('departamento_id'),
          },
        },
        withMunicipalities: { description: 'Municipios a la vista' },
        withoutMunicipalities: {
          description: 'Municipios sin respuesta',
          tags: 'failed',
          on: retries('loadingMunicipalities'),
        },
      },
    },
    failed: {
      description: 'Búsqueda fallida',
      tags: 'failed',
      on: {
        RETRY: { target: 'searching', actions: 'forgetProblem' },
        NONE_OF_THESE: { target: 'unknown', actions: 'forgetProblem' },
      },
    },
  },
});
