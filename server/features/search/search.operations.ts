import { type FoundKind, foundAtMost, screensOfFound } from '#contract/calls/search.calls.ts';
import { expenseFactsAt } from '#machines/domain/expense/expense-places.ts';
import { toPesos } from '#machines/domain/values/money.ts';
import { hasSomePermission } from '../../platform/access/call.policy.ts';
import { findBoxes, findExpenses, findStores, findUsers } from './search.repository.ts';
import { searchTermsOf } from '../cases/search-terms.ts';
import { stateOf } from '../boxes/box-answer.ts';
import type { LongRead } from '../../platform/http/operation.ts';

/** /buscar: of each kind to which the session has a screen, within its scope. */
export const search: LongRead<'/buscar'> = ({ texto }, { read, session }) =>
  read(async (trx) => {
    const terms = searchTermsOf(texto);
    const some = async <Row>(kind: FoundKind, find: (limit: number) => Promise<Row[]>) =>
      hasSomePermission(session, screensOfFound[kind]) ? find(foundAtMost[kind]) : [];
    const boxes = await some('cajas', (limit) => findBoxes(trx, session, terms, limit));
    const stores = await some('tiendas', (limit) => findStores(trx, session, terms, limit));
    const users = await some('usuarios', (limit) => findUsers(trx, terms, limit));
    const expenses = await some('gastos', (limit) => findExpenses(trx, session, terms, limit));
    return {
      cajas: boxes.map((box) => ({
        id_caja: box.id,
        id_tienda: box.id_tienda,
        tienda: box.tienda,
        consecutivo: box.consecutivo,
        active: box.active,
        valor: toPesos(box.total),
        fecha: box.fecha,
        estado: stateOf(box).nombre,
        color: stateOf(box).color,
      })),
      tiendas: stores.map(({ id, nombre, ciudad }) => ({ id_tienda: id, tienda: nombre, ciudad })),
      usuarios: users.map(({ id, razon_social, perfil, email }) => ({
        id_usuario: id,
        nombre: razon_social,
        perfil,
        email,
      })),
      gastos: expenses.map(({ proveedor_nombre, fecha_gasto, valor, estado, ...row }) => {
        const { nombre, color } = expenseFactsAt(row.active, estado);
        return {
          ...row,
          proveedor: proveedor_nombre,
          valor: toPesos(valor),
          fecha: fecha_gasto,
          estado: nombre,
          color,
        };
      }),
    };
  });

export const searchOperations = {
  '/buscar': search,
};
