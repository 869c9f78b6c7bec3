import { describe, expect, test } from 'vitest';
import {
  type BoxFacts,
  type BoxSendEvent,
  type BoxSendInput,
  boxSendMachine,
} from '#machines/flows/boxes/box-send.machine.ts';
import { changeAuthorOf, changesOf, problemOf } from '#machines/flows/boxes/box.selectors.ts';
import {
  deletionReasons,
  noticeOf,
  sendReasons,
  sendSummaryOf,
  showsSend,
  whereSentOf,
} from '#machines/flows/boxes/box-send.selectors.ts';
import { changeLine } from '#machines/flows/steps/changes.ts';
import { answered, unreachableMessage } from '#machines/flows/steps/result.ts';
import { type EventFixtures, takeTour } from '#tests/kit/edge-tour.ts';
import {
  boxFacts,
  imaginedToday,
  people,
  refused,
  refusedBy,
  written,
} from '#tests/kit/flow-fixtures.ts';
import { beginJourney } from '#tests/kit/flow-journey.ts';

const events = {
  RETRY: [{ type: 'RETRY' }],
  REFRESH: [{ type: 'REFRESH' }],
  SEND: [{ type: 'SEND' }],
  DELETE: [
    { type: 'DELETE', id_gasto: 7 },
    { type: 'DELETE', id_gasto: 99 },
  ],
  CONFIRM: [{ type: 'CONFIRM' }],
  CANCEL: [{ type: 'CANCEL' }],
  BACK: [{ type: 'BACK' }],
} satisfies EventFixtures<BoxSendEvent>;

const store: BoxSendInput = { actor: people.store, key: { sender: 'store', id_tienda: 3 } };

const openBox = boxFacts({ active: 0 }, {});
const sentBox = boxFacts({ active: 2, id: 13 }, {});

test('every edge is walked, no write is abandoned, and no failure is a dead end', async () => {
  const outcomesOfLoad = [
    answered(openBox),
    answered(sentBox),
    refusedBy.permission,
    refusedBy.session,
  ];
  const write = [answered(written()), refusedBy.session, refusedBy.change, refusedBy.absence];
  const report = await takeTour({
    machine: boxSendMachine,
    inputs: [store],
    events,
    outcomes: {
      loadBox: outcomesOfLoad,
      checkBox: outcomesOfLoad,
      sendBox: write,
      eliminarGasto: write,
    },
    abstraction: ({ facts }: { facts: BoxFacts | null }) => facts?.box.active,
  });
  expect(report).toMatchObject({ missing: [], strayed: [], abandoned: [], deadEnds: [] });
});

const amounts = [
  { id: 7, estado: 6, valor: 20_000, reembolsar: 15_000 },
  { id: 8, estado: 7, valor: 8_000 },
  { id: 9, estado: 6, valor: 12_500 },
];

test.each([
  [
    9,
    [
      ['Se envían', '3 gastos: 2 aprobados, 1 rechazado'],
      ['Valor solicitado', '$ 40.500'],
      ['Rechazado', '$ 8.000'],
      ['No reconocido', '$ 5.000'],
      ['Aprobado hasta ahora', '$ 27.500'],
      ['Pasa a', 'Envío de papeles'],
    ],
    'Caja n.º 6 enviada a Envío de papeles · suele tardar 2 días hábiles',
  ],
  [
    4,
    [
      ['Se envían', '3 gastos: 2 aprobados, 1 rechazado'],
      ['Valor solicitado', '$ 40.500'],
      ['Rechazado', '$ 8.000'],
      ['No reconocido', '$ 5.000'],
      ['Total reembolso', '$ 27.500'],
      ['Pasa a', 'Cerrada'],
    ],
    'Caja n.º 6 cerrada: ya no la revisa nadie más.',
  ],
] as const)(
  'a send from state %i shows its figures, then where the box went',
  async (active, figures, sentence) => {
    const { actor, reaches } = beginJourney(
      boxSendMachine,
      { actor: people.accounting, key: { sender: 'accounting', id_caja: 12 } },
      {
        loadBox: [
          answered(
            boxFacts(
              { active, consecutivo: 6, dias_siguiente: 1.7 },
              ...amounts.map((row) => ({
                ...row,
                estado: active === 4 ? row.estado + 9 : row.estado,
              })),
            ),
          ),
        ],
        sendBox: [answered(written())],
      },
    );
    const ready = await reaches('ready');
    expect(sendSummaryOf(ready).map(({ label, amount }) => [label, amount])).toEqual(figures);
    actor.send({ type: 'SEND' });
    actor.send({ type: 'CONFIRM' });
    await reaches('sent');
    expect(whereSentOf(actor.getSnapshot())).toBe(sentence);
  },
);

describe('journeys', () => {
  test('the store sends its box, and the history opens after three seconds', async () => {
    const { actor, clock, requests, reaches } = beginJourney(boxSendMachine, store, {
      loadBox: [answered(openBox)],
      sendBox: [answered([{ status: '200', msg: 'Caja enviada', consecutivo: 4 }])],
    });
    const ready = await reaches('ready');
    expect(sendReasons(ready)).toEqual([]);
    expect(whereSentOf(ready)).toBeUndefined();
    actor.send({ type: 'SEND' });
    expect(actor.getSnapshot().value).toBe('confirming');
    actor.send({ type: 'CONFIRM' });
    await reaches('sent');
    expect(requests.sendBox).toEqual([
      { path: '/enviarCaja', body: { id_caja: 12, id_tienda: 3, version: 8 } },
    ]);
    expect(noticeOf(actor.getSnapshot())).toBe('Caja enviada');
    expect(whereSentOf(actor.getSnapshot())).toBe('Caja n.º 4 enviada a Carlos Pérez');
    clock.increment(2_999);
    expect(actor.getSnapshot().status).toBe('active');
    clock.increment(1);
    expect(actor.getSnapshot().status).toBe('done');
    expect(actor.getSnapshot().output).toEqual({ route: 'historialCaja' });
  });

  test.each([
    ['an empty box', boxFacts({ active: 0 }), ['No hay recibos para enviar']],
    [
      'an expense without receipt',
      boxFacts({ active: 0 }, { soporte: null }),
      ['Cada gasto necesita su soporte: adjunte el archivo o elimine el gasto.'],
    ],
    ['a box that left', sentBox, ['El estado actual de la caja no permite esta acción.']],
  ])('%s cannot be sent, and the button shows the reason', async (_, facts, sentences) => {
    const { actor, reaches } = beginJourney(boxSendMachine, store, {
      loadBox: [answered(facts)],
      sendBox: [],
    });
    const ready = await reaches('ready');
    expect(ready.can({ type: 'SEND' })).toBe(false);
    expect(sendReasons(ready).map(({ mensaje }) => mensaje)).toEqual(sentences);
    actor.send({ type: 'SEND' });
    expect(actor.getSnapshot().value).toBe('ready');
  });

  test.each([
    ['supervisor', 2, { estado: 1 }, 3, '/enviarCajaSupervisor'],
    ['maintenance', 1, { estado: 13 }, 9, '/enviarCajaMantenimiento'],
    ['accounting', 9, { estado: 3 }, 6, '/enviarCajaContabilidadPrevia'],
    ['accounting', 4, { estado: 3 }, 15, '/enviarCajaContabilidad'],
  ] as const)(
    '%s sends a box in state %i only when every expense is decided',
    async (sender, active, row, marked, path) => {
      const input: BoxSendInput = { actor: people[sender], key: { sender, id_caja: 12 } };
      const unmarked = beginJourney(boxSendMachine, input, {
        loadBox: [answered(boxFacts({ active }, row))],
        sendBox: [],
      });
      const waiting = await unmarked.reaches('ready');
      expect(showsSend(waiting)).toBe(true);
      expect(sendReasons(waiting)).toMatchObject([
        {
          mensaje: 'Debe marcar todos los gastos para poder enviar',
          detalle: 'Falta 1 gasto por decidir',
          gastos: [7],
        },
      ]);

      const { actor, clock, requests, reaches } = beginJourney(boxSendMachine, input, {
        loadBox: [answered(boxFacts({ active }, { estado: marked }))],
        sendBox: [answered(written())],
      });
      await reaches('ready');
      actor.send({ type: 'SEND' });
      actor.send({ type: 'CONFIRM' });
      await reaches('sent');
      expect(requests.sendBox).toEqual([{ path, body: { id_caja: 12, version: 8 } }]);
      clock.increment(3_000);
      expect(actor.getSnapshot().output).toEqual({
        route: sender === 'accounting' ? 'cajasPendientes' : 'historialCaja',
      });
    },
  );

  test('a refusal is shown with the reloaded box', async () => {
    const reason = { guardia: 'stateAllows', mensaje: 'El estado actual no permite esta acción.' };
    const { actor, reaches } = beginJourney(boxSendMachine, store, {
      loadBox: [answered(openBox), answered(sentBox)],
      sendBox: [refused(409, 'La información cambió', [reason])],
    });
    await reaches('ready');
    actor.send({ type: 'SEND' });
    actor.send({ type: 'CONFIRM' });
    await reaches('loading');
    const ready = await reaches('ready');
    expect(problemOf(ready)).toEqual({
      status: 409,
      msg: 'La información cambió',
      motivos: [reason],
    });
    expect(ready.context.facts).toBe(sentBox);
  });

  test('a box sent by another user meanwhile shows what changed, who moved it and when', async () => {
    const supervised = boxFacts(
      { active: 2, estado: 'En supervisión', tipo_usuario: 'Supervisor' },
      { estado: 3 },
    );
    const moved = boxFacts(
      {
        active: 9,
        estado: 'En contabilidad (primera)',
        tipo_usuario: 'Contabilidad',
        movida_por: 'Ana',
        fecha_movimiento: '2030-05-20 10:32',
      },
      { estado: 3 },
    );
    const input = { actor: people.supervisor, key: { sender: 'supervisor', id_caja: 12 } } as const;
    const { actor, reaches } = beginJourney(boxSendMachine, input, {
      loadBox: [answered(supervised), answered(moved)],
      sendBox: [refusedBy.change],
    });
    await reaches('ready');
    actor.send({ type: 'SEND' });
    actor.send({ type: 'CONFIRM' });
    await reaches('loading');
    const ready = await reaches('ready');
    expect(changesOf(ready).map(changeLine)).toEqual([
      'Estado: En supervisión → En contabilidad (primera)',
      'En manos de: Supervisor → Contabilidad',
    ]);
    expect(changeAuthorOf(ready, imaginedToday)).toBe('por Ana, 10:32');
  });

  test('after another user sent the box, the changes say that the next box is shown', async () => {
    const next = boxFacts({ id: 13 });
    const { actor, reaches } = beginJourney(boxSendMachine, store, {
      loadBox: [answered(openBox), answered(next)],
      sendBox: [refusedBy.change],
    });
    await reaches('ready');
    actor.send({ type: 'SEND' });
    actor.send({ type: 'CONFIRM' });
    await reaches('loading');
    expect(changesOf(await reaches('ready')).map(changeLine)).toEqual([
      'Caja: la que usted veía ($ 12.500) → ya fue enviada; esta es la siguiente',
    ]);
  });

  test('a send with a lost answer is not repeated when the box has moved', async () => {
    const { actor, requests, reaches } = beginJourney(boxSendMachine, store, {
      loadBox: [answered(openBox), answered(sentBox)],
      sendBox: [new Error('offline')],
    });
    await reaches('ready');
    actor.send({ type: 'SEND' });
    actor.send({ type: 'CONFIRM' });
    const failed = await reaches('failedToSend');
    expect(problemOf(failed)?.msg).toBe(unreachableMessage);
    actor.send({ type: 'RETRY' });
    await reaches('sent');
    expect(requests.sendBox).toHaveLength(1);
  });

  test('a send that never arrived is repeated', async () => {
    const { actor, requests, reaches } = beginJourney(boxSendMachine, store, {
      loadBox: [answered(openBox), answered(openBox)],
      sendBox: [new Error('offline'), answered(written())],
    });
    await reaches('ready');
    actor.send({ type: 'SEND' });
    actor.send({ type: 'CONFIRM' });
    await reaches('failedToSend');
    actor.send({ type: 'RETRY' });
    await reaches('sent');
    expect(requests.sendBox).toHaveLength(2);
  });

  test('an expense is deleted after a confirmation, and the box reloads after one second', async () => {
    const { actor, clock, reaches } = beginJourney(boxSendMachine, store, {
      loadBox: [answered(openBox), answered(boxFacts({ active: 0 }))],
      sendBox: [],
      eliminarGasto: [answered(written('Registro eliminado'))],
    });
    const ready = await reaches('ready');
    expect(deletionReasons(ready, 7)).toEqual([]);
    actor.send({ type: 'DELETE', id_gasto: 7 });
    expect(actor.getSnapshot().value).toBe('confirmingDeletion');
    actor.send({ type: 'CONFIRM' });
    expect(noticeOf(await reaches('deleted'))).toBe('Registro eliminado');
    clock.increment(1_000);
    const again = await reaches('ready');
    expect(again.context.facts?.rows).toHaveLength(1);
  });

  test('expenses of a sent box cannot be deleted', async () => {
    const { reaches } = beginJourney(boxSendMachine, store, {
      loadBox: [answered(sentBox)],
      sendBox: [],
    });
    const ready = await reaches('ready');
    expect(ready.can({ type: 'DELETE', id_gasto: 7 })).toBe(false);
    expect(deletionReasons(ready, 7)).toEqual([
      'La caja ya fue enviada: el gasto no se puede cambiar.',
    ]);
  });
});
