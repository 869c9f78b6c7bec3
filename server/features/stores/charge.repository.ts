/** Charges of users: posts of stores that no other user holds, and the boxes that wait there. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  type Charge,
  type Post,
  isAble,
  noCharge,
  postNames,
  posts,
  sharedProfiles,
  workOf,
} from '#machines/domain/people/authority.ts';
import { boxStates, codesOf } from '#machines/domain/stages/states.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import type { Author } from '../../platform/database/administration-log.repository.ts';
import { exists, rowsOf, valuesOf } from '../../platform/database/queries.ts';
import { managersOfStore, replaceManagers, updateStore } from './store.repository.ts';
import { type UserRow, usersOfProfile } from '../accounts/user.repository.ts';

const undecidedCodes = codesOf(boxStates).filter((codigo) => codigo !== boxStates.closed.codigo);

const underWay = sql.join(undecidedCodes.filter((codigo) => codigo !== boxStates.open.codigo));

/** A store that is active, or has something that still has to be decided, paid or settled. */
const needsPeople = sql<SqlBool>`(tiendas.active_ = 1
  or exists (select 1 from cajas where cajas.id_tienda = tiendas.id and cajas.active in (${underWay}))
  or exists (select 1 from cajas where cajas.id_tienda = tiendas.id and (cajas.por_girar > 0 or cajas.a_cargo > 0))
  or exists (select 1 from movimiento_fondo
    where movimiento_fondo.id_tienda = tiendas.id and (movimiento_fondo.por_girar > 0 or movimiento_fondo.a_cargo > 0))
  or exists (select 1 from cajas join gastos on gastos.id_caja = cajas.id
    where cajas.id_tienda = tiendas.id and cajas.active = ${sql.lit(boxStates.open.codigo)}))`;

/** SQL version of `isAble` for a row of `usuarios` under an alias, with the profile of the post. */
const able = (name: string, profile: number) => {
  const list = sql`',' || ${sql.ref(`${name}.permisos`)} || ','`;
  const names = workOf(profile).map((permission) => sql`${list} like ${`%,${permission},%`}`);
  return sql<SqlBool>`${sql.ref(`${name}.active_`)} = 1 and ${sql.ref(`${name}.eliminado`)} = 0
    and ${sql.ref(`${name}.tipo`)} = ${profile}
    and (${sql.ref(`${name}.permisos`)} is null or (${sql.join(names, sql` and `)}))`;
};

/** By post: the stores that need people, with the user who holds the post alone. */
const heldAlone: Record<Post, RawBuilder<unknown>> = {
  supervisor: sql`select tiendas.id, tiendas.nombre, tiendas.id_supervisor as id_usuario from tiendas
    where ${needsPeople}`,
  gerente: sql`select tiendas.id, tiendas.nombre, tiendas.id_gerente as id_usuario from tiendas
    where ${needsPeople}`,
  responsable: sql`select tiendas.id, tiendas.nombre, propio.id_usuario from responsable_tienda propio
    join tiendas on tiendas.id = propio.id_tienda
    where ${needsPeople} and not exists (
      select 1 from responsable_tienda otro join usuarios on usuarios.id = otro.id_usuario
      where otro.id_tienda = propio.id_tienda and otro.id_usuario <> propio.id_usuario
        and ${able('usuarios', posts.responsable.profile)})`,
};

/** Users of a post, with the number of stores where they hold it alone and the boxes that wait there. */
async function chargesOfPost(trx: Trx, post: Post, ids: readonly number[]) {
  const waiting =
    post === 'supervisor'
      ? sql`left join conteo on conteo.estado = 0 and conteo.id_tienda = puesto.id
          and conteo.active = ${boxStates.supervision.codigo}`
      : sql`left join conteo on 1 = 0`;
  return rowsOf(
    trx,
    sql<{ id_usuario: number; tiendas: number; tienda: string; cajas: number; valor: number }>`
      select puesto.id_usuario, count(distinct puesto.id) as tiendas, min(puesto.nombre) as tienda,
        coalesce(sum(conteo.cajas), 0) as cajas, coalesce(sum(conteo.valor), 0) as valor
      from (${heldAlone[post]}) as puesto ${waiting}
      where puesto.id_usuario in (${sql.join(ids)}) group by puesto.id_usuario`,
  );
}

/** Expenses of boxes that are not closed. */
const undecided = (trx: Trx) =>
  trx
    .selectFrom('cajas')
    .innerJoin('gastos', 'gastos.id_caja', 'cajas.id')
    .where('cajas.active', 'in', undecidedCodes);

/** The users who recorded an expense of a box that is not closed: they may not decide its expenses. */
const recordersAmong = async (trx: Trx, ids: readonly number[]): Promise<number[]> =>
  ids.length === 0
    ? []
    : valuesOf(
        undecided(trx).select('gastos.id_usuario').distinct().where('gastos.id_usuario', 'in', ids),
        'id_usuario',
      );

/** True when the user recorded an expense of the store in a box that is not closed. */
export const recordedInStore = (trx: Trx, idUsuario: number, idTienda: number): Promise<boolean> =>
  exists(
    undecided(trx)
      .select('gastos.id')
      .where('cajas.id_tienda', '=', idTienda)
      .where('gastos.id_usuario', '=', idUsuario)
      .limit(1),
  );

/** `recordedInStore` for any store of a supervisor. */
export const recordedForSupervisor = (
  trx: Trx,
  idUsuario: number,
  supervisor: number,
): Promise<boolean> =>
  exists(
    undecided(trx)
      .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
      .select('gastos.id')
      .where('tiendas.id_supervisor', '=', supervisor)
      .where('gastos.id_usuario', '=', idUsuario)
      .limit(1),
  );

/** The able users of each shared profile who may decide every box, since they recorded no undecided expense. */
async function soleDecidersByProfile(trx: Trx, users: readonly Pick<UserRow, 'tipo'>[]) {
  const last = new Map<number, readonly number[]>();
  for (const profile of sharedProfiles.filter((id) => users.some(({ tipo }) => tipo === id))) {
    const members = (await usersOfProfile(trx, profile)).filter(isAble).map(({ id }) => id);
    const recorders = await recordersAmong(trx, members);
    last.set(
      profile,
      members.filter((id) => !recorders.includes(id)),
    );
  }
  return last;
}

/** Charges by user; users who cannot do the work of their profile have none. */
export async function chargesOf(
  trx: Trx,
  users: readonly Pick<UserRow, 'id' | 'tipo' | 'permisos' | 'active_'>[],
): Promise<Map<number, Charge>> {
  const charges = new Map<number, Charge>();
  const working = users.filter(isAble);
  for (const post of postNames) {
    const ids = working.filter(({ tipo }) => tipo === posts[post].profile).map(({ id }) => id);
    if (ids.length === 0) continue;
    for (const row of await chargesOfPost(trx, post, ids))
      charges.set(Number(row.id_usuario), {
        ...noCharge,
        tiendas: { ...noCharge.tiendas, [post]: Number(row.tiendas) },
        tienda: row.tienda,
        cajas: Number(row.cajas),
        valor: Number(row.valor),
      });
  }
  const deciders = await soleDecidersByProfile(trx, working);
  const hasStores =
    deciders.size > 0 && (await exists(trx.selectFrom('tiendas').select('id').limit(1)));
  for (const { id, tipo } of working) {
    const able = deciders.get(tipo);
    if (hasStores && able?.every((other) => other === id))
      charges.set(id, { ...noCharge, esUltima: true });
  }
  return charges;
}

export const chargeOf = async (
  trx: Trx,
  user: Pick<UserRow, 'id' | 'tipo' | 'permisos' | 'active_'>,
): Promise<Charge> => (await chargesOf(trx, [user])).get(user.id) ?? noCharge;

/** Passes every post of a user to another one, in active and inactive stores. */
export async function passPosts(trx: Trx, from: number, to: number, by: Author): Promise<void> {
  const stores = await trx
    .selectFrom('tiendas')
    .selectAll()
    .where(({ or, eb, exists: some, selectFrom }) =>
      or([
        eb('id_supervisor', '=', from),
        eb('id_gerente', '=', from),
        some(
          selectFrom('responsable_tienda')
            .select('id_tienda')
            .whereRef('responsable_tienda.id_tienda', '=', 'tiendas.id')
            .where('responsable_tienda.id_usuario', '=', from),
        ),
      ]),
    )
    .orderBy('id')
    .execute();
  const next = (id: number): number => (id === from ? to : id);
  for (const { id, id_supervisor, id_gerente } of stores) {
    const people = { id_supervisor: next(id_supervisor), id_gerente: next(id_gerente) };
    if (id_supervisor === from || id_gerente === from) await updateStore(trx, id, people, by);
    const { responsable, adicionales } = await managersOfStore(trx, id);
    if (responsable !== from && !adicionales.includes(from)) continue;
    const main = next(responsable ?? to);
    const others = [...new Set(adicionales.map(next))].filter((other) => other !== main);
    await replaceManagers(trx, id, { responsable: main, adicionales: others }, by);
  }
}

/** True when a store has a supervisor who may decide its boxes and a manager who may send them. */
export async function storeHasPeople(trx: Trx, idTienda: number): Promise<boolean> {
  const rows = await rowsOf(
    trx,
    sql`select 1 from tiendas join usuarios supervisor on supervisor.id = tiendas.id_supervisor
      where tiendas.id = ${idTienda} and ${able('supervisor', posts.supervisor.profile)}
        and exists (select 1 from responsable_tienda
          join usuarios on usuarios.id = responsable_tienda.id_usuario
          where responsable_tienda.id_tienda = tiendas.id
            and ${able('usuarios', posts.responsable.profile)})`,
  );
  return rows.length > 0;
}
