/** Closed boxes with payments, and the users who send them. */
import { sql } from 'kysely';
import type { RequestOf } from '#contract/contract.ts';
import { must, type Scene, today } from './box-scene.ts';
import { approval, boxIn, moveTo, type StagedBox } from './box-stages.ts';
import type { TestClient } from './client.ts';
import { addManyBoxes } from './many-boxes.ts';
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
  await must(scene.browsers[6], '/enviarGiros', { id_lote });
  return id_lote;
}

/** A partly granted box whose payment is confirmed, with the reference of the bank `R` and its id. */
export async function confirmedBox(scene: Scene): Promise<StagedBox> {
  const box = await partlyGranted(scene);
  await sentBatch(scene, box);
  const giros = [{ id_caja: box.id, referencia: `R${box.id}` }];
  await must(scene.browsers[6], '/confirmarGiros', { dia: today, giros });
  return box;
}

export const account: Omit<RequestOf<'/proponerCuenta'>, 'id_tienda'> = {
  via: 'transferencia',
  id_banco: 1007,
  tipo_cuenta: 'ahorros',
  numero: '00912344471',
  titular: 'Ana Muñoz Peña',
  tipo_doc: 'CC',
  documento: '1018464851',
};

let administrators = 0;

/** A new administrator. */
export async function anotherAdministrator(scene: Scene): Promise<TestClient> {
  administrators += 1;
  const email = `admin.${administrators}@cajamenor.test`;
  await addPerson(scene.db, { profile: 1, email });
  return scene.signIn(email);
}

/** Gives a store an account: one administrator proposes it, another one confirms it. */
export async function accountOf(
  scene: Scene,
  { id_tienda }: Pick<StagedBox, 'id_tienda'>,
  numero: string,
): Promise<void> {
  const [proposed] = await must(scene.browsers[1], '/proponerCuenta', {
    ...account,
    id_tienda,
    numero,
  });
  const change = { id_cuenta: proposed?.id_cuenta ?? 0, confirma: 1 } as const;
  const self = await scene.browsers[1].call('/resolverCuenta', change);
  if (self.status !== 409) throw new Error('the proposer confirmed an account');
  await must(await anotherAdministrator(scene), '/resolverCuenta', change);
}

/**
 * Closed boxes of as many stores, each with an account, whose payments wait.
 *
 * @returns the ids of the boxes
 */
export async function boxesToPay(scene: Scene, count: number): Promise<number[]> {
  // Of each store one box is closed and one open; a few boxes are granted nothing.
  const stores = Math.ceil(count * 1.2);
  await addManyBoxes(scene, { boxes: 2 * stores, stores, days: 400, seguida: true });
  const { via, id_banco, tipo_cuenta, titular, tipo_doc, documento } = account;
  await sql`insert into cuenta_tienda (id_tienda, via, banco, id_banco, tipo_cuenta, numero, titular,
      tipo_doc, documento, estado, id_usuario, creada, id_usuario_resuelve, resuelta)
    select id_tienda, ${via}, 'Bancolombia', ${sql.lit(id_banco)}, ${tipo_cuenta}, ${'0091234'} || id_tienda, ${titular},
      ${tipo_doc}, ${documento}, 'vigente', ${sql.lit(scene.people[1].id)}, 1, ${sql.lit(scene.people[8].id)}, 1
    from cajas where giro = 'porGirar'`.execute(scene.db);
  const rows = await scene.db
    .selectFrom('cajas')
    .select('id')
    .where('giro', '=', 'porGirar')
    .orderBy('id')
    .limit(count)
    .execute();
  return rows.map(({ id }) => id);
}
