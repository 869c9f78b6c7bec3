/** A log is judged by the rules that accepted it: logs of earlier versions stay valid, and no forger gains by claiming one. */
import { describe, expect, test } from 'vitest';
import {
  caseAfter,
  type DomainGuards,
  domainGuards,
  machinesOf,
  rulesVersion,
} from '#machines/domain/case/box-case.ts';
import { type PastEvent, replayLog } from '#machines/domain/history/replay.ts';
import { replayVerified } from '#server/features/cases/project-rows.ts';
import { earlierLog, logOfVersion3 } from '#tests/kit/earlier-logs.ts';

const placeOf = (log: readonly PastEvent[], evento: string): number => {
  const place = log.findIndex((event) => event.evento === evento);
  if (place < 0) throw new Error(`no ${evento} in the log`);
  return place;
};
const withVersion = (log: readonly PastEvent[], version: string, from = 0, to = log.length) =>
  log.map((event, place) =>
    place >= from && place < to ? { ...event, version_maquina: version } : event,
  );

describe('a log of version 2', () => {
  test('that release 1.0.0 wrote replays clean', () => {
    const { projected, broken } = replayVerified(earlierLog('1.0.0'));
    expect(broken).toEqual([]);
    expect(projected).toMatchObject({ active: 5, seguida: 0, total: 32_000_00 });
    const codes = [...projected.expenses.values()].map(({ estado }) => estado);
    expect(codes).toEqual([15, 15, 4]);
  });

  test('with a payment and a debt replays clean', () => {
    const { projected, broken } = replayVerified(earlierLog('payments'));
    expect(broken).toEqual([]);
    const money = { seguida: 1, giro: 'recibido', por_girar: 0, a_cargo: 0, trasladado: 0 };
    expect(projected).toMatchObject({ active: 5, total: 100_000_00, ...money });
  });
});

/** Rules whose version 3 refuses every shipment. */
const stricter: DomainGuards = {
  ...domainGuards,
  box: {
    ...domainGuards.box,
    legalisationIsOpened: {
      asks: 'state',
      mensaje: 'Ya no se envían papeles.',
      since: 3,
      holds: () => false,
    },
  },
};

describe('a guard that became stricter', () => {
  const log = earlierLog('1.0.0');
  const dated = (version: number) => machinesOf(version, stricter);
  const refusal = { secuencia: placeOf(log, 'BOX.SHIP') + 1, guardias: ['legalisationIsOpened'] };

  test('would refuse an earlier log', () => {
    expect(replayLog(log, () => dated(3)).broken).toMatchObject(refusal);
  });

  test('is not asked of an event of the version before', () => {
    expect(replayLog(log, dated).broken).toBeNull();
  });

  test('is asked of an event of its own version', () => {
    expect(replayLog(withVersion(log, '3', refusal.secuencia - 1), dated).broken).toMatchObject(
      refusal,
    );
  });

  test('is, in version 3, that of the opened legalisation', () => {
    const box = { active: 3, expenses: new Map(), facts: { pdfUnread: true } };
    const actor = { id: 2, profile: 2 } as const;
    const event = { type: 'BOX.SHIP', actor, empresa: 'Servientrega', codigo: '1' } as const;
    const judged = (version: number) =>
      caseAfter(box, { type: 'box', idGasto: null, event }, machinesOf(version));
    expect(judged(2)).toMatchObject({ ok: true });
    expect(judged(3)).toMatchObject({ ok: false, motivos: [{ guardia: 'legalisationIsOpened' }] });
  });
});

describe('a log of version 3, in which a box that counts as paid owed again', () => {
  const log = logOfVersion3(3);
  const removed = placeOf(log, 'OWED.RECORDING_REMOVED');

  test('replays clean, without a debt', () => {
    const { projected, broken } = replayVerified(log);
    expect(broken).toEqual([]);
    expect(projected).toMatchObject({ active: 5, seguida: 0, a_cargo: 0, trasladado: 0 });
  });

  test('breaks under version 4, which owes nothing of such a box', () => {
    expect(replayLog(withVersion(log, '4', removed)).broken).toMatchObject({
      secuencia: removed + 1,
      guardias: ['boxIsNotPaid'],
    });
  });
});

describe('a forged log', () => {
  const log = withVersion(earlierLog('payments'), String(rulesVersion));
  const ship = placeOf(log, 'BOX.SHIP');
  const rejected = placeOf(log, 'FINAL.REJECT');

  test('has a version that no rules have', () => {
    for (const version of [String(rulesVersion + 1), '0', '-1', '1.5', '02', '', 'x'])
      expect(replayLog(withVersion(log, version, rejected, rejected + 1)).broken).toMatchObject({
        secuencia: rejected + 1,
        reason: `no hay reglas de la versión «${version}»`,
      });
  });

  test('claims an earlier version than the event before', () => {
    const forged = withVersion(log, '2', rejected);
    expect(replayLog(forged).broken).toMatchObject({
      secuencia: rejected + 1,
      reason: `dice la versión 2 de las reglas, el evento anterior la ${rulesVersion}`,
    });
  });

  test('has another version in a consequence than in its send', () => {
    const forged = withVersion(earlierLog('payments'), '3', ship + 1);
    expect(replayLog(forged).broken).toMatchObject({
      secuencia: ship + 2,
      reason: 'dice la versión 3 de las reglas, el evento anterior la 2',
    });
  });

  test('is refused by the rules of its own version', () => {
    const forged = earlierLog('1.0.0').map((event) =>
      event.evento === 'SUPERVISOR.REJECT' ? { ...event, perfil: 6 } : event,
    );
    expect(replayLog(forged).broken).toMatchObject({ guardias: ['actorIsSupervisor'] });
  });
});

test('a log that an upgrade divides replays clean', () => {
  const log = earlierLog('payments');
  const payment = placeOf(log, 'PAYMENT.PREPARE');
  expect(replayLog(withVersion(log, '3', payment)).broken).toBeNull();
});
