/** Recipients of news about a box, their mail preferences, and the notices for their daily mail. */
import { sql } from 'kysely';
import type { MailKind } from '#contract/calls/mails.calls.ts';
import type { DateText } from '#machines/domain/values/dates.ts';
import type { MailChoices } from '#machines/domain/people/mail-choice.ts';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import type { LateSince } from '#machines/domain/box/box-delays.ts';
import { stageNames, stages } from '#machines/domain/stages/stages.ts';
import { boxStates, type BoxStateName } from '#machines/domain/stages/states.ts';
import type { Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import type { Viewer } from '../../platform/access/session.ts';
import { asJson, exists, fromJson, valuesOf } from '../../platform/database/queries.ts';
import { visibleBoxes } from '../cases/scope.repository.ts';
import type { UserRow } from '../accounts/user.repository.ts';

/** A user with the chosen mail times. */
export interface Recipient {
  user: UserRow;
  choices: MailChoices;
}

/** The mail times that users have chosen, for a query of one user or within a query of `usuarios`. */
const choicesOf = (trx: Trx) => trx.selectFrom('preferencia_correo').select(['tipo', 'cuando']);

const choicesIn = (
  rows: readonly Pick<Row<'preferencia_correo'>, 'tipo' | 'cuando'>[],
): MailChoices => Object.fromEntries(rows.map(({ tipo, cuando }) => [tipo, cuando]));

export const recipientOf = async (trx: Trx, user: UserRow): Promise<Recipient> => ({
  user,
  choices: choicesIn(await choicesOf(trx).where('id_usuario', '=', user.id).execute()),
});

/** Profiles whose users are concerned only by the boxes of their own stores. */
const ofSupervisor = stageNames
  .filter((name) => stages[name].assignee !== null)
  .map((name): number => stages[name].profile);
const ofManager: ProfileId = 2;

/** Users of the profiles that the boxes of a store concern; `supervisors` are the deciders of that store. */
export async function concernedPeople(
  trx: Trx,
  idTienda: number,
  profiles: readonly ProfileId[],
  supervisors: readonly number[],
): Promise<Recipient[]> {
  const users = await trx
    .selectFrom('usuarios')
    .selectAll()
    .select(
      asJson(
        trx,
        choicesOf(trx).whereRef('preferencia_correo.id_usuario', '=', sql.ref('usuarios.id')),
      ).as('elecciones'),
    )
    .where('active_', '=', 1)
    .where('eliminado', '=', 0)
    .where('email', '<>', '')
    .where('tipo', 'in', [0, ...profiles])
    .where((is) =>
      is.and([
        is.or([is('tipo', 'not in', ofSupervisor), is('id', 'in', [0, ...supervisors])]),
        is.or([
          is('tipo', '!=', ofManager),
          is.exists(
            is
              .selectFrom('responsable_tienda')
              .select('id_tienda')
              .where('responsable_tienda.id_tienda', '=', idTienda)
              .whereRef('responsable_tienda.id_usuario', '=', 'usuarios.id'),
          ),
        ]),
      ]),
    )
    .orderBy('id')
    .execute();
  return users.map(({ elecciones, ...user }) => ({
    user,
    choices: choicesIn(fromJson(elecciones)),
  }));
}

export async function saveChoices(
  trx: Trx,
  id_usuario: number,
  choices: MailChoices,
): Promise<void> {
  for (const [tipo, cuando] of Object.entries(choices) as [MailKind, MailChoices[MailKind]][])
    if (cuando !== undefined)
      await trx
        .insertInto('preferencia_correo')
        .values({ id_usuario, tipo, cuando })
        .onConflict((conflict) => conflict.columns(['id_usuario', 'tipo']).doUpdateSet({ cuando }))
        .execute();
}

/** News about a box, and the box state that it refers to. */
export type Notice = Pick<Row<'aviso_correo'>, 'tipo' | 'id_caja' | 'active'>;

export async function saveNotice(
  trx: Trx,
  id_usuario: number,
  notice: Notice,
  now: number,
): Promise<void> {
  await trx
    .insertInto('aviso_correo')
    .values({ id_usuario, ...notice, creado: now })
    .onConflict((conflict) =>
      conflict.columns(['id_usuario', 'tipo', 'id_caja', 'active']).doUpdateSet({ creado: now }),
    )
    .execute();
}

/** Removes and returns the notices of a user from before an instant, by key. */
export async function consumeNotices(
  trx: Trx,
  idUsuario: number,
  before: number,
): Promise<Notice[]> {
  const taken = await trx
    .deleteFrom('aviso_correo')
    .where('id_usuario', '=', idUsuario)
    .where('creado', '<', before)
    .returningAll()
    .execute();
  return taken.toSorted((one, other) => one.id - other.id);
}

/** Users with a notice from before an instant, and all users of the profiles `everybodyOf`; by key. */
export const peopleForDailyMail = (
  trx: Trx,
  before: number,
  everybodyOf: readonly ProfileId[],
): Promise<number[]> =>
  valuesOf(
    trx
      .selectFrom('usuarios')
      .select('id')
      .where('active_', '=', 1)
      .where('eliminado', '=', 0)
      .where('email', '<>', '')
      .where((is) =>
        is.or([
          is('tipo', 'in', [0, ...everybodyOf]),
          is.exists(
            is
              .selectFrom('aviso_correo')
              .select('id')
              .whereRef('aviso_correo.id_usuario', '=', 'usuarios.id')
              .where('creado', '<', before),
          ),
        ]),
      )
      .orderBy('id'),
    'id',
  );

/** Absent users for whom this user decides on a day. */
export const representedBy = (trx: Trx, idUsuario: number, today: DateText): Promise<number[]> =>
  valuesOf(inForce(trx, today).where('id_delegado', '=', idUsuario), 'id_usuario');

/** Tells whether a delegate decides for the user on a day. */
export const isReplaced = (trx: Trx, idUsuario: number, today: DateText): Promise<boolean> =>
  exists(inForce(trx, today).where('id_usuario', '=', idUsuario));

const inForce = (trx: Trx, today: DateText) =>
  trx
    .selectFrom('delegacion')
    .select('id_usuario')
    .where('terminada', 'is', null)
    .where('desde', '<=', today)
    .where('hasta', '>=', today);

const boxesWithStores = (trx: Trx) =>
  trx
    .selectFrom('cajas')
    .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
    .select(['cajas.id', 'cajas.consecutivo', 'cajas.active', 'cajas.total'])
    .select(['cajas.total_aprobado', 'cajas.fecha_movimiento', 'tiendas.nombre as tienda']);

export type NoticedBox = Awaited<ReturnType<ReturnType<typeof boxesWithStores>['execute']>>[number];

/** Boxes of notices that the viewer may see. */
export const noticedBoxes = async (
  trx: Trx,
  viewer: Viewer,
  ids: readonly number[],
): Promise<NoticedBox[]> =>
  ids.length === 0
    ? []
    : boxesWithStores(trx).where('cajas.id', 'in', ids).where(visibleBoxes(viewer)).execute();

export const lateEntries = (since: LateSince) =>
  (Object.entries(since) as [BoxStateName, number][]).map(
    ([state, instant]) => [boxStates[state].codigo, instant] as const,
  );

/** Excludes boxes whose papers are in transit: those are never late. */
export const papersNotInTransit = sql<boolean>`(cajas.active <> ${sql.lit(boxStates.finalAccounting.codigo)} or cajas.papeles is not null)`;

/** The states in which some box is late. */
export async function lateStates(trx: Trx, since: LateSince): Promise<BoxStateName[]> {
  const found: BoxStateName[] = [];
  for (const [state, instant] of Object.entries(since) as [BoxStateName, number][]) {
    const late = trx
      .selectFrom('cajas')
      .select('id')
      .where('active', '=', boxStates[state].codigo)
      .where('fecha_movimiento', '<', instant)
      .where(papersNotInTransit)
      .limit(1);
    if (await exists(late)) found.push(state);
  }
  return found;
}

/** The first `limit` late boxes that the viewer sees, the longest wait first, with the total number. */
export async function lateBoxes(
  trx: Trx,
  viewer: Viewer,
  since: LateSince,
  limit: number,
): Promise<{ boxes: NoticedBox[]; total: number }> {
  const entries = lateEntries(since);
  if (entries.length === 0) return { boxes: [], total: 0 };
  const rows = await boxesWithStores(trx)
    .select(sql<number>`count(*) over ()`.as('cuantas'))
    .where(visibleBoxes(viewer))
    .where(papersNotInTransit)
    .where((is) =>
      is.or(
        entries.map(([active, instant]) =>
          is.and([is('cajas.active', '=', active), is('cajas.fecha_movimiento', '<', instant)]),
        ),
      ),
    )
    .orderBy('cajas.fecha_movimiento')
    .orderBy('cajas.id')
    .limit(limit)
    .execute();
  return { boxes: rows, total: Number(rows[0]?.cuantas ?? 0) };
}
