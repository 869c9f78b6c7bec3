import { describe, expect, test } from 'vitest';
import { decisionMachines } from '#machines/flows/review/decision.machine.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { decisionInput, plainValues, shown } from '#tests/kit/decision-fixtures.ts';
import { people, written } from '#tests/kit/flow-fixtures.ts';
import { beginJourney } from '#tests/kit/flow-journey.ts';

describe('maintenance', () => {
  test('rejects an expense that waits for it', async () => {
    const { actor, requests, clock, reaches } = beginJourney(
      decisionMachines.maintenance,
      decisionInput(people.maintenance),
      {
        loadExpense: [shown({ active: 1, estado: 13 })],
        guardarMantenimiento: [answered(written())],
      },
    );
    await reaches('reviewing');
    actor.send({ type: 'CHOOSE_REJECTED' });
    actor.send({ type: 'SAVE', values: plainValues });
    await reaches('saved');
    expect(requests.guardarMantenimiento).toEqual([
      {
        id_caja: 12,
        id_gasto: 7,
        estado: 10,
        item: 0,
        observacion: 'Revisado',
        id_rechazo: 2,
        version: 5,
        soporte_visto: 1,
      },
    ]);
    clock.increment(3_000);
    expect(actor.getSnapshot().output).toEqual({
      route: 'verCajaMantenimiento',
      params: { idCaja: 12 },
    });
  });
});

describe("accounting's final pass", () => {
  test.each([
    [3, 'reviewing.undecided'],
    [15, 'reviewing.approving'],
    [16, 'reviewing.rejecting'],
    [7, 'readOnly'],
  ])('opens an expense in state %i as %s', async (estado, state) => {
    const { reaches } = beginJourney(decisionMachines.final, decisionInput(people.accounting), {
      loadExpense: [shown({ active: 4, estado })],
    });
    await reaches(state);
  });

  test('saves the status and the observation', async () => {
    const { actor, requests, reaches } = beginJourney(
      decisionMachines.final,
      decisionInput(people.accounting),
      {
        loadExpense: [shown({ active: 4, estado: 3 })],
        guardarContabilidadFinal: [answered(written())],
      },
    );
    await reaches('reviewing');
    actor.send({ type: 'CHOOSE_APPROVED' });
    actor.send({ type: 'SAVE', values: plainValues });
    await reaches('saved');
    expect(requests.guardarContabilidadFinal).toEqual([
      {
        id_caja: 12,
        id_gasto: 7,
        estado: 15,
        observacion: 'Revisado',
        id_rechazo: null,
        version: 5,
        soporte_visto: 1,
      },
    ]);
  });
});
