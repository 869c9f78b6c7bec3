/** The case that is computed from the log of a closed box. */
import { expect, test } from 'vitest';
import {
  closedCaseOf,
  isDirect,
  staysOf,
  staysUntil,
  stepsOfPath,
} from '#machines/domain/history/closed-case.ts';

const STORE = 2;
const SUPERVISOR = 3;
const ACCOUNTING = 6;

/** Events one second apart; `at` sets another instant. */
function logOf(
  ...events: readonly (readonly [
    evento: string,
    id_actor: number,
    id_gasto: number | null,
    hacia?: string | undefined,
    payload?: object,
    at?: number,
  ])[]
) {
  let desde = 'open';
  return events.map(([evento, id_actor, id_gasto, hacia, payload = {}, at], index) => {
    const event = {
      evento,
      id_actor,
      id_gasto,
      desde: id_gasto === null ? desde : '',
      hacia: hacia ?? (id_gasto === null ? desde : ''),
      instante: at ?? (index + 1) * 1_000,
      payload: JSON.stringify(payload),
    };
    if (id_gasto === null) desde = event.hacia;
    return event;
  });
}

const recorded = { facts: { categoryIds: [5, 7] } };
const sent = ['BOX.SEND', STORE, null, 'supervision'] as const;
const ending = [
  ['BOX.SEND_SUPERVISOR', SUPERVISOR, null, 'preliminary'],
  ['ACCOUNTING.APPROVE', ACCOUNTING, 1],
  ['BOX.SEND_PRELIMINARY', ACCOUNTING, null, 'readyToShip'],
  ['BOX.SHIP', STORE, null, 'finalAccounting'],
  ['BOX.PAPERS_RECEIVED', ACCOUNTING, null],
] as const;
const closing = ['BOX.SEND_FINAL', ACCOUNTING, null, 'closed', { seguida: true }] as const;

test('a box that is not closed has no case', () => {
  expect(closedCaseOf(logOf(['EXPENSE.RECORD', STORE, 1, '', recorded], sent))).toBeNull();
});

test('the last stay of a box that is not closed ends now', () => {
  const start = [['EXPENSE.RECORD', STORE, 1, '', recorded], sent] as const;
  const at = (log: ReturnType<typeof logOf>, now: number) =>
    staysUntil(log, now).map(({ estado, desde, hasta }) => [estado, desde, hasta]);
  expect(at(logOf(...start), 9_000)).toEqual([
    ['open', 1_000, 2_000],
    ['supervision', 2_000, 9_000],
  ]);
  const shipped = [...start, ...ending.slice(0, 4)];
  expect(at(logOf(...shipped), 9_000).at(-1)).toEqual(['onTheWay', 6_000, 9_000]);
  expect(at(logOf(...shipped, ...ending.slice(4)), 9_000).at(-1)).toEqual([
    'finalAccounting',
    7_000,
    9_000,
  ]);
});

test('a case has the path, the stays, the rework and the users of its box', () => {
  const closed = closedCaseOf(
    logOf(
      ['EXPENSE.RECORD', STORE, 1, '', recorded],
      sent,
      // A consequence of the send, not a decision.
      ['BOX.SENT', STORE, 1],
      ['SUPERVISOR.REJECT', SUPERVISOR, 1, '', { id_rechazo: 4 }],
      ['EXPENSE.CORRECT', STORE, 1, '', { corregido: { categoryIds: [9] } }],
      ['SUPERVISOR.APPROVE', SUPERVISOR, 1],
      ...ending,
      closing,
      ['PAYMENT.RECEIVE', STORE, null, undefined, {}, 99_000],
    ),
  );
  expect(closed).toMatchObject({
    inicio: 1_000,
    cierre: 12_000,
    recibido: 99_000,
    camino: 'open supervision+r+c preliminary readyToShip finalAccounting closed',
    decisiones: 3,
    rechazos: 1,
    correcciones: 1,
    relevos: 6,
    pasos: [
      ['open', 1_000, 1_000, STORE],
      ['supervision', 2_000, 4_000, SUPERVISOR],
      ['preliminary', 7_000, 8_000, ACCOUNTING],
      ['readyToShip', 9_000, 10_000, STORE],
      // No user has the papers while they are in transit.
      ['onTheWay', 10_000, 11_000, 0],
      ['finalAccounting', 11_000, 12_000, ACCOUNTING],
    ],
    retrabajo: [
      [2, 1, SUPERVISOR, 4, 5],
      [2, 1, STORE, 0, 9],
      // The supervisor decides the corrected expense again.
      [2, 1, SUPERVISOR, -1, 9],
    ],
    personas: [STORE, SUPERVISOR, ACCOUNTING],
    categorias: [9],
    // Two decisions of the supervisor, two seconds apart.
    rapidas: [[1, SUPERVISOR, 6_000, 2_000]],
  });
});

test('the money of an untracked closing counts as received at once', () => {
  const untracked = ['BOX.SEND_FINAL', ACCOUNTING, null, 'closed'] as const;
  const log = logOf(['EXPENSE.RECORD', STORE, 1, '', recorded], sent, ...ending, untracked);
  expect(closedCaseOf(log)).toMatchObject({ cierre: 8_000, recibido: 8_000 });
});

test.each([
  ['of one person within a minute', 30_000, SUPERVISOR, {}, 1],
  ['of one person after a minute', 70_000, SUPERVISOR, {}, 0],
  ['of two people', 30_000, 33, {}, 0],
  ['in a joint approval', 30_000, SUPERVISOR, { lote: 2 }, 0],
] as const)(
  'decisions are quick by one user within a minute, each on its own: %s',
  (_, at, quien, payload, found) => {
    const log = logOf(
      ['EXPENSE.RECORD', STORE, 1, '', recorded],
      sent,
      ['SUPERVISOR.APPROVE', SUPERVISOR, 1],
      ['SUPERVISOR.APPROVE', quien, 2, '', payload, at],
      ...ending,
      closing,
    );
    expect(closedCaseOf(log)?.rapidas).toHaveLength(found);
  },
);

test('a path is parsed, and is direct without rejections and maintenance', () => {
  expect(stepsOfPath('open supervision+r+c closed')).toEqual([
    { estado: 'open', rechazo: 0, correccion: 0 },
    { estado: 'supervision', rechazo: 1, correccion: 1 },
    { estado: 'closed', rechazo: 0, correccion: 0 },
  ]);
  expect(isDirect('open supervision preliminary closed')).toBe(true);
  expect(isDirect('open supervision maintenance preliminary closed')).toBe(false);
  expect(isDirect('open supervision+r closed')).toBe(false);
});

test('a case counts its transitions, with the expenses that a move took along', () => {
  const of = (id: number, ...more: readonly (readonly [string, string, string, number])[]) =>
    more.map(([evento, desde, hacia, instante]) => ({
      evento,
      desde,
      hacia,
      instante,
      id_gasto: id === 0 ? null : id,
      id_actor: 2,
      payload: JSON.stringify(recorded),
    }));
  const closed = closedCaseOf([
    ...of(1, ['EXPENSE.RECORD', 'recording', 'unreviewed', 10]),
    ...of(2, ['EXPENSE.RECORD', 'recording', 'unreviewed', 20]),
    ...of(3, ['EXPENSE.RECORD', 'recording', 'unreviewed', 25]),
    ...of(3, ['EXPENSE.REMOVE', 'unreviewed', 'removed', 30]),
    ...of(0, ['BOX.SEND', 'open', 'supervision', 50]),
    // The first one follows with an event of its own, the second one without.
    ...of(1, ['BOX.SENT', 'unreviewed', 'unreviewed', 50]),
    ...of(1, ['SUPERVISOR.APPROVE', 'unreviewed', 'supervisorApproved', 70]),
    // The clock was set back.
    ...of(2, ['SUPERVISOR.REJECT', 'unreviewed', 'supervisorRejected', 45]),
    ...of(0, ['BOX.SEND_SUPERVISOR', 'supervision', 'preliminary', 90]),
    ...of(0, ['BOX.SEND_FINAL', 'preliminary', 'closed', 99]),
    ...of(1, ['BOX.CLOSED', 'supervisorApproved', 'supervisorApproved', 99]),
    ...of(0, ['PAYMENT.PREPARE', 'closed', 'closed', 120]),
  ]);
  expect(closed?.transiciones).toEqual({
    'box EXPENSE.RECORD open open': 3,
    'box BOX.SEND open supervision': 1,
    'box BOX.SEND_SUPERVISOR supervision preliminary': 1,
    'box BOX.SEND_FINAL preliminary closed': 1,
    'expense EXPENSE.RECORD recording unreviewed': 3,
    'expense EXPENSE.REMOVE unreviewed removed': 1,
    'expense BOX.SENT unreviewed unreviewed': 1,
    'expense BOX.SENT open.unreviewed supervision.unreviewed': 1,
    'expense SUPERVISOR.APPROVE unreviewed supervisorApproved': 1,
    'expense SUPERVISOR.REJECT unreviewed supervisorRejected': 1,
    'expense BOX.ENTERED_PRELIMINARY supervision.supervisorApproved preliminary.supervisorApproved': 1,
    'expense BOX.ENTERED_PRELIMINARY supervision.supervisorRejected preliminary.supervisorRejected': 1,
    'expense BOX.CLOSED supervisorApproved supervisorApproved': 1,
    'expense BOX.CLOSED preliminary.supervisorRejected closed.supervisorRejected': 1,
  });
  expect(closed?.estancias).toEqual({
    'open.unreviewed': [25, 30],
    'supervision.unreviewed': [50, 70, 50, 45],
  });
  expect(
    closed && staysOf(closed).map(({ estado, desde, hasta }) => [estado, desde, hasta]),
  ).toEqual([
    ['open', 10, 50],
    ['supervision', 50, 90],
    ['preliminary', 90, 99],
  ]);
});
