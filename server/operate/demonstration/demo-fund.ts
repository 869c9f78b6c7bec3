/** What happens to the funds of the demonstration beside its boxes: movements with their payments, vales and debts. */
import { keyOfMovement } from '#machines/domain/payment/payee.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import type { SessionContext } from '../../platform/http/operation.ts';
import { type DemoCalls, demoOperations, token } from './demo-calls.ts';
import { type DemoFundEvent, demoFundEvents, type StoreKey } from './demo-data.ts';
import { idIn } from './demo-world.ts';

type Act = (event: DemoFundEvent, idTienda: number, context: SessionContext) => Promise<unknown>;

/** The form of a store, as an administrator sends it, with another base. */
export async function changeBase(
  { pesos: base = 0, texto: motivo_base = '' }: Pick<DemoFundEvent, 'pesos' | 'texto'>,
  id_tienda: number,
  context: SessionContext,
): Promise<void> {
  const store = await demoOperations['/obtenerTiendaById']({ token, id_tienda }, context);
  const { nombre, direccion, telefono, email, centro_costo, centro_beneficio, ciudad } = store;
  await demoOperations['/editarTienda'](
    {
      token,
      id_tienda,
      nombre,
      direccion,
      telefono,
      email,
      centro_costo,
      centro_beneficio,
      responsable: store.responsable ?? 0,
      gerente: store.id_gerente ?? 0,
      ciudad,
      base,
      supervisor: store.id_supervisor ?? 0,
      formato_tienda: store.id_formato,
      responsables_adicionales: store.responsables_adicionales,
      motivo_base,
    },
    context,
  );
}

/** The newest movement of a store that is in a state. @throws Error without one */
async function movementIn(id_tienda: number, context: SessionContext, ...states: string[]) {
  const { movimientos } = await demoOperations['/movimientosFondo']({ token, id_tienda }, context);
  const found = movimientos.find(({ estado }) => states.includes(estado));
  if (found === undefined) throw new Error(`the demonstration has no movement in ${states}`);
  return found;
}

/** Actions of the funds, each with its instant. */
export function fundStory(calls: DemoCalls): { instant: number; run: () => Promise<unknown> }[] {
  /** The batch in which each store is paid. */
  const batches = new Map<StoreKey, number>();
  const acts: Record<DemoFundEvent['does'], Act> = {
    base: changeBase,
    prepare: async ({ store }, idTienda, context) => {
      const { id } = await movementIn(idTienda, context, 'porGirar');
      const cajas = [keyOfMovement(id)];
      const [made] = await demoOperations['/prepararGiros']({ token, cajas }, context);
      batches.set(store, made?.id_lote ?? 0);
    },
    authorise: ({ store }, _, context) =>
      demoOperations['/autorizarGiros']({ token, id_lote: batches.get(store) ?? 0 }, context),
    transfer: ({ store }, _, context) =>
      demoOperations['/enviarGiros']({ token, id_lote: batches.get(store) ?? 0 }, context),
    confirm: async (_, idTienda, context) => {
      const { id } = await movementIn(idTienda, context, 'porGirar');
      const giros = [{ id_caja: keyOfMovement(id), referencia: String(7_700 + id) }];
      const dia = dateInBogota(context.now());
      await demoOperations['/confirmarGiros']({ token, dia, giros }, context);
    },
    receive: async (_, idTienda, context) => {
      const { id } = await movementIn(idTienda, context, 'porGirar');
      const body = { token, id_caja: keyOfMovement(id), recibido: 1, nota: '' } as const;
      await demoOperations['/responderGiro'](body, context);
    },
    payIn: async ({ texto: referencia = '' }, idTienda, context) => {
      const { id: id_movimiento } = await movementIn(idTienda, context, 'pedida', 'aCargo');
      const dia = dateInBogota(context.now());
      const body = { token, id_movimiento, dia, referencia };
      await demoOperations['/consignarMovimiento'](body, context);
    },
    charge: async ({ texto: motivo = '' }, id_tienda, context) => {
      const { arqueos } = await demoOperations['/arqueos']({ token, id_tienda }, context);
      const id_arqueo = arqueos.find(({ estado }) => estado === 'conDiferencia')?.id ?? 0;
      const body = { token, id_arqueo, como: 'aCargo', motivo } as const;
      await demoOperations['/resolverArqueo'](body, context);
    },
    takeOver: async ({ texto: motivo = '' }, idTienda, context) => {
      const { id: id_movimiento } = await movementIn(idTienda, context, 'aCargo');
      await demoOperations['/asumirMovimiento']({ token, id_movimiento, motivo }, context);
    },
    vale: ({ pesos: valor = 0, persona = '', texto: motivo = '' }, id_tienda, context) => {
      const dia = dateInBogota(context.now());
      const body = { token, id_tienda, valor, persona, dia, motivo };
      return demoOperations['/darVale'](body, context);
    },
    returnVale: async (_, id_tienda, context) => {
      const { vales } = await demoOperations['/vales']({ token, id_tienda }, context);
      const id_vale = vales.find(({ estado }) => estado === 'fuera')?.id ?? 0;
      await demoOperations['/devolverVale']({ token, id_vale }, context);
    },
  };
  return demoFundEvents.map((event) => {
    const instant = calls.instant(event.daysAgo, event.time);
    const context = calls.context(event.by, instant);
    const idTienda = idIn(calls.world.stores, event.store);
    return { instant, run: () => acts[event.does](event, idTienda, context) };
  });
}
