/** The active flag and the deletion of one element of a list. */

import type { BodyOf } from '#contract/contract.ts';
import { successes } from '#contract/errors.ts';
import type { Permission } from '#contract/permissions.ts';
import { holderOf, removalRefusals } from '#machines/domain/authority.ts';
import type { Trx } from '../../database/transactions.ts';
import { requirePermission } from '../../policies/call.policy.ts';
import { storeInScope } from '../../repositories/scope.repository.ts';
import { notFound } from '../../errors/http-error.ts';
import type { Author } from '../../repositories/administration-log.repository.ts';
import {
  companyHasHistory,
  deleteCompany,
  hideCompany,
  lockCompany,
  updateCompany,
} from '../../repositories/company.repository.ts';
import { deleteSessionsOf } from '../../repositories/session.repository.ts';
import { lockOnlyManaged, updateStore } from '../../repositories/store.repository.ts';
import {
  deleteUser,
  hideUser,
  updateUser,
  userHasHistory,
} from '../../repositories/user.repository.ts';
import { authorOf, type Operation } from '../operation.ts';
import type { Session } from '../../policies/session.ts';
import { lockGoverned, requireNone } from './governed-user.ts';

type Switched = BodyOf<'/actdesElemento'>['tabla'];
type Deleted = BodyOf<'/eliminarElemento'>['tabla'];

/** The list from which an element is switched or deleted, and so who may. */
const listOf: Record<Switched, readonly [Permission]> = {
  usuarios: ['listarUsuarios'],
  empresas: ['listarEmpresa'],
  // Not listarTiendas, which everybody with a store has.
  tiendas: ['editarTienda'],
};

const found = <Row>(row: Row | undefined): Row => {
  if (row === undefined) throw notFound();
  return row;
};

const switchElement: Record<
  Switched,
  (trx: Trx, session: Session, id: number, active_: 0 | 1, by: Author) => Promise<void>
> = {
  async usuarios(trx, session, id, active_, by) {
    const { holder, user } = await lockGoverned(trx, session, id);
    const managed = active_ === 0 ? await lockOnlyManaged(trx, id) : '';
    requireNone(removalRefusals(holder, holderOf(user), 'switch', managed));
    if (active_ === 0) await deleteSessionsOf(trx, id);
    await updateUser(trx, id, { active_ }, by);
  },
  async empresas(trx, _session, id, active_, by) {
    found(await lockCompany(trx, id));
    await updateCompany(trx, id, { active_ }, by);
  },
  async tiendas(trx, session, id, active_, by) {
    await storeInScope(trx, session, id);
    await updateStore(trx, id, { active_ }, by);
  },
};

/** Erased when nothing tells of it; hidden otherwise. */
const deleteElement: Record<
  Deleted,
  (trx: Trx, session: Session, id: number, by: Author) => Promise<void>
> = {
  async usuarios(trx, session, id, by) {
    const { holder, user } = await lockGoverned(trx, session, id);
    const managed = await lockOnlyManaged(trx, id);
    requireNone(removalRefusals(holder, holderOf(user), 'delete', managed));
    await deleteSessionsOf(trx, id);
    await ((await userHasHistory(trx, id)) ? hideUser(trx, id, by) : deleteUser(trx, id, by));
  },
  async empresas(trx, _session, id, by) {
    found(await lockCompany(trx, id));
    await ((await companyHasHistory(trx, id))
      ? hideCompany(trx, id, by)
      : deleteCompany(trx, id, by));
  },
};

export const activateElement: Operation<'/actdesElemento'> = (input, context) => {
  requirePermission(context.session, listOf[input.tabla]);
  return context.write(async (trx) => {
    const by = authorOf(context);
    await switchElement[input.tabla](trx, context.session, input.id_elemento, input.opc, by);
    return [{ status: '200' as const, msg: successes.updated }];
  });
};

export const removeElement: Operation<'/eliminarElemento'> = (input, context) => {
  requirePermission(context.session, listOf[input.tabla]);
  return context.write(async (trx) => {
    await deleteElement[input.tabla](trx, context.session, input.id_elemento, authorOf(context));
    return [{ status: '200' as const, msg: successes.deleted }];
  });
};
