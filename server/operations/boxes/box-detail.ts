import { boxInScope } from '../../repositories/scope.repository.ts';
import { lastMovementOfBox } from '../../repositories/event.repository.ts';
import type { Operation } from '../operation.ts';
import { locationOf } from './locate-box.ts';
import { boxFacts, movementOf, placeOf } from './box-answer.ts';

export const box: Operation<'/obtenerCaja'> = ({ id_caja }, context) =>
  context.read(async (trx) => {
    const found = await boxInScope(trx, context.session, id_caja);
    const movement = await lastMovementOfBox(trx, id_caja);
    return {
      id: found.id,
      ...boxFacts(found),
      ...movementOf(found),
      movida_por: movement?.actor ?? '',
      ...placeOf(found),
      version: found.version,
      ubicacion: await locationOf(trx, found),
    };
  });

/** /verCajaDetalle: the same box as a list of one element. */
export const boxAsList: Operation<'/verCajaDetalle'> = ({ id_caja }, context) =>
  context.read(async (trx) => {
    const found = await boxInScope(trx, context.session, id_caja);
    return [{ ...boxFacts(found), ...placeOf(found), ubicacion: await locationOf(trx, found) }];
  });
