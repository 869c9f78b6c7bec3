/** Users and stores from a file: reviewed row by row, then written together. */
import {
  type importCalls,
  type ImportedTable,
  reviewedGuard,
} from '#contract/calls/import.calls.ts';
import { holderOf } from '#machines/domain/authority.ts';
import { isUniqueViolation, type Trx } from '../../database/transactions.ts';
import { conflict, HttpError } from '../../errors/http-error.ts';
import { requirePermission } from '../../policies/call.policy.ts';
import { hashOfNoPassword } from '../../policies/password.policy.ts';
import { findUser } from '../../repositories/user.repository.ts';
import { createPerson } from '../administration/create-person.ts';
import { lockHolder } from '../administration/governed-user.ts';
import { writeStore } from '../administration/store.operations.ts';
import type { Operation, SessionContext, UploadedFile } from '../operation.ts';
import { importPermissions, storeColumns, userColumns } from './import-columns.ts';
import { rowsOfFile } from './import-file-rows.ts';
import { type Review, reviewRows } from './review-rows.ts';
import { storeRows } from './store-rows.ts';
import { userRows } from './user-rows.ts';

type UploadContext = SessionContext & { archivo: UploadedFile };

type Reviewed = Pick<Review<unknown>, 'filas' | 'avisos' | 'huella'>;

/** The two looks at a file: at the rows alone, and in the transaction that writes them. */
interface Import {
  review: (trx: Trx) => Promise<Reviewed>;
  /** @returns how many rows were written */
  write: (trx: Trx, huella: string) => Promise<number>;
}

const changedSinceReview = () =>
  conflict(
    reviewedGuard,
    'El archivo o los datos registrados cambiaron después de la revisión. No se creó nada: revise el archivo de nuevo.',
  );

async function holderIn(trx: Trx, { session }: SessionContext) {
  const user = await findUser(trx, session.idUsuario);
  if (user === undefined) throw new HttpError(401);
  return holderOf(user);
}

async function importOfUsers(context: UploadContext): Promise<Import> {
  const file = await rowsOfFile(context.archivo, userColumns, context.signal);
  // Nobody knows the password that it stands for, so that all of them have it until they choose theirs.
  const clave_hash = await hashOfNoPassword(context.config.passwordCost);
  return {
    review: async (trx) => reviewRows(await userRows(trx, await holderIn(trx, context)), file),
    async write(trx, huella) {
      const kind = await userRows(trx, await lockHolder(trx, context.session));
      const review = await reviewRows(kind, file);
      if (review.huella !== huella) throw changedSinceReview();
      for (const form of review.forms) await createPerson(trx, context, { form, clave_hash });
      return review.forms.length;
    },
  };
}

async function importOfStores(context: UploadContext): Promise<Import> {
  const file = await rowsOfFile(context.archivo, storeColumns, context.signal);
  const author = context.session.idUsuario;
  return {
    review: async (trx) =>
      reviewRows(await storeRows(trx, file.rows, { author, locks: false }), file),
    async write(trx, huella) {
      const review = await reviewRows(
        await storeRows(trx, file.rows, { author, locks: true }),
        file,
      );
      if (review.huella !== huella) throw changedSinceReview();
      for (const form of review.forms) await writeStore(trx, context, form);
      return review.forms.length;
    },
  };
}

const imports: Record<ImportedTable, (context: UploadContext) => Promise<Import>> = {
  usuarios: importOfUsers,
  tiendas: importOfStores,
};

/** /revisarImportacion */
const reviewImport: Operation<'/revisarImportacion'> = async ({ tabla }, context) => {
  requirePermission(context.session, importPermissions[tabla]);
  const { review } = await imports[tabla](context);
  const { filas, avisos, huella } = await context.read(review);
  return { filas, avisos, huella };
};

const written = (rows: number): string =>
  rows === 1 ? 'Se creó 1 fila.' : `Se crearon ${rows} filas.`;

/** /importarFilas: the file is reviewed again from the start, in the transaction that writes it. */
const importRows: Operation<'/importarFilas'> = async ({ tabla, huella }, context) => {
  requirePermission(context.session, importPermissions[tabla]);
  const { write } = await imports[tabla](context);
  try {
    const creadas = await context.write((trx) => write(trx, huella));
    return [{ status: '200' as const, msg: written(creadas), creadas }];
  } catch (error) {
    // Somebody registered one of them at the same moment.
    throw isUniqueViolation(error) ? changedSinceReview() : error;
  }
};

export const importOperations = {
  '/revisarImportacion': reviewImport,
  '/importarFilas': importRows,
} satisfies { [Path in keyof typeof importCalls]: Operation<Path> };
