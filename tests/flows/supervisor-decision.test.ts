import { describe, expect, test } from 'vitest';
import { changeLine } from '#machines/flows/steps/changes.ts';
import {
  changesOf,
  choiceOf,
  fieldErrorsOf,
  isReviewing,
  isSeen,
  noticeOf,
  problemOf,
  readOnlyReasons,
} from '#machines/flows/review/decision-rules.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { supervisorValues } from '#machines/flows/review/reviews.ts';
import { decisionMachines } from '#machines/flows/review/decision.machine.ts';
import { decisionInput, shown, supervisorForm } from '#tests/kit/decision-fixtures.ts';
import { anExpense, people, refused, refusedBy, written } from '#tests/kit/flow-fixtures.ts';
import { type Answers, beginJourney } from '#tests/kit/flow-journey.ts';

describe('the supervisor', () => {
  const begin = (answers: Answers) =>
    beginJourney(decisionMachines.supervisor, decisionInput(people.supervisor), answers);

  test('approves an expense, and the box opens after three seconds', async () => {
    const { actor, requests, clock, now, reaches } = begin({
      loadExpense: [shown()],
      guardarSupervisor: [answered(written())],
    });
    expect(choiceOf(await reaches('reviewing.undecided'), 'supervisor')).toBeNull();
    actor.send({ type: 'SAVE', values: supervisorForm });
    expect(problemOf(now())?.msg).toBe('Debes elegir una de las opciones aprobar/rechazar');
    actor.send({ type: 'CHOOSE_APPROVED' });
    expect(problemOf(now())).toBeNull();
    actor.send({ type: 'SAVE', values: { ...supervisorForm, observacion: '' } });
    expect(problemOf(now())?.msg).toBe('El campo de observaciones es obligatorio');
    actor.send({ type: 'SAVE', values: { ...supervisorForm, observacion: ' Bien ' } });
    expect(choiceOf(now(), 'supervisor')).toBe('approved');
    const saved = await reaches('saved');
    expect(noticeOf(saved)).toBe('Datos almacenados');
    expect(requests.guardarSupervisor).toEqual([
      {
        id_caja: 12,
        id_gasto: 7,
        estado: 3,
        item: 0,
        observacion: 'Bien',
        id_rechazo: null,
        reembolsar: null,
        version: 5,
        soporte_visto: 1,
      },
    ]);
    clock.increment(3_000);
    expect(actor.getSnapshot().output).toEqual({
      route: 'verCajaSupervisor',
      params: { idCaja: 12 },
    });
  });

  test('rejects only with a reason', async () => {
    const { actor, requests, now, reaches } = begin({
      loadExpense: [shown()],
      guardarSupervisor: [answered(written())],
    });
    await reaches('reviewing');
    actor.send({ type: 'CHOOSE_REJECTED' });
    actor.send({ type: 'SAVE', values: { ...supervisorForm, id_rechazo: null } });
    expect(fieldErrorsOf(now())).toEqual({ reasonIsGiven: 'Debes elegir un motivo de rechazo' });
    actor.send({ type: 'SAVE', values: supervisorForm });
    await reaches('saved');
    expect(requests.guardarSupervisor).toMatchObject([{ estado: 4, id_rechazo: 2 }]);
  });

  test.each([
    ['quince mil', { reembolsar: 'Solo números' }],
    ['9.999.999.999.999', { reembolsar: 'El valor puede ser de hasta $ 999.999.999' }],
    ['', { reimbursementIsGiven: 'El gasto supera $15.000: indique el valor del reembolso.' }],
    ['0', { reimbursementIsPositive: 'El valor del reembolso debe ser mayor que cero.' }],
    [
      '$ 15.001',
      {
        reimbursementIsWithinCap: 'El valor del reembolso no debe ser superior a $15.000',
      },
    ],
  ])('a reimbursement of %s is refused', async (reembolsar, errors) => {
    const transport = shown({
      valor: 16_000,
      categorias: [
        {
          id: 16,
          nombre: 'Transporte',
          cuenta: '514515',
          valor_item: null,
          iva_item: null,
          deducible: null,
        },
      ],
    });
    const { actor, requests, now, reaches } = begin({
      loadExpense: [transport],
      guardarSupervisor: [answered(written())],
    });
    await reaches('reviewing');
    actor.send({ type: 'CHOOSE_APPROVED' });
    actor.send({ type: 'SAVE', values: { ...supervisorForm, reembolsar } });
    expect(fieldErrorsOf(now())).toEqual(errors);
    actor.send({ type: 'SAVE', values: { ...supervisorForm, reembolsar: '$ 15.000' } });
    await reaches('saved');
    expect(requests.guardarSupervisor).toMatchObject([{ reembolsar: 15_000 }]);
  });

  test('a reimbursement above the value of the expense is refused', async () => {
    const categorias = [
      {
        id: 16,
        nombre: 'Transporte',
        cuenta: '514515',
        valor_item: null,
        iva_item: null,
        deducible: null,
      },
    ];
    const { actor, requests, now, reaches } = begin({
      loadExpense: [shown({ valor: 1, categorias })],
      guardarSupervisor: [answered(written())],
    });
    await reaches('reviewing');
    actor.send({ type: 'CHOOSE_APPROVED' });
    actor.send({ type: 'SAVE', values: { ...supervisorForm, reembolsar: '15.000' } });
    expect(fieldErrorsOf(now())).toEqual({
      reimbursementIsWithinValue: 'El valor del reembolso no debe superar el valor del gasto.',
    });
    actor.send({ type: 'SAVE', values: supervisorForm });
    await reaches('saved');
    expect(requests.guardarSupervisor).toMatchObject([{ reembolsar: null }]);
  });

  test('an earlier decision is preselected', async () => {
    const { reaches } = begin({
      loadExpense: [shown({ estado: 4, obs_supervisor: 'No aplica', id_rechazo_supervisor: 2 })],
    });
    const snapshot = await reaches('reviewing.rejecting');
    expect(choiceOf(snapshot, 'supervisor')).toBe('rejected');
    expect(supervisorValues(snapshot.context.facts?.expense ?? anExpense())).toEqual({
      observacion: 'No aplica',
      id_rechazo: 2,
      reembolsar: '',
    });
  });

  test.each([
    ['a box that left', { active: 9, estado: 3 }, ['La caja no está en revisión del supervisor.']],
    [
      'what the supervisor recorded',
      { id_usuario_registro: people.supervisor.id },
      ['Usted registró este gasto: otra persona debe decidirlo.'],
    ],
    [
      'a rejection of maintenance',
      { estado: 10 },
      ['El estado actual del gasto no permite esta acción.'],
    ],
  ])('%s is read-only', async (_, changes, sentences) => {
    const { reaches } = begin({ loadExpense: [shown(changes)] });
    const snapshot = await reaches('readOnly');
    expect(readOnlyReasons(snapshot, 'supervisor')).toEqual(sentences);
    expect(snapshot.can({ type: 'CHOOSE_APPROVED' })).toBe(false);
  });

  test('maintenance opens the same screen read-only', async () => {
    const { reaches } = beginJourney(
      decisionMachines.supervisor,
      decisionInput(people.maintenance),
      {
        loadExpense: [shown()],
      },
    );
    const snapshot = await reaches('readOnly');
    expect(readOnlyReasons(snapshot, 'supervisor')).toEqual([
      'Solo el supervisor decide en esta etapa.',
    ]);
  });

  test('an expense that changed meanwhile is reloaded without losing the choice', async () => {
    const { actor, requests, reaches } = begin({
      loadExpense: [shown(), new Error('offline'), shown({ version: 6 })],
      guardarSupervisor: [refusedBy.change, answered(written())],
    });
    await reaches('reviewing');
    actor.send({ type: 'CHOOSE_REJECTED' });
    actor.send({ type: 'SAVE', values: supervisorForm });
    expect(problemOf(await reaches('outdated'))?.msg).toBe(
      'La información cambió mientras la revisaba. Actualice la página.',
    );
    actor.send({ type: 'RELOAD' });
    await reaches('reloading');
    await reaches('outdated');
    actor.send({ type: 'RELOAD' });
    await reaches('reviewing.rejecting');
    actor.send({ type: 'SAVE', values: supervisorForm });
    await reaches('saved');
    expect(requests.guardarSupervisor).toMatchObject([{ version: 5 }, { version: 6 }]);
  });

  test('an expense whose box was sent meanwhile is reloaded as read-only', async () => {
    const { actor, reaches } = begin({
      loadExpense: [shown(), shown({ active: 9 })],
      guardarSupervisor: [refusedBy.change],
    });
    await reaches('reviewing');
    actor.send({ type: 'CHOOSE_APPROVED' });
    actor.send({ type: 'SAVE', values: supervisorForm });
    await reaches('outdated');
    actor.send({ type: 'RELOAD' });
    await reaches('readOnly');
  });

  test.each([
    ['no answer', new Error('offline')],
    ['a session that ended', refusedBy.session],
  ])('after %s the decision can be sent again or edited', async (_, outcome) => {
    const { actor, requests, now, reaches } = begin({
      loadExpense: [shown(), shown()],
      guardarSupervisor: [outcome, outcome, answered(written())],
    });
    await reaches('reviewing');
    actor.send({ type: 'CHOOSE_APPROVED' });
    actor.send({ type: 'SAVE', values: supervisorForm });
    await reaches('failedToSave');
    actor.send({ type: 'BACK' });
    expect(now().value).toEqual({ reviewing: 'approving' });
    actor.send({ type: 'SAVE', values: supervisorForm });
    await reaches('failedToSave');
    actor.send({ type: 'RETRY' });
    await reaches('saved');
    expect(requests.guardarSupervisor).toHaveLength(3);
  });

  test('a save with a lost answer is detected and not sent twice', async () => {
    const saved = shown({
      estado: 3,
      version: 6,
      id_usuario_cambio: people.supervisor.id,
      obs_supervisor: supervisorForm.observacion,
    });
    const { actor, requests, reaches } = begin({
      loadExpense: [shown(), saved],
      guardarSupervisor: [new Error('offline')],
    });
    await reaches('reviewing');
    actor.send({ type: 'CHOOSE_APPROVED' });
    actor.send({ type: 'SAVE', values: supervisorForm });
    await reaches('failedToSave');
    actor.send({ type: 'RETRY' });
    await reaches('saved');
    expect(requests.guardarSupervisor).toHaveLength(1);
  });

  test('changes by another reviewer are listed with their old and new values', async () => {
    const { actor, reaches } = begin({
      loadExpense: [
        shown(),
        shown({
          estado: 4,
          nombre_estado: 'Rechazado por supervisor',
          version: 6,
          obs_supervisor: 'Falta la firma',
          id_rechazo_supervisor: 1,
        }),
      ],
      guardarSupervisor: [refusedBy.change],
    });
    await reaches('reviewing');
    actor.send({ type: 'CHOOSE_APPROVED' });
    actor.send({ type: 'SAVE', values: supervisorForm });
    expect(changesOf(await reaches('outdated'))).toEqual([]);
    actor.send({ type: 'RELOAD' });
    const again = await reaches('reviewing.approving');
    expect(changesOf(again).map(changeLine)).toEqual([
      'Estado: Sin revisar → Rechazado por supervisor',
      'Observación de Supervisor: — → Falta la firma',
      'Motivo de rechazo de Supervisor: — → Soporte ilegible',
    ]);
  });

  test('the changes omit a correction, which the expense itself shows, but not later changes', async () => {
    const correccion = {
      id_usuario: 20,
      fecha: '2026-06-17 10:32',
      etapa: 'supervisor' as const,
      motivo: 'Soporte ilegible',
      observacion: 'Falta la firma',
      diferencias: [{ campo: 'valor', antes: '$ 12.500', despues: '$ 12.000' }],
      sin_efecto: [],
    };
    const corrected = { correccion, valor: 12_000 };
    const { actor, reaches } = begin({
      loadExpense: [
        shown({ estado: 4, obs_supervisor: 'Falta la firma' }),
        shown({ ...corrected, version: 7, fecha_cambio: correccion.fecha }),
        shown({ ...corrected, version: 8, fecha_cambio: '2026-06-17 10:40', recibo: 'R-9' }),
      ],
      guardarSupervisor: [refusedBy.change, refusedBy.change],
    });
    const saves = async () => {
      actor.send({ type: 'CHOOSE_APPROVED' });
      actor.send({ type: 'SAVE', values: supervisorForm });
      await reaches('outdated');
      actor.send({ type: 'RELOAD' });
      return changesOf(await reaches('reviewing.approving')).map(changeLine);
    };
    await reaches('reviewing');
    expect(await saves()).toEqual([]);
    expect(await saves()).toEqual([expect.stringContaining('→ R-9')]);
  });

  test('DISCARD restores the choice with which the form was opened', async () => {
    const { actor, now, reaches } = begin({ loadExpense: [shown({ estado: 4 })] });
    await reaches('reviewing.rejecting');
    actor.send({ type: 'CHOOSE_APPROVED' });
    actor.send({ type: 'DISCARD' });
    expect(now().value).toEqual({ reviewing: 'rejecting' });
  });

  test('a refusal of the server is shown with the form', async () => {
    const { actor, reaches } = begin({
      loadExpense: [shown()],
      guardarSupervisor: [refused(403, 'No tiene permiso para hacer esto.')],
    });
    await reaches('reviewing');
    actor.send({ type: 'CHOOSE_APPROVED' });
    actor.send({ type: 'SAVE', values: supervisorForm });
    await reaches('saving');
    const snapshot = await reaches('reviewing.approving');
    expect(problemOf(snapshot)?.msg).toBe('No tiene permiso para hacer esto.');
    expect(isReviewing(snapshot)).toBe(true);
  });

  test('choosing an electronic invoice reloads the expense with its link', async () => {
    const chosen = shown({
      enlace_factura: 'https://facturas.test/2',
      data_factura: [],
      version: 6,
    });
    const { actor, requests, reaches } = begin({
      loadExpense: [shown(), chosen],
      elegirFacturaElectronica: [answered(written())],
    });
    const before = await reaches('reviewing');
    expect(before.can({ type: 'CHOOSE_INVOICE', url: 'https://otra.test/1' })).toBe(false);
    actor.send({ type: 'CHOOSE_APPROVED' });
    actor.send({ type: 'CHOOSE_INVOICE', url: 'https://facturas.test/2' });
    await reaches('reloading');
    const snapshot = await reaches('reviewing.approving');
    expect(snapshot.context.facts?.expense.enlace_factura).toBe('https://facturas.test/2');
    expect(requests.elegirFacturaElectronica).toEqual([
      { id_gasto: 7, recibo: 'R100', url: 'https://facturas.test/2' },
    ]);
  });
});

describe('an approval with an unseen receipt', () => {
  const begin = () =>
    beginJourney(
      decisionMachines.supervisor,
      { ...decisionInput(people.supervisor), seen: null },
      { loadExpense: [shown()], guardarSupervisor: [answered(written())] },
    );

  async function approveUnseen() {
    const journey = begin();
    await journey.reaches('reviewing');
    journey.actor.send({ type: 'CHOOSE_APPROVED' });
    journey.actor.send({ type: 'SAVE', values: supervisorForm });
    await journey.reaches('approved');
    journey.clock.increment(2_000);
    await journey.reaches('unseen');
    expect(journey.requests.guardarSupervisor).toBeUndefined();
    return journey;
  }

  test('waits briefly for the receipt to be seen', async () => {
    const { actor, requests, reaches } = begin();
    await reaches('reviewing');
    actor.send({ type: 'CHOOSE_APPROVED' });
    actor.send({ type: 'SAVE', values: supervisorForm });
    await reaches('approved');
    actor.send({ type: 'SEE', soporte: 'abc.pdf' });
    await reaches('saved');
    expect(requests.guardarSupervisor).toMatchObject([{ soporte_visto: 1 }]);
  });

  test('needs a confirmation and is sent as unseen', async () => {
    const { actor, requests, reaches } = await approveUnseen();
    actor.send({ type: 'APPROVE_UNSEEN' });
    await reaches('saved');
    expect(requests.guardarSupervisor).toMatchObject([{ estado: 3, soporte_visto: 0 }]);
  });

  test('returns to the form without saving when the receipt is seen', async () => {
    const { actor, requests, reaches } = await approveUnseen();
    actor.send({ type: 'SEE', soporte: 'otro.pdf' });
    await reaches('unseen');
    actor.send({ type: 'SEE', soporte: 'abc.pdf' });
    await reaches('reviewing.approving');
    expect(requests.guardarSupervisor).toBeUndefined();
    actor.send({ type: 'SAVE', values: supervisorForm });
    await reaches('saved');
    expect(requests.guardarSupervisor).toMatchObject([{ soporte_visto: 1 }]);
  });

  test('needs no confirmation for a rejection or an expense without receipt', async () => {
    const { actor, requests, reaches } = begin();
    await reaches('reviewing');
    actor.send({ type: 'CHOOSE_REJECTED' });
    actor.send({ type: 'SAVE', values: supervisorForm });
    await reaches('saved');
    expect(requests.guardarSupervisor).toMatchObject([{ estado: 4, soporte_visto: 0 }]);
    expect(
      isSeen({ facts: { expense: anExpense({ soporte: null }), reasons: [] }, seen: null }),
    ).toBe(true);
  });
});
