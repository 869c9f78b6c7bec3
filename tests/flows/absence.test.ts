import { describe, expect, test } from 'vitest';
import {
  type AbsenceContext,
  type AbsenceEvent,
  absenceMachine,
  type Absences,
  absencesOf,
  isOpen,
  noticeOf,
} from '#machines/flows/absence/absence.machine.ts';
import { answered, isPending, problemOf } from '#machines/flows/steps/result.ts';
import { type EventFixtures, takeTour } from '#tests/kit/edge-tour.ts';
import { refused, refusedBy, written } from '#tests/kit/flow-fixtures.ts';
import { type Answers, beginJourney } from '#tests/kit/flow-journey.ts';

const none: Absences = {
  id_ausente: 3,
  nombre: 'Luz Marina',
  delega: 1,
  hoy: '2030-12-01',
  delegaciones: [],
  candidatos: [{ id: 4, nombre: 'Carlos' }],
};
const days = { id_delegado: 4, desde: '2030-12-01', hasta: '2030-12-05' };
const one: Absences = {
  ...none,
  delegaciones: [{ id: 9, id_usuario: 3, nombre: 'Luz Marina', delegado: 'Carlos', ...days }],
};
const saved = answered([{ status: '200' as const, msg: 'Datos almacenados', id_delegacion: 9 }]);

const events = {
  OPEN: [{ type: 'OPEN', id_ausente: 3 }],
  CLOSE: [{ type: 'CLOSE' }],
  RETRY: [{ type: 'RETRY' }],
  SAVE: [{ type: 'SAVE', ...days }],
  FINISH: [{ type: 'FINISH', id_delegacion: 9 }],
} satisfies EventFixtures<AbsenceEvent>;

test('every edge is walked, no write is abandoned, and no failure is a dead end', async () => {
  const report = await takeTour({
    machine: absenceMachine,
    inputs: [undefined],
    events,
    outcomes: {
      loadAbsences: [answered(none), refusedBy.permission],
      refreshAbsences: [answered(one), refusedBy.permission],
      lookAtAbsences: [answered(one), refusedBy.permission],
      delegar: [saved, refusedBy.session],
      terminarDelegacion: [answered(written()), refusedBy.absence, refusedBy.session],
    },
    abstraction: ({ absences }: AbsenceContext) => absences?.delegaciones.length ?? -1,
  });
  expect(report).toMatchObject({ missing: [], strayed: [], abandoned: [], deadEnds: [] });
});

describe('an absence', () => {
  const begin = (answers: Answers) => {
    const journey = beginJourney(absenceMachine, undefined, answers);
    journey.actor.send({ type: 'OPEN', id_ausente: 3 });
    return journey;
  };

  test('is saved and reloaded', async () => {
    const { actor, requests, now, reaches } = begin({
      ausencias: [answered(none), answered(one)],
      delegar: [saved],
    });
    expect(isOpen(now())).toBe(true);
    expect(absencesOf(await reaches('shown.idle'))).toEqual(none);
    actor.send({ type: 'SAVE', ...days });
    expect(isPending(now())).toBe(true);
    const shown = await reaches('shown.saved');
    expect([noticeOf(shown), absencesOf(shown)]).toEqual(['Datos almacenados', one]);
    expect(requests.delegar).toEqual([{ ...days, id_ausente: 3 }]);
    actor.send({ type: 'CLOSE' });
    expect(isOpen(now())).toBe(false);
    // The dialog of another user shows none of this data.
    actor.send({ type: 'OPEN', id_ausente: 8 });
    expect(absencesOf(now())).toBeNull();
  });

  test('that is refused shows the reason until the next attempt', async () => {
    const { actor, now, reaches } = begin({
      ausencias: [answered(none), answered(one)],
      delegar: [refused(422, 'Nadie se reemplaza a sí mismo: elija a otra persona.'), saved],
    });
    await reaches('shown.idle');
    actor.send({ type: 'SAVE', ...days, id_delegado: 3 });
    expect(problemOf(await reaches('shown.refused'))?.msg).toBe(
      'Nadie se reemplaza a sí mismo: elija a otra persona.',
    );
    actor.send({ type: 'SAVE', ...days });
    expect(problemOf(now())).toBeNull();
    await reaches('shown.saved');
  });

  test('is reloaded, not sent again, when the answer is lost', async () => {
    const { actor, requests, reaches } = begin({
      ausencias: [answered(none), answered(one)],
      delegar: [new Error('offline')],
    });
    await reaches('shown.idle');
    actor.send({ type: 'SAVE', ...days });
    const shown = await reaches('shown.refused');
    expect(absencesOf(shown)).toEqual(one);
    expect(problemOf(shown)).not.toBeNull();
    expect(requests.delegar).toHaveLength(1);
  });

  test('that has already ended counts as ended when the server answers 404', async () => {
    const { actor, requests, reaches } = begin({
      ausencias: [answered(one), answered(one), answered(none)],
      terminarDelegacion: [refusedBy.absence],
    });
    await reaches('shown.idle');
    actor.send({ type: 'FINISH', id_delegacion: 9 });
    await reaches('shown.saved');
    expect(requests.terminarDelegacion).toEqual([{ id_delegacion: 9 }]);
  });
});
