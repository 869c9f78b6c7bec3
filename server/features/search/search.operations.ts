import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type FoundKind, foundAtMost, screensOfFound } from '#contract/calls/search.calls.ts';
import { expenseFactsAt } from '#machines/domain/expense/expense-places.ts';
import { toPesos } from '#machines/domain/values/money.ts';
import { hasSomePermission } from '../../platform/access/call.policy.ts';
import type { Session } from '../../platform/access/session.ts';
import { contains, folded, namesContain } from '../../platform/database/paging.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import type { LongRead } from '../../platform/http/operation.ts';
import { stateOf } from '../boxes/box-answer.ts';
import { visibleBoxes, visibleStores } from '../cases/scope.repository.ts';
import {
  type Needle,
  type SearchTerms,
  expenseOfText,
  fewStores,
  needleOfMonth,
  needleOfNumber,
  needleOfStore,
  needleOfWord,
  searchTermsOf,
  textMatches,
} from '../cases/search-index.repository.ts';

/** Search within the scope of a session: a few rows of each kind; boxes and expenses newest first. */

/** Maximum number of digits with which boxes are searched. */
const LONGEST_NUMBER = 9;

const every = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;

/** Boxes by number or total, in the stores whose names contain the words. */
async function findBoxes(
  trx: Trx,
  session: Session,
  { words, numbers, month }: SearchTerms,
  limit: number,
) {
  const [digits = ''] = numbers;
  if (numbers.length !== 1 || digits.length > LONGEST_NUMBER || month !== null) return [];
  return trx
    .selectFrom('cajas')
    .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
    .where((either) =>
      either.or([
        either('cajas.consecutivo', '=', Number(digits)),
        either('cajas.total', '=', Number(digits) * 100),
      ]),
    )
    .where(every(words.map(namesContain(trx, 'tiendas', ['tiendas.nombre']))))
    .where(visibleBoxes(session))
    .selectAll('cajas')
    .select('tiendas.nombre as tienda')
    .orderBy(sql`case when cajas.consecutivo = ${Number(digits)} then 0 else 1 end`)
    .orderBy(sql`+cajas.id`, 'desc')
    .limit(limit)
    .execute();
}

async function findStores(
  trx: Trx,
  session: Session,
  { words, numbers, month }: SearchTerms,
  limit: number,
) {
  const all = [...words, ...numbers];
  if (all.length === 0 || month !== null) return [];
  return trx
    .selectFrom('tiendas')
    .innerJoin('ciudades', 'ciudades.id', 'tiendas.id_ciudad')
    .where(every(all.map(namesContain(trx, 'tiendas', ['tiendas.nombre', 'tiendas.centro_costo']))))
    .where(visibleStores(session))
    .select(['tiendas.id', 'tiendas.nombre', 'ciudades.nombre as ciudad'])
    .orderBy(folded(sql`tiendas.nombre`))
    .orderBy('tiendas.id')
    .limit(limit)
    .execute();
}

async function findUsers(trx: Trx, { words, numbers, month }: SearchTerms, limit: number) {
  const all = [...words, ...numbers];
  if (all.length === 0 || month !== null) return [];
  return trx
    .selectFrom('usuarios')
    .innerJoin('tipo_usuario', 'tipo_usuario.id', 'usuarios.tipo')
    .where('usuarios.eliminado', '=', 0)
    .where(
      every(
        all.map(
          namesContain(trx, 'usuarios', [
            'usuarios.razon_social',
            'usuarios.email',
            'usuarios.num_doc',
          ]),
        ),
      ),
    )
    .select(['usuarios.id', 'usuarios.razon_social', 'usuarios.email'])
    .select('tipo_usuario.nombre as perfil')
    .orderBy(folded(sql`usuarios.razon_social`))
    .orderBy('usuarios.id')
    .limit(limit)
    .execute();
}

/** A search term, which matches the text of an expense or the name of its store. */
interface Asked {
  name: string;
  needle: (whole: boolean) => Needle;
  /** The stores with a matching name; null when they are too many to list. */
  stores: readonly number[] | null;
}

const askedOf = (trx: Trx, session: Session, { words, numbers }: SearchTerms): Promise<Asked[]> =>
  Promise.all(
    [
      ...words.map((name) => ({ name, needle: () => needleOfWord(name) })),
      ...numbers.map((name) => ({
        name,
        needle: (whole: boolean) => needleOfNumber(name, whole),
      })),
    ].map(async (one) => ({ ...one, stores: await fewStores(trx, session, one.name) })),
  );

/**
 * Expenses of the month whose text or store name contains every word and number; a whole number comes before a part of
 * a longer one.
 */
async function findExpenses(trx: Trx, session: Session, terms: SearchTerms, limit: number) {
  const { words, numbers, month } = terms;
  if (words.length + numbers.length === 0 && month === null) return [];
  const stores = await fewStores(trx, session);
  if (stores?.length === 0) return [];
  const questions = await askedOf(trx, session, terms);
  const found = async (whole: boolean) =>
    trx
      .selectFrom('busqueda')
      .innerJoin('gastos', (join) => join.on('gastos.id', '=', expenseOfText))
      .innerJoin('cajas', 'cajas.id', 'gastos.id_caja')
      .innerJoin('tiendas', 'tiendas.id', 'cajas.id_tienda')
      .where(
        textMatches(trx, [
          ...questions.flatMap(({ needle, stores: named }) =>
            named === null ? [] : [[needle(whole), ...named.map(needleOfStore)]],
          ),
          ...(month === null ? [] : [[needleOfMonth(month)]]),
          ...(stores === null ? [] : [stores.map(needleOfStore)]),
        ]),
      )
      .where(({ and }) =>
        and(
          questions.flatMap(({ name, needle, stores: named }) =>
            named === null
              ? [
                  sql<SqlBool>`(${contains(sql`tiendas.nombre`, name)}
                    or ${contains(sql`busqueda.texto`, needle(whole).signs)})`,
                ]
              : [],
          ),
        ),
      )
      .where(visibleBoxes(session))
      .select(['gastos.id as id_gasto', 'gastos.id_caja', 'gastos.fecha_gasto'])
      .select(['gastos.proveedor_nombre', 'gastos.recibo', 'gastos.concepto', 'gastos.valor'])
      .select(['gastos.estado', 'cajas.active', 'cajas.consecutivo', 'cajas.id_tienda'])
      .select('tiendas.nombre as tienda')
      .orderBy('busqueda.rowid', 'desc')
      .limit(limit)
      .execute();
  const first = await found(true);
  if (numbers.length === 0 || first.length === limit) return first;
  const known = new Set(first.map(({ id_gasto }) => id_gasto));
  const others = (await found(false)).filter(({ id_gasto }) => !known.has(id_gasto));
  return [...first, ...others].slice(0, limit);
}

/** /buscar: searches the kinds for which the session has a screen, within its scope. */
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
