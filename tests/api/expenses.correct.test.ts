/** A rejected expense is corrected while the stage that rejected it has the box, and recorded again afterwards. */
import { describe, expect, test } from 'vitest';
import { repetitionSentences } from '#contract/expense-fields.ts';
import { sha256Of } from '#server/platform/access/digests.ts';
import { auditOf, boxRow, eventsOf, expenseRow, refused } from '#tests/kit/box-rows.ts';
import {
  categories,
  type ExpenseForm,
  must,
  nextReceipt,
  pdf,
  reason,
  record,
  startScene,
  today,
} from '#tests/kit/box-scene.ts';
import { approval, boxIn, moveTo, newStore, split, type StagedBox } from '#tests/kit/box-stages.ts';
import type { Upload } from '#tests/kit/client.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);

let days = 0;
/** A purchase with a value and a receipt number that no other one of this file has. */
function purchase(changes: ExpenseForm = {}) {
  days += 1;
  return {
    fecha_gasto: today,
    id_proveedor: scene.suppliers.known,
    recibo: nextReceipt(),
    valor: 20_000 + 100 * days,
    concepto: 'Taxi',
    categoria: [categories.plain],
    tipo_factura: 0 as const,
    ...changes,
  };
}
type Purchase = ReturnType<typeof purchase>;

const correct = (
  id_gasto: number,
  form: object,
  { as = 2, file = null }: { as?: 2 | 3 | 4; file?: Upload | null } = {},
) => scene.browsers[as].upload('/corregirGasto', { id_gasto, ...form }, file);

const decide = (
  { id }: StagedBox,
  id_gasto: number,
  path: '/guardarSupervisor' | '/guardarMantenimiento' | '/guardarContabilidad',
  estado: number,
  more: object = {},
) => {
  const profile = {
    '/guardarSupervisor': 3,
    '/guardarMantenimiento': 5,
    '/guardarContabilidad': 6,
  } as const;
  return scene.browsers[profile[path]].call(path, {
    id_caja: id,
    id_gasto,
    estado,
    observacion: approval.observacion,
    id_rechazo: reason,
    item: 0,
    ...more,
  });
};

/** A box in supervision with two expenses, of which the supervisor rejected the first. */
async function rejectedBox(form: Purchase = purchase()) {
  const box = await boxIn(scene, 'supervision', [form, purchase()]);
  const [id_gasto = 0] = box.expenses;
  expect((await decide(box, id_gasto, '/guardarSupervisor', 4)).status).toBe(200);
  return { box, id_gasto, form };
}

const detailOf = async (id_gasto: number, as: 2 | 3 | 6 = 3) => {
  const [expense] = await must(scene.browsers[as], '/detalleGasto', { id_gasto });
  if (expense === undefined) throw new Error('no expense');
  return expense;
};

const wholeLogOf = async ({ id }: StagedBox) => {
  expect(await auditOf(scene, id)).toEqual([]);
  return eventsOf(scene, id);
};

describe('an expense that the supervisor rejected', () => {
  test('waits for the supervisor again after a correction, with its changes and new totals', async () => {
    const { box, id_gasto, form } = await rejectedBox();
    const before = await boxRow(scene, box.id);
    const result = await correct(id_gasto, {
      ...form,
      valor: form.valor - 2_000,
      concepto: 'Taxi al banco',
    });
    expect(result).toMatchObject({ status: 200, answer: [{ msg: 'Datos almacenados' }] });
    const detail = await detailOf(id_gasto);
    expect(detail).toMatchObject({
      estado: 1,
      valor: form.valor - 2_000,
      motivo_rechazo: '',
      obs_supervisor: '',
      id_rechazo_supervisor: null,
      correccion: {
        etapa: 'supervisor',
        motivo: expect.stringMatching(/./),
        observacion: approval.observacion,
        sin_efecto: [],
        diferencias: [
          { campo: 'valor' },
          { campo: 'concepto', antes: 'Taxi', despues: 'Taxi al banco' },
        ],
      },
    });
    const after = await boxRow(scene, box.id);
    expect(after.total).toBe(before.total - 2_000_00);
    expect(after.total_aprobado).toBe(before.total_aprobado + (form.valor - 2_000) * 100);
    const row = await must(scene.browsers[3], '/gastosCaja', { id_caja: box.id });
    expect(row[0]).toMatchObject({
      corregido: expect.stringMatching(/^valor \$ .* → \$ .*, concepto Taxi → Taxi al banco$/),
      id_usuario_correccion: scene.people[2].id,
    });
    const log = await wholeLogOf(box);
    expect(log.at(-1)).toMatchObject({
      evento: 'EXPENSE.CORRECT',
      desde: 'supervisorRejected',
      hacia: 'unreviewed',
      id_actor: scene.people[2].id,
    });
    expect(JSON.parse(log.at(-1)?.payload ?? '{}').diferencias).toMatchObject([
      { campo: 'valor' },
      { campo: 'concepto', antes: 'Taxi', despues: 'Taxi al banco' },
    ]);
  });

  test('blocks the send until it is decided, and may be corrected again', async () => {
    const { box, id_gasto, form } = await rejectedBox();
    await decide(box, box.expenses[1] ?? 0, '/guardarSupervisor', 3, { id_rechazo: null });
    expect((await correct(id_gasto, { ...form, concepto: 'Bus' })).status).toBe(200);
    const send = () => scene.browsers[3].call('/enviarCajaSupervisor', { id_caja: box.id });
    expect(await send()).toMatchObject({ status: 409 });
    await decide(box, id_gasto, '/guardarSupervisor', 4);
    expect((await correct(id_gasto, { ...form, concepto: 'Metro' }, { as: 4 })).status).toBe(200);
    expect((await detailOf(id_gasto)).correccion?.diferencias).toEqual([
      { campo: 'concepto', antes: 'Bus', despues: 'Metro' },
    ]);
    await decide(box, id_gasto, '/guardarSupervisor', 3, { id_rechazo: null });
    expect((await send()).status).toBe(200);
    await wholeLogOf(box);
  });

  test('may get another file, which replaces the previous one', async () => {
    const { box, id_gasto, form } = await rejectedBox();
    const before = await expenseRow(scene, id_gasto);
    const file = { filename: 'recibo.pdf', bytes: pdf('legible') };
    expect((await correct(id_gasto, form, { file })).status).toBe(200);
    const after = await expenseRow(scene, id_gasto);
    expect(after.soporte_sha256).not.toBe(before.soporte_sha256);
    expect((await detailOf(id_gasto)).correccion?.diferencias).toEqual([
      { campo: 'soporte', antes: 'recibo.pdf', despues: 'recibo.pdf (otro archivo)' },
    ]);
    const gone = await scene.browsers[2].get(`/documentos/soportes/${before.soporte}`);
    expect(gone.statusCode).toBe(404);
    const there = await scene.browsers[3].get(`/documentos/soportes/${after.soporte}`);
    expect(there.statusCode).toBe(200);
    await wholeLogOf(box);
  });
});

describe('later stages', () => {
  test('maintenance decides again; an earlier approval of the same value remains', async () => {
    const form = purchase({ categoria: [categories.maintenance] });
    const box = await boxIn(scene, 'maintenance', [form]);
    const [id_gasto = 0] = box.expenses;
    expect((await decide(box, id_gasto, '/guardarMantenimiento', 10)).status).toBe(200);
    const stamp = (await expenseRow(scene, id_gasto)).estado_supervisor;
    expect((await correct(id_gasto, { ...form, concepto: 'Plomería' })).status).toBe(200);
    expect(await expenseRow(scene, id_gasto)).toMatchObject({
      estado: 13,
      estado_supervisor: stamp,
      estado_mantenimiento: null,
    });
    await moveTo(scene, box, 'preliminary');
    await wholeLogOf(box);
  });

  test('accounting decides again, and sees which approvals were of another value', async () => {
    const form = purchase();
    const box = await boxIn(scene, 'preliminary', [form]);
    const [id_gasto = 0] = box.expenses;
    const rejected = await decide(box, id_gasto, '/guardarContabilidad', 7, split(form.valor));
    expect(rejected.status).toBe(200);
    const half = { ...form, valor: form.valor / 2 };
    expect((await correct(id_gasto, half)).status).toBe(200);
    const row = await expenseRow(scene, id_gasto);
    expect(row).toMatchObject({
      estado: 3,
      estado_supervisor: null,
      obs_supervisor: '',
      item: 0,
      indicador: null,
    });
    expect((await detailOf(id_gasto, 6)).correccion).toMatchObject({
      etapa: 'accounting',
      sin_efecto: ['supervisor'],
    });
    await moveTo(scene, box, 'closed');
    expect((await boxRow(scene, box.id)).total_aprobado).toBe(half.valor * 100);
    await wholeLogOf(box);
  });

  test('the granted value does not rise, and a category that needs maintenance is refused', async () => {
    const form = purchase({ categoria: [categories.reimbursable], valor: 18_000 });
    const box = await boxIn(scene, 'supervision', [form]);
    const [id_gasto = 0] = box.expenses;
    await decide(box, id_gasto, '/guardarSupervisor', 3, { id_rechazo: null, reembolsar: 9_000 });
    await must(scene.browsers[3], '/enviarCajaSupervisor', { id_caja: box.id });
    await decide(box, id_gasto, '/guardarContabilidad', 7);
    expect(
      await refused(scene, () =>
        correct(id_gasto, { ...form, categoria: [categories.maintenance] }),
      ),
    ).toMatchObject({ status: 422, guardias: ['maintenanceIsNotPassed'], unchanged: true });
    expect((await correct(id_gasto, { ...form, valor: 30_000 })).status).toBe(200);
    expect((await expenseRow(scene, id_gasto)).reembolsar).toBe(9_000_00);
    await wholeLogOf(box);
  });
});

describe('a correction is refused and changes nothing', () => {
  test('without a difference', async () => {
    const { id_gasto, form } = await rejectedBox();
    expect(await refused(scene, () => correct(id_gasto, form))).toMatchObject({
      status: 422,
      guardias: ['somethingIsCorrected'],
      unchanged: true,
    });
  });

  test('once the stage has sent the box', async () => {
    const { box, id_gasto, form } = await rejectedBox();
    await moveTo(scene, box, 'preliminary');
    expect(
      await refused(scene, () => correct(id_gasto, { ...form, concepto: 'Bus' })),
    ).toMatchObject({
      status: 409,
      msg: 'Solo se corrige un gasto rechazado mientras la etapa que lo rechazó tiene la caja.',
      unchanged: true,
    });
  });

  test('of an expense that is not rejected, by another profile, and of an outdated version', async () => {
    const { box, id_gasto, form } = await rejectedBox();
    const other = box.expenses[1] ?? 0;
    const changed = { ...form, concepto: 'Bus' };
    expect(await refused(scene, () => correct(other, changed))).toMatchObject({
      status: 409,
      msg: 'Solo se corrige un gasto rechazado mientras la etapa que lo rechazó tiene la caja.',
      unchanged: true,
    });
    expect(await refused(scene, () => correct(id_gasto, changed, { as: 3 }))).toMatchObject({
      status: 403,
      unchanged: true,
    });
    const { version } = await expenseRow(scene, id_gasto);
    expect(
      await refused(scene, () => correct(id_gasto, { ...changed, version: version - 1 })),
    ).toMatchObject({ status: 409, guardias: ['versionIsCurrent'], unchanged: true });
    const bytes = pdf('de una versión anterior');
    const file = { filename: 'recibo.pdf', bytes };
    expect(
      await refused(scene, () => correct(id_gasto, { ...changed, version: version - 1 }, { file })),
    ).toMatchObject({ status: 409, unchanged: true });
    expect(await scene.receipts.exists(sha256Of(bytes))).toBe(false);
  });

  test('with a date outside the window, or a file that is not a receipt', async () => {
    const { id_gasto, form } = await rejectedBox();
    expect(
      await refused(scene, () => correct(id_gasto, { ...form, fecha_gasto: '2026-04-30' })),
    ).toMatchObject({ status: 422, guardias: ['fecha_gasto'], unchanged: true });
    const file = { filename: 'recibo.pdf', bytes: Buffer.from('nada') };
    expect(await refused(scene, () => correct(id_gasto, form, { file }))).toMatchObject({
      status: 415,
      unchanged: true,
    });
  });

  test('beyond the fund, if the settings forbid it', async () => {
    const { id_gasto, form } = await rejectedBox();
    const set = (exceso_fondo: 'avisar' | 'impedir') =>
      must(scene.browsers[1], '/configGeneral', { monto_maximo: 9_000_000, exceso_fondo });
    const dear = { ...form, valor: 90_000_000 };
    await set('impedir');
    const attempt = await refused(scene, () => correct(id_gasto, dear));
    await set('avisar');
    expect(attempt).toMatchObject({ status: 422, guardias: ['fundIsEnough'], unchanged: true });
    expect((await correct(id_gasto, dear)).status).toBe(200);
    expect((await expenseRow(scene, id_gasto)).informe_novedad).not.toContain('fondo');
  });
});

test('of a simultaneous correction and decision one succeeds, and the other answers 409', async () => {
  const { box, id_gasto, form } = await rejectedBox();
  const { version } = await expenseRow(scene, id_gasto);
  const answers = await Promise.all([
    correct(id_gasto, { ...form, concepto: 'Bus', version }),
    decide(box, id_gasto, '/guardarSupervisor', 3, { id_rechazo: null, version }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const lost = answers.find(({ status }) => status === 409);
  expect(lost?.refusal.msg).toMatch(/La información cambió|Solo se corrige/);
  await wholeLogOf(box);
});

test('the user who corrected an expense cannot decide it', async () => {
  const { box, id_gasto, form } = await rejectedBox();
  expect((await correct(id_gasto, { ...form, concepto: 'Bus' }, { as: 4 })).status).toBe(200);
  await scene.db
    .updateTable('usuarios')
    .set({ tipo: 3 })
    .where('id', '=', scene.people[4].id)
    .execute();
  await scene.db
    .updateTable('tiendas')
    .set({ id_supervisor: scene.people[4].id })
    .where('id', '=', box.id_tienda)
    .execute();
  const { email } = await scene.db
    .selectFrom('usuarios')
    .select('email')
    .where('id', '=', scene.people[4].id)
    .executeTakeFirstOrThrow();
  const turned = await scene.signIn(email);
  const attempt = await refused(scene, () =>
    turned.call('/guardarSupervisor', {
      id_caja: box.id,
      id_gasto,
      estado: 3,
      ...approval,
    }),
  );
  await scene.db
    .updateTable('usuarios')
    .set({ tipo: 4 })
    .where('id', '=', scene.people[4].id)
    .execute();
  expect(attempt).toMatchObject({ status: 409, guardias: ['actorDidNotRecord'], unchanged: true });
});

describe('an expense recorded again', () => {
  /** A rejected expense whose box has left the stage that rejected it. */
  async function rejectedForGood(form: Purchase = purchase()) {
    const { box, id_gasto } = await rejectedBox(form);
    await moveTo(scene, box, 'preliminary');
    return { box, id_gasto, form };
  }

  const again = (id_tienda: number, origen: number, form: Purchase) =>
    scene.browsers[2].call('/enviarGasto', { ...form, id_tienda, origen });

  test('is linked with the rejected one in both directions, and only once', async () => {
    const { box, id_gasto, form } = await rejectedForGood();
    const result = await again(box.id_tienda, id_gasto, form);
    expect(result.status).toBe(200);
    const id = result.answer[0]?.id_gasto ?? 0;
    expect(await detailOf(id, 2)).toMatchObject({ origen: id_gasto });
    expect(await detailOf(id_gasto, 2)).toMatchObject({ registrado_de_nuevo: id });
    expect(await refused(scene, () => again(box.id_tienda, id_gasto, form))).toMatchObject({
      status: 409,
      msg: 'Este gasto ya se volvió a registrar.',
      unchanged: true,
    });
    // Once deleted, it may be recorded again.
    const { id_tienda } = box;
    await must(scene.browsers[2], '/eliminarGasto', { id_gasto: id, id_tienda });
    expect((await again(id_tienda, id_gasto, form)).status).toBe(200);
    const open = await must(scene.browsers[2], '/obtenerCajaActual', { id_tienda });
    expect(await auditOf(scene, open.id)).toEqual([]);
  });

  test('is refused if it was rejected as a duplicate', async () => {
    const box = await boxIn(scene, 'supervision', [purchase(), purchase()]);
    const [id_gasto = 0] = box.expenses;
    const duplicate = await decide(box, id_gasto, '/guardarSupervisor', 4, { id_rechazo: 4 });
    expect(duplicate.status).toBe(200);
    await moveTo(scene, box, 'preliminary');
    expect(await refused(scene, () => again(box.id_tienda, id_gasto, purchase()))).toMatchObject({
      status: 409,
      guardias: ['originIsRejected'],
      unchanged: true,
    });
  });

  test('is refused while it can be corrected, if not rejected, and in another store', async () => {
    const { box, id_gasto, form } = await rejectedBox();
    expect(await refused(scene, () => again(box.id_tienda, id_gasto, form))).toMatchObject({
      status: 409,
      guardias: ['originIsRejected'],
      unchanged: true,
    });
    const final = await rejectedForGood();
    const approved = final.box.expenses[1] ?? 0;
    expect(await refused(scene, () => again(final.box.id_tienda, approved, form))).toMatchObject({
      status: 409,
      guardias: ['originIsRejected'],
      unchanged: true,
    });
    const { id } = await newStore(scene);
    expect(await refused(scene, () => again(id, final.id_gasto, form))).toMatchObject({
      status: 404,
      unchanged: true,
    });
  });
});

describe('anomalies of repetition', () => {
  const anomaliesOf = async (id: number) => (await expenseRow(scene, id)).informe_novedad;

  test('ignore the corrected expense itself; a new one with its data is reported', async () => {
    const { id_gasto, form } = await rejectedBox();
    expect((await correct(id_gasto, { ...form, concepto: 'Bus' })).status).toBe(200);
    expect(await anomaliesOf(id_gasto)).toBe('');
    const question = {
      ...form,
      id_tienda: (await detailOf(id_gasto)).id_tienda,
      num_doc: (await detailOf(id_gasto)).proveedor.num_doc,
    };
    const ask = (origen: number | null) =>
      must(scene.browsers[2], '/gastosRepetidos', {
        id_tienda: question.id_tienda,
        id_proveedor: question.id_proveedor,
        num_doc: question.num_doc,
        fecha_gasto: question.fecha_gasto,
        recibo: question.recibo,
        valor: question.valor,
        origen,
      });
    expect(await ask(id_gasto)).toEqual({ avisos: [], repetidos: [] });
    expect((await ask(null)).avisos).toHaveLength(2);
  });

  test('ignore the origins of an expense recorded again; an unrelated one is reported', async () => {
    const form = purchase();
    const box = await boxIn(scene, 'supervision', [form, purchase()]);
    const [first = 0] = box.expenses;
    await decide(box, first, '/guardarSupervisor', 4);
    await moveTo(scene, box, 'preliminary');
    const file = { filename: 'recibo.pdf', bytes: pdf(`otra vez ${form.recibo}`) };
    const recorded = async (origen: number) => {
      const { id_tienda } = box;
      const answer = await must(scene.browsers[2], '/enviarGasto', { ...form, id_tienda, origen });
      const id_gasto = answer[0]?.id_gasto ?? 0;
      const upload = await scene.browsers[2].upload('/cargarSoporte', { id_gasto }, file);
      expect(upload.status).toBe(200);
      return id_gasto;
    };
    const second = await recorded(first);
    expect(await anomaliesOf(second)).toBe('');
    const open = await must(scene.browsers[2], '/obtenerCajaActual', { id_tienda: box.id_tienda });
    const next = { id: open.id, id_tienda: box.id_tienda, expenses: [second] };
    await moveTo(scene, next, 'supervision');
    await decide(next, second, '/guardarSupervisor', 4);
    await moveTo(scene, next, 'preliminary');
    const third = await recorded(second);
    expect(await anomaliesOf(third)).toBe('');
    const outsider = await record(scene, { ...form, id_tienda: box.id_tienda }, { receipt: false });
    expect((await anomaliesOf(outsider)).split('\n')).toEqual([
      repetitionSentences.repeatedReceiptNumber,
      repetitionSentences.repeatedPurchase,
    ]);
  });
});
