import { toPesos } from '#machines/domain/values/money.ts';
import type { Operation } from '../../platform/http/operation.ts';
import { found } from '../../platform/errors/http-error.ts';
import { occasionalTotals } from '../boxes/box-answer.ts';
import { findOpenBox } from '../cases/box.repository.ts';
import { fundOfStore, fundParts } from '../cases/fund.repository.ts';
import { storeInScope } from '../cases/scope.repository.ts';
import { valesOut } from '../cases/vale.repository.ts';
import { overdraftPolicy, maximumForOccasional } from '../settings/settings.ts';

const storeFund: Operation<'/obtenerDatosTiendaCaja'> = ({ id_tienda }, context) =>
  context.read(async (trx) => {
    const store = await storeInScope(trx, context.session, id_tienda);
    const fund = await fundOfStore(trx, store.id);
    return {
      id_tienda: store.id,
      tienda: store.nombre,
      base: toPesos(fund.base),
      ...fundParts(fund),
      porcentaje: fund.porcentaje,
      id_formato: store.id_formato,
      active_: store.active_ === 1 ? 1 : 0,
      exceso_fondo: await overdraftPolicy(trx),
      vales: (await valesOut(trx, store.id)).map(({ id, valor, persona, dia, id_movimiento }) => ({
        id,
        persona,
        dia,
        valor: toPesos(valor),
        de_apertura: id_movimiento === null ? 0 : 1,
      })),
    };
  });

const currentBox: Operation<'/obtenerCajaActual'> = ({ id_tienda }, context) =>
  context.read(async (trx) => {
    const store = await storeInScope(trx, context.session, id_tienda);
    const open = found(await findOpenBox(trx, store.id));
    const maximum = await maximumForOccasional(trx);
    const totals = maximum === null ? [] : await occasionalTotals(trx, open.id);
    return {
      id: open.id,
      active: open.active,
      consecutivo: open.consecutivo,
      fecha: open.fecha,
      total: toPesos(open.total),
      version: open.version,
      excede_monto_maximo: totals.some((total) => total > (maximum ?? 0)) ? 1 : 0,
    };
  });

export const fundOperations = {
  '/obtenerDatosTiendaCaja': storeFund,
  '/obtenerCajaActual': currentBox,
};
