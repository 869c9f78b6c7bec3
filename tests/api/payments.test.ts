/** Payments of closed boxes: the fund at each step, batches of two users, bank files, answers of bank and store. */
import { describe, expect, test } from 'vitest';
import { denominations } from '#contract/cash.ts';
import { sql } from 'kysely';
import { documents, type RequestOf } from '#contract/contract.ts';
import { auditStore } from '#server/operate/audit/audit-rows.ts';
import { bringUpToDate } from '#server/operate/storage.ts';
import { sha256Of } from '#server/platform/access/digests.ts';
import { eventHash } from '#server/features/cases/event.repository.ts';
import { inSnapshot } from '#server/platform/database/transactions.ts';
import { auditOf, boxRow } from '#tests/kit/box-rows.ts';
import { categories, must, record, type Scene, startScene, today } from '#tests/kit/box-scene.ts';
import { approval, boxIn, moveTo, newStore, split, type StagedBox } from '#tests/kit/box-stages.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { liftDefences } from '#tests/kit/forger.ts';
import { addPerson } from '#tests/kit/people.ts';
import { pageTexts } from '#tests/kit/files/pdf-text.ts';
import { readWorkbook } from '#tests/kit/files/workbook.ts';
import { readHere } from '#tests/kit/reading.ts';
import {
  account,
  accountOf,
  anotherAdministrator,
  confirmedBox,
  partlyGranted,
  preparedBatch,
  sentBatch,
  treasurer,
} from '#tests/kit/payment-scene.ts';
import { perFile } from '#tests/kit/per-file.ts';

const scene = perFile(startScene);

const fundOf = async ({ id_tienda }: Pick<StagedBox, 'id_tienda'>) => {
  const store = scene.browsers[4];
  const { total: en_caja } = await must(store, '/obtenerCajaActual', { id_tienda });
  const fund = await must(store, '/obtenerDatosTiendaCaja', { id_tienda });
  const { en_proceso, por_girar, a_cargo_tienda, disponible } = fund;
  return { en_caja, en_proceso, por_girar, a_cargo_tienda, disponible };
};

const audit = ({ id_tienda }: Pick<StagedBox, 'id_tienda'>) =>
  inSnapshot(scene.db, (trx) => auditStore(trx, id_tienda));

/** Sets the working days until a store is reminded; signs in again because the clock may have ended the sessions. */
const askingAfter = async (days: Partial<RequestOf<'/configGeneral'>>) =>
  must(await scene.signIn(1), '/configGeneral', { monto_maximo: 1_000_000, ...days });

/** Last logged event about the owed amount of a box. */
const lastOwedEvent = ({ id }: StagedBox) =>
  scene.db
    .selectFrom('evento')
    .select(['evento', 'id_actor', 'instante'])
    .where('id_caja', '=', id)
    .where('evento', 'like', 'OWED.%')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

const day = 24 * 60 * 60_000;

let people = 2;

/** Another person who authorises. */
async function anotherTreasurer(): Promise<TestClient> {
  const email = `tesoreria${people++}@cajamenor.test`;
  const permisos = ['giros', 'autorizarGiros', 'misPendientes'] as const;
  await addPerson(scene.db, { profile: 6, email, permisos });
  return scene.signIn(email);
}

const motivesOf = (refusal: { motivos?: { guardia: string }[] } | undefined) =>
  refusal?.motivos?.map(({ guardia }) => guardia);

describe('the fund', () => {
  test('of a partly granted box is partly to be paid and owed, and whole once both are settled', async () => {
    const box = await partlyGranted(scene);
    const fund = { en_caja: 0, en_proceso: 0, por_girar: 90_000, a_cargo_tienda: 10_000 };
    expect(await fundOf(box)).toEqual({ ...fund, disponible: 900_000 });
    const count = await scene.browsers[7].call('/guardarArqueo', {
      id_tienda: box.id_tienda,
      cantidades: denominations.map((_, place) => (place === 0 ? 9 : 0)),
    });
    expect(count.status).toBe(200);
    const { arqueos } = await must(scene.browsers[6], '/arqueos', { id_tienda: box.id_tienda });
    expect(arqueos[0]).toMatchObject({
      ...fund,
      sorpresivo: 1,
      disponible: 900_000,
      efectivo: 900_000,
    });

    await sentBatch(scene, box);
    expect(await fundOf(box)).toEqual({ ...fund, disponible: 900_000 });
    await must(scene.browsers[6], '/confirmarGiros', {
      dia: '2026-06-17',
      giros: [{ id_caja: box.id, referencia: '4471' }],
    });
    expect(await fundOf(box)).toEqual({ ...fund, por_girar: 0, disponible: 990_000 });
    await must(scene.browsers[2], '/responderGiro', { id_caja: box.id, recibido: 1 });
    await must(scene.browsers[2], '/consignarGasto', {
      id_gasto: box.expenses[1] ?? 0,
      dia: '2026-06-17',
      nota: 'En el cajón',
    });
    expect((await fundOf(box)).disponible).toBe(1_000_000);
    expect(await lastOwedEvent(box)).toEqual({
      evento: 'OWED.PAID_IN',
      id_actor: scene.people[2].id,
      instante: scene.clock.now(),
    });
    expect((await audit(box)).differences).toEqual([]);
  });

  test('reduces the owed amount when an expense is recorded again, and restores it on deletion', async () => {
    const box = await partlyGranted(scene);
    const { id_tienda, expenses } = box;
    const again = { id_tienda, valor: 8_000, origen: expenses[1] ?? 0 };
    const id_gasto = await record(scene, again);
    expect(await lastOwedEvent(box)).toEqual({
      evento: 'OWED.RECORDED_AGAIN',
      id_actor: scene.people[2].id,
      instante: scene.clock.now(),
    });
    expect(await fundOf(box)).toMatchObject({
      en_caja: 8_000,
      a_cargo_tienda: 2_000,
      disponible: 900_000,
    });
    await must(scene.browsers[2], '/eliminarGasto', { id_gasto, id_tienda });
    expect(await fundOf(box)).toMatchObject({ en_caja: 0, a_cargo_tienda: 10_000 });
    await record(scene, { ...again, valor: 10_000 });
    expect(await fundOf(box)).toMatchObject({ en_caja: 10_000, a_cargo_tienda: 0 });
    expect((await audit(box)).differences).toEqual([]);
  });

  test('counts an expense once when it is recorded again before its box is closed', async () => {
    const box = await boxIn(scene, 'supervision', [{ valor: 50_000 }, { valor: 10_000 }]);
    const [one = 0, other = 0] = box.expenses;
    const decision = { id_caja: box.id, item: 0 as const, observacion: 'Revisado' };
    await must(scene.browsers[3], '/guardarSupervisor', { ...decision, id_gasto: one, estado: 3 });
    await must(scene.browsers[3], '/guardarSupervisor', {
      ...decision,
      id_gasto: other,
      estado: 4,
      id_rechazo: 1,
    });
    await must(scene.browsers[3], '/enviarCajaSupervisor', { id_caja: box.id });
    await record(scene, { id_tienda: box.id_tienda, valor: 10_000, origen: other });
    expect(await fundOf(box)).toMatchObject({ en_caja: 10_000, en_proceso: 50_000 });
    expect((await audit(box)).differences).toEqual([]);
  });

  test('lists the reason for the owed part of a partly granted expense, also by mail', async () => {
    const taxi = { valor: 20_000, categoria: [categories.reimbursable] };
    const box = await boxIn(scene, 'supervision', [taxi]);
    const { id: id_caja, id_tienda, expenses } = box;
    const id_gasto = expenses[0] ?? 0;
    await must(scene.browsers[3], '/guardarSupervisor', {
      ...approval,
      id_caja,
      id_gasto,
      estado: 3,
      reembolsar: 15_000,
    });
    await moveTo(scene, box, 'preliminary');
    await must(scene.browsers[6], '/guardarContabilidad', {
      ...approval,
      id_caja,
      id_gasto,
      estado: 6,
      ...split(15_000, categories.reimbursable),
    });
    await moveTo(scene, box, 'closed');
    const why = 'Se reconoce $ 15.000 (tope)';
    const { gastos } = await must(scene.browsers[2], '/gastosACargo', { id_tienda });
    expect(gastos).toMatchObject([{ id_gasto, debe: 5_000, motivo: why }]);
    const { no_reconocido } = await must(scene.browsers[2], '/giroDeCaja', { id_caja });
    expect(no_reconocido).toMatchObject([{ id_gasto, valor: 5_000, motivo: why }]);
    await sentBatch(scene, box);
    const giros = [{ id_caja, referencia: 'REF-15' }];
    await must(scene.browsers[6], '/confirmarGiros', { dia: '2026-06-17', giros });
    const mails = await scene.db.selectFrom('correo').select('texto').execute();
    expect(mails.find(({ texto }) => texto.includes('REF-15'))?.texto).toContain(
      `Bombillos: $ 5.000. ${why}`,
    );
  });

  test('is whole as soon as a box is closed when payments are not followed', async () => {
    const settings = { monto_maximo: 1_000_000 };
    await must(scene.browsers[1], '/configGeneral', { ...settings, control_giros: 'no' });
    const box = await partlyGranted(scene);
    await must(scene.browsers[1], '/configGeneral', { ...settings, control_giros: 'si' });
    expect((await fundOf(box)).disponible).toBe(1_000_000);
    expect(await boxRow(scene, box.id)).toMatchObject({ seguida: 0, giro: null });
    const { status } = await scene.browsers[6].call('/prepararGiros', { cajas: [box.id] });
    expect(status).toBe(409);
    expect((await audit(box)).differences).toEqual([]);
  });

  test('of a box without granted expenses needs no payment', async () => {
    const box = await boxIn(scene, 'finalAccounting', [{ valor: 30_000 }]);
    await must(scene.browsers[6], '/guardarContabilidadFinal', {
      id_gasto: box.expenses[0] ?? 0,
      estado: 16,
      observacion: 'No',
      id_rechazo: 1,
    });
    await must(scene.browsers[6], '/enviarCajaContabilidad', { id_caja: box.id });
    expect(await fundOf(box)).toMatchObject({ por_girar: 0, a_cargo_tienda: 30_000 });
    const { giro, no_reconocido } = await must(scene.browsers[2], '/giroDeCaja', {
      id_caja: box.id,
    });
    expect(giro).toBeNull();
    expect(no_reconocido).toMatchObject([{ valor: 30_000, debe: 30_000 }]);
    await must(scene.browsers[6], '/asumirGasto', {
      id_gasto: box.expenses[0] ?? 0,
      motivo: 'Se perdió en el envío',
    });
    // The company owes it to the store: no cash has moved.
    expect(await fundOf(box)).toMatchObject({ por_girar: 30_000, disponible: 970_000 });
    expect(await lastOwedEvent(box)).toEqual({
      evento: 'OWED.TAKEN_OVER',
      id_actor: scene.people[6].id,
      instante: scene.clock.now(),
    });
    expect((await audit(box)).differences).toEqual([]);
  });
});

describe('a batch', () => {
  test('is authorised by a user who did not prepare it, then sent to the bank', async () => {
    const [one, other] = [await partlyGranted(scene), await partlyGranted(scene, [50_000, 5_000])];
    const id_lote = await preparedBatch(scene, one, other);
    const twice = await scene.browsers[6].call('/prepararGiros', { cajas: [one.id] });
    expect([twice.status, motivesOf(twice.refusal)]).toEqual([409, ['stateAllows']]);
    expect((await scene.browsers[6].call('/autorizarGiros', { id_lote })).status).toBe(403);
    const own = await treasurer(scene);
    const mine = await must(own, '/prepararGiros', { cajas: [(await partlyGranted(scene)).id] });
    const self = await own.call('/autorizarGiros', { id_lote: mine[0]?.id_lote ?? 0 });
    expect([self.status, motivesOf(self.refusal)]).toEqual([409, ['actorDidNotPrepare']]);
    await must(scene.browsers[6], '/retirarGiros', { cajas: [other.id] });
    expect(await must(own, '/autorizarGiros', { id_lote })).toMatchObject([{ giros: 1 }]);
    await must(scene.browsers[6], '/enviarGiros', { id_lote });
    const seen = await must(scene.browsers[7], '/giros', { lista: 'enCurso' });
    expect(seen.find(({ id_caja }) => id_caja === one.id)).toMatchObject({
      estado: 'enviado',
      valor: 90_000,
      via: 'transferencia',
      id_lote,
    });
    const waiting = await must(scene.browsers[7], '/giros', { lista: 'porGirar' });
    expect(waiting.some(({ id_caja }) => id_caja === other.id)).toBe(true);
    const [lote] = await must(scene.browsers[6], '/lotesGiros', {});
    expect(
      lote?.id === id_lote || (await must(scene.browsers[6], '/lotesGiros', {})).length > 1,
    ).toBe(true);
  });

  test('has a state, is listed while something of it waits, and is found by what its payments say', async () => {
    const [one, other] = [await partlyGranted(scene), await partlyGranted(scene)];
    await accountOf(scene, one, '00912344999');
    const accounting = scene.browsers[6];
    const id_lote = await preparedBatch(scene, one, other);
    const states: unknown[] = [];
    const listed = async (more: Omit<RequestOf<'/lotesGiros'>, 'abiertos'> = {}) =>
      (await must(accounting, '/lotesGiros', { abiertos: 1, ...more })).find(
        ({ id }) => id === id_lote,
      );
    const note = async () => states.push((await listed())?.nombre_estado);
    const confirm = ({ id }: StagedBox) =>
      must(accounting, '/confirmarGiros', {
        dia: today,
        giros: [{ id_caja: id, referencia: `BUSCADA${id}` }],
      });
    await note();
    const own = await treasurer(scene);
    await must(own, '/autorizarGiros', { id_lote });
    await note();
    await must(accounting, '/enviarGiros', { id_lote });
    await note();
    await confirm(one);
    await note();
    await confirm(other);
    await note();
    await must(scene.browsers[2], '/responderGiro', { id_caja: one.id, recibido: 0, nota: 'No' });
    await note();
    await confirm(one);
    const back = { cajas: [other.id], motivo: 'El banco lo devolvió' };
    await must(accounting, '/proponerDevolucion', back);
    await note();
    await must(own, '/resolverDevolucion', { cajas: [other.id], aprueba: 0 });
    await note();
    expect(states).toEqual([
      'Preparado',
      'Autorizado',
      'Enviado',
      'Confirmado en parte',
      undefined,
      'Confirmado en parte',
      'Confirmado en parte',
      undefined,
    ]);

    const [payment] = await must(accounting, '/giros', { id_lote, orden: 'id_caja' });
    const found = async (buscar: string) =>
      (await must(accounting, '/giros', { lista: 'girados', buscar })).map(
        ({ id_caja }) => id_caja,
      );
    const batchesWith = async (buscar: string) =>
      (await must(accounting, '/lotesGiros', { buscar })).map(({ id }) => id);
    for (const text of [
      `buscada${one.id}`,
      payment?.referencia_propia.toLowerCase() ?? '',
      payment?.tienda ?? '',
      `Lote ${id_lote}`,
      'MUÑOZ',
      '17/06/2026',
      '2026-06-17',
    ]) {
      expect([text, await found(text)]).toEqual([text, expect.arrayContaining([one.id])]);
      expect([text, await batchesWith(text)]).toEqual([text, expect.arrayContaining([id_lote])]);
    }
    for (const text of ['BUSCADA0', 'GIRO0', 'Lote 0', '16/06/2019', '17/06'])
      expect([text, await found(text), await batchesWith(text)]).toEqual([text, [], []]);
  });

  test('loses a payment that the bank returns; a claimed payment can be confirmed again', async () => {
    const box = await partlyGranted(scene);
    const first = await sentBatch(scene, box);
    const ofBatch = async (id_lote: number) =>
      (await must(scene.browsers[6], '/giros', { id_lote })).map(({ id_caja }) => id_caja);
    expect(await ofBatch(first)).toEqual([box.id]);
    expect(await must(scene.browsers[6], '/lotesGiros', { id_lote: first })).toMatchObject([
      { id: first, enviados: 1 },
    ]);
    await must(scene.browsers[6], '/devolverGiros', { cajas: [box.id], motivo: 'Cuenta cerrada' });
    const waiting = await must(scene.browsers[6], '/giros', { lista: 'porGirar' });
    expect(waiting.find(({ id_caja }) => id_caja === box.id)).toMatchObject({
      estado: 'porGirar',
      motivo: 'Cuenta cerrada',
      id_lote: null,
    });
    expect(await ofBatch(first)).toEqual([]);
    // The store reads why its money does not arrive.
    const ofStore = await must(scene.browsers[2], '/giroDeCaja', { id_caja: box.id });
    expect(ofStore.giro).toMatchObject({
      estado: 'porGirar',
      a_mano: 1,
      anteriores: [{ que: 'devuelto', texto: 'Cuenta cerrada' }],
    });
    await sentBatch(scene, box);
    const giros = [{ id_caja: box.id, referencia: '77' }];
    await must(scene.browsers[6], '/confirmarGiros', { dia: '2026-06-17', giros });
    const { giro, puede } = await must(scene.browsers[2], '/giroDeCaja', { id_caja: box.id });
    expect(giro).toMatchObject({ estado: 'girado', dia: '2026-06-17', referencia: '77' });
    expect(puede.map(({ evento }) => evento)).toEqual(['PAYMENT.RECEIVE', 'PAYMENT.CLAIM']);
    const toReceive = async () =>
      (await readHere(scene, 2, '/misPendientes', {})).filter(
        ({ tipo, id_caja }) => tipo === 'recibir' && id_caja === box.id,
      );
    expect(await toReceive()).toEqual([]);
    // From Wednesday to Friday: two working days.
    scene.clock.advance(2 * day + 1);
    expect(await toReceive()).toMatchObject([{ valor: 90_000 }]);
    await askingAfter({ dias_dinero: 3 });
    expect(await toReceive()).toEqual([]);
    await askingAfter({ dias_dinero: 2 });
    scene.clock.advance(-2 * day - 1);
    const unsaid = await scene.browsers[2].call('/responderGiro', { id_caja: box.id, recibido: 0 });
    expect([unsaid.status, motivesOf(unsaid.refusal)]).toEqual([422, ['noteIsGiven']]);
    const claim = { id_caja: box.id, recibido: 0, nota: 'No está en el extracto' } as const;
    const paid = { por_girar: 0, disponible: 990_000 };
    expect(await fundOf(box)).toMatchObject(paid);
    await must(scene.browsers[2], '/responderGiro', claim);
    expect(await toReceive()).toEqual([]);
    // A claim moves no cash: the money is paid and not received.
    expect(await fundOf(box)).toMatchObject(paid);
    expect((await audit(box)).differences).toEqual([]);
    await must(scene.browsers[6], '/confirmarGiros', { dia: '2026-06-17', giros });
    expect(await fundOf(box)).toMatchObject(paid);
    expect((await audit(box)).differences).toEqual([]);
    const mails = await scene.db.selectFrom('correo').select(['texto']).execute();
    expect(mails.filter(({ texto }) => texto.includes('ref. 77')).length).toBe(2);
  });

  test('shows the earlier attempts of a payment to who prepares and who authorises', async () => {
    const box = await confirmedBox(scene);
    const treasury = await treasurer(scene);
    const claim = { id_caja: box.id, recibido: 0, nota: 'No está en el extracto' } as const;
    await must(scene.browsers[2], '/responderGiro', claim);
    const alone = await scene.browsers[6].call('/devolverGiros', {
      cajas: [box.id],
      motivo: 'Cuenta cerrada',
    });
    expect([alone.status, motivesOf(alone.refusal)]).toEqual([409, ['wasNeverConfirmed']]);
    const cajas = [box.id];
    await must(scene.browsers[6], '/proponerDevolucion', { cajas, motivo: 'El banco lo devolvió' });
    await must(treasury, '/resolverDevolucion', { cajas, aprueba: 1 });
    const rowIn = async (browser: TestClient, lista: 'porGirar' | 'enCurso') =>
      (await must(browser, '/giros', { lista })).find(({ id_caja }) => id_caja === box.id);
    const anteriores = [
      { que: 'confirmado', dia: today, referencia: `R${box.id}`, texto: '' },
      { que: 'reclamado', dia: '', referencia: '', texto: 'No está en el extracto' },
      { que: 'devuelto', dia: '', referencia: '', texto: 'El banco lo devolvió' },
    ];
    expect(await rowIn(scene.browsers[6], 'porGirar')).toMatchObject({ dia: '', anteriores });
    await preparedBatch(scene, box);
    expect(await rowIn(treasury, 'enCurso')).toMatchObject({ estado: 'preparado', anteriores });
  });

  test('gives back a confirmed payment only by two people, from wherever it was', async () => {
    const treasury = await treasurer(scene);
    for (const before of ['paid', 'received'] as const) {
      const box = await confirmedBox(scene);
      const cajas = [box.id];
      const paid = await fundOf(box);
      if (before === 'received')
        await must(scene.browsers[2], '/responderGiro', { id_caja: box.id, recibido: 1 });
      const { giro: here } = await boxRow(scene, box.id);
      await must(treasury, '/proponerDevolucion', { cajas, motivo: 'El banco lo devolvió' });
      const own = await treasury.call('/resolverDevolucion', { cajas, aprueba: 1 });
      expect([own.status, motivesOf(own.refusal)]).toEqual([409, ['actorDidNotPropose']]);
      // Nothing moves until another person agrees.
      expect([await fundOf(box), (await boxRow(scene, box.id)).giro]).toEqual([
        paid,
        'devolucionPropuesta',
      ]);
      const other = await anotherTreasurer();
      await must(other, '/resolverDevolucion', { cajas, aprueba: 0 });
      expect((await boxRow(scene, box.id)).giro).toBe(here);
      await must(treasury, '/proponerDevolucion', { cajas, motivo: 'Lo dice el extracto' });
      const [item] = (await must(other, '/misPendientes', {})).filter(
        ({ tipo }) => tipo === 'devolucion',
      );
      expect(item).toMatchObject({ cantidad: 1, valor: 90_000 });
      expect(
        (await must(treasury, '/misPendientes', {})).filter(({ tipo }) => tipo === 'devolucion'),
      ).toEqual([]);
      await must(other, '/resolverDevolucion', { cajas, aprueba: 1 });
      expect(await fundOf(box)).toEqual({
        ...paid,
        disponible: paid.disponible - 90_000,
        por_girar: 90_000,
      });
      const attempts = await scene.db
        .selectFrom('giro')
        .select(['estado', 'dia', 'referencia', 'motivo'])
        .where('id_caja', '=', box.id)
        .execute();
      expect(attempts).toEqual([
        { estado: 'devuelto', dia: today, referencia: `R${box.id}`, motivo: 'Lo dice el extracto' },
      ]);
      expect((await audit(box)).differences).toEqual([]);
    }
  });

  test('keeps a payment whose return was proposed when its store says that it has the money', async () => {
    const box = await confirmedBox(scene);
    const cajas = [box.id];
    const answer = { id_caja: box.id, recibido: 0, nota: 'No está' } as const;
    await must(scene.browsers[2], '/responderGiro', answer);
    await must(scene.browsers[6], '/proponerDevolucion', { cajas, motivo: 'No llegó' });
    const { puede } = await must(scene.browsers[2], '/giroDeCaja', { id_caja: box.id });
    expect(puede).toEqual([{ evento: 'PAYMENT.RECEIVE' }]);
    await must(scene.browsers[2], '/responderGiro', { id_caja: box.id, recibido: 1 });
    expect((await boxRow(scene, box.id)).giro).toBe('recibido');
    const late = await (await treasurer(scene)).call('/resolverDevolucion', { cajas, aprueba: 1 });
    expect([late.status, motivesOf(late.refusal)]).toEqual([409, ['stateAllows']]);
    expect((await audit(box)).differences).toEqual([]);
  });

  test('corrects day and reference of a confirmation, and the log keeps both', async () => {
    const box = await confirmedBox(scene);
    const right = { id_caja: box.id, dia: today, referencia: '4499' };
    await must(scene.browsers[6], '/corregirGiro', right);
    const { giro } = await must(scene.browsers[2], '/giroDeCaja', { id_caja: box.id });
    expect(giro).toMatchObject({ estado: 'girado', dia: today, referencia: '4499' });
    const again = await scene.browsers[6].call('/corregirGiro', right);
    expect([again.status, motivesOf(again.refusal)]).toEqual([422, ['confirmationChanges']]);
    const later = await scene.browsers[6].call('/corregirGiro', { ...right, dia: '2026-06-18' });
    expect([later.status, motivesOf(later.refusal)]).toEqual([422, ['dia']]);
    const { payload } = await scene.db
      .selectFrom('evento')
      .select('payload')
      .where('id_caja', '=', box.id)
      .where('evento', '=', 'PAYMENT.CORRECT')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(payload)).toMatchObject({
      dia: today,
      referencia: '4499',
      dia_anterior: today,
      referencia_anterior: `R${box.id}`,
    });
    expect((await audit(box)).differences).toEqual([]);
  });

  test('has a reference of its own for each attempt, in file, list and mail', async () => {
    const [one, other] = [await partlyGranted(scene), await partlyGranted(scene)];
    for (const { id_tienda } of [one, other]) await accountOf(scene, { id_tienda }, '00912344471');
    const propias = async (lote: number) =>
      (await must(scene.browsers[6], '/giros', { id_lote: lote })).map(
        ({ referencia_propia }) => referencia_propia,
      );
    const first = await sentBatch(scene, one, other);
    const own = await propias(first);
    expect([own.length, new Set(own).size]).toEqual([2, 2]);
    for (const reference of own) expect(reference).toMatch(/^[A-Z0-9]{1,21}$/);
    const file = (await scene.browsers[6].get(`/documentos/giros/${first}`)).rawPayload.toString();
    for (const reference of own) expect(file).toContain(`;${reference};`);
    await must(scene.browsers[6], '/devolverGiros', { cajas: [one.id], motivo: 'Cuenta cerrada' });
    const again = await propias(await sentBatch(scene, one));
    expect(own).not.toContain(again[0]);
    const giros = [{ id_caja: one.id, referencia: 'PROPIA-1' }];
    await must(scene.browsers[6], '/confirmarGiros', { dia: today, giros });
    const mails = await scene.db.selectFrom('correo').select('texto').execute();
    expect(mails.find(({ texto }) => texto.includes('PROPIA-1'))?.texto).toContain(
      `Nuestra referencia: ${again[0]}.`,
    );
    // The batch and who made it are in the administration log.
    const logged = await scene.db
      .selectFrom('evento_administracion')
      .select('id_actor')
      .where('tabla', '=', 'lote_giro')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(logged.id_actor).toBe(scene.people[6].id);
  });

  test('is confirmed on no day before its sending, nor before its authorisation in cash', async () => {
    // Its clock ends the sessions.
    const own = await startScene();
    const [bank, cash] = [await partlyGranted(own), await partlyGranted(own)];
    await accountOf(own, bank, '00912344471');
    const id_lote = await preparedBatch(own, bank, cash);
    await must(await treasurer(own), '/autorizarGiros', { id_lote });
    own.clock.advance(day);
    const accountant = await own.signIn(6);
    await must(accountant, '/enviarGiros', { id_lote });
    const confirm = async ({ id }: StagedBox, dia: string) => {
      const giros = [{ id_caja: id, referencia: `DIA-${id}` }];
      const answer = await accountant.call('/confirmarGiros', { dia, giros });
      return answer.status === 200 ? 200 : [answer.status, motivesOf(answer.refusal)];
    };
    const tooEarly = [422, ['dayIsNotTooEarly']];
    expect(await confirm(bank, '0001-01-01')).toEqual(tooEarly);
    expect(await confirm(bank, today)).toEqual(tooEarly);
    expect(await confirm(cash, '2026-06-16')).toEqual(tooEarly);
    expect(await confirm(cash, today)).toBe(200);
    expect(await confirm(bank, '2026-06-18')).toBe(200);
    const correction = { id_caja: bank.id, dia: today, referencia: 'DIA' };
    const corrected = await accountant.call('/corregirGiro', correction);
    expect([corrected.status, motivesOf(corrected.refusal)]).toEqual(tooEarly);
    await own.close();
  });

  test('asks about a reference that another payment has', async () => {
    const [one, other] = [await partlyGranted(scene), await partlyGranted(scene)];
    await sentBatch(scene, one, other);
    const both = [one, other].map(({ id }) => ({ id_caja: id, referencia: 'REF-DOBLE' }));
    const confirm = (giros: typeof both, repetida?: 1) =>
      scene.browsers[6].call('/confirmarGiros', { dia: today, giros, repetida });
    const asked = [422, ['referenceIsNew']];
    const twice = await confirm(both);
    expect([twice.status, motivesOf(twice.refusal)]).toEqual(asked);
    expect((await confirm(both.slice(0, 1))).status).toBe(200);
    const used = await confirm(both.slice(1));
    expect([used.status, motivesOf(used.refusal)]).toEqual(asked);
    expect((await confirm(both.slice(1), 1)).status).toBe(200);
    expect((await boxRow(scene, other.id)).giro).toBe('girado');
  });

  test('once confirmed has a voucher to sign, and a row in the workbook of those that are paid', async () => {
    const box = await partlyGranted(scene, [91_000, 7_000]);
    await accountOf(scene, box, '00912344471');
    const accounting = scene.browsers[6];
    await sentBatch(scene, box);
    const { id } = await scene.db
      .selectFrom('giro')
      .select('id')
      .where('id_caja', '=', box.id)
      .executeTakeFirstOrThrow();
    const path = `/documentos/egresos/${id}`;
    expect((await accounting.get(path)).statusCode).toBe(409);
    // A text that a spreadsheet would compute, were it a formula.
    const giros = [{ id_caja: box.id, referencia: `=1+${box.id}` }];
    await must(accounting, '/confirmarGiros', { dia: today, giros });

    const voucher = await accounting.get(path);
    expect(voucher.headers['content-type']).toBe('application/pdf');
    const [text = '', ...more] = await pageTexts(voucher.rawPayload);
    expect(more).toEqual([]);
    for (const part of [
      `Comprobante de egreso GIRO${id}`,
      'Ana Muñoz Peña',
      '1018464851',
      'Transferencia',
      '•••• 4471',
      '$ 98.000',
      '$ 91.000',
      today,
      `=1+${box.id}`,
      'Preparó',
      'Autorizó',
      'Elaboró',
      'Recibió: nombre y documento',
    ])
      expect(text.replaceAll('\u00a0', ' ')).toContain(part);
    expect(text).not.toContain('0091234');
    expect((await scene.browsers[7].get(path)).statusCode).toBe(200);
    expect((await scene.browsers[2].get(path)).statusCode).toBe(403);
    expect((await accounting.get('/documentos/egresos/999999')).statusCode).toBe(404);

    const rowsOf = async (query: string) => {
      const { rawPayload } = await accounting.get(`/documentos/giros-hechos${query}`);
      // The reader refuses a formula.
      return readWorkbook(rawPayload).rows;
    };
    const rows = await rowsOf(`?desde=${today}&hasta=${today}`);
    const cell = (value: string) => ({ type: 'text', value });
    expect(
      rows.find((row) => JSON.stringify(row['Nuestra referencia']).includes(`"GIRO${id}"`)),
    ).toMatchObject({
      'Día del giro': cell(today),
      Girado: { type: 'number', value: 91_000 },
      Vía: cell('Transferencia'),
      Cuenta: cell('•••• 4471'),
      Titular: cell('Ana Muñoz Peña'),
      'Referencia del banco': cell(`=1+${box.id}`),
    });
    expect(await rowsOf('?hasta=2019-01-01')).toEqual([]);
    expect((await accounting.get('/documentos/giros-hechos?desde=ayer')).statusCode).toBe(400);
  });

  test('serves no file that was changed after it was written', async () => {
    const own = await startScene();
    const box = await partlyGranted(own);
    await accountOf(own, box, '00912344471');
    const id_lote = await sentBatch(own, box);
    const path = `/documentos/giros/${id_lote}`;
    expect((await own.browsers[6].get(path)).statusCode).toBe(200);
    await sql
      .raw(
        own.database.engine === 'sqlite'
          ? 'drop trigger archivo_banco_no_update'
          : 'alter table archivo_banco disable trigger all',
      )
      .execute(own.db);
    const contenido = Buffer.from('cuenta;valor\r\n00999;90000\r\n').toString('base64');
    await own.db.updateTable('archivo_banco').set({ contenido }).execute();
    const changed = await own.browsers[6].get(path);
    expect([changed.statusCode, changed.payload]).toEqual([
      409,
      expect.stringContaining('El archivo de este lote cambió'),
    ]);
    await own.close();
  });

  test('once confirmed appears in the history, the legalisation and the consolidated workbook', async () => {
    const box = await partlyGranted(scene);
    const { id_tienda } = box;
    const said = async () =>
      (await must(scene.browsers[2], '/historialCajas', { id_tienda })).map(({ giro }) => giro);
    const [paper, sheet] = [
      async () =>
        (await scene.browsers[2].get(`/documentos/legalizar.php?id_caja=${box.id}`)).rawPayload,
      async () => {
        const file = await scene.browsers[6].get(documents.consolidated.path);
        const { rows } = await readWorkbook(file.rawPayload);
        return rows.filter((row) =>
          JSON.stringify(row['Referencia del giro']).includes('REF-4471'),
        );
      },
    ];
    expect(await said()).toEqual(['Por girar']);
    expect((await pageTexts(await paper()))[0]).not.toContain('Girado');
    expect(await sheet()).toEqual([]);
    await sentBatch(scene, box);
    const giros = [{ id_caja: box.id, referencia: 'REF-4471' }];
    await must(scene.browsers[6], '/confirmarGiros', { dia: today, giros });
    expect(await said()).toEqual(['Girado el 17 jun, ref. REF-4471']);
    expect((await pageTexts(await paper()))[0]).toContain(
      'Girado el 17 jun 2026 a mano, ref. REF-4471: $ 90.000',
    );
    const rows = await sheet();
    expect(rows).toHaveLength(2);
    const names = Object.keys(rows.at(-1) ?? {});
    expect(names.slice(-3)).toEqual(['Fecha del giro', 'Vía del giro', 'Referencia del giro']);
    expect(rows.at(-1)).toMatchObject({
      'Vía del giro': { value: 'A mano, sin cuenta' },
      'Referencia del giro': { value: 'REF-4471' },
    });
  });

  test('of a deactivated store waits again, and its person in charge cannot be deactivated', async () => {
    const box = await partlyGranted(scene);
    await sentBatch(scene, box);
    const store = { id_elemento: box.id_tienda, tabla: 'tiendas', opc: 0 } as const;
    await must(scene.browsers[1], '/actdesElemento', store);
    await must(scene.browsers[6], '/devolverGiros', { cajas: [box.id], motivo: 'Cuenta cerrada' });
    const waiting = await must(scene.browsers[6], '/giros', { lista: 'porGirar' });
    expect(waiting.find(({ id_caja }) => id_caja === box.id)?.problema).toBe(
      'La tienda está desactivada: confirme con su responsable a dónde girar.',
    );
    const leaving = await scene.browsers[1].call('/actdesElemento', {
      id_elemento: scene.people[2].id,
      tabla: 'usuarios',
      opc: 0,
    });
    expect([leaving.status, motivesOf(leaving.refusal)]).toEqual([409, ['nothingHangs']]);
    await sentBatch(scene, box);
    const giros = [{ id_caja: box.id, referencia: '5' }];
    await must(scene.browsers[6], '/confirmarGiros', { dia: '2026-06-17', giros });
    await must(scene.browsers[2], '/responderGiro', { id_caja: box.id, recibido: 1 });
    expect(await fundOf(box)).toMatchObject({ por_girar: 0, a_cargo_tienda: 10_000 });
  });

  test('has one payment per box, and the audit finds an edited payment', async () => {
    const box = await partlyGranted(scene);
    await sentBatch(scene, box);
    const payments = scene.db.selectFrom('giro').selectAll().where('id_caja', '=', box.id);
    const { id: _, ...live } = await payments.executeTakeFirstOrThrow();
    await expect(scene.db.insertInto('giro').values(live).execute()).rejects.toThrow(/uni/i);
    await scene.db
      .updateTable('giro')
      .set({ valor: 99_000_00 })
      .where('id_caja', '=', box.id)
      .execute();
    expect((await audit(box)).differences).toEqual([
      `giro 1: valor es 9900000, el registro dice 9000000`,
    ]);
  });
});

describe('the account of a store', () => {
  test('gets a file in the format of the settings; a batch without accounts needs none', async () => {
    const [box, cash, plain] = [
      await partlyGranted(scene),
      await partlyGranted(scene),
      await partlyGranted(scene),
    ];
    await accountOf(scene, box, '00912344473');
    const [proposed] = await must(scene.browsers[1], '/proponerCuenta', {
      id_tienda: cash.id_tienda,
      via: 'efectivo',
    });
    const change = { id_cuenta: proposed?.id_cuenta ?? 0, confirma: 1 } as const;
    await must(await anotherAdministrator(scene), '/resolverCuenta', change);
    // A store without an account gets a transfer that no file lists.
    const lotes = [await preparedBatch(scene, box), await preparedBatch(scene, cash, plain)];
    for (const id_lote of lotes) await must(await treasurer(scene), '/autorizarGiros', { id_lote });
    const [id_lote = 0, id_sin_cuentas = 0] = lotes;
    expect(
      await must(scene.browsers[6], '/enviarGiros', { id_lote: id_sin_cuentas }),
    ).toMatchObject([{ giros: 2, archivo: null }]);
    const set = async (settings: Partial<RequestOf<'/configGeneral'>>) => {
      const form = { monto_maximo: 1_000_000, ...settings };
      const result = await scene.browsers[1].call('/configGeneral', form);
      return result.status === 200 ? [] : motivesOf(result.refusal);
    };
    const formatOfBatch = async () => {
      const [row] = await must(scene.browsers[6], '/lotesGiros', { id_lote });
      return [row?.formato, row?.comprobado];
    };
    expect(await formatOfBatch()).toEqual(['csv', 1]);
    // The format needs more data of the payer than a CSV, and holds eleven digits.
    expect(await set({ formato_giros: 'pab' })).toEqual([
      'nit_empresa',
      'cuenta_pagadora',
      'tipo_cuenta_pagadora',
    ]);
    const payer = { nit_empresa: '900123456', tipo_cuenta_pagadora: 'corriente' } as const;
    expect(await set({ formato_giros: 'pab', ...payer, cuenta_pagadora: '123456789012' })).toEqual([
      'cuenta_pagadora',
    ]);
    expect(await formatOfBatch()).toEqual(['csv', 1]);
    expect(await set({ formato_giros: 'pab', ...payer, cuenta_pagadora: '01234567890' })).toEqual(
      [],
    );
    expect(await formatOfBatch()).toEqual(['pab', 0]);
    expect(await set({ pab_comprobado: '2126-01-01' })).toEqual(['pab_comprobado']);
    expect(await set({ pab_comprobado: '2026-06-16' })).toEqual([]);
    expect(await formatOfBatch()).toEqual(['pab', 1]);
    const [sent] = await must(scene.browsers[6], '/enviarGiros', { id_lote });
    expect(sent?.archivo).toMatchObject({ formato: 'pab', registros: 1 });
    expect(await set({ formato_giros: 'csv' })).toEqual([]);
    const file = await scene.browsers[6].get(`/documentos/giros/${id_lote}`);
    expect(Buffer.from(file.rawPayload).toString()).toContain('1000000900123456I');
    const { giro } = await must(scene.browsers[2], '/giroDeCaja', { id_caja: plain.id });
    expect(giro).toMatchObject({ estado: 'enviado', via: 'transferencia', cuenta: '' });
  });

  test('that is missing is said before the preparation, and its payment is not «Enviado al banco»', async () => {
    const [bank, plain] = [await partlyGranted(scene), await partlyGranted(scene)];
    await accountOf(scene, bank, '00912344471');
    const rowOf = async ({ id }: StagedBox, lista: 'porGirar' | 'enCurso') => {
      const rows = await must(scene.browsers[6], '/giros', { lista });
      return rows.find(({ id_caja }) => id_caja === id);
    };
    expect(await rowOf(bank, 'porGirar')).toMatchObject({ a_mano: 0, problema: '' });
    expect(await rowOf(plain, 'porGirar')).toMatchObject({
      a_mano: 1,
      problema: 'La tienda no tiene cuenta: se paga a mano.',
    });
    await sentBatch(scene, bank, plain);
    expect(await rowOf(bank, 'enCurso')).toMatchObject({
      estado: 'enviado',
      nombre_estado: 'Enviado al banco',
      titular: account.titular,
    });
    expect(await rowOf(plain, 'enCurso')).toMatchObject({
      estado: 'enviado',
      nombre_estado: 'Por pagar a mano',
      a_mano: 1,
    });
  });

  test('is complete or empty, and a change is rejected by another administrator or withdrawn', async () => {
    const { id: id_tienda } = await newStore(scene);
    const refusedBy = async (form: Partial<typeof account>) => {
      const { status, refusal } = await scene.browsers[1].call('/proponerCuenta', {
        id_tienda,
        via: 'transferencia',
        ...form,
      });
      return [status, motivesOf(refusal)];
    };
    expect(await refusedBy({ ...account, numero: '', titular: '' })).toEqual([
      422,
      ['numero', 'titular'],
    ]);
    expect(await refusedBy({ via: 'efectivo', numero: '00912344471' })).toEqual([422, ['numero']]);
    const other = await anotherAdministrator(scene);
    const propose = async () => {
      const [proposed] = await must(scene.browsers[1], '/proponerCuenta', {
        ...account,
        id_tienda,
      });
      return proposed?.id_cuenta ?? 0;
    };
    const states = async () =>
      (
        await scene.db
          .selectFrom('cuenta_tienda')
          .select('estado')
          .where('id_tienda', '=', id_tienda)
          .orderBy('id')
          .execute()
      ).map(({ estado }) => estado);
    await must(other, '/resolverCuenta', { id_cuenta: await propose(), confirma: 0 });
    const own = { id_cuenta: await propose(), confirma: 0 } as const;
    await must(scene.browsers[1], '/resolverCuenta', own);
    expect(await states()).toEqual(['rechazada', 'rechazada']);
    const late = await other.call('/resolverCuenta', { ...own, confirma: 1 });
    expect([late.status, motivesOf(late.refusal)]).toEqual([409, ['accountIsProposed']]);
  });

  test('changes with a mail to the person in charge: proposed, confirmed, rejected, withdrawn', async () => {
    const { id: id_tienda } = await newStore(scene);
    const { nombre } = await scene.db
      .selectFrom('tiendas')
      .select('nombre')
      .where('id', '=', id_tienda)
      .executeTakeFirstOrThrow();
    const other = await anotherAdministrator(scene);
    for (const [browser, confirma] of [
      [other, 1],
      [other, 0],
      [scene.browsers[1], 0],
    ] as const) {
      const form = { ...account, id_tienda };
      const [proposed] = await must(scene.browsers[1], '/proponerCuenta', form);
      await must(browser, '/resolverCuenta', { id_cuenta: proposed?.id_cuenta ?? 0, confirma });
    }
    const mails = await scene.db
      .selectFrom('correo')
      .select(['para', 'asunto', 'texto'])
      .where('asunto', 'like', `%cómo se gira a ${nombre}`)
      .orderBy('id')
      .execute();
    expect(new Set(mails.map(({ para }) => para))).toEqual(new Set([scene.people[2].email]));
    const change = (subject: string, done: string, advice: string) => ({
      asunto: `Caja menor: ${subject} cómo se gira a ${nombre}`,
      texto: expect.stringMatching(
        ` ${done} que los giros de ${nombre} vayan por transferencia: Bancolombia •••• 4471\\.\n${advice}`,
      ),
    });
    const proposed = change('quieren cambiar', 'propuso', 'Si no lo esperaba');
    const asBefore = 'Los giros siguen como antes.';
    expect(mails).toMatchObject([
      proposed,
      change('cambió', 'confirmó', 'Si no lo esperaba'),
      proposed,
      change('no cambió', 'rechazó', asBefore),
      proposed,
      change('no cambió', 'retiró la propuesta de', asBefore),
    ]);
  });

  test('has a bank of the catalogue, and signs that banks take', async () => {
    const { id: id_tienda } = await newStore(scene);
    const refusedBy = async (form: Partial<RequestOf<'/proponerCuenta'>>) => {
      const result = await scene.browsers[1].call('/proponerCuenta', {
        id_tienda,
        ...account,
        ...form,
      });
      return result.status === 200 ? [] : [result.status, motivesOf(result.refusal)];
    };
    expect(await refusedBy({ id_banco: 4 })).toEqual([422, ['id_banco']]);
    expect(await refusedBy({ titular: '=Ana' })).toEqual([422, ['titular']]);
    expect(await refusedBy({ titular: 'Ana; Luz' })).toEqual([422, ['titular']]);
    expect(await refusedBy({ documento: '10184A' })).toEqual([422, ['documento']]);
    expect(await refusedBy({ tipo_doc: 'PA', documento: 'AB1018' })).toEqual([]);
    const wallet = { id_banco: 1507, tipo_cuenta: 'deposito', tipo_doc: 'PPT' } as const;
    expect(await refusedBy({ ...wallet, numero: '3001234567', documento: '5812345' })).toEqual([]);
    const { propuesta, bancos } = await must(scene.browsers[1], '/cuentaTienda', { id_tienda });
    expect(propuesta).toMatchObject({ banco: 'Nequi', id_banco: 1507, tipo_cuenta: 'deposito' });
    expect(bancos).toContainEqual({ id: 1551, nombre: 'Daviplata' });
  });

  test('is listed for the registration with the bank until something is sent to it', async () => {
    const box = await partlyGranted(scene);
    await accountOf(scene, box, '00777000111');
    const listed = async () => {
      const file = await scene.browsers[6].get('/documentos/cuentas-nuevas.csv');
      const text = Buffer.from(file.rawPayload).toString('utf8');
      expect(text.startsWith('\ufefftipo_documento;documento;titular;banco;codigo_banco;')).toBe(
        true,
      );
      return text.split('\r\n').filter((line) => line.includes('00777000111'));
    };
    expect(await listed()).toEqual([
      expect.stringMatching(
        /^CC;1018464851;Ana Munoz Pena;Bancolombia;1007;ahorros;00777000111;[\w ]+$/,
      ),
    ]);
    await sentBatch(scene, box);
    expect(await listed()).toEqual([]);
  });

  test('of a bank that is not in the catalogue stays, and asks for a bank', async () => {
    const box = await partlyGranted(scene);
    await accountOf(scene, box, '00777000222');
    const { id_tienda } = box;
    await scene.db
      .updateTable('cuenta_tienda')
      .set({ id_banco: null, banco: 'Banco de mi pueblo', codigo_banco: '' })
      .where('id_tienda', '=', id_tienda)
      .execute();
    const waiting = await must(scene.browsers[6], '/giros', { lista: 'porGirar' });
    expect(waiting.find((row) => row.id_tienda === id_tienda)?.problema).toBe(
      'El banco de la cuenta no está en el catálogo: proponga la cuenta de nuevo.',
    );
    const id_lote = await sentBatch(scene, box);
    const file = await scene.browsers[6].get(`/documentos/giros/${id_lote}`);
    expect(Buffer.from(file.rawPayload).toString()).toContain(
      ';Banco de mi pueblo;;ahorros;00777000222;',
    );
  });

  test('is masked, confirmed by another administrator, and blocks prepared payments once changed', async () => {
    const box = await partlyGranted(scene);
    await accountOf(scene, box, '00912344471');
    const seen = await must(scene.browsers[6], '/cuentaTienda', { id_tienda: box.id_tienda });
    expect(seen.vigente).toMatchObject({
      cuenta: '•••• 4471',
      titular: account.titular,
      documento: account.documento,
    });
    expect(JSON.stringify(seen)).not.toContain('00912344471');
    const change = { ...account, id_tienda: box.id_tienda, numero: '00912349998' };
    const [proposed] = await must(scene.browsers[1], '/proponerCuenta', change);
    const problemOf = async () =>
      (await must(scene.browsers[6], '/giros', { lista: 'porGirar' })).find(
        ({ id_caja }) => id_caja === box.id,
      )?.problema;
    expect(await problemOf()).toBe('Hay un cambio de cuenta por confirmar.');
    const withdrawn = { id_cuenta: proposed?.id_cuenta ?? 0, confirma: 0 } as const;
    await must(scene.browsers[1], '/resolverCuenta', withdrawn);
    expect(await problemOf()).toBe('');
    const authorised = await partlyGranted(scene);
    await accountOf(scene, authorised, '00912344472');
    const lotes = [await preparedBatch(scene, box), await preparedBatch(scene, authorised)];
    const [id_lote = 0, id_autorizado = 0] = lotes;
    await must(await treasurer(scene), '/autorizarGiros', { id_lote: id_autorizado });
    await accountOf(scene, box, '00912349999');
    await accountOf(scene, authorised, '00912348888');
    for (const refused of [
      await (await treasurer(scene)).call('/autorizarGiros', { id_lote }),
      await scene.browsers[6].call('/enviarGiros', { id_lote: id_autorizado }),
    ])
      expect([refused.status, motivesOf(refused.refusal)]).toEqual([409, ['accountIsUnchanged']]);
    const files = await scene.db.selectFrom('archivo_banco').select('id_lote').execute();
    expect(files.filter((file) => lotes.includes(file.id_lote))).toEqual([]);
    const problems = (await must(scene.browsers[6], '/giros', { lista: 'enCurso' }))
      .filter(({ id_caja }) => [box.id, authorised.id].includes(id_caja))
      .map(({ problema }) => problema);
    expect(new Set(problems)).toEqual(
      new Set(['La cuenta de la tienda cambió: retírelo y revíselo.']),
    );
    await must(scene.browsers[6], '/retirarGiros', { cajas: [box.id, authorised.id] });
    await sentBatch(scene, box);
    const [lote] = (await must(scene.browsers[6], '/lotesGiros', {})).filter(
      ({ archivo }) => archivo !== null,
    );
    const file = await scene.browsers[6].get(`/documentos/giros/${lote?.id}`);
    const bytes = Buffer.from(file.rawPayload);
    expect(sha256Of(bytes)).toBe(lote?.archivo?.sha256);
    expect(bytes.toString()).toContain(';00912349999;90000;');
    expect(lote?.archivo).toMatchObject({ registros: 1, valor: 90_000 });
    await expect(
      scene.db.updateTable('archivo_banco').set({ nombre: 'x' }).execute(),
    ).rejects.toThrow();
    const mails = await scene.db.selectFrom('correo').select('texto').execute();
    expect(mails.some(({ texto }) => texto.includes('00912349999'))).toBe(false);
    expect(mails.some(({ texto }) => texto.includes('•••• 9999'))).toBe(true);
  });
});

describe('papers', () => {
  test('of all boxes of a guide are received at once, in any letter case', async () => {
    const boxes = [await boxIn(scene, 'finalAccounting'), await boxIn(scene, 'finalAccounting')];
    const ids = boxes.map(({ id }) => id);
    const ofBoxes = scene.db.updateTable('cajas').where('id', 'in', ids);
    await ofBoxes.set({ codigo_soporte: 'Paquete-77' }).execute();
    const receive = (body: RequestOf<'/recibirPapeles'>) =>
      scene.browsers[6].call('/recibirPapeles', body);
    expect((await receive({ guia: ' PAQUETE-77 ' })).answer).toMatchObject([{ recibidas: 2 }]);
    for (const id of ids) expect((await boxRow(scene, id)).papeles).toBe(scene.clock.now());
    for (const [body, sentence] of [
      [{ guia: 'paquete-77' }, 'Ninguna caja en camino tiene esa guía.'],
      [{}, 'Elija las cajas o escriba la guía.'],
      [{ cajas: ids, guia: 'paquete-77' }, 'Elija las cajas o escriba la guía.'],
    ] as const) {
      const { status, refusal } = await receive(body as RequestOf<'/recibirPapeles'>);
      expect([status, refusal.motivos?.map(({ mensaje }) => mensaje)]).toEqual([422, [sentence]]);
    }
  });

  test('are received by a list of boxes, and by the first final decision', async () => {
    const box = await boxIn(scene, 'finalAccounting', [{}]);
    const asked = async () =>
      (await readHere(scene, 2, '/misPendientes', {})).filter(
        ({ tipo, id_caja }) => tipo === 'papeles' && id_caja === box.id,
      );
    expect(await asked()).toEqual([]);
    // A week is five working days.
    scene.clock.advance(7 * day + 1);
    expect(await asked()).toMatchObject([{ active: 4, consecutivo: 1 }]);
    const count = async () =>
      (await must(await scene.signIn(2), '/contarPendientes', {})).pendientes;
    const counted = await count();
    await askingAfter({ dias_papeles: 6 });
    expect(await asked()).toEqual([]);
    expect(await count()).toBe(counted - 1);
    await askingAfter({ dias_papeles: 5 });
    // The five days are working days of the settings.
    scene.clock.advance(-2 * day);
    expect(await asked()).toEqual([]);
    scene.clock.advance(-5 * day);
    const everyDay = { dias_habiles: [1, 2, 3, 4, 5, 6, 7], hora_apertura: '08:00' };
    await askingAfter({ ...everyDay, hora_cierre: '17:00' });
    scene.clock.advance(5 * day);
    expect(await asked()).toHaveLength(1);
    scene.clock.advance(-5 * day);
    const usual = { ...everyDay, dias_habiles: [1, 2, 3, 4, 5] };
    await askingAfter({ ...usual, hora_cierre: '17:00' });
    scene.clock.advance(-1);
    const on = await must(scene.browsers[6], '/papelesEnCamino', {});
    expect(on.some(({ id_caja }) => id_caja === box.id)).toBe(true);
    scene.clock.advance(60_000);
    await must(scene.browsers[6], '/recibirPapeles', { cajas: [box.id] });
    expect(await boxRow(scene, box.id)).toMatchObject({
      active: 4,
      papeles: scene.clock.now(),
      fecha_movimiento: scene.clock.now(),
    });
    scene.clock.advance(14 * day);
    expect(await asked()).toEqual([]);
    scene.clock.advance(-14 * day);
    const again = await scene.browsers[6].call('/recibirPapeles', { cajas: [box.id] });
    expect([again.status, motivesOf(again.refusal)]).toEqual([409, ['papersAreOnTheirWay']]);
    const other = await boxIn(scene, 'finalAccounting', [{}]);
    await must(scene.browsers[6], '/guardarContabilidadFinal', {
      id_gasto: other.expenses[0] ?? 0,
      estado: 15,
      observacion: 'Revisado',
    });
    expect((await boxRow(scene, other.id)).papeles).toBe(scene.clock.now());
    expect((await audit(other)).differences).toEqual([]);
    expect((await newStore(scene)).id).toBeGreaterThan(0);
  });
});

/** Reverts a database with a closed box to the schema and the log before payments existed. */
async function asBeforePayments({ db }: Scene, { id }: StagedBox): Promise<void> {
  const indices = [
    'cajas_fuera_del_fondo',
    'cajas_por_giro',
    'cajas_por_responsable',
    'gastos_por_factura',
    'gastos_por_mes',
    'arqueo_con_diferencia',
    'evento_de_giros',
    'evento_administracion_de_fondos',
    'proveedores_por_fusion',
    'sesion_por_compania',
  ];
  const tables = [
    'aviso_leido',
    'documento_soporte_gasto',
    'documento_soporte',
    'tope_categoria',
    'llave',
    'salida_compania',
    'ingreso_compania',
    'identidad',
    'reversa_contable',
    'comprobante',
    'exportacion_contable',
    'vale',
    'giro',
    'movimiento_fondo',
    'archivo_banco',
    'lote_giro',
    'cuenta_tienda',
    'palabra_banco',
    'formato_banco',
    'banco',
    'aviso_derechos',
  ];
  const columns = {
    cajas: [
      'seguida',
      'giro',
      'por_girar',
      'a_cargo',
      'trasladado',
      'papeles',
      'retenido',
      'id_responsable',
    ],
    gastos: ['saldado', 'factura_normalizada'],
    factura_electronica: ['anticipo', 'tipo', 'forma_pago', 'impuestos'],
    gasto_categoria: ['deducible'],
    impuestos: ['cuenta_retencion'],
    formato_tienda: ['active_'],
    proveedores: [
      'tipo_doc',
      'nombres',
      'apellidos',
      'regimen',
      'bloqueado_desde',
      'fusionado_en',
      'sal',
    ],
    arqueo: [
      'por_girar',
      'a_cargo',
      'sorpresivo',
      'estado',
      'sin_recibir',
      'tolerancia',
      'perfil',
      'id_responsable',
      'motivo',
      'resuelto',
      'id_usuario_resuelve',
    ],
    usuarios: ['derechos_desde', 'sal'],
    sesion: ['sid_compania'],
    responsable_tienda: ['desde'],
  };
  for (const statement of [
    ...indices.map((name) => `drop index ${name}`),
    ...[...tables, 'caso_cerrado', 'verificacion', 'tabla_derivada'].map(
      (name) => `drop table ${name}`,
    ),
    ...Object.entries(columns).flatMap(([table, names]) =>
      names.map((name) => `alter table ${table} drop column ${name}`),
    ),
    // The migrations only drop them.
    ...['historia', 'historia_hasta'].map((name) => `create table ${name} (dia text)`),
    "delete from config where field_name = 'retenciones'",
    "delete from kysely_migration where name <> '0001-baseline'",
  ])
    await sql.raw(statement).execute(db);
  const events = await db
    .selectFrom('evento')
    .selectAll()
    .where('id_caja', '=', id)
    .where('evento', '<>', 'BOX.PAPERS_RECEIVED')
    .orderBy('secuencia')
    .execute();
  await db.deleteFrom('evento').where('id_caja', '=', id).execute();
  let hash_previo = '';
  for (const [place, event] of events.entries()) {
    const { seguida: _seguida, ...payload } = JSON.parse(event.payload) as { seguida?: boolean };
    const secuencia = place + 1;
    const old = { ...event, secuencia, hash_previo, payload: JSON.stringify(payload) };
    hash_previo = eventHash(old);
    await db
      .insertInto('evento')
      .values({ ...old, hash: hash_previo })
      .execute();
  }
  const head = { hash: hash_previo, version: events.length };
  await db.updateTable('cajas').set(head).where('id', '=', id).execute();
}

test('a box that was closed before payments existed counts as paid', async () => {
  const old = await startScene({ oneProcess: true });
  const settings = { monto_maximo: 1_000_000, control_giros: 'no' } as const;
  await must(old.browsers[1], '/configGeneral', settings);
  const box = await partlyGranted(old);
  await liftDefences(old);
  await asBeforePayments(old, box);
  await old.db.deleteFrom('config').where('field_name', '=', 'control_giros').execute();
  await bringUpToDate(old.database);
  const { id: id_caja, id_tienda } = box;
  const fund = await must(old.browsers[2], '/obtenerDatosTiendaCaja', { id_tienda });
  const parts = { por_girar: 0, a_cargo_tienda: 0, en_proceso: 0 };
  expect(fund).toMatchObject({ ...parts, disponible: 1_000_000, base: 1_000_000 });
  expect(await must(old.browsers[2], '/giroDeCaja', { id_caja })).toMatchObject({
    giro: null,
    no_reconocido: [{ valor: 10_000, debe: 0 }],
  });
  expect((await must(old.browsers[2], '/gastosACargo', { id_tienda })).gastos).toEqual([]);
  expect(await must(old.browsers[6], '/giros', { lista: 'porGirar' })).toEqual([]);
  expect(await auditOf(old, id_caja)).toEqual([]);
  // Boxes closed from now on are followed.
  expect(await boxRow(old, (await partlyGranted(old)).id)).toMatchObject({ giro: 'porGirar' });
  await old.close();
});
