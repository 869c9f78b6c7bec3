/** Actions of accounting, treasury and the store on the payment of a closed box. */
import { isRejected } from '#machines/domain/stages/states.ts';
import { paymentStateOf, paymentStates } from '#machines/domain/payment/payment-states.ts';
import type { WebAnswer } from '#tests/kit/web-client.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import type { Box, Desk } from './store-actions.ts';
import type { Action } from './worker.ts';

/** Granted centavos of a decided box. */
export const grantedOf = ({ expenses }: Pick<Box, 'expenses'>): number =>
  expenses.reduce((sum, { estado, valor }) => sum + (isRejected(estado) ? 0 : valor), 0);

/** Granted centavos that are still to be paid. */
export const owedTo = (box: Box): number =>
  box.giro != null && paymentStates[paymentStateOf(box.giro)].owes ? grantedOf(box) : 0;

export function paymentActions(desk: Desk, box: Box): Action[] {
  const { accounting, treasury, store } = desk.team;
  const cajas = [box.id];
  const moves = (
    weight: number,
    giro: string,
    send: () => Promise<WebAnswer>,
    repeatable = false,
  ): Action => ({
    // Preferred over other actions, so that kills interrupt it.
    weight: 10 * weight,
    send,
    repeatable,
    facts: { [`caja ${box.id}`]: { giro } },
  });
  /** A batch has one box here. */
  const lote = async () => {
    const rows = await accounting.must('/giros', { lista: 'enCurso', limite: 100 });
    return { id_lote: rows.find(({ id_caja }) => id_caja === box.id)?.id_lote ?? 0 };
  };
  const number = desk.count();
  const confirm = moves(4, 'girado', () =>
    accounting.call('/confirmarGiros', {
      dia: dateInBogota(Date.now()),
      giros: [{ id_caja: box.id, referencia: `${desk.name}${number}` }],
    }),
  );
  const giveBack = moves(4, 'porGirar', () =>
    accounting.call('/devolverGiros', { cajas, motivo: 'Cuenta cerrada' }),
  );
  const takeOut = moves(1, 'porGirar', () => accounting.call('/retirarGiros', { cajas }));
  // Rare, since the payment is final afterwards.
  const arrived = moves(0.02, 'recibido', () =>
    store.call('/responderGiro', { id_caja: box.id, recibido: 1 }),
  );
  const missing = moves(2, 'noRecibido', () =>
    store.call('/responderGiro', { id_caja: box.id, recibido: 0, nota: 'No está' }),
  );
  const prepare = moves(
    4,
    'preparado',
    () => accounting.call('/prepararGiros', { cajas }, `${desk.name}G${number}`),
    true,
  );
  const authorise = moves(4, 'autorizado', async () =>
    treasury.call('/autorizarGiros', await lote()),
  );
  const send = moves(4, 'enviado', async () => accounting.call('/enviarGiros', await lote()));
  const propose = moves(1, 'devolucionPropuesta', () =>
    accounting.call('/proponerDevolucion', { cajas, motivo: 'El banco lo devolvió' }),
  );
  const agree = moves(4, 'porGirar', () =>
    treasury.call('/resolverDevolucion', { cajas, aprueba: 1 }),
  );
  const acts: Record<string, Action[]> = {
    porGirar: [prepare],
    preparado: [authorise, takeOut],
    autorizado: [send, takeOut],
    enviado: [confirm, giveBack],
    girado: [arrived, missing, propose],
    noRecibido: [confirm, arrived],
    devolucionPropuesta: [agree],
  };
  return acts[box.giro ?? ''] ?? [];
}
