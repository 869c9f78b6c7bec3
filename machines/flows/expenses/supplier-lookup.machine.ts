/**
 * Finds the supplier of an expense while the user types a document number or a name.
 *
 * beginning transient: is a supplier or a document already known?
 * idle      nothing, or too little, is typed
 * waiting   waits for the last key
 * searching searches the suppliers by the beginning of the document, or by words of the name
 * choosing  matches are shown: the user chooses one, or none of them
 * known     a supplier is chosen, with or without a search; its electronic invoices without an expense are loaded
 * unnamed   no supplier has that name: the document number is required
 * unknown   no supplier has that document: name, address, department and city are required
 * failed    the look-up got no answer: RETRY, or NONE_OF_THESE to enter a new supplier
 */
import { assign } from 'xstate';
import type { AnswerOf } from '#contract/contract.ts';
import { readDocument } from '#contract/typed-values.ts';
import { type Problem, type Result, call, assertPresent, named } from '../steps/result.ts';
import type { MunicipalityRow, SupplierRow } from './expense-facts.ts';
import {
  invokeState,
  flow,
  inputOf,
  assignOutputTo,
  loadState,
  retries,
  withEvent,
  guardOnOutput,
} from '../steps/steps.ts';

/** Minimum length of a search; a shorter text would match too many suppliers. */
const shortestPrefix = 3;

export type SupplierInvoice = AnswerOf<'/facturasSinGasto'>[number];

/** The supplier known when the look-up begins; empty for a new form. */
export interface SupplierLookupInput {
  id_tienda: number;
  num_doc: string;
  supplier: SupplierRow | null;
  departamento_id: number | null;
}

const nothingFound = {
  matches: [] as readonly SupplierRow[],
  municipalities: [] as readonly MunicipalityRow[],
  /** The latest first. */
  invoices: [] as readonly SupplierInvoice[],
  problem: null as Problem | null,
};

export type SupplierLookupContext = SupplierLookupInput & typeof nothingFound;

interface Typed {
  /** A document number, or words of a name. */
  num_doc: string;
}

/** True for a number, with or without separators; any other text is searched among the names. */
export const isDocument = (text: string): boolean => /^\d+$/.test(readDocument(text));

export type SupplierLookupEvent =
  | ({ type: 'TYPE_DOCUMENT' } & Typed)
  | { type: 'CHOOSE'; supplier: SupplierRow }
  /** None of the matches is the supplier. */
  | { type: 'NONE_OF_THESE' }
  | { type: 'CHOOSE_DEPARTMENT'; departamento_id: number }
  | { type: 'RETRY' };

const supplierLookup = flow<{
  context: SupplierLookupContext;
  events: SupplierLookupEvent;
  input: SupplierLookupInput;
  tags: 'addressNeeded';
}>()({
  /** `/datosGenerales` proveedores: by the beginning of the document, or by words of the name. */
  findSuppliers: named<readonly SupplierRow[], { num_doc: string }>('findSuppliers'),
  /** `/datosGenerales` municipios, condicional `{ departamento_id }`. */
  loadMunicipalities: named<readonly MunicipalityRow[], { departamento_id: number | null }>(
    'loadMunicipalities',
  ),
  facturasSinGasto: call('/facturasSinGasto'),
}).extend({
  guards: {
    supplierIsKnown: ({ context }) => context.supplier !== null,
    departmentIsKnown: ({ context }) => context.departamento_id !== null,
    documentIsLongEnough: ({ context }) => context.num_doc.trim().length >= shortestPrefix,
    isLongEnough: (_, { num_doc }: Typed) => num_doc.trim().length >= shortestPrefix,
    nobodyHasName: ({ context }, result: Result<readonly SupplierRow[]>) =>
      result.ok && result.answer.length === 0 && !isDocument(context.num_doc),
    nobodyMatches: (_, result: Result<readonly SupplierRow[]>) =>
      result.ok && result.answer.length === 0,
  },
  actions: {
    setDocument: assign((_, { num_doc }: Typed) => ({
      num_doc: readDocument(num_doc).trim(),
      matches: [],
      supplier: null,
      problem: null,
    })),
    setSupplier: assign((_, { supplier }: { supplier: SupplierRow }) => ({
      supplier,
      num_doc: supplier.num_doc,
      invoices: [],
      problem: null,
    })),
    setDepartment: assign((_, { departamento_id }: { departamento_id: number }) => ({
      departamento_id,
      municipalities: [],
      problem: null,
    })),
  },
});

export const supplierLookupMachine = supplierLookup.createMachine({
  id: 'supplierLookup',
  description: 'Busca el proveedor de un gasto mientras se escribe su documento.',
  context: ({ input }) => ({ ...input, ...nothingFound }),
  initial: 'beginning',
  on: {
    TYPE_DOCUMENT: [
      { guard: withEvent('isLongEnough'), target: '.waiting', actions: withEvent('setDocument') },
      { target: '.idle', actions: withEvent('setDocument') },
    ],
    CHOOSE: { target: '.known', actions: withEvent('setSupplier') },
  },
  states: {
    beginning: {
      description: 'Inicio',
      always: [
        { guard: 'supplierIsKnown', target: 'known' },
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
    searching: invokeState('Buscando proveedores', 'findSuppliers', {
      input: inputOf('num_doc'),
      answers: [
        { guard: guardOnOutput('nobodyHasName'), target: 'unnamed' },
        { guard: guardOnOutput('nobodyMatches'), target: 'unknown' },
        {
          guard: guardOnOutput('succeeded'),
          target: 'choosing',
          actions: assignOutputTo('matches'),
        },
      ],
      failed: 'failed',
    }),
    choosing: {
      description: 'Eligiendo proveedor',
      on: { NONE_OF_THESE: 'unknown' },
    },
    unnamed: { description: 'Nadie con ese nombre' },
    known: {
      description: 'Proveedor conocido',
      initial: 'asking',
      on: { NONE_OF_THESE: 'unknown' },
      states: {
        asking: loadState('Buscando sus facturas', 'facturasSinGasto', {
          input: ({ context: { id_tienda, supplier } }: { context: SupplierLookupContext }) => ({
            id_tienda,
            id_proveedor: assertPresent(supplier).id,
          }),
          assignTo: 'invoices',
          shown: 'offering',
          failed: 'withoutInvoices',
          tags: [],
        }),
        offering: { description: 'Facturas a la vista' },
        /** The user types the invoice number. */
        withoutInvoices: { description: 'Facturas sin respuesta' },
      },
    },
    unknown: {
      description: 'Proveedor nuevo',
      tags: 'addressNeeded',
      initial: 'beginning',
      on: {
        CHOOSE_DEPARTMENT: {
          target: '.loadingMunicipalities',
          actions: withEvent('setDepartment'),
        },
      },
      states: {
        beginning: {
          description: 'Inicio',
          always: [
            { guard: 'departmentIsKnown', target: 'loadingMunicipalities' },
            { target: 'withoutDepartment' },
          ],
        },
        withoutDepartment: { description: 'Sin departamento' },
        loadingMunicipalities: loadState('Cargando municipios', 'loadMunicipalities', {
          input: inputOf('departamento_id'),
          assignTo: 'municipalities',
          shown: 'withMunicipalities',
          failed: 'withoutMunicipalities',
        }),
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
        ...retries('searching'),
        NONE_OF_THESE: { target: 'unknown', actions: 'forgetProblem' },
      },
    },
  },
});
