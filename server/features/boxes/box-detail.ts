import type { BoxLocation } from '#contract/box-location.ts';
import { usualStay } from '#machines/domain/box/box-delays.ts';
import { workingDay } from '#machines/domain/values/working-time.ts';
import { boxStateOf } from '#machines/domain/box/states.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { lastMovementOfBox } from '../cases/event.repository.ts';
import { boxInScope } from '../cases/scope.repository.ts';
import { lastCompanyOf } from '../shipping/shipping.repository.ts';
import { staysOfStore } from '../cases/stays.repository.ts';
import { workingCalendar } from '../settings/settings.repository.ts';
import type { Operation } from '../../platform/http/operation.ts';
import { boxFacts, movementOf, placeOf } from './box-answer.ts';
import { locationOf } from './locate-box.ts';

/** Median stay at the stage that comes next, working days; null where none does, or nobody waits there. */
async function upcomingDelay(
  trx: Trx,
  idTienda: number,
  { recorrido }: BoxLocation,
): Promise<number | null> {
  const upcoming = recorrido.find(({ situacion }) => situacion === 'pendiente');
  if (upcoming === undefined) return null;
  const state = boxStateOf(upcoming.active);
  const calendar = await workingCalendar(trx);
  const stay = usualStay(await staysOfStore(trx, idTienda, state, calendar));
  return stay === null ? null : stay / workingDay(calendar);
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
      dias_siguiente: await upcomingDelay(trx, found.id_tienda, ubicacion),
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
