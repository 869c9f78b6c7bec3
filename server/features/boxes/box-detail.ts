import type { BoxLocation } from '#contract/box-location.ts';
import { usualStay } from '#machines/domain/box/box-delays.ts';
import { boxStateOf } from '#machines/domain/box/states.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { lastMovementOfBox } from '../cases/event.repository.ts';
import { boxInScope } from '../cases/scope.repository.ts';
import { lastCompanyOf } from '../shipping/shipping.repository.ts';
import { staysOfStore } from '../cases/stays.repository.ts';
import type { Operation } from '../../platform/http/operation.ts';
import { boxFacts, movementOf, placeOf } from './box-answer.ts';
import { locationOf } from './locate-box.ts';

/** Median stay at the stage that comes next; null where none does, or nobody waits there. */
async function upcomingDelay(
  trx: Trx,
  idTienda: number,
  { recorrido }: BoxLocation,
): Promise<number | null> {
  const upcoming = recorrido.find(({ situacion }) => situacion === 'pendiente');
  if (upcoming === undefined) return null;
  return usualStay(await staysOfStore(trx, idTienda, boxStateOf(upcoming.active)));
}

export const box: Operation<'/obtenerCaja'> = ({ id_caja }, context) =>
  context.read(async (trx) => {
    const found = await boxInScope(trx, context.session, id_caja);
    const movement = await lastMovementOfBox(trx, id_caja);
    const ubicacion = await locationOf(trx, found, context.now());
    return {
      id: found.id,
      ...boxFacts(found),
      ...movementOf(found),
      movida_por: movement?.actor ?? '',
      ...placeOf(found),
      version: found.version,
      ubicacion,
      demora_siguiente: await upcomingDelay(trx, found.id_tienda, ubicacion),
      empresa_anterior:
        boxStateOf(found.active) === 'readyToShip'
          ? await lastCompanyOf(trx, found.id_tienda)
          : null,
    };
  });

/** /verCajaDetalle: the same box as a list of one element. */
export const boxAsList: Operation<'/verCajaDetalle'> = ({ id_caja }, context) =>
  context.read(async (trx) => {
    const found = await boxInScope(trx, context.session, id_caja);
    return [
      {
        ...boxFacts(found),
        ...placeOf(found),
        ubicacion: await locationOf(trx, found, context.now()),
      },
    ];
  });
