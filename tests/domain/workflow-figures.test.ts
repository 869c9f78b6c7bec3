import { describe, expect, test } from 'vitest';
import {
  allowedAt,
  boxNow,
  breakReasons,
  expensesAt,
  fundAt,
  historyOf,
  lastStepOf,
  staysAt,
  stepAt,
} from '#machines/domain/history/workflow-box.ts';
import {
  isEmptyHistory,
  oldestBox,
  percentInWords,
  reasonsOf,
  rejectionsOf,
  staysOf,
  transitionsOf,
} from '#machines/domain/history/workflow-history.ts';
import {
  restingStateIn,
  restingStatesOf,
  stateNameOf,
} from '#machines/domain/history/log-words.ts';
import { calendarOf, usualHours } from '#machines/domain/values/working-hours.ts';
import {
  aBrokenLog,
  aHistory,
  aLog,
  anEmptyHistory,
  aPresent,
  imaginedNow,
} from '#tests/kit/workflow-fixtures.ts';

const hour = 3_600_000;

test('a box state resolves to its first expense state, and all state names are unique', () => {
  const chosen = ['supervision', 'closed', 'maintenance.supervisorApproved', 'removed'];
  expect(chosen.map((estado) => restingStateIn('expense', estado))).toEqual([
    'supervision.unreviewed',
    'closed.finalApproved',
    'maintenance.supervisorApproved',
    'removed',
  ]);
  expect(restingStateIn('box', 'supervision')).toBe('supervision');
  expect(restingStatesOf('expense')).toHaveLength(32);
  const names = restingStatesOf('expense').map((estado) => stateNameOf('expense', estado));
  expect(new Set(names).size).toBe(32);
  expect(names).toContain('Pendiente de contabilidad (final)');
  expect(names).toContain('Rechazado por supervisor · En mantenimiento');
});

describe('the history of a period', () => {
  test('divides the time after the send, so an open box has no share', () => {
    expect(staysOf(aHistory(), 'box').map(({ nombre, parte }) => [nombre, parte])).toEqual([
      ['Abierta', null],
      ['En supervisión', 0.62],
      ['En mantenimiento', 0.38],
    ]);
  });

  test('weighs each transition against the most frequent one', () => {
    expect(transitionsOf(aHistory(), 'box').map(({ veces, peso }) => [veces, peso])).toEqual([
      [40, 1],
      [20, 0.5],
      [10, 0.25],
    ]);
  });

  test('gives the rejections by stage and by reason', () => {
    expect(rejectionsOf(aHistory()).map(({ nombre, parte }) => [nombre, parte])).toEqual([
      ['Supervisor', 0.25],
      ['Mantenimiento', null],
      ['Contabilidad (primera)', 0],
      ['Contabilidad (final)', null],
    ]);
    expect(reasonsOf(aHistory()).map(({ motivo, etapa, parte }) => [motivo, etapa, parte])).toEqual(
      [
        ['Soporte ilegible', 'Supervisor', 0.75],
        ['No corresponde a caja menor', 'Supervisor', 0.25],
      ],
    );
  });

  test('is empty without events', () => {
    expect([aHistory(), anEmptyHistory].map(isEmptyHistory)).toEqual([false, true]);
  });

  test.each([
    [0, '0 %'],
    [0.044, '4,4 %'],
    [0.617, '62 %'],
    [1, '100 %'],
  ])('a share of %d is %s', (share, words) => {
    expect(percentInWords(share)).toBe(words);
  });
});

test('oldestBox finds the box or payment that has waited longest', () => {
  expect(oldestBox(aPresent().rows)).toEqual({
    nombre: 'En supervisión',
    desde: imaginedNow - 9 * 24 * hour,
  });
  const payment = {
    maquina: 'payment' as const,
    estado: 'waiting',
    cantidad: 3,
    valor: 100_000,
    desde: imaginedNow - 20 * 24 * hour,
    id_caja: null,
  };
  expect(oldestBox([...aPresent().rows, payment])).toEqual({
    nombre: 'Por girar',
    desde: payment.desde,
  });
  expect(oldestBox([])).toBeNull();
});

describe('the history of a box', () => {
  const history = historyOf(aLog());
  const at = (paso: number) => stepAt(history, paso);

  test('describes each event with its actor, change, time and reason', () => {
    expect(history.moments).toHaveLength(5);
    expect(history.moments[3]).toEqual({
      secuencia: 4,
      evento: 'SUPERVISOR.REJECT',
      ingreso: '',
      nombre: 'Rechazo del supervisor',
      id_gasto: 7,
      gasto: 'Papelería',
      desde: 'unreviewed',
      hacia: 'supervisorRejected',
      paso: 'Pendiente de supervisor → Rechazado por supervisor',
      actor: 'Luis Supervisor',
      perfil: 'Supervisor',
      instante: imaginedNow + 3 * hour,
      transcurrido: hour,
      detalles: [
        { label: 'Motivo', value: 'Soporte ilegible' },
        { label: 'Observación', value: 'No se lee el sello' },
      ],
    });
    expect(history.moments[0]).toMatchObject({
      transcurrido: null,
      perfil: 'Responsable de tienda',
    });
  });

  test('is replayed to the state, totals, fund and expenses of a step', () => {
    expect(lastStepOf(history)).toBe(5);
    expect([1, 2, 3, 4, 5].map((paso) => boxNow(history, paso))).toEqual([
      'open',
      'open',
      'supervision',
      'supervision',
      'preliminary',
    ]);
    expect([3, 4].map((paso) => [at(paso).total, at(paso).total_aprobado])).toEqual([
      [1_250_000, 1_250_000],
      [1_250_000, 0],
    ]);
    expect(fundAt(history, at(4))).toEqual({
      base: 500_000,
      caja: 12_500,
      otras: 100_000,
      disponible: 387_500,
    });
    expect(expensesAt(history, at(4))).toEqual([
      {
        id: 7,
        concepto: 'Papelería',
        proveedor: 'Papelería Norte',
        estado: 'supervisorRejected',
        nombreEstado: 'Rechazado por supervisor',
        color: 'danger',
        valor: '$ 12.500',
        reconocido: '',
        cambio: true,
      },
    ]);
  });

  test('shows the value that the supervisor granted', () => {
    const log = aLog();
    const [recorded, attached, sent, decided] = log.eventos;
    if (!recorded || !attached || !sent || !decided) throw new Error('a shorter log');
    const facts = { ...JSON.parse(recorded.payload).facts, categoryIds: [16], valor: 2_000_000 };
    const granted = historyOf({
      ...log,
      eventos: [
        { ...recorded, payload: JSON.stringify({ facts, cambios: {} }) },
        attached,
        sent,
        {
          ...decided,
          evento: 'SUPERVISOR.APPROVE',
          hacia: 'supervisorApproved',
          payload: '{"observacion":"Ok","id_rechazo":null,"reembolsar":1500000,"cambios":{}}',
        },
      ],
    });
    expect(expensesAt(granted, stepAt(granted, 4))).toEqual([
      expect.objectContaining({ valor: '$ 20.000', reconocido: 'Se reconoce $ 15.000 (tope)' }),
    ]);
    expect(granted.moments[3]?.detalles).toContainEqual({ label: 'Reconocido', value: '$ 15.000' });
  });

  test('lists the events allowed at a step, by profile', () => {
    const actions = (paso: number) =>
      allowedAt(at(paso)).map(({ nombre, acciones }) => [
        nombre,
        acciones.map((one) => `${one.nombre} ${one.gastos}`),
      ]);
    expect(actions(3)).toContainEqual([
      'Supervisor',
      ['Aprobación del supervisor 1', 'Rechazo del supervisor 1'],
    ]);
    // Decided: the box can be sent, and the expense decided again.
    expect(actions(4)).toContainEqual([
      'Supervisor',
      ['Envío del supervisor 0', 'Aprobación del supervisor 1', 'Rechazo del supervisor 1'],
    ]);
  });

  test('has its stays in working time, the last one up to now, with their targets', () => {
    const calendar = calendarOf(usualHours);
    const stays = (paso: number) =>
      staysAt(history, paso, calendar, imaginedNow + 5 * hour).stages.map(
        ({ estado, espera, trabajo, meta }) => [estado, espera + trabajo, meta],
      );
    // The first expense at noon, the sends at 14:00 and 16:00; now it is 17:00.
    expect(stays(5)).toEqual([
      ['open', 2 * hour, null],
      ['supervision', 2 * hour, 1],
      ['preliminary', hour, null],
    ]);
    expect(stays(4)).toEqual([
      ['open', 2 * hour, null],
      ['supervision', hour, 1],
    ]);
    expect(stays(0)).toEqual([['open', 0, null]]);
  });

  test('names the stay furthest beyond its target, also of a box that waits now', () => {
    const sent = historyOf(aLog({ eventos: aLog().eventos.slice(0, 3) }));
    // Sent on a Monday at 14:00.
    const worstAfter = (days: number) =>
      staysAt(sent, 3, calendarOf(usualHours), imaginedNow + 2 * hour + days * 24 * hour).worst;
    expect(worstAfter(1)).toBeNull();
    expect(worstAfter(4)).toEqual({
      estado: 'supervision',
      tiempo: 36 * hour,
      meta: 1,
      exceso: 27 * hour,
    });
  });

  test('ends before an event that breaks it, and has the reason', () => {
    const broken = historyOf(aBrokenLog());
    expect(lastStepOf(broken)).toBe(3);
    expect(broken.replayed.broken?.secuencia).toBe(4);
    expect(breakReasons(broken.replayed)).toEqual([
      'Debe marcar todos los gastos para poder enviar',
    ]);
    expect(breakReasons(history.replayed)).toEqual([]);
  });

  test('with an altered payload still shows every event', () => {
    const log = aLog();
    const eventos = log.eventos.map((event) =>
      event.secuencia === 2 ? { ...event, payload: 'no es JSON' } : event,
    );
    const altered = historyOf({ ...log, eventos });
    expect(altered.moments).toHaveLength(5);
    expect(breakReasons(altered.replayed)).toEqual(['No se puede leer.']);
  });

  test('without events is a new box', () => {
    const empty = historyOf(aLog({ eventos: [], gastos: [], consecutivo: null, active: 0 }));
    expect([lastStepOf(empty), boxNow(empty, 0)]).toEqual([0, 'open']);
  });
});
