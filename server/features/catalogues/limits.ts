/** Limits by category, as an administrator maintains them. A changed limit ends and another one begins. */
import { sql } from 'kysely';
import { withholdingKinds } from '#contract/calls/limits.calls.ts';
import type { RequestOf } from '#contract/contract.ts';
import { successes } from '#contract/errors.ts';
import { isWithholding, withholdingThreshold } from '#machines/domain/expense/withholding.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { toCentavos, toPesos } from '#machines/domain/values/money.ts';
import { lockAdministrationLog } from '../../platform/database/administration-log.repository.ts';
import { exists, inserting, updating } from '../../platform/database/queries.ts';
import type { Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { brokenRule, conflict, found } from '../../platform/errors/http-error.ts';
import { authorOf, done, type Operation } from '../../platform/http/operation.ts';
import { withholdingRules } from '../settings/settings.ts';

const insertLimit = inserting('tope_categoria');
const updateLimit = updating('tope_categoria');

/** The limits that hold now, by name of their category. */
const currentLimits = (trx: Trx) =>
  trx
    .selectFrom('tope_categoria')
    .innerJoin('categoria_gasto', 'categoria_gasto.id', 'tope_categoria.id_categoria')
    .leftJoin('formato_tienda', 'formato_tienda.id', 'tope_categoria.id_formato')
    .leftJoin('tiendas', 'tiendas.id', 'tope_categoria.id_tienda')
    .selectAll('tope_categoria')
    .select(['categoria_gasto.nombre as categoria', 'formato_tienda.nombre as formato'])
    .select('tiendas.nombre as tienda')
    .where('tope_categoria.hasta', 'is', null)
    .orderBy('categoria_gasto.nombre')
    .orderBy('tope_categoria.id');

const listLimits: Operation<'/topes'> = (_input, context) =>
  context.read(async (trx) => {
    const rules = await withholdingRules(trx);
    const today = dateInBogota(context.now());
    const shown = ({ clase, valor }: Pick<Columns, 'clase' | 'valor'>) =>
      isWithholding(clase) ? (withholdingThreshold(rules, clase, today) ?? 0) : valor;
    return (await currentLimits(trx).execute()).map(({ hasta: _, desde, ...row }) => ({
      ...row,
      formato: row.formato ?? '',
      tienda: row.tienda ?? '',
      valor: toPesos(shown(row)),
      desde: dateInBogota(desde),
    }));
  });

type Form = Omit<RequestOf<'/guardarTope'>, 'id_elemento'>;
type Columns = Omit<Row<'tope_categoria'>, 'id' | 'desde' | 'hasta'>;

/** @throws HttpError 422 for a category, a format or a store that does not exist, or for both of the latter */
async function columnsOf(trx: Trx, form: Form): Promise<Columns> {
  const { id_categoria, clase, efecto } = form;
  const [id_formato, id_tienda] = [form.id_formato ?? null, form.id_tienda ?? null];
  const isIn = (table: 'categoria_gasto' | 'formato_tienda' | 'tiendas', id: number) =>
    exists(trx.selectFrom(table).select('id').where('id', '=', id));
  if (!(await isIn('categoria_gasto', id_categoria)))
    throw brokenRule('id_categoria', 'La categoría no es válida.');
  if (id_formato !== null && !(await isIn('formato_tienda', id_formato)))
    throw brokenRule('id_formato', 'El formato de tienda no es válido.');
  if (id_tienda !== null && !(await isIn('tiendas', id_tienda)))
    throw brokenRule('id_tienda', 'La tienda no es válida.');
  if (id_formato !== null && id_tienda !== null)
    throw brokenRule('id_tienda', 'Elija un formato o una tienda, no los dos.');
  const valor = isWithholding(clase) ? 0 : toCentavos(form.valor);
  if (clase !== 'factura' && !isWithholding(clase) && valor === 0)
    throw brokenRule('valor', 'Escriba un valor mayor que 0.');
  return { id_categoria, id_formato, id_tienda, clase, efecto, valor };
}

/** @throws HttpError 409 when another limit says the same of these: a category is a service or a purchase */
async function requireOnly(trx: Trx, columns: Columns, id: number): Promise<void> {
  const same = await currentLimits(trx)
    .clearSelect()
    .select('tope_categoria.id')
    .where('tope_categoria.id', '<>', id)
    .where('tope_categoria.id_categoria', '=', columns.id_categoria)
    .where(
      'tope_categoria.clase',
      'in',
      isWithholding(columns.clase) ? withholdingKinds : [columns.clase],
    )
    .where(sql`coalesce(tope_categoria.id_formato, 0)`, '=', columns.id_formato ?? 0)
    .where(sql`coalesce(tope_categoria.id_tienda, 0)`, '=', columns.id_tienda ?? 0)
    .executeTakeFirst();
  if (same !== undefined)
    throw conflict('limitIsNew', 'Esta categoría ya tiene este tope aquí: cámbielo en la lista.');
}

/** @throws HttpError 404 for a limit that has ended */
const findCurrent = async (trx: Trx, id: number): Promise<Row<'tope_categoria'>> =>
  found(
    await trx
      .selectFrom('tope_categoria')
      .selectAll()
      .where('id', '=', id)
      .where('hasta', 'is', null)
      .executeTakeFirst(),
  );

const saveLimit: Operation<'/guardarTope'> = ({ id_elemento, ...form }, context) =>
  context.write(async (trx) => {
    await lockAdministrationLog(trx);
    const by = authorOf(context);
    const before = id_elemento === undefined ? null : await findCurrent(trx, id_elemento);
    const columns = await columnsOf(trx, form);
    await requireOnly(trx, columns, before?.id ?? 0);
    if (before !== null) await updateLimit(trx, before.id, { hasta: by.now }, by);
    const id = await insertLimit(trx, { ...columns, desde: by.now, hasta: null }, by);
    return done(successes.saved, { id_elemento: id });
  });

const endLimit: Operation<'/quitarTope'> = ({ id_elemento }, context) =>
  context.write(async (trx) => {
    await lockAdministrationLog(trx);
    const by = authorOf(context);
    await updateLimit(trx, (await findCurrent(trx, id_elemento)).id, { hasta: by.now }, by);
    return done(successes.updated);
  });

export const limitOperations = {
  '/topes': listLimits,
  '/guardarTope': saveLimit,
  '/quitarTope': endLimit,
};
