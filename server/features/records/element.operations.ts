/** Switches the active flag of an element of a list, or deletes the element. */

import type { BodyOf } from '#contract/contract.ts';
import { successes } from '#contract/errors.ts';
import type { Permission } from '#contract/permissions.ts';
import {
  holderOf,
  holdsMoney,
  removalRefusals,
  storeLacksPeople,
} from '#machines/domain/people/authority.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { conflict, found } from '../../platform/errors/http-error.ts';
import { requirePermission } from '../../platform/access/call.policy.ts';
import type { Session } from '../../platform/access/session.ts';
import {
  type Author,
  lockAdministrationLog,
} from '../../platform/database/administration-log.repository.ts';
import { storeHasPeople } from '../stores/charge.repository.ts';
import {
  companyHasHistory,
  deleteCompany,
  hideCompany,
  lockCompany,
  updateCompany,
} from '../companies/company.operations.ts';
import {
  deleteUser,
  hideUser,
  lockGoverned,
  requireNone,
  updateUser,
  userHasHistory,
  withdrawInvitation,
} from '../accounts/user.repository.ts';
import { noticeRights } from '../outbox/rights-notice.ts';
import { storeInScope } from '../cases/scope.repository.ts';
import { deleteSessionsOf } from '../accounts/session.repository.ts';
import { updateStore } from '../stores/store.repository.ts';
import { authorOf, done, type Operation } from '../../platform/http/operation.ts';
import { type PlainCatalogue, switchCatalogueRow } from '../catalogues/catalogue.operations.ts';
import { switchCategory } from '../catalogues/categories.ts';
import { handOverAndLeave } from '../users/user.operations.ts';

type Switched = BodyOf<'/actdesElemento'>['tabla'];
type Change<Input> = (trx: Trx, session: Session, input: Input, by: Author) => Promise<void>;
type SwitchElement = Change<BodyOf<'/actdesElemento'>>;
type Deleted = BodyOf<'/eliminarElemento'>['tabla'];

/** Permission of the list of each table, required to switch or delete its elements. */
const listOf: Record<Switched, readonly [Permission]> = {
  usuarios: ['listarUsuarios'],
  empresas: ['listarEmpresa'],
  // Not listarTiendas, which every user of a store has.
  tiendas: ['editarTienda'],
  categoria_gasto: ['catalogos'],
  formato_tienda: ['catalogos'],
  motivo_rechazo: ['catalogos'],
  impuestos: ['catalogos'],
  indicadores: ['catalogos'],
};

const switchRowOf =
  (tabla: PlainCatalogue): SwitchElement =>
  (trx, _session, { id_elemento: id, opc: active_ }, by) =>
    switchCatalogueRow(trx, tabla, { id, active_ }, by);

const switchElement: Record<Switched, SwitchElement> = {
  async usuarios(trx, session, { id_elemento: id, opc: active_, pasar_a }, by) {
    const { holder, user, other } = await lockGoverned(trx, session, id, pasar_a);
    requireNone(removalRefusals(holder, holderOf(user), 'switch'));
    if (active_ === 0) {
      await handOverAndLeave(trx, { holder, user, successor: other, pasar_a }, by);
      await deleteSessionsOf(trx, id);
      await withdrawInvitation(trx, id, by);
    }
    if (active_ === 0 || user.active_ === 1) return updateUser(trx, id, { active_ }, by);
    // The rights of who comes back are as fresh as those of a new user.
    const isFresh = holdsMoney(user);
    await updateUser(trx, id, { active_, ...(isFresh && { derechos_desde: by.now }) }, by);
    await noticeRights(trx, session.nombre, user, ['activated'], by.now);
  },
  async empresas(trx, _session, { id_elemento: id, opc: active_ }, by) {
    found(await lockCompany(trx, id));
    await updateCompany(trx, id, { active_ }, by);
  },
  async tiendas(trx, session, { id_elemento: id, opc: active_ }, by) {
    const { nombre } = await storeInScope(trx, session, id);
    await lockAdministrationLog(trx);
    if (active_ === 1 && !(await storeHasPeople(trx, id)))
      throw conflict('storeHasPeople', storeLacksPeople(nombre));
    await updateStore(trx, id, { active_ }, by);
  },
  categoria_gasto: (trx, _session, { id_elemento: id, opc: active_ }, by) =>
    switchCategory(trx, { id, active_ }, by),
  formato_tienda: switchRowOf('formato_tienda'),
  motivo_rechazo: switchRowOf('motivo_rechazo'),
  impuestos: switchRowOf('impuestos'),
  indicadores: switchRowOf('indicadores'),
};

/** Deletes an element without history; hides it otherwise. */
const deleteElement: Record<Deleted, Change<BodyOf<'/eliminarElemento'>>> = {
  async usuarios(trx, session, { id_elemento: id, pasar_a }, by) {
    const { holder, user, other } = await lockGoverned(trx, session, id, pasar_a);
    requireNone(removalRefusals(holder, holderOf(user), 'delete'));
    await handOverAndLeave(trx, { holder, user, successor: other, pasar_a }, by);
    await deleteSessionsOf(trx, id);
    await withdrawInvitation(trx, id, by);
    await ((await userHasHistory(trx, id)) ? hideUser(trx, id, by) : deleteUser(trx, id, by));
  },
  async empresas(trx, _session, { id_elemento: id }, by) {
    found(await lockCompany(trx, id));
    await ((await companyHasHistory(trx, id))
      ? hideCompany(trx, id, by)
      : deleteCompany(trx, id, by));
  },
};

const activateElement: Operation<'/actdesElemento'> = (input, context) => {
  requirePermission(context.session, listOf[input.tabla]);
  return context.write(async (trx) => {
    const by = authorOf(context);
    await switchElement[input.tabla](trx, context.session, input, by);
    return done(successes.updated);
  });
};

const removeElement: Operation<'/eliminarElemento'> = (input, context) => {
  requirePermission(context.session, listOf[input.tabla]);
  return context.write(async (trx) => {
    await deleteElement[input.tabla](trx, context.session, input, authorOf(context));
    return done(successes.deleted);
  });
};

export const elementOperations = {
  '/actdesElemento': activateElement,
  '/eliminarElemento': removeElement,
};
