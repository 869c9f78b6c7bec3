/** Who decides on which day and in whose name, and which delegations are refused; all expectations by hand. */
import { describe, expect, test } from 'vitest';
import { caseAfter, refusalsOf } from '#machines/domain/case/box-case.ts';
import {
  type NamedDelegation,
  decidersOf,
  delegationRefusals,
  inNameOf,
  isInForce,
  mayBeReplaced,
  replacementOf,
} from '#machines/domain/people/delegation.ts';
import { shortDay } from '#machines/domain/values/bogota-time.ts';

const expenseFacts = {
  needsMaintenance: false,
  hasReceipt: true,
  recordedBy: 2,
  categoryIds: [1],
  valor: 10_000_00,
  reembolsar: null,
  offeredInvoices: [],
};

const one: NamedDelegation = {
  id_usuario: 3,
  nombre: 'Luz Marina',
  id_delegado: 4,
  delegado: 'Carlos',
  desde: '2026-12-01',
  hasta: '2026-12-05',
};

test.each([
  ['2026-11-30', false],
  ['2026-12-01', true],
  ['2026-12-05', true],
  ['2026-12-06', false],
])('on %s a delegation is in force: %s', (today, inForce) => {
  expect(isInForce(one, today)).toBe(inForce);
  expect(decidersOf(3, [one], today)).toEqual(inForce ? [3, 4] : [3]);
  expect(decidersOf(9, [one], today)).toEqual([9]);
  expect(replacementOf([one], today)).toBe(
    inForce ? 'Carlos decide por Luz Marina hasta el 5 dic' : '',
  );
});

test('a short day has its year when it is not in the current one', () => {
  expect(shortDay('2027-01-05', '2026-12-01')).toBe('5 ene 2027');
});

test('only a supervisor can be replaced', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8].filter(mayBeReplaced)).toEqual([3]);
});

test('a delegate acts in the name of the absent user; other users act in their own', () => {
  expect(inNameOf({ id: 4, profile: 3 }, [3, 4])).toEqual({ id: 4, profile: 3, enNombreDe: 3 });
  expect(inNameOf({ id: 3, profile: 3 }, [3, 4])).toEqual({ id: 3, profile: 3 });
  expect(inNameOf({ id: 7, profile: 3 }, [3, 4])).toEqual({ id: 7, profile: 3 });
  expect(inNameOf({ id: 4, profile: 6 }, [])).toEqual({ id: 4, profile: 6 });
});

describe('the state machine', () => {
  const expenses = new Map([[1, { estado: 1, context: expenseFacts }]]);
  const approve = (id: number) =>
    ({
      type: 'expense',
      idGasto: 1,
      event: {
        type: 'SUPERVISOR.APPROVE',
        actor: { id, profile: 3 },
        observacion: 'Conforme',
        id_rechazo: null,
        reembolsar: null,
      },
    }) as const;
  const send = (id: number) =>
    ({
      type: 'box',
      idGasto: null,
      event: { type: 'BOX.SEND_SUPERVISOR', actor: { id, profile: 3 } },
    }) as const;

  test('accepts a decision and a send only from the deciders of the box', () => {
    const box = { active: 2, expenses, facts: { deciders: [3, 4] } };
    const decided = {
      ...box,
      expenses: new Map([[1, { estado: 3, context: expenseFacts }]]),
    };
    for (const id of [3, 4]) {
      expect(caseAfter(box, approve(id)).ok).toBe(true);
      expect(caseAfter(decided, send(id)).ok).toBe(true);
    }
    expect(refusalsOf(box, approve(5))).toEqual([
      { guardia: 'actorIsSupervisor', mensaje: 'Solo el supervisor decide en esta etapa.' },
    ]);
    expect(refusalsOf(decided, send(5)).map(({ guardia }) => guardia)).toEqual([
      'actorIsSupervisor',
    ]);
  });

  test('accepts any supervisor when the box names no deciders, as in a replay', () => {
    expect(caseAfter({ active: 2, expenses }, approve(5)).ok).toBe(true);
  });

  test('refuses a decision of a delegate who recorded the expense', () => {
    const own = new Map([[1, { estado: 1, context: { ...expenseFacts, recordedBy: 4 } }]]);
    const box = { active: 2, expenses: own, facts: { deciders: [3, 4] } };
    expect(refusalsOf(box, approve(4)).map(({ guardia }) => guardia)).toEqual([
      'actorDidNotRecord',
    ]);
  });
});

const member = (id: number, changes: object = {}) => ({
  id,
  tipo: 3,
  permisos: null,
  active_: 1,
  ...changes,
});

describe('a new delegation', () => {
  const wanted = {
    absent: member(3),
    delegate: member(5),
    by: 3,
    desde: '2026-12-04',
    hasta: '2026-12-08',
    today: '2026-12-01',
  };

  test.each<[string, object, NamedDelegation[], string[]]>([
    ['beside nothing', {}, [], []],
    ['after another one', { desde: '2026-12-06' }, [one], []],
    ['of somebody else', { absent: member(8), by: 8 }, [one], []],
    ['with the same delegate', { absent: member(8), by: 8, delegate: member(4) }, [one], []],
    ['over another one', {}, [one], ['id_delegado']],
    ['of a delegate', { absent: member(4), by: 4 }, [one], ['id_delegado']],
    [
      'to an absent person',
      { absent: member(8), by: 8, delegate: member(3) },
      [one],
      ['id_delegado'],
    ],
    [
      'the other way round',
      { absent: member(4), by: 4, delegate: member(3) },
      [one],
      ['id_delegado'],
    ],
    ['to oneself', { delegate: member(3) }, [], ['id_delegado']],
    ['to the person who asks for it', { by: 5 }, [], ['id_delegado']],
    ['by somebody for another one', { by: 1 }, [], []],
    ['to nobody', { delegate: undefined }, [], ['id_delegado']],
    ['to somebody inactive', { delegate: member(5, { active_: 0 }) }, [], ['id_delegado']],
    ['to another profile', { delegate: member(5, { tipo: 6 }) }, [], ['id_delegado']],
    [
      'to somebody without the screens',
      { delegate: member(5, { permisos: 'flujo' }) },
      [],
      ['id_delegado'],
    ],
    [
      'of accounting',
      { absent: member(3, { tipo: 6 }), delegate: member(5, { tipo: 6 }) },
      [],
      ['id_usuario'],
    ],
    ['from yesterday', { desde: '2026-11-30' }, [], ['desde']],
    ['to the day before', { hasta: '2026-12-03' }, [], ['hasta']],
    ['of a year', { hasta: '2027-12-04' }, [], []],
    ['of more', { hasta: '2027-12-05' }, [], ['hasta']],
  ])('%s', (_, changes, existing, fields) => {
    const refusals = delegationRefusals({ ...wanted, ...changes }, existing);
    expect(refusals.map(({ guardia }) => guardia)).toEqual(fields);
  });
});
