/** Delegations: somebody decides for an absent person between two days. */
import type { DateText } from '#machines/domain/values/dates.ts';
import type { NamedDelegation } from '#machines/domain/people/delegation.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import type { Author } from '../../platform/database/administration-log.repository.ts';
import { inserting, updating } from '../../platform/database/queries.ts';

export const insertDelegation = inserting('delegacion');
const updateDelegation = updating('delegacion');

/** Those that nobody ended, with the names of their people, from the first day on. */
const lasting = (trx: Trx) =>
  trx
    .selectFrom('delegacion')
    .innerJoin('usuarios as ausente', 'ausente.id', 'delegacion.id_usuario')
    .innerJoin('usuarios as delegado', 'delegado.id', 'delegacion.id_delegado')
    .where('delegacion.terminada', 'is', null)
    .select([
      'delegacion.id',
      'delegacion.id_usuario',
      'delegacion.id_delegado',
      'delegacion.desde',
      'delegacion.hasta',
      'ausente.razon_social as nombre',
      'delegado.razon_social as delegado',
    ])
    .orderBy('delegacion.desde')
    .orderBy('delegacion.id');

type DelegationRow = NamedDelegation & { id: number };

/** Those of some people, on either side, that are not over on a day. */
export const delegationsOf = (
  trx: Trx,
  ids: readonly number[],
  today: DateText,
): Promise<DelegationRow[]> =>
  lasting(trx)
    .where('delegacion.hasta', '>=', today)
    .where(({ or, eb }) =>
      or([eb('delegacion.id_usuario', 'in', ids), eb('delegacion.id_delegado', 'in', ids)]),
    )
    .execute();

/** One that is not over; undefined when there is none. */
export const findDelegation = (
  trx: Trx,
  id: number,
  today: DateText,
): Promise<DelegationRow | undefined> =>
  lasting(trx)
    .where('delegacion.hasta', '>=', today)
    .where('delegacion.id', '=', id)
    .executeTakeFirst();

/** Ends it; what was decided under it stays as it is. */
export const endDelegation = (trx: Trx, id: number, by: Author): Promise<void> =>
  updateDelegation(trx, id, { terminada: by.now }, by);
