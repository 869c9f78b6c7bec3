import { dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import { toPesos } from '#machines/domain/values/money.ts';
import { stages, stagesOf } from '#machines/domain/box/stages.ts';
import { sentStates, statesOfGroup } from '#machines/domain/people/pending.ts';
import { boxStates, codesOf } from '#machines/domain/box/states.ts';
import { withoutTransaction } from '../../platform/database/transactions.ts';
import { storeInScope } from '../cases/scope.repository.ts';
import { pageOfBoxes } from '../cases/box-list.repository.ts';
import type { LongRead } from '../../platform/http/operation.ts';
import { boxFacts, movementOf, stateOf } from './box-answer.ts';

/** Everything that was sent, closed or not. */
const sent = codesOf(boxStates, sentStates);

const inAccounting = stagesOf('accounting').map((name) => stages[name].boxCode);

/**
 * /historialCajas: the sent boxes that the session may see, the last moved first. Its total and its page are of moments
 * next to each other: a transaction around them would cost as much as they do.
 */
export const boxHistory: LongRead<'/historialCajas'> = (input, context) =>
  withoutTransaction(context.db, async (trx) => {
    const { profile } = context.session;
    const active =
      input.grupo === undefined ? sent : codesOf(boxStates, statesOfGroup(profile, input.grupo));
    if (input.id_tienda !== undefined) await storeInScope(trx, context.session, input.id_tienda);
    const { rows, total } = await pageOfBoxes(
      trx,
      context.session,
      { active, idTienda: input.id_tienda },
      input,
      { by: 'fecha_movimiento', direction: 'desc' },
    );
    context.setTotal(total);
    return rows.map((box) => ({
      id_caja: box.id,
      tienda: box.tienda,
      ...boxFacts(box),
      ...movementOf(box),
    }));
  });

/** /cajasPendientesContabilidad: both passes, whatever the state asked for; the longest waiting first. The same holds. */
export const pendingBoxes: LongRead<'/cajasPendientesContabilidad'> = (input, context) =>
  withoutTransaction(context.db, async (trx) => {
    const { rows, total } = await pageOfBoxes(
      trx,
      context.session,
      { active: inAccounting },
      input,
      { by: 'fecha_contabilidad', direction: 'asc', fecha: 'fecha_contabilidad' },
    );
    context.setTotal(total);
    return rows.map((box) => ({
      id: box.id,
      tienda: box.tienda,
      consecutivo: box.consecutivo,
      // When accounting received it; a box in these states always was received.
      fecha: dateTimeInBogota(box.fecha_contabilidad ?? box.fecha_movimiento),
      total: toPesos(box.total),
      color: stateOf(box).color,
      estado: stateOf(box).nombre,
      active: box.active,
    }));
  });
