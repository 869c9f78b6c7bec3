import { expect, test } from 'vitest';
import type { Found } from '#contract/calls/search.calls.ts';
import { answered } from '#machines/flows/steps/result.ts';
import {
  type SearchEvent,
  foundOf,
  isOpen,
  markedOf,
  noteOf,
  searchMachine,
  textOf,
} from '#machines/flows/search/search.machine.ts';
import { type EventFixtures, takeTour } from '#tests/kit/edge-tour.ts';
import { refusedBy } from '#tests/kit/flow-fixtures.ts';
import { beginJourney } from '#tests/kit/flow-journey.ts';

const store = { id_tienda: 4, tienda: 'Tienda Centro', ciudad: 'Cali' };
const nothing: Found = { cajas: [], tiendas: [], usuarios: [], gastos: [] };
const stores: Found = { ...nothing, tiendas: [store, { ...store, id_tienda: 5 }] };

const events = {
  OPEN: [{ type: 'OPEN' }],
  CLOSE: [{ type: 'CLOSE' }],
  TYPE: [
    { type: 'TYPE', texto: 'centro' },
    { type: 'TYPE', texto: ' ' },
  ],
  MARK: [
    { type: 'MARK', step: 1 },
    { type: 'MARK', step: -1 },
  ],
  RETRY: [{ type: 'RETRY' }],
} satisfies EventFixtures<SearchEvent>;

test('every edge is walked, and no failure is a dead end', async () => {
  const report = await takeTour({
    machine: searchMachine,
    inputs: [undefined],
    events,
    outcomes: { buscar: [answered(stores), answered(nothing), refusedBy.permission] },
    abstraction: () => 'no guard asks the context',
  });
  expect(report).toMatchObject({ missing: [], strayed: [], abandoned: [], deadEnds: [] });
});

test('keystrokes are debounced, and results stay visible while the user types', async () => {
  const { actor, requests, clock, now, reaches } = beginJourney(searchMachine, undefined, {
    buscar: [answered(stores), answered(nothing)],
  });
  expect(isOpen(now())).toBe(false);
  actor.send({ type: 'OPEN' });
  expect(noteOf(now())).toMatch(/^Proveedor, concepto/);
  actor.send({ type: 'TYPE', texto: 'cen' });
  clock.increment(19);
  actor.send({ type: 'TYPE', texto: 'cent' });
  clock.increment(19);
  expect(requests.buscar).toBeUndefined();
  expect([noteOf(now()), markedOf(now())]).toEqual(['Buscando…', null]);
  clock.increment(1);
  const found = await reaches('open.found');
  expect(requests.buscar).toEqual([{ texto: 'cent' }]);
  expect(
    foundOf(found).map(({ kind, row }) => [kind, 'id_tienda' in row && row.id_tienda]),
  ).toEqual([
    ['tiendas', 4],
    ['tiendas', 5],
  ]);
  expect([noteOf(found), markedOf(found)]).toEqual(['2 resultados', 0]);
  actor.send({ type: 'MARK', step: -1 });
  expect(markedOf(now())).toBe(1);
  actor.send({ type: 'MARK', step: 1 });
  expect(markedOf(now())).toBe(0);
  actor.send({ type: 'TYPE', texto: 'centx' });
  expect([foundOf(now()).length, noteOf(now())]).toEqual([2, '']);
  clock.increment(20);
  expect(noteOf(await reaches('open.nothing'))).toBe('Sin resultados.');
  actor.send({ type: 'CLOSE' });
  expect([isOpen(now()), textOf(now()), foundOf(now())]).toEqual([false, '', []]);
});
