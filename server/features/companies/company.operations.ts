import { successes } from '#contract/errors.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { brokenRule, found } from '../../platform/errors/http-error.ts';
import {
  findCompany,
  findDuplicate,
  insertCompany,
  listCompanies,
  lockCompany,
  updateCompany,
} from './company.repository.ts';
import { isReference } from '../reference/reference.repository.ts';
import { authorOf, done, type Operation, pageFor } from '../../platform/http/operation.ts';

/** The columns of a company. @throws HttpError 422 for a city that there is not, or a company that there is already */
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
