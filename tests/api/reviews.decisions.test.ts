/** Decisions of every stage: their effect on the expense, and their refusals. */
import { describe, expect, test } from 'vitest';
import type { CallPath } from '#contract/contract.ts';
import { changedMessage } from '#contract/errors.ts';
import { dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import type { BoxStateName } from '#machines/domain/stages/states.ts';
import { boxRow, eventsOf, expenseRow, refused } from '#tests/kit/box-rows.ts';
import { categories, must, reason, startScene } from '#tests/kit/box-scene.ts';
import { boxIn, split, type StagedBox } from '#tests/kit/box-stages.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);

interface StageCase {
  path: CallPath;
  profile: ProfileId;
  stage: BoxStateName;
  form: Parameters<typeof boxIn>[2];
  approve: number;
  reject: number;
  sufijo: 'supervisor' | 'mantenimiento' | 'contabilidad' | 'contabilidad_dos';
  sinObservacion: string;
  /** Other required fields of the call. */
  extra: object;
}

const plain = [{}];
const cases: StageCase[] = [
  {
    path: '/guardarSupervisor',
    profile: 3,
    stage: 'supervision',
    form: plain,
    approve: 3,
    reject: 4,
    sufijo: 'supervisor',
    sinObservacion: 'El campo de observaciones es obligatorio',
    extra: { item: '0' },
  },
  {
    path: '/guardarMantenimiento',
    profile: 5,
    stage: 'maintenance',
    form: [{ categoria: [categories.maintenance] }],
    approve: 9,
    reject: 10,
    sufijo: 'mantenimiento',
    sinObservacion: 'El campo de observaciones es obligatorio',
    extra: { item: '0' },
  },
  {
    path: '/guardarContabilidad',
    profile: 6,
    stage: 'preliminary',
    form: plain,
    approve: 6,
    reject: 7,
    sufijo: 'contabilidad',
    sinObservacion: 'Debe agregar las observaciones',
    extra: split(12_500),
  },
  {
    path: '/guardarContabilidad',
    profile: 6,
    stage: 'finalAccounting',
    form: plain,
    approve: 15,
    reject: 16,
    sufijo: 'contabilidad_dos',
    sinObservacion: 'Debe agregar las observaciones',
    extra: { item: '0' },
  },
  {
    path: '/guardarContabilidadFinal',
    profile: 6,
    stage: 'finalAccounting',
    form: plain,
    approve: 15,
    reject: 16,
    sufijo: 'contabilidad_dos',
    sinObservacion: 'Debe agregar las observaciones',
    extra: {},
  },
];

const table = cases.map((row) => [`${row.path} (${row.approve}, ${row.reject})`, row] as const);

const save = ({ path, profile, extra }: StageCase, box: StagedBox, body: object) =>
  scene.browsers[profile].call(path, {
    id_caja: box.id,
    id_gasto: box.expenses[0],
    observacion: 'Revisado contra el soporte',
    ...extra,
    ...body,
  });

const first = (box: StagedBox): number => box.expenses[0] ?? 0;

describe.each(table)('%s', (_, row) => {
  test('approves: stores state, observation, date and user of the stage, and logs an event', async () => {
    const box = await boxIn(scene, row.stage, row.form);
    const before = await expenseRow(scene, first(box));
    scene.clock.advance(60_000);
    const observacion = '  Todo en orden ';
    const { status, body } = await save(row, box, { estado: String(row.approve), observacion });
    expect([status, body]).toEqual([200, [{ status: '200', msg: 'Datos almacenados' }]]);
    const expense = await expenseRow(scene, first(box));
    expect(expense).toMatchObject({
      estado: row.approve,
      version: before.version + 1,
      [`estado_${row.sufijo}`]: row.approve,
      [`obs_${row.sufijo}`]: 'Todo en orden',
      [`fecha_${row.sufijo}`]: scene.clock.now(),
      [`id_usuario_${row.sufijo}`]: scene.people[row.profile].id,
      [`id_rechazo_${row.sufijo}`]: null,
    });
    expect((await eventsOf(scene, box.id)).at(-1)).toMatchObject({
      id_gasto: first(box),
      id_actor: scene.people[row.profile].id,
      perfil: row.profile,
    });
  });

  test('rejects with a reason, and the value is no longer approved', async () => {
    const box = await boxIn(scene, row.stage, row.form);
    const { status } = await save(row, box, { estado: row.reject, id_rechazo: reason });
    expect(status).toBe(200);
    expect(await expenseRow(scene, first(box))).toMatchObject({
      estado: row.reject,
      [`id_rechazo_${row.sufijo}`]: reason,
    });
    expect(await boxRow(scene, box.id)).toMatchObject({ total: 12_500_00, total_aprobado: 0 });
    const { nombre } = await scene.db
      .selectFrom('motivo_rechazo')
      .select('nombre')
      .where('id', '=', reason)
      .executeTakeFirstOrThrow();
    const payload = (await eventsOf(scene, box.id)).at(-1)?.payload ?? '{}';
    expect(JSON.parse(payload), 'the text as it is now').toMatchObject({ motivo: nombre });
  });

  test('logs whether the receipt was seen, if the client sends it', async () => {
    for (const [extra, visto] of [
      [{}, undefined],
      [{ soporte_visto: 0 }, false],
      [{ soporte_visto: 1 }, true],
    ] as const) {
      const box = await boxIn(scene, row.stage, row.form);
      await save(row, box, { estado: row.approve, ...extra });
      const payload = (await eventsOf(scene, box.id)).at(-1)?.payload ?? '{}';
      expect(JSON.parse(payload).soporte_visto).toBe(visto);
    }
  });

  test('stores no reason with an approval', async () => {
    const box = await boxIn(scene, row.stage, row.form);
    await save(row, box, { estado: row.approve, id_rechazo: 999_999 });
    expect((await expenseRow(scene, first(box)))[`id_rechazo_${row.sufijo}`]).toBeNull();
  });

  test('requires an observation and, for a rejection, an active reason', async () => {
    const box = await boxIn(scene, row.stage, row.form);
    const retired = 8;
    await scene.db
      .updateTable('motivo_rechazo')
      .set({ active_: 0 })
      .where('id', '=', retired)
      .execute();
    const attempts: [object, string, string?][] = [
      [{ estado: row.approve, observacion: ' ' }, row.sinObservacion],
      [{ estado: row.approve, observacion: null }, row.sinObservacion],
      [{ estado: row.reject }, 'Debes elegir un motivo de rechazo', 'reasonIsGiven'],
      [{ estado: row.reject, id_rechazo: 999_999 }, 'Elija un motivo de rechazo de la lista.'],
      [{ estado: row.reject, id_rechazo: retired }, 'Elija un motivo de rechazo de la lista.'],
    ];
    for (const [body, msg, guardia] of attempts) {
      const result = await refused(scene, () => save(row, box, body));
      expect(result).toMatchObject({ status: 422, msg, unchanged: true });
      if (guardia) expect(result.guardias).toEqual([guardia]);
    }
  });

  test('is refused for an outdated version of the expense', async () => {
    const box = await boxIn(scene, row.stage, row.form);
    const { version } = await expenseRow(scene, first(box));
    const old = { estado: row.approve, version: version - 1 };
    expect(await refused(scene, () => save(row, box, old))).toMatchObject({
      status: 409,
      msg: changedMessage,
      guardias: ['versionIsCurrent'],
      unchanged: true,
    });
    expect((await save(row, box, { estado: row.approve, version })).status).toBe(200);
  });

  test('is refused outside its stage', async () => {
    const wrong = row.stage === 'finalAccounting' ? 'closed' : 'finalAccounting';
    const box = await boxIn(scene, wrong, [{}, { categoria: [categories.maintenance] }]);
    expect(await refused(scene, () => save(row, box, { estado: row.approve }))).toMatchObject({
      status: 409,
      unchanged: true,
    });
  });

  test('is refused to the user who recorded the expense', async () => {
    const box = await boxIn(scene, row.stage, row.form);
    await scene.db
      .updateTable('gastos')
      .set({ id_usuario: scene.people[row.profile].id })
      .where('id', '=', first(box))
      .execute();
    expect(await refused(scene, () => save(row, box, { estado: row.approve }))).toMatchObject({
      status: 409,
      guardias: ['actorDidNotRecord'],
      msg: 'Usted registró este gasto: otra persona debe decidirlo.',
      unchanged: true,
    });
  });

  test('answers 404 for an unknown expense or one of another box', async () => {
    const box = await boxIn(scene, row.stage, row.form);
    const other = await boxIn(scene, row.stage, row.form);
    const nothing = { ...box, expenses: [999_999] };
    const approve = { estado: row.approve };
    expect(await refused(scene, () => save(row, nothing, approve))).toMatchObject({ status: 404 });
    const mismatch = { ...approve, id_caja: other.id };
    expect(await refused(scene, () => save(row, box, mismatch))).toMatchObject({
      status: 404,
      unchanged: true,
    });
  });

  test('refuses a state of another stage with 400', async () => {
    const box = await boxIn(scene, row.stage, row.form);
    const foreign = row.approve === 3 ? 9 : 13;
    expect(await refused(scene, () => save(row, box, { estado: foreign }))).toMatchObject({
      status: 400,
      unchanged: true,
    });
  });
});

describe('/guardarSupervisor', () => {
  const supervise = (box: StagedBox, body: object) =>
    scene.browsers[3].call('/guardarSupervisor', {
      id_caja: box.id,
      id_gasto: first(box),
      estado: 3,
      item: '0',
      observacion: 'Revisado',
      ...body,
    });

  test('changes a decision any number of times while the box is in supervision', async () => {
    const box = await boxIn(scene, 'supervision');
    for (const estado of [3, 4, 4, 3])
      expect((await supervise(box, { estado, id_rechazo: reason })).status).toBe(200);
    expect(await expenseRow(scene, first(box))).toMatchObject({
      estado: 3,
      id_rechazo_supervisor: null,
    });
  });

  test('approves the reimbursement value instead of the value; a rejection removes it', async () => {
    const box = await boxIn(scene, 'supervision', [
      { categoria: [categories.reimbursable], valor: 20_000 },
    ]);
    await supervise(box, { reembolsar: 15_000 });
    expect(await expenseRow(scene, first(box))).toMatchObject({ reembolsar: 15_000_00 });
    expect(await boxRow(scene, box.id)).toMatchObject({ total_aprobado: 15_000_00 });
    await supervise(box, { estado: 4, id_rechazo: reason });
    expect(await expenseRow(scene, first(box))).toMatchObject({ reembolsar: null });
    expect(await boxRow(scene, box.id)).toMatchObject({ total_aprobado: 0 });
  });

  test('limits the reimbursement value to a cap and to certain categories', async () => {
    const box = await boxIn(scene, 'supervision', [
      { categoria: [categories.reimbursable], valor: 20_000 },
    ]);
    expect(await refused(scene, () => supervise(box, { reembolsar: 15_000.01 }))).toMatchObject({
      status: 422,
      msg: 'El valor del reembolso no debe ser superior a $15.000',
      unchanged: true,
    });
    const other = await boxIn(scene, 'supervision');
    expect(await refused(scene, () => supervise(other, { reembolsar: 1_000 }))).toMatchObject({
      status: 422,
      guardias: ['reimbursementIsAllowed'],
      unchanged: true,
    });
  });

  test('answers 404 to another supervisor', async () => {
    const box = await boxIn(scene, 'supervision');
    const other = await scene.signIn(scene.others.supervisor.email);
    const attempt = () =>
      other.call('/guardarSupervisor', {
        id_caja: box.id,
        id_gasto: first(box),
        estado: 3,
        item: 0,
        observacion: 'Revisado',
      });
    expect(await refused(scene, attempt)).toMatchObject({ status: 404, unchanged: true });
  });

  test('is refused to another profile even with the permission', async () => {
    const box = await boxIn(scene, 'supervision');
    await scene.db
      .updateTable('usuarios')
      .set({ permisos: 'verCajaSupervisor' })
      .where('id', '=', scene.people[7].id)
      .execute();
    const attempt = () =>
      scene.browsers[7].call('/guardarSupervisor', {
        id_caja: box.id,
        id_gasto: first(box),
        estado: 3,
        item: 0,
        observacion: 'Revisado',
      });
    expect(await refused(scene, attempt)).toMatchObject({
      status: 409,
      guardias: ['actorIsSupervisor'],
      unchanged: true,
    });
    const own = scene.people[7].id;
    await scene.db.updateTable('usuarios').set({ permisos: null }).where('id', '=', own).execute();
  });
});

test('one of two simultaneous decisions on a version is refused; the detail names the author', async () => {
  const box = await boxIn(scene, 'supervision');
  const { version } = await expenseRow(scene, first(box));
  const attempt = () =>
    scene.browsers[3].call('/guardarSupervisor', {
      id_caja: box.id,
      id_gasto: first(box),
      estado: 3,
      item: 0,
      observacion: 'Revisado',
      version,
    });
  const results = await Promise.all([attempt(), attempt()]);
  expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [detail] = await must(scene.browsers[3], '/detalleGasto', { id_gasto: first(box) });
  expect(detail).toMatchObject({
    version: version + 1,
    cambiado_por: scene.people[3].nombre,
    id_usuario_cambio: scene.people[3].id,
    fecha_cambio: dateTimeInBogota(scene.clock.now()),
  });
});
