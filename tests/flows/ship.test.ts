import { describe, expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { answered } from '#machines/flows/steps/result.ts';
import {
  type ShipContext,
  type ShipEvent,
  type ShipFacts,
  type ShipInput,
  companyOf,
  noticeOf,
  sendReasons,
  shipMachine,
  showsGuide,
} from '#machines/flows/shipping/ship.machine.ts';
import { problemOf } from '#machines/flows/boxes/box.selectors.ts';
import { type EventFixtures, takeTour } from '#tests/kit/edge-tour.ts';
import { aBox, anExpenseRow, people, refusedBy, written } from '#tests/kit/flow-fixtures.ts';
import { type Answers, beginJourney } from '#tests/kit/flow-journey.ts';
import { machineWithout } from '#tests/kit/written-transitions.ts';

const input: ShipInput = { actor: people.store, id_caja: 12 };

const shippedAs = (active: number, shipping: ShipFacts['shipping'] = {}): ShipFacts => ({
  box: aBox({ active }),
  rows: [anExpenseRow({ estado: 6 }), { total: 12_500, estadoCaja: active }],
  companies: [
    { id: 1, nombre: 'Motorizado', id_ciudad: 1146 },
    { id: 2, nombre: 'Servientrega', id_ciudad: 1146 },
  ],
  shipping,
});

const toShip = shippedAs(3);
const opened: ShipFacts = { ...toShip, box: aBox({ active: 3, pdf_abierto: 1 }) };
const shipped = shippedAs(4, { empresa: 'Servientrega', codigo_soporte: 'G-1' });

const events = {
  RETRY: [{ type: 'RETRY' }],
  CHOOSE_COMPANY: [
    { type: 'CHOOSE_COMPANY', id_empresa: 1 },
    { type: 'CHOOSE_COMPANY', id_empresa: null },
  ],
  PDF_OPENED: [{ type: 'PDF_OPENED' }],
  SEND: [
    { type: 'SEND', codigo: 'G-1' },
    { type: 'SEND', codigo: '' },
  ],
  BACK: [{ type: 'BACK' }],
} satisfies EventFixtures<ShipEvent>;

const loads = [
  answered(toShip),
  answered(opened),
  answered(shipped),
  refusedBy.absence,
  refusedBy.session,
];

const tourOf = (machine: AnyStateMachine) =>
  takeTour({
    machine,
    inputs: [input],
    events,
    outcomes: {
      loadShipping: loads,
      checkBox: loads,
      enviarSoporteCaja: [answered(written()), refusedBy.session, refusedBy.change],
    },
    abstraction: ({ facts, company }: ShipContext) => [
      facts?.box.active,
      facts?.box.pdf_abierto,
      company?.id,
    ],
  });

test('every edge is walked, no write is abandoned, and no failure is a dead end', async () => {
  const clean = { missing: [], strayed: [], abandoned: [], deadEnds: [] };
  expect(await tourOf(shipMachine)).toMatchObject(clean);
});

test.each(['sent: after redirectDelay → finished', 'opened: always → readOnly'])(
  'the tour misses a transition that is gone: %s',
  async (line) => {
    expect((await tourOf(machineWithout(shipMachine, line))).missing).toContain(line);
  },
);

const begin = (answers: Answers) => beginJourney(shipMachine, input, answers);

describe('journeys', () => {
  test('the papers are sent with company and guide once the PDF was opened', async () => {
    const { actor, requests, clock, now, reaches } = begin({
      loadShipping: [answered(toShip)],
      enviarSoporteCaja: [answered(written('Caja enviada'))],
    });
    expect(sendReasons(await reaches('ready'))).toEqual([
      'Descargue el PDF de legalización antes de enviar.',
    ]);
    actor.send({ type: 'CHOOSE_COMPANY', id_empresa: 2 });
    actor.send({ type: 'SEND', codigo: 'G-1' });
    expect(now().value).toBe('ready');
    actor.send({ type: 'PDF_OPENED' });
    expect(sendReasons(now())).toEqual([]);
    expect(now().context.company?.nombre).toBe('Servientrega');
    expect(showsGuide(now())).toBe(true);
    actor.send({ type: 'SEND', codigo: ' G-1 ' });
    expect(noticeOf(await reaches('sent'))).toBe('Caja enviada');
    expect(requests.enviarSoporteCaja).toEqual([{ id_caja: 12, id_empresa: 2, codigo: 'G-1' }]);
    clock.increment(3_000);
    expect(actor.getSnapshot().output).toEqual({ route: 'historialCaja' });
  });

  test('a PDF that was opened before need not be opened again', async () => {
    const { reaches } = begin({ loadShipping: [answered(opened)] });
    expect(sendReasons(await reaches('ready'))).toEqual([]);
  });

  test('the last company is proposed, and another choice is retained after a reload', async () => {
    const before = { ...toShip, box: { ...toShip.box, empresa_anterior: 2 } };
    const { actor, now, reaches } = begin({
      loadShipping: [answered(before), answered(before)],
      enviarSoporteCaja: [refusedBy.change],
    });
    expect(companyOf(await reaches('ready'))?.nombre).toBe('Servientrega');
    actor.send({ type: 'CHOOSE_COMPANY', id_empresa: 1 });
    actor.send({ type: 'PDF_OPENED' });
    actor.send({ type: 'SEND', codigo: '' });
    await reaches('ready');
    expect(companyOf(now())?.nombre).toBe('Motorizado');
  });

  test.each([
    ['no company', null, 'G-1'],
    ['no guide', 2, ' '],
  ])('with %s nothing is sent', async (_, id_empresa, codigo) => {
    const { actor, requests, now, reaches } = begin({
      loadShipping: [answered(toShip)],
      enviarSoporteCaja: [],
    });
    await reaches('ready');
    actor.send({ type: 'PDF_OPENED' });
    actor.send({ type: 'CHOOSE_COMPANY', id_empresa });
    actor.send({ type: 'SEND', codigo });
    expect(problemOf(now())?.msg).toBe('Complete todos los campos');
    expect(requests.enviarSoporteCaja).toBeUndefined();
  });

  test('a motorcycle courier needs no guide number', async () => {
    const { actor, requests, now, reaches } = begin({
      loadShipping: [answered(toShip)],
      enviarSoporteCaja: [answered(written())],
    });
    await reaches('ready');
    actor.send({ type: 'CHOOSE_COMPANY', id_empresa: 1 });
    actor.send({ type: 'PDF_OPENED' });
    expect(showsGuide(now())).toBe(false);
    actor.send({ type: 'SEND', codigo: 'typed before' });
    await reaches('sent');
    expect(requests.enviarSoporteCaja).toMatchObject([{ id_empresa: 1, codigo: '' }]);
  });

  test('a shipped box is read-only', async () => {
    const { reaches } = begin({ loadShipping: [answered(shipped)] });
    const snapshot = await reaches('readOnly');
    expect(snapshot.hasTag('readOnly')).toBe(true);
    expect(snapshot.matches('ready')).toBe(false);
    expect(snapshot.context.facts?.shipping.codigo_soporte).toBe('G-1');
  });

  test('after a lost answer the box is reloaded before anything is sent again', async () => {
    const { actor, requests, reaches } = begin({
      loadShipping: [answered(toShip), answered(shipped)],
      enviarSoporteCaja: [new Error('offline')],
    });
    await reaches('ready');
    actor.send({ type: 'PDF_OPENED' });
    actor.send({ type: 'CHOOSE_COMPANY', id_empresa: 2 });
    actor.send({ type: 'SEND', codigo: 'G-1' });
    await reaches('failedToSend');
    actor.send({ type: 'RETRY' });
    await reaches('sent');
    expect(requests.enviarSoporteCaja).toHaveLength(1);
  });
});
