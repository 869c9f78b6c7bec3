import { describe, expect, test } from 'vitest';
import type { ExpenseRow } from '#contract/calls/boxes.calls.ts';
import * as sheet from '#machines/flows/review/contact-sheet.machine.ts';
import {
  type ContactSheetContext,
  type ContactSheetEvent,
  type ContactSheetInput,
  contactSheetMachine,
} from '#machines/flows/review/contact-sheet.machine.ts';
import { answered, isUnanswered, problemOf } from '#machines/flows/steps/result.ts';
import { type EventFixtures, takeTour } from '#tests/kit/edge-tour.ts';
import { boxFacts, people, refused, refusedBy } from '#tests/kit/flow-fixtures.ts';
import { type Answers, beginJourney } from '#tests/kit/flow-journey.ts';

const events = {
  RETRY: [{ type: 'RETRY' }],
  SEEN: [{ type: 'SEEN', id_gasto: 7 }],
  TICK: [{ type: 'TICK', id_gasto: 7 }],
  APPROVE: [
    { type: 'APPROVE', observacion: 'Conforme' },
    { type: 'APPROVE', observacion: ' ' },
  ],
  BACK: [{ type: 'BACK' }],
} satisfies EventFixtures<ContactSheetEvent>;

const input: ContactSheetInput = {
  actor: people.supervisor,
  key: { sender: 'supervisor', id_caja: 12 },
  phrases: { approved: ['Revisado'], rejected: ['Ilegible'] },
};

const box = (...rows: Partial<ExpenseRow>[]) => answered(boxFacts({ active: 2 }, ...rows));

const approved = (aprobados: number[], dejados: { mensaje: string; gastos: number[] }[] = []) =>
  answered([
    {
      status: '200' as const,
      msg: 'Datos almacenados',
      aprobados,
      dejados: dejados.map((line) => ({ guardia: 'expenseIsUndecided', ...line })),
    },
  ]);

test('every edge is walked, no write is abandoned, and no failure is a dead end', async () => {
  const report = await takeTour({
    machine: contactSheetMachine,
    inputs: [input],
    events,
    outcomes: {
      loadBox: [box({}), refusedBy.permission, refusedBy.session],
      aprobarGastos: [approved([7]), refusedBy.session, refusedBy.change],
    },
    abstraction: ({ seen, unticked }: ContactSheetContext) => [seen.length, unticked.length],
  });
  expect(report).toMatchObject({ missing: [], strayed: [], abandoned: [], deadEnds: [] });
});

const begin = (answers: Answers) => beginJourney(contactSheetMachine, input, answers);
const idsOf = (cards: ReturnType<typeof sheet.cleanCardsOf>) => cards.map(({ row }) => row.id);
const approve = { type: 'APPROVE', observacion: 'Conforme' } as const;

describe('a contact sheet', () => {
  test('separates undecided expenses that are not clean, each with its reasons', async () => {
    const { reaches } = begin({
      loadBox: [
        box(
          { id: 1, estado: 3, informe_novedad: 'Repetido.' },
          { id: 2 },
          { id: 3, informe_novedad: 'Repetido.\nOtra.' },
          { id: 4, valor: 20_000, categorias_propias: [16] },
          { id: 5, id_usuario_registro: people.supervisor.id },
          { id: 6, facturas: ['a', 'b'] },
          { id: 7, facturas: ['a', 'b'], enlace_factura: 'a' },
          { id: 8, estado: 2, requiere_mantenimiento: 1 },
        ),
      ],
    });
    const ready = await reaches('ready');
    expect(idsOf(sheet.cleanCardsOf(ready))).toEqual([2, 7]);
    expect(
      sheet.apartCardsOf(ready).map(({ row, motivos }) => [row.id, motivos.map((m) => m.mensaje)]),
    ).toEqual([
      [3, ['Repetido.', 'Otra.']],
      [4, ['El gasto supera $15.000: indique el valor del reembolso.']],
      [5, ['Usted registró este gasto: otra persona debe decidirlo.']],
      [6, ['Falta elegir su factura electrónica.']],
      [8, ['No espera su decisión: Sin revisar (mantenimiento).']],
    ]);
  });

  test('approves only expenses that are ticked and were seen', async () => {
    const { actor, requests, now, reaches } = begin({
      loadBox: [box({ id: 1 }, { id: 2 }, { id: 3 }), box({ id: 1, estado: 3 }, { id: 2 })],
      aprobarGastos: [approved([1])],
    });
    await reaches('ready');
    expect(now().can(approve)).toBe(false);
    expect(sheet.approvalReasons(now())).toEqual([
      'Ningún gasto sin novedad está elegido y a la vista.',
    ]);
    actor.send({ type: 'SEEN', id_gasto: 1 });
    actor.send({ type: 'SEEN', id_gasto: 1 });
    actor.send({ type: 'SEEN', id_gasto: 2 });
    actor.send({ type: 'TICK', id_gasto: 2 });
    expect([sheet.chosenCount(now()), sheet.unseenCount(now())]).toEqual([1, 1]);
    expect([sheet.isTicked(now(), 1), sheet.isTicked(now(), 2)]).toEqual([true, false]);
    actor.send(approve);
    actor.send({ type: 'SEEN', id_gasto: 3 });
    const after = await reaches('ready');
    expect(requests.aprobarGastos).toEqual([{ id_caja: 12, gastos: [1], observacion: 'Conforme' }]);
    expect(sheet.noticeOf(after)).toBe('Se aprobó 1 gasto.');
    expect(after.context.seen).toEqual([1, 2, 3]);
  });

  test('offers the phrases of approvals, and stores its observation among them once approved', async () => {
    const stored: unknown[] = [];
    const { actor, now, reaches } = beginJourney(
      contactSheetMachine.provide({
        actions: { storePhrases: (_, phrases) => stored.push(phrases) },
      }),
      input,
      {
        loadBox: [box({}), box({}), box({ estado: 3 })],
        aprobarGastos: [refused(409, 'Cambió.'), approved([7])],
      },
    );
    await reaches('ready');
    expect(sheet.phrasesOf(now())).toEqual(['Revisado']);
    actor.send({ type: 'SEEN', id_gasto: 7 });
    actor.send(approve);
    await reaches('ready');
    expect(stored).toEqual([]);
    actor.send(approve);
    expect(sheet.phrasesOf(await reaches('ready'))).toEqual(['Conforme', 'Revisado']);
    expect(stored).toEqual([{ approved: ['Conforme', 'Revisado'], rejected: ['Ilegible'] }]);
  });

  test('requires an observation before the request', async () => {
    const { actor, now, reaches } = begin({ loadBox: [box({})] });
    await reaches('ready');
    actor.send({ type: 'SEEN', id_gasto: 7 });
    actor.send({ type: 'APPROVE', observacion: ' ' });
    expect(problemOf(now())?.msg).toBe('El campo de observaciones es obligatorio');
  });

  test('lists the expenses that the server did not approve, with the reasons', async () => {
    const left = { mensaje: 'Ya está decidido: Rechazado por supervisor.', gastos: [8] };
    const { actor, reaches } = begin({
      loadBox: [box({}, { id: 8 }), box({ estado: 3 }, { id: 8, recibo: 'R8', estado: 4 })],
      aprobarGastos: [approved([7], [left])],
    });
    await reaches('ready');
    for (const id_gasto of [7, 8]) actor.send({ type: 'SEEN', id_gasto });
    actor.send(approve);
    expect(sheet.leftLines(await reaches('ready'))).toEqual([
      'Recibo R8 · Papelería Norte: Ya está decidido: Rechazado por supervisor.',
    ]);
  });

  test('reloads the box when the server refuses the approval', async () => {
    const sentence = 'Ya está decidido: Aprobado por supervisor.';
    const { actor, reaches } = begin({
      loadBox: [box({}), box({ estado: 3 })],
      aprobarGastos: [refused(409, sentence)],
    });
    await reaches('ready');
    actor.send({ type: 'SEEN', id_gasto: 7 });
    actor.send(approve);
    const after = await reaches('ready');
    expect([problemOf(after)?.msg, sheet.noticeOf(after)]).toEqual([sentence, null]);
    // An expense that another user decided has no card.
    expect(idsOf(sheet.apartCardsOf(after))).toEqual([]);
  });

  test('repeats the same request when the answer was lost', async () => {
    const { actor, requests, reaches } = begin({
      loadBox: [box({}), box({ estado: 3 })],
      aprobarGastos: [new Error('offline'), approved([7])],
    });
    await reaches('ready');
    actor.send({ type: 'SEEN', id_gasto: 7 });
    actor.send(approve);
    expect(isUnanswered(await reaches('failedToApprove'))).toBe(true);
    actor.send({ type: 'RETRY' });
    await reaches('ready');
    expect(requests.aprobarGastos).toHaveLength(2);
    expect(requests.aprobarGastos?.[1]).toEqual(requests.aprobarGastos?.[0]);
  });
});
