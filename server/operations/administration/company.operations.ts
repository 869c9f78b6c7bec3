import { successes } from '#contract/errors.ts';
import type { Trx } from '../../database/transactions.ts';
import { brokenRule, notFound } from '../../errors/http-error.ts';
import {
  findCompany,
  insertCompany,
  lockCompany,
  listCompanies,
  updateCompany,
} from '../../repositories/company.repository.ts';
import { isReference } from '../../repositories/reference.repository.ts';
import { authorOf, type Operation } from '../operation.ts';

async function requireZone(trx: Trx, zona: number): Promise<void> {
  if (!(await isReference(trx, 'ciudades', zona)))
    throw brokenRule('zona', 'La zona no es válida.');
}

export const companies: Operation<'/obtenerEmpresas'> = async (input, context) => {
  const { rows, total } = await context.read((trx) => listCompanies(trx, input));
  context.setTotal(total);
  return rows;
};

export const companyById: Operation<'/obtenerEmpresaById'> = ({ id_empresa }, context) =>
  context.read(async (trx) => {
    const company = await findCompany(trx, id_empresa);
    if (!company) throw notFound();
    return company;
  });

export const createCompany: Operation<'/crearEmpresa'> = ({ nombre, zona }, context) =>
  context.write(async (trx) => {
    await requireZone(trx, zona);
    const id_empresa = await insertCompany(
      trx,
      { nombre: nombre.trim(), id_ciudad: zona },
      authorOf(context),
    );
    return [{ status: '200' as const, msg: successes.saved, id_empresa }];
  });

export const editCompany: Operation<'/editarEmpresa'> = ({ nombre, zona, id_elemento }, context) =>
  context.write(async (trx) => {
    if (!(await lockCompany(trx, id_elemento))) throw notFound();
    await requireZone(trx, zona);
    const changes = { nombre: nombre.trim(), id_ciudad: zona };
    await updateCompany(trx, id_elemento, changes, authorOf(context));
    return [{ status: '200' as const, msg: successes.saved }];
  });
