import { describe, expect, test } from 'vitest';
import {
  isSearching,
  lookupFailed,
  matchesOf,
  municipalitiesOf,
  needsAddress,
  nobodyHasName,
  offeredInvoicesOf,
} from '#machines/flows/expenses/expense-entry.machine.ts';
import { answered } from '#machines/flows/steps/result.ts';
import {
  type SupplierLookupContext,
  type SupplierLookupEvent,
  type SupplierLookupInput,
  supplierLookupMachine,
} from '#machines/flows/expenses/supplier-lookup.machine.ts';
import { type EventFixtures, takeTour } from '#tests/kit/edge-tour.ts';
import { refusedBy } from '#tests/kit/flow-fixtures.ts';
import { beginJourney } from '#tests/kit/flow-journey.ts';

const supplier = { id: 9, num_doc: '900373923', digito: '8', nombre: 'Papelería Norte' };
const nothingKnown: SupplierLookupInput = {
  id_tienda: 3,
  num_doc: '',
  supplier: null,
  departamento_id: null,
};
const invoice = { numero_factura: 'FE1', fecha: '2030-05-10', valor: 12_500 };
const medellin = { id_municipio: 5001, municipio: 'Medellín', departamento_id: 5 };

const events = {
  TYPE_DOCUMENT: [
    { type: 'TYPE_DOCUMENT', num_doc: '9003' },
    { type: 'TYPE_DOCUMENT', num_doc: '9' },
    { type: 'TYPE_DOCUMENT', num_doc: 'norte' },
  ],
  CHOOSE: [{ type: 'CHOOSE', supplier }],
  NONE_OF_THESE: [{ type: 'NONE_OF_THESE' }],
  CHOOSE_DEPARTMENT: [{ type: 'CHOOSE_DEPARTMENT', departamento_id: 5 }],
  RETRY: [{ type: 'RETRY' }],
} satisfies EventFixtures<SupplierLookupEvent>;

test('every edge is walked, and no failure is a dead end', async () => {
  const report = await takeTour({
    machine: supplierLookupMachine,
    inputs: [
      nothingKnown,
      { ...nothingKnown, supplier },
      { ...nothingKnown, departamento_id: 5 },
      { ...nothingKnown, num_doc: '9003' },
    ],
    events,
    outcomes: {
      findSuppliers: [answered([supplier]), answered([]), refusedBy.permission],
      loadMunicipalities: [answered([medellin]), refusedBy.permission],
      facturasSinGasto: [answered([invoice]), refusedBy.permission],
    },
    abstraction: ({ num_doc, departamento_id }: SupplierLookupContext) => [
      num_doc,
      departamento_id,
    ],
  });
  expect(report).toMatchObject({ missing: [], strayed: [], abandoned: [], deadEnds: [] });
});

describe('journeys', () => {
  test('keystrokes are debounced into one look-up, then a supplier is chosen', async () => {
    const { actor, requests, clock, now, reaches } = beginJourney(
      supplierLookupMachine,
      nothingKnown,
      {
        findSuppliers: [answered([supplier])],
      },
    );
    actor.send({ type: 'TYPE_DOCUMENT', num_doc: '900' });
    clock.increment(299);
    actor.send({ type: 'TYPE_DOCUMENT', num_doc: '9003' });
    clock.increment(299);
    expect(requests.findSuppliers).toBeUndefined();
    expect(isSearching(now())).toBe(true);
    clock.increment(1);
    const choosing = await reaches('choosing');
    expect(requests.findSuppliers).toEqual([{ num_doc: '9003' }]);
    expect(matchesOf(choosing)).toEqual([supplier]);
    actor.send({ type: 'CHOOSE', supplier });
    expect(now().context.supplier).toEqual(supplier);
    actor.send({ type: 'TYPE_DOCUMENT', num_doc: '90' });
    expect(now().matches('known')).toBe(false);
    expect(now().value).toBe('idle');
  });

  test('a document number is looked up without punctuation and check digit', async () => {
    const { actor, requests, clock, reaches } = beginJourney(supplierLookupMachine, nothingKnown, {
      findSuppliers: [answered([supplier])],
    });
    actor.send({ type: 'TYPE_DOCUMENT', num_doc: '900.373.923-8' });
    clock.increment(300);
    await reaches('choosing');
    expect(requests.findSuppliers).toEqual([{ num_doc: '900373923' }]);
  });

  test('an unknown document requires the address, with the cities of the department', async () => {
    const { actor, requests, clock, reaches } = beginJourney(supplierLookupMachine, nothingKnown, {
      findSuppliers: [answered([])],
      loadMunicipalities: [new Error('offline'), answered([medellin])],
    });
    actor.send({ type: 'TYPE_DOCUMENT', num_doc: '1018464851' });
    clock.increment(300);
    expect(needsAddress(await reaches('unknown'))).toBe(true);
    actor.send({ type: 'CHOOSE_DEPARTMENT', departamento_id: 5 });
    await reaches('unknown.withoutMunicipalities');
    actor.send({ type: 'RETRY' });
    const unknown = await reaches('unknown.withMunicipalities');
    expect(municipalitiesOf(unknown)).toEqual([medellin]);
    expect(requests.loadMunicipalities).toEqual([{ departamento_id: 5 }, { departamento_id: 5 }]);
  });

  test('a supplier is found by name; an unknown name does not open the address', async () => {
    const { actor, requests, clock, now, reaches } = beginJourney(
      supplierLookupMachine,
      nothingKnown,
      { findSuppliers: [answered([supplier]), answered([])] },
    );
    actor.send({ type: 'TYPE_DOCUMENT', num_doc: 'papelería' });
    clock.increment(300);
    expect(matchesOf(await reaches('choosing'))).toEqual([supplier]);
    actor.send({ type: 'TYPE_DOCUMENT', num_doc: 'papelería sur' });
    clock.increment(300);
    expect(nobodyHasName(await reaches('unnamed'))).toBe(true);
    expect(needsAddress(now())).toBe(false);
    expect(requests.findSuppliers).toEqual([
      { num_doc: 'papelería' },
      { num_doc: 'papelería sur' },
    ]);
  });

  test('a chosen supplier offers its invoices without a search, until another one is chosen', async () => {
    const { actor, requests, now, reaches } = beginJourney(supplierLookupMachine, nothingKnown, {
      facturasSinGasto: [answered([invoice]), new Error('offline')],
    });
    actor.send({ type: 'CHOOSE', supplier });
    expect(offeredInvoicesOf(await reaches('known.offering'))).toEqual([invoice]);
    expect(requests.facturasSinGasto).toEqual([{ id_tienda: 3, id_proveedor: 9 }]);
    actor.send({ type: 'CHOOSE', supplier: { ...supplier, id: 10 } });
    expect(offeredInvoicesOf(now())).toEqual([]);
    expect(offeredInvoicesOf(await reaches('known.withoutInvoices'))).toEqual([]);
    actor.send({ type: 'TYPE_DOCUMENT', num_doc: '9' });
    expect(offeredInvoicesOf(now())).toEqual([]);
  });

  test('a new supplier gets the department of the store until another one is chosen', async () => {
    const { actor, requests, clock, reaches } = beginJourney(
      supplierLookupMachine,
      { ...nothingKnown, departamento_id: 5 },
      { findSuppliers: [answered([])], loadMunicipalities: [answered([medellin]), answered([])] },
    );
    actor.send({ type: 'TYPE_DOCUMENT', num_doc: '1018464851' });
    clock.increment(300);
    const unknown = await reaches('unknown.withMunicipalities');
    expect(municipalitiesOf(unknown)).toEqual([medellin]);
    actor.send({ type: 'CHOOSE_DEPARTMENT', departamento_id: 11 });
    await reaches('unknown.withMunicipalities');
    expect(requests.loadMunicipalities).toEqual([{ departamento_id: 5 }, { departamento_id: 11 }]);
  });

  test('a failed look-up does not block the form', async () => {
    const { actor, clock, now, reaches } = beginJourney(supplierLookupMachine, nothingKnown, {
      findSuppliers: [new Error('offline')],
    });
    actor.send({ type: 'TYPE_DOCUMENT', num_doc: '900373923' });
    clock.increment(300);
    expect(lookupFailed(await reaches('failed'))).toBe(true);
    actor.send({ type: 'NONE_OF_THESE' });
    expect(needsAddress(now())).toBe(true);
  });

  test('the input can restore a supplier or a document', async () => {
    const known = beginJourney(supplierLookupMachine, { ...nothingKnown, supplier }, {});
    expect(known.now().context.supplier).toEqual(supplier);
    const document = beginJourney(
      supplierLookupMachine,
      { ...nothingKnown, num_doc: '9003' },
      { findSuppliers: [answered([supplier])] },
    );
    document.clock.increment(300);
    expect(matchesOf(await document.reaches('choosing'))).toEqual([supplier]);
  });
});
