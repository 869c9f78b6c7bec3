import { describe, expect, test } from 'vitest';
import {
  answerOf,
  answeredPayments,
  type BankAnswer,
  type BankAnswerContext,
  type BankAnswerEvent,
  type BankSave,
  bankAnswerMachine,
  openWords,
  refusedByReason,
} from '#machines/flows/payments/bank-answer.machine.ts';
import { CallFailure, answered, problemOf } from '#machines/flows/steps/result.ts';
import { type EventFixtures, takeTour } from '#tests/kit/edge-tour.ts';
import { refused, refusedBy } from '#tests/kit/flow-fixtures.ts';
import { beginJourney } from '#tests/kit/flow-journey.ts';
import { anAnswerLine, aBankAnswer } from '#tests/kit/payment-rows.ts';

const file = new File(['x'], 'respuesta.csv', { type: 'text/csv' });

const say = {
  path: '/decidirPalabraBanco',
  body: { id_formato: 1, palabra: 'EN PROCESO', sentido: 'rechazo' },
} as const satisfies BankSave;

const saveFormat = {
  path: '/guardarFormatoBanco',
  body: {
    nombre: 'Bancolombia',
    columnas: {
      cuenta: 'Cuenta',
      documento: '',
      valor: 'Valor',
      referencia: 'Comprobante',
      estado: 'Estado',
      motivo: '',
      concepto: '',
    },
  },
} as const satisfies BankSave;

const saved = answered([{ status: '200' as const, msg: 'Datos almacenados' }]);
const unknown = answered(aBankAnswer({ formato: null, aviso: 'Diga cómo se lee.' }));

const events = {
  CHOOSE: [{ type: 'CHOOSE', file }],
  SAVE: [
    { type: 'SAVE', request: say },
    { type: 'SAVE', request: saveFormat },
  ],
  CANCEL: [{ type: 'CANCEL' }],
  RETRY: [{ type: 'RETRY' }],
} satisfies EventFixtures<BankAnswerEvent>;

test('every edge is walked, no write is abandoned, and no failure is a dead end', async () => {
  const report = await takeTour({
    machine: bankAnswerMachine,
    inputs: [{ id_lote: 5 }],
    events,
    outcomes: {
      leerRespuestaBanco: [answered(aBankAnswer()), unknown, refused(422, 'El archivo es un PDF.')],
      guardarDelBanco: [saved, refusedBy.session, refused(409, 'Falta otra persona')],
    },
    abstraction: ({ answer }: BankAnswerContext) => [answer?.formato?.id ?? 0],
  });
  expect(report).toMatchObject({ missing: [], strayed: [], abandoned: [], deadEnds: [] });
});

describe('journeys', () => {
  test('a file of an unknown bank is read again once its format is saved', async () => {
    const { actor, requests, reaches } = beginJourney(
      bankAnswerMachine,
      { id_lote: 5 },
      { leerRespuestaBanco: [unknown, answered(aBankAnswer())], guardarDelBanco: [saved] },
    );
    actor.send({ type: 'CHOOSE', file });
    expect(answerOf(await reaches('read'))?.aviso).toBe('Diga cómo se lee.');
    actor.send({ type: 'SAVE', request: saveFormat });
    await reaches('saving');
    expect(answerOf(await reaches('read'))?.formato?.nombre).toBe('Bancolombia');
    expect(requests).toMatchObject({
      leerRespuestaBanco: [
        { id_lote: 5, file },
        { id_lote: 5, file },
      ],
      guardarDelBanco: [saveFormat],
    });
    actor.send({ type: 'CANCEL' });
    expect(answerOf(actor.getSnapshot())).toBeNull();
  });

  test('a word that was not saved keeps the lines in view, with the problem', async () => {
    const { actor, reaches } = beginJourney(
      bankAnswerMachine,
      { id_lote: 5 },
      { leerRespuestaBanco: [answered(aBankAnswer())], guardarDelBanco: [new CallFailure(503)] },
    );
    actor.send({ type: 'CHOOSE', file });
    await reaches('read');
    actor.send({ type: 'SAVE', request: say });
    await reaches('saving');
    const snapshot = await reaches('read');
    expect(problemOf(snapshot)?.status).toBe(503);
    expect(answerOf(snapshot)?.lineas).toHaveLength(4);
  });
});

describe('the lines', () => {
  const answer: BankAnswer = aBankAnswer({
    lineas: [
      anAnswerLine({ resultado: 'hecho', id_caja: 1, referencia: '88' }),
      anAnswerLine({ resultado: 'hecho', id_caja: 2, referencia: '89' }),
      anAnswerLine({ resultado: 'rechazado', id_caja: 3, motivo: 'Cuenta inexistente' }),
      anAnswerLine({ resultado: 'rechazado', id_caja: 4, motivo: 'Cuenta inexistente' }),
      anAnswerLine({ resultado: 'rechazado', id_caja: 5, motivo: 'Titular errado' }),
      anAnswerLine({ resultado: 'pregunta', id_caja: null }),
    ],
  });

  test('confirm what the bank made, of the payments that still wait', () => {
    expect(answeredPayments(answer, [1, 3, 4, 5])).toEqual([{ id_caja: 1, referencia: '88' }]);
  });

  test('return what it refused, by its reason', () => {
    expect(refusedByReason(answer, [1, 2, 3, 4, 5])).toEqual([
      { motivo: 'Cuenta inexistente', cajas: [3, 4] },
      { motivo: 'Titular errado', cajas: [5] },
    ]);
  });

  test('ask for the words on which nobody or one person decided', () => {
    const word = {
      palabra: 'X',
      lineas: 1,
      sentido: null,
      acordada: 0,
      propuesta_por: '',
    } as const;
    const open = { ...word, id_propuesta_por: null };
    const palabras = [open, { ...open, palabra: 'Y', sentido: 'exito', acordada: 1 } as const];
    expect(openWords(aBankAnswer({ palabras }))).toEqual([open]);
  });
});
