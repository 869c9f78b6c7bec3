/** /aprobarGastos approves clean expenses in one transaction and leaves the others with their reasons. */
import { describe, expect, test } from 'vitest';
import { type ProfileId, profiles } from '#machines/domain/people/profiles.ts';
import type { BoxStateName } from '#machines/domain/stages/states.ts';
import { auditOf, boxRow, eventsOf, expenseRow, refused } from '#tests/kit/box-rows.ts';
import { categories, must, reason, startScene, unlike } from '#tests/kit/box-scene.ts';
import { boxIn, type StagedBox } from '#tests/kit/box-stages.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);

const approve = (
  { id }: Pick<StagedBox, 'id'>,
  gastos: readonly number[],
  { as = 3, observacion = 'Conforme' }: { as?: ProfileId; observacion?: string } = {},
) => scene.browsers[as].call('/aprobarGastos', { id_caja: id, gastos, observacion });

const statesOf = async ({ expenses }: StagedBox) =>
  Promise.all(expenses.map(async (id) => (await expenseRow(scene, id)).estado));

describe.each<[BoxStateName, ProfileId, string, string, number]>([
  ['supervision', 3, 'SUPERVISOR.APPROVE', 'supervisor', 3],
  ['maintenance', 5, 'MAINTENANCE.APPROVE', 'mantenimiento', 9],
  ['finalAccounting', 6, 'FINAL.APPROVE', 'contabilidad_dos', 15],
])('in %s', (stage, as, evento, sufijo, approved) => {
  const categoria = [stage === 'maintenance' ? categories.maintenance : categories.plain];

  test('three expenses are approved, and the log marks them as a joint approval', async () => {
    const forms = [1, 2, 3].map(() => unlike({ categoria }));
    const box = await boxIn(scene, stage, forms);
    const { total } = await boxRow(scene, box.id);
    const { answer } = await approve(box, box.expenses, { as });
    expect(answer).toEqual([
      { status: '200', msg: 'Datos almacenados', aprobados: box.expenses, dejados: [] },
    ]);
    for (const id of box.expenses)
      expect(await expenseRow(scene, id)).toMatchObject({
        estado: approved,
        [`estado_${sufijo}`]: approved,
        [`obs_${sufijo}`]: 'Conforme',
        [`id_usuario_${sufijo}`]: scene.people[as].id,
        [`fecha_${sufijo}`]: scene.clock.now(),
        [`id_rechazo_${sufijo}`]: null,
      });
    const logged = (await eventsOf(scene, box.id)).filter((row) => row.evento === evento);
    expect(logged.map(({ payload }) => JSON.parse(payload).lote)).toEqual([3, 3, 3]);
    expect(await auditOf(scene, box.id)).toEqual([]);
    expect(await boxRow(scene, box.id)).toMatchObject({
      total_aprobado: total,
      por_decidir: 0,
    });
  });
});

describe('an expense that is not clean', () => {
  const box = () =>
    boxIn(scene, 'supervision', [
      unlike(),
      unlike({ tipo_factura: 1, numero_factura: 'FE3' }),
      unlike({ categoria: [categories.reimbursable] }),
      unlike({ categoria: [categories.maintenance] }),
      { tipo_factura: 1, numero_factura: 'FE2' },
      unlike(),
    ]);

  test('is left with its reason: anomaly, missing value or invoice, other stage, already decided', async () => {
    const staged = await box();
    const [clean = 0, notFound, capped, repair, choice, decided = 0] = staged.expenses;
    await must(scene.browsers[3], '/guardarSupervisor', {
      id_caja: staged.id,
      id_gasto: decided,
      estado: 4,
      observacion: 'Ilegible',
      id_rechazo: reason,
    });
    const { answer } = await approve(staged, staged.expenses);
    expect(answer[0]).toMatchObject({
      aprobados: [clean],
      dejados: [
        { mensaje: 'La factura electrónica no se encontró.', gastos: [notFound] },
        { mensaje: 'El gasto supera $15.000: indique el valor del reembolso.', gastos: [capped] },
        { mensaje: 'No espera su decisión: Sin revisar (mantenimiento).', gastos: [repair] },
        { mensaje: 'Falta elegir su factura electrónica.', gastos: [choice] },
        { mensaje: 'Ya está decidido: Rechazado por supervisor.', gastos: [decided] },
      ],
    });
    expect(await statesOf(staged)).toEqual([3, 1, 1, 2, 1, 4]);
    expect(await auditOf(scene, staged.id)).toEqual([]);
  });

  test('is refused with its reason when no expense is clean', async () => {
    const staged = await boxIn(scene, 'supervision', [
      unlike({ tipo_factura: 1, numero_factura: 'FE33' }),
    ]);
    expect(await refused(scene, () => approve(staged, staged.expenses))).toMatchObject({
      status: 409,
      msg: 'La factura electrónica no se encontró.',
      unchanged: true,
    });
  });
});

describe('a joint approval is refused', () => {
  test('without an observation', async () => {
    const box = await boxIn(scene, 'supervision', [unlike()]);
    const attempt = () => approve(box, box.expenses, { observacion: ' ' });
    expect(await refused(scene, attempt)).toMatchObject({
      status: 422,
      msg: 'El campo de observaciones es obligatorio',
      unchanged: true,
    });
  });

  test('in the first pass of accounting, which splits each expense', async () => {
    const box = await boxIn(scene, 'preliminary', [unlike()]);
    const attempt = () => approve(box, box.expenses, { as: 6 });
    expect(await refused(scene, attempt)).toMatchObject({
      status: 422,
      guardias: ['itemisationIsGiven'],
      unchanged: true,
    });
  });

  test('to a profile of another stage, even with the permission', async () => {
    const box = await boxIn(scene, 'finalAccounting', [unlike()]);
    expect(await refused(scene, () => approve(box, box.expenses))).toMatchObject({ status: 403 });
    const { id } = scene.people[3];
    const permisos = [...profiles[3].permisos, 'detalleGastoContabilidadFinal'].join(',');
    await scene.db.updateTable('usuarios').set({ permisos }).where('id', '=', id).execute();
    expect(await refused(scene, () => approve(box, box.expenses))).toMatchObject({
      status: 409,
      guardias: ['actorIsAccounting'],
      unchanged: true,
    });
    await scene.db.updateTable('usuarios').set({ permisos: null }).where('id', '=', id).execute();
  });

  test('with an expense of another box', async () => {
    const box = await boxIn(scene, 'supervision', [unlike()]);
    const other = await boxIn(scene, 'supervision', [unlike()]);
    const attempt = () => approve(box, [...box.expenses, ...other.expenses]);
    expect(await refused(scene, attempt)).toMatchObject({ status: 404, unchanged: true });
  });
});

test('a repeated joint approval gets the same answer and changes nothing', async () => {
  const box = await boxIn(scene, 'supervision', [
    unlike(),
    unlike({ tipo_factura: 1, numero_factura: 'FE3' }),
  ]);
  const first = await approve(box, box.expenses);
  const before = (await eventsOf(scene, box.id)).length;
  const again = await approve(box, box.expenses);
  expect(again.answer).toEqual(first.answer);
  expect(await eventsOf(scene, box.id)).toHaveLength(before);
  expect((await approve(box, box.expenses, { observacion: 'Otra' })).status).toBe(409);
});
