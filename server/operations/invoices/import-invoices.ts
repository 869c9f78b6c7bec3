import type { Actor } from '#machines/domain/permissions.ts';
import { forbidden, Refusal } from '../../refusal.ts';
import { actorOf, type Operation } from '../operation.ts';
import { importFile } from './import-file.ts';

/** Importing changes expenses, which the law leaves to accounting, whoever else was given the permission. */
export const importerProfile = 6;

/** @throws Refusal 403 for whoever is not of accounting */
export function requireImporter({ profile }: Pick<Actor, 'profile'>): void {
  if (profile !== importerProfile)
    throw forbidden('Solo contabilidad importa facturas electrónicas.');
}

/** Files of one person at the same time; the screen sends one after another. */
const MOST_AT_ONCE = 2;
const importing = new Map<number, number>();

/** @throws Refusal 429 while the person has as many files on the way */
async function inTurn<Result>(idUsuario: number, work: () => Promise<Result>): Promise<Result> {
  const now = importing.get(idUsuario) ?? 0;
  if (now >= MOST_AT_ONCE)
    throw new Refusal(429, {
      msg: 'Ya se están importando otros archivos suyos. Espere a que terminen.',
    });
  importing.set(idUsuario, now + 1);
  try {
    return await work();
  } finally {
    const left = (importing.get(idUsuario) ?? 1) - 1;
    if (left === 0) importing.delete(idUsuario);
    else importing.set(idUsuario, left);
  }
}

/** /importarFacturas: the invoices of one file. That a file holds none is a result, not a refusal. */
export const importInvoices: Operation<'/importarFacturas'> = async (_input, context) => {
  requireImporter(context.session);
  const { session, archivo } = context;
  const resultados = await inTurn(session.idUsuario, () =>
    importFile(context, actorOf(session), archivo),
  );
  return [{ status: '200' as const, resultados }];
};
