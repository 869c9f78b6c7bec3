/** Users and stores from a file: reviewed row by row, then written together. */
import { type ImportReview, reviewedGuard } from '#contract/calls/imports.calls.ts';
import { isUniqueViolation, type Trx } from '../../platform/database/transactions.ts';
import { conflict } from '../../platform/errors/http-error.ts';
import { requirePermission } from '../../platform/access/call.policy.ts';
import { hashOfNoPassword } from '../accounts/password.policy.ts';
import { findHolder, lockHolder } from '../accounts/governed-user.ts';
import { writeStore } from '../stores/store.operations.ts';
import { createPerson } from '../invitations/invite-user.ts';
import { personOf } from '../../platform/workers/untrusted-files.ts';
import {
  done,
  type Operation,
  type SessionContext,
  type UploadedFile,
} from '../../platform/http/operation.ts';
import {
  type ImportColumn,
  importPermissions,
  storeColumns,
  userColumns,
} from './import-columns.ts';
import { type FileRows, rowsOfFile } from './import-file-rows.ts';
import { type RowKind, reviewRows } from './review-rows.ts';
import { storeRows } from './store-rows.ts';
import { userRows } from './user-rows.ts';

type UploadContext = SessionContext & { archivo: UploadedFile };

/** Rows that become forms of one table, and how one of them is written. */
interface Import<Field extends string, Form> {
  columns: Readonly<Record<Field, ImportColumn>>;
  /** @param locks what the forms name stays as it is, until they are written */
  kindOf: (
    trx: Trx,
    rows: FileRows<Field>['rows'],
    locks: boolean,
  ) => Promise<RowKind<Field, Form>>;
  write: (trx: Trx, form: Form) => Promise<unknown>;
}

const changedSinceReview = () =>
  conflict(
    reviewedGuard,
    'El archivo o los datos registrados cambiaron después de la revisión. No se creó nada: revise el archivo de nuevo.',
  );

async function importOfUsers(context: UploadContext) {
  const { session, config } = context;
  // Nobody knows the password that it stands for, so that all of them have it until they choose theirs.
  const clave_hash = await hashOfNoPassword(config.passwordCost);
  return importOf(context, {
    columns: userColumns,
    kindOf: async (trx, _rows, locks) =>
      userRows(trx, await (locks ? lockHolder(trx, session) : findHolder(trx, session))),
    write: (trx, form) => createPerson(trx, context, { form, clave_hash }),
  });
}

const importOfStores = (context: UploadContext) =>
  importOf(context, {
    columns: storeColumns,
    kindOf: (trx, rows, locks) =>
      storeRows(trx, rows, { author: context.session.idUsuario, locks }),
    write: (trx, form) => writeStore(trx, context, form),
  });

/** The two looks at a file: at the rows alone, and in the transaction that writes them. */
async function importOf<Field extends string, Form>(
  context: UploadContext,
  { columns, kindOf, write }: Import<Field, Form>,
) {
  const file = await rowsOfFile(context.archivo, columns, personOf(context));
  const reviewed = async (trx: Trx, locks: boolean) =>
    reviewRows(await kindOf(trx, file.rows, locks), file);
  return {
    review: (trx: Trx): Promise<ImportReview> => reviewed(trx, false),
    /** @returns how many rows were written */
    async write(trx: Trx, huella: string): Promise<number> {
      const review = await reviewed(trx, true);
      if (review.huella !== huella) throw changedSinceReview();
      for (const form of review.forms) await write(trx, form);
      return review.forms.length;
    },
  };
}

const imports = { usuarios: importOfUsers, tiendas: importOfStores };

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
    return done(written(creadas), { creadas });
  } catch (error) {
    // Somebody registered one of them at the same moment.
    throw isUniqueViolation(error) ? changedSinceReview() : error;
  }
};

export const importOperations = {
  '/revisarImportacion': reviewImport,
  '/importarFilas': importRows,
};
