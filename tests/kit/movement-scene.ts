/** Changes of the base of a store, and rows of its fund, as a user sees them. */
import { must, type Scene, storeForm } from './box-scene.ts';
import { createMovement } from '#server/features/cases/stored-movement.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';

/** The form of a store with another base, as an administrator sends it. @param base pesos */
export const formWithBase = async (scene: Scene, id_tienda: number, base: number) => ({
  ...(await storeForm(scene.browsers[1], id_tienda)),
  base,
  motivo_base: 'Cambian las ventas',
});

export const changeBase = async (scene: Scene, id_tienda: number, base: number) =>
  must(scene.browsers[1], '/editarTienda', await formWithBase(scene, id_tienda, base));

/** The movements of a store, the newest first, as accounting reads them. */
export const movementsOf = async (scene: Scene, id_tienda: number) =>
  (await must(scene.browsers[6], '/movimientosFondo', { id_tienda })).movimientos;

/** A shortage of the store's manager, written as a count does. @param valor pesos */
export const shortage = (scene: Scene, id_tienda: number, valor: number): Promise<number> =>
  inTransaction(scene.db, (trx) =>
    createMovement(
      trx,
      'faltante',
      {
        id_tienda,
        valor: valor * 100,
        id_deudor: scene.people[2].id,
        motivo: 'Faltó en el arqueo',
      },
      { actor: { id: scene.people[3].id, profile: 3 }, now: scene.clock.now() },
    ),
  );

/**
 * The opening of a store of $ 1.000.000: 300.000 in the drawer, boxes 11 and 12 under way, 50.000 owed, 80.000 not yet
 * recorded; 120.000 are to be brought.
 */
export const openingForm = (id_tienda: number) => ({
  id_tienda,
  base: 1_000_000,
  efectivo: 300_000,
  debe: 50_000,
  sin_registrar: 80_000,
  siguiente: 13,
  cajas: [
    { numero: 11, valor: 200_000, dia: '2026-06-03' },
    { numero: 12, valor: 250_000, dia: '2026-06-10' },
  ],
});
