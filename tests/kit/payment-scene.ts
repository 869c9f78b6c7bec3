/** Closed boxes with payments, and the users who send them. */
import { must, type Scene, today } from './box-scene.ts';
import { approval, boxIn, moveTo, type StagedBox } from './box-stages.ts';
import type { TestClient } from './client.ts';
import { addPerson } from './people.ts';

/** Profile 6 with the permission to authorise; the accountant of the scene prepares. */
export async function treasurer(scene: Scene): Promise<TestClient> {
  const email = 'tesoreria@cajamenor.test';
  const known = await scene.db
    .selectFrom('usuarios')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst();
  if (known === undefined) {
    const { id } = await addPerson(scene.db, { profile: 6, email });
    await scene.db
      .updateTable('usuarios')
      .set({ permisos: 'giros,autorizarGiros,revisarCaja,historialTienda,misPendientes' })
      .where('id', '=', id)
      .execute();
  }
  return scene.signIn(email);
}

/** A closed box of two expenses, the second finally rejected by accounting. @param valores pesos */
export async function partlyGranted(
  scene: Scene,
  [granted, rejected]: readonly [number, number] = [90_000, 10_000],
): Promise<StagedBox> {
  const box = await boxIn(scene, 'finalAccounting', [{ valor: granted }, { valor: rejected }]);
  await must(scene.browsers[6], '/guardarContabilidadFinal', {
    id_gasto: box.expenses[1] ?? 0,
    estado: 16,
    observacion: approval.observacion,
    id_rechazo: 1,
  });
  await moveTo(scene, box, 'closed');
  return box;
}

/** A batch of closed boxes, prepared by the accountant. */
export const preparedBatch = async (scene: Scene, ...boxes: readonly StagedBox[]) =>
  (await must(scene.browsers[6], '/prepararGiros', { cajas: boxes.map(({ id }) => id) }))[0]
    ?.id_lote ?? 0;

/** The same batch, authorised and sent. */
export async function sentBatch(scene: Scene, ...boxes: readonly StagedBox[]): Promise<number> {
  const id_lote = await preparedBatch(scene, ...boxes);
  await must(await treasurer(scene), '/autorizarGiros', { id_lote });
  await must(scene.browsers[6], '/enviarGiros', { id_lote, formato: 'csv' });
  return id_lote;
}

/** A partly granted box whose payment is confirmed, with the bank's reference 4471. */
export async function confirmedBox(scene: Scene): Promise<StagedBox> {
  const box = await partlyGranted(scene);
  await sentBatch(scene, box);
  const giros = [{ id_caja: box.id, referencia: '4471' }];
  await must(scene.browsers[6], '/confirmarGiros', { dia: today, giros });
  return box;
}
