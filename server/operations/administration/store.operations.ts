import { successes } from '#contract/errors.ts';
import { toPesos } from '#machines/domain/money.ts';
import type { Trx } from '../../database/transactions.ts';
import { storeInScope } from '../../repositories/scope.repository.ts';
import { fundsOfStores } from '../../repositories/fund.repository.ts';
import {
  insertStore,
  listStores,
  managersOfStore,
  namesOfStore,
  peopleNamedBy,
  replaceManagers,
  type StoreRow,
  updateStore,
} from '../../repositories/store.repository.ts';
import { openNextBox } from '../../workflow/open-box.ts';
import { authorOf, type Operation } from '../operation.ts';
import { columnsOf, managersOf, requireStoreForm } from './store-form.ts';

/** Rest of the fund of each store, and what is under way, in pesos. */
async function fundsInPesos(
  trx: Trx,
  stores: readonly { id: number; base: number }[],
): Promise<(id: number) => { disponible: number; reembolso: number }> {
  const funds = await fundsOfStores(trx, stores);
  return (id) => {
    const fund = funds.get(id);
    return {
      disponible: toPesos(fund?.disponible ?? 0),
      reembolso: toPesos(fund?.reembolso ?? 0),
    };
  };
}

export const stores: Operation<'/obtenerTiendas'> = (input, context) =>
  context.read(async (trx) => {
    const { rows, total } = await listStores(trx, context.session, input);
    context.setTotal(total);
    const fundOf = await fundsInPesos(trx, rows);
    return rows.map((row) => ({ ...row, base: toPesos(row.base), ...fundOf(row.id) }));
  });

export const storeById: Operation<'/obtenerTiendaById'> = ({ id_tienda }, context) =>
  context.read(async (trx) => {
    const store = await storeInScope(trx, context.session, id_tienda);
    const names = await namesOfStore(trx, store);
    const { responsable, adicionales } = await managersOfStore(trx, store.id);
    const fundOf = await fundsInPesos(trx, [store]);
    const { id, nombre, direccion, telefono, email, centro_costo, centro_beneficio } = store;
    return {
      ...{ id, nombre, direccion, telefono, email, centro_costo, centro_beneficio },
      responsable,
      responsables_adicionales: adicionales,
      gerente: store.id_gerente,
      id_gerente: store.id_gerente,
      supervisor: store.id_supervisor,
      id_supervisor: store.id_supervisor,
      personas: await peopleNamedBy(trx, await peopleOfStore(trx, store)),
      formato_tienda: store.id_formato,
      id_formato: store.id_formato,
      tipo_formato: names.formato,
      base_formato: names.formato,
      base: toPesos(store.base),
      ciudad: store.id_ciudad,
      nombre_ciudad: names.ciudad,
      active_: store.active_,
      ...fundOf(store.id),
    };
  });

/** A store begins with an open box, so that its first expense has where to go. */
export const createStore: Operation<'/agregarTienda'> = (input, context) =>
  context.write(async (trx) => {
    await requireStoreForm(trx, input, context.session.idUsuario);
    const id_tienda = await insertStore(trx, columnsOf(input), authorOf(context));
    await replaceManagers(trx, id_tienda, managersOf(input), authorOf(context));
    await openNextBox(trx, id_tienda, context.now());
    return [{ status: '200' as const, msg: successes.saved, id_tienda }];
  });

async function peopleOfStore(trx: Trx, store: StoreRow): Promise<number[]> {
  const { responsable, adicionales } = await managersOfStore(trx, store.id);
  return [
    store.id_gerente,
    store.id_supervisor,
    ...adicionales,
    ...(responsable ? [responsable] : []),
  ];
}

export const editStore: Operation<'/editarTienda'> = (input, context) =>
  context.write(async (trx) => {
    const { session } = context;
    const store = await storeInScope(trx, session, input.id_tienda);
    await requireStoreForm(trx, input, session.idUsuario, await peopleOfStore(trx, store));
    await updateStore(trx, store.id, columnsOf(input), authorOf(context));
    await replaceManagers(trx, store.id, managersOf(input), authorOf(context));
    return [{ status: '200' as const, msg: successes.saved, id_tienda: store.id }];
  });
