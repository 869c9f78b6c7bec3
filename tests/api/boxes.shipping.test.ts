/** Shipping the paper receipts of a box with a company and guide number, and its legalisation by mail. */
import { describe, expect, test } from 'vitest';
import { boxRow, expenseRow, forgetPdf, openBoxOf, refused } from '#tests/kit/box-rows.ts';
import { must, record, startScene, unlike } from '#tests/kit/box-scene.ts';
import { boxIn, moveTo, type StagedBox } from '#tests/kit/box-stages.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);

describe('/enviarSoporteCaja', () => {
  const ship = ({ id }: StagedBox, body: object) =>
    scene.browsers[2].call('/enviarSoporteCaja', { id_caja: id, ...body });

  test('stores company and guide number, and approved expenses wait for the final pass', async () => {
    const box = await boxIn(scene, 'readyToShip', [{}, {}]);
    scene.clock.advance(60_000);
    const { status, body } = await ship(box, { id_empresa: scene.companies.local, codigo: ' G1 ' });
    expect([status, body]).toEqual([200, [{ status: '200', msg: 'Caja enviada' }]]);
    expect(await boxRow(scene, box.id)).toMatchObject({
      active: 4,
      id_empresa: scene.companies.local,
      codigo_soporte: 'G1',
      fecha_contabilidad: scene.clock.now(),
    });
    const rows = await Promise.all(box.expenses.map((id) => expenseRow(scene, id)));
    expect(rows.map(({ estado, estado_contabilidad }) => [estado, estado_contabilidad])).toEqual([
      [3, 6],
      [3, 6],
    ]);
  });

  test('does not change the author and date of the last change of an expense', async () => {
    const box = await boxIn(scene, 'readyToShip');
    const detail = async () =>
      (await must(scene.browsers[6], '/detalleGasto', { id_gasto: box.expenses[0] ?? 0 }))[0];
    const before = await detail();
    expect(before?.cambiado_por).toBe(scene.people[6].nombre);
    scene.clock.advance(60_000);
    await ship(box, { id_empresa: scene.companies.local, codigo: 'G1' });
    const after = await detail();
    expect([after?.cambiado_por, after?.fecha_cambio]).toEqual([
      before?.cambiado_por,
      before?.fecha_cambio,
    ]);
  });

  test('later boxes show the previous company and the usual duration of the next stage', async () => {
    const first = await boxIn(scene, 'open');
    const answers: { empresa_anterior: number | null; dias_siguiente: number | null }[] = [];
    const note = async (id_caja: number) => {
      const { empresa_anterior, dias_siguiente } = await must(scene.browsers[2], '/obtenerCaja', {
        id_caja,
      });
      answers.push({ empresa_anterior, dias_siguiente });
    };
    const span = 4 * 60_000;
    const workingDay = 9 * 3_600_000;
    const start = scene.clock.now();
    const companies = [scene.companies.local, scene.companies.national, scene.companies.local];
    for (const [index, id_empresa] of companies.entries()) {
      const id = index === 0 ? first.id : await openBoxOf(scene, first.id_tienda);
      const box = { ...first, id };
      if (index > 0) await record(scene, unlike({ id_tienda: first.id_tienda }));
      await note(id);
      await moveTo(scene, box, 'supervision');
      scene.clock.advance((index + 1) * span);
      await moveTo(scene, box, 'readyToShip');
      await note(id);
      await ship(box, { id_empresa, codigo: `G${index}` });
      await moveTo(scene, box, 'closed');
    }
    await note(await openBoxOf(scene, first.id_tienda));
    scene.clock.set(start);
    const none = { empresa_anterior: null, dias_siguiente: null };
    expect(answers).toEqual([
      none,
      none,
      none,
      { ...none, empresa_anterior: scene.companies.local },
      none,
      { ...none, empresa_anterior: scene.companies.national },
      { ...none, dias_siguiente: (2 * span) / workingDay },
    ]);
  });

  test('is refused until the store opens the legalisation', async () => {
    const box = await boxIn(scene, 'readyToShip');
    await forgetPdf(scene, box.id);
    const body = { id_empresa: scene.companies.local, codigo: 'G1' };
    expect(await refused(scene, () => ship(box, body))).toMatchObject({
      status: 409,
      msg: 'Descargue el PDF de legalización antes de enviar.',
      guardias: ['legalisationIsOpened'],
      unchanged: true,
    });
    await scene.browsers[2].get(`/documentos/legalizar.php?id_caja=${box.id}`);
    expect((await ship(box, body)).status).toBe(200);
  });

  test('needs no guide number for a motorcycle courier', async () => {
    const box = await boxIn(scene, 'readyToShip');
    const { status } = await ship(box, { id_empresa: scene.companies.motorizado, codigo: '' });
    expect(status).toBe(200);
    expect((await boxRow(scene, box.id)).codigo_soporte).toBe('');
  });

  test('refuses an incomplete form', async () => {
    const box = await boxIn(scene, 'readyToShip');
    const { companies } = scene;
    const bodies = [
      {},
      { id_empresa: null, codigo: 'G1' },
      { id_empresa: companies.national },
      { id_empresa: companies.national, codigo: '  ' },
    ];
    for (const body of bodies)
      expect(await refused(scene, () => ship(box, body))).toMatchObject({
        status: 422,
        msg: 'Complete todos los campos',
        guardias: ['shippingIsGiven'],
        unchanged: true,
      });
  });

  test('refuses a company that is inactive, unknown or does not serve the city of the store', async () => {
    const box = await boxIn(scene, 'readyToShip');
    const { companies } = scene;
    for (const id_empresa of [companies.elsewhere, companies.inactive, 999_999])
      expect(await refused(scene, () => ship(box, { id_empresa, codigo: 'G1' }))).toMatchObject({
        status: 422,
        guardias: ['id_empresa'],
        unchanged: true,
      });
  });

  test('is refused in another state, before the company is checked', async () => {
    const box = await boxIn(scene, 'finalAccounting');
    const body = { id_empresa: scene.companies.national, codigo: 'G2' };
    expect(await refused(scene, () => ship(box, body))).toMatchObject({
      status: 409,
      guardias: ['stateAllows'],
      unchanged: true,
    });
    const unknown = { id_empresa: 999_999, codigo: 'G2' };
    expect(await refused(scene, () => ship(box, unknown))).toMatchObject({ status: 409 });
  });
});

describe('/enviarSoporteCorreo', () => {
  const mail = ({ id }: StagedBox) =>
    scene.browsers[2].call('/enviarSoporteCorreo', { id_caja: id });

  test('queues one mail to the store and its main manager, even when repeated', async () => {
    const box = await boxIn(scene, 'readyToShip');
    const { status, body } = await mail(box);
    expect([status, body]).toEqual([
      200,
      [{ status: '200', msg: 'Soporte enviado al correo registrado' }],
    ]);
    await mail(box);
    const mails = await scene.db
      .selectFrom('correo')
      .selectAll()
      .where('adjuntos', '=', JSON.stringify([{ tipo: 'legalizacion', id_caja: box.id }]))
      .execute();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({
      para: 'tienda@cajamenor.test',
      estado: 'pendiente',
      proximo_intento: scene.clock.now(),
    });
    expect(mails[0]?.asunto).toContain('Legalización de caja menor n.º 1');
    expect(mails[0]?.texto).toContain('$ 12.500');
  });

  test('sends to both addresses when store and manager have different ones', async () => {
    const box = await boxIn(scene, 'readyToShip');
    await scene.db
      .updateTable('tiendas')
      .set({ email: 'Local@CajaMenor.test' })
      .where('id', '=', box.id_tienda)
      .execute();
    await mail(box);
    const last = await scene.db
      .selectFrom('correo')
      .select('para')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(last.para).toBe('tienda@cajamenor.test, local@cajamenor.test');
  });

  test('is refused for an open box, and for a box of another store', async () => {
    const box = await boxIn(scene, 'open');
    expect(await refused(scene, () => mail(box))).toMatchObject({
      status: 409,
      guardias: ['boxIsSent'],
      unchanged: true,
    });
    const foreign = { id: scene.otherStore.idCaja, id_tienda: 1, expenses: [] };
    expect(await refused(scene, () => mail(foreign))).toMatchObject({ status: 404 });
  });
});
