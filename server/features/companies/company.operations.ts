import { sql } from 'kysely';
import { successes } from '#contract/errors.ts';
import type { Author } from '../../platform/database/administration-log.repository.ts';
import {
  type ListRequest,
  folded,
  foldedText,
  namesContain,
  pageOf,
} from '../../platform/database/paging.ts';
import { deleting, exists, inserting, updating } from '../../platform/database/queries.ts';
import { locked } from '../../platform/database/row-lock.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { brokenRule, found } from '../../platform/errors/http-error.ts';
import { type Operation, authorOf, done, pageFor } from '../../platform/http/operation.ts';
import { isReference } from '../reference/reference.repository.ts';

/** The columns of a company. @throws HttpError 422 for an unknown city or a duplicate company */
async function columnsOf(trx: Trx, form: { nombre: string; zona: number }, id = 0) {
  const { zona: id_ciudad } = form;
  if (!(await isReference(trx, 'ciudades', id_ciudad)))
    throw brokenRule('zona', 'La zona no es válida.');
  const nombre = form.nombre.trim();
  if (await findDuplicate(trx, { id, nombre, id_ciudad }))
    throw brokenRule('nombre', 'Ya hay una empresa con este nombre en esta zona.');
  return { nombre, id_ciudad };
}

const companies: Operation<'/obtenerEmpresas'> = (input, context) =>
  pageFor(context, (trx) => listCompanies(trx, input));

const companyById: Operation<'/obtenerEmpresaById'> = ({ id_empresa }, context) =>
  context.read(async (trx) => found(await findCompany(trx, id_empresa)));

const createCompany: Operation<'/crearEmpresa'> = (form, context) =>
  context.write(async (trx) => {
    const id_empresa = await insertCompany(trx, await columnsOf(trx, form), authorOf(context));
    return done(successes.saved, { id_empresa });
  });

const editCompany: Operation<'/editarEmpresa'> = ({ id_elemento, ...form }, context) =>
  context.write(async (trx) => {
    found(await lockCompany(trx, id_elemento));
    const changes = await columnsOf(trx, form, id_elemento);
    await updateCompany(trx, id_elemento, changes, authorOf(context));
    return done(successes.saved);
  });

export const companyOperations = {
  '/obtenerEmpresas': companies,
  '/obtenerEmpresaById': companyById,
  '/crearEmpresa': createCompany,
  '/editarEmpresa': editCompany,
};

/** Shipping companies with their city, without the deleted ones. */
const companyRows = (trx: Trx) =>
  trx
    .selectFrom('empresas')
    .innerJoin('ciudades', 'ciudades.id', 'empresas.id_ciudad')
    .where('empresas.eliminado', '=', 0);

const shownColumns = [
  'empresas.id',
  'empresas.nombre',
  'ciudades.nombre as ciudad',
  'empresas.id_ciudad',
  'empresas.active_',
] as const;

const orderColumns = {
  id: sql`empresas.id`,
  nombre: folded(sql`empresas.nombre`),
  ciudad: folded(sql`ciudades.nombre`),
  active_: sql`empresas.active_`,
};

const listCompanies = (trx: Trx, request: ListRequest) =>
  pageOf(companyRows(trx).select(shownColumns), request, {
    columns: orderColumns,
    own: { by: 'nombre', direction: 'asc' },
    key: sql`empresas.id`,
    matches: namesContain(trx, 'empresas', ['empresas.nombre', 'ciudades.nombre']),
  });

const findCompany = (trx: Trx, id: number) =>
  companyRows(trx).select(shownColumns).where('empresas.id', '=', id).executeTakeFirst();

/** Finds and locks a company until the transaction ends: the second of two concurrent deletions finds none. */
export const lockCompany = (trx: Trx, id: number) =>
  trx
    .selectFrom('empresas')
    .select('id')
    .where('id', '=', id)
    .where('eliminado', '=', 0)
    .$call(locked(trx))
    .executeTakeFirst();

/**
 * Finds another company of this name in the city, ignoring case and accents. The city stays locked until the
 * transaction ends, so that the second of two concurrent creations finds the first.
 */
export async function findDuplicate(
  trx: Trx,
  { id, nombre, id_ciudad }: { id: number; nombre: string; id_ciudad: number },
): Promise<{ id: number } | undefined> {
  const city = trx.selectFrom('ciudades').select('id').where('id', '=', id_ciudad);
  await city.$call(locked(trx)).executeTakeFirst();
  return companyRows(trx)
    .select('empresas.id')
    .where('empresas.id_ciudad', '=', id_ciudad)
    .where('empresas.id', '<>', id)
    .where(folded(sql`empresas.nombre`), '=', foldedText(nombre))
    .executeTakeFirst();
}

export const insertCompany = inserting('empresas');
export const updateCompany = updating('empresas');
export const deleteCompany = deleting('empresas');

/** True when a box was sent with the company. */
export const companyHasHistory = (trx: Trx, id: number): Promise<boolean> =>
  exists(trx.selectFrom('cajas').select('id').where('id_empresa', '=', id).limit(1));

/** Soft-deletes a company that boxes refer to: hidden from every list. */
export const hideCompany = (trx: Trx, id: number, by: Author): Promise<void> =>
  updateCompany(trx, id, { eliminado: 1, active_: 0 }, by);
