import type { Person } from '#machines/domain/people/profiles.ts';
import { forbidden } from '../../platform/errors/http-error.ts';
import { actorOf, type Operation } from '../../platform/http/operation.ts';
import { importFile } from './import-file.ts';

/** Importing changes expenses, which the state machine leaves to accounting, whoever else was given the permission. */
export const importerProfile = 6;

/** @throws HttpError 403 for whoever is not of accounting */
function requireImporter({ profile }: Pick<Person, 'profile'>): void {
  if (profile !== importerProfile)
    throw forbidden('Solo contabilidad importa facturas electrónicas.');
}

/** /importarFacturas: the invoices of one file. That a file holds none is a result, not a refusal. */
const importInvoices: Operation<'/importarFacturas'> = async (_input, context) => {
  requireImporter(context.session);
  const resultados = await importFile(context, actorOf(context.session), context.archivo);
  return [{ status: '200' as const, resultados }];
};

export const invoiceOperations = {
  '/importarFacturas': importInvoices,
};
