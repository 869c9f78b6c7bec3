import {
  type ImportReview,
  type ImportedTable,
  reviewedGuard,
} from '#contract/calls/imports.calls.ts';
import { accountKinds, holderDocuments } from '#contract/calls/payments.calls.ts';
import { regimes } from '#contract/calls/suppliers.calls.ts';
import { newPassword } from '#contract/calls/session.calls.ts';
import { permissionNames } from '#contract/permissions.ts';
import { administrator } from '#machines/domain/people/authority.ts';
import { profileIds, profiles } from '#machines/domain/people/profiles.ts';
import { counted } from '#machines/domain/values/texts.ts';
import { requirePermission } from '../../platform/access/call.policy.ts';
import { type Trx, isUniqueViolation } from '../../platform/database/transactions.ts';
import { conflict } from '../../platform/errors/http-error.ts';
import {
  type Operation,
  type SessionContext,
  type UploadedFile,
  authorOf,
  done,
} from '../../platform/http/operation.ts';
import { type TextSheet, wholeWorkbook } from '../../platform/workbook/whole-workbook.ts';
import { personOf } from '../../platform/workers/untrusted-files.ts';
import { hashOfNoPassword, hashPassword } from '../accounts/passwords.ts';
import { normalEmail, usersByEmail } from '../accounts/user.repository.ts';
import { formatNames } from '../catalogues/catalogue.operations.ts';
import { referenceNames } from '../reference/reference.repository.ts';
import { allBanks } from '../payments/payments.repository.ts';
import { storesToOpen } from '../stores/store.repository.ts';
import {
  type FileRows,
  type ImportColumn,
  type RowKind,
  accountColumns,
  categoryColumns,
  importColumns,
  importPermissions,
  openingColumns,
  reviewRows,
  rowsOfFile,
  storeColumns,
  supplierColumns,
  supportingDocumentColumns,
  userColumns,
} from './import-rows.ts';
import { categoryRows } from './category-rows.ts';
import { openingRows } from './opening-rows.ts';
import { ofProfile, storeRows, userRows } from './row-kinds.ts';
import { supplierRows, supplierWords } from './supplier-rows.ts';
import { supportingDocumentRows } from './supporting-document-rows.ts';

/** The template workbook of each import. */

type ValueList = readonly [head: string, values: readonly string[]];

const accountLists = async (trx: Trx): Promise<readonly ValueList[]> => [
  [accountColumns.banco.titulo, (await allBanks(trx)).map(({ nombre }) => nombre)],
  [accountColumns.tipo_cuenta.titulo, accountKinds],
  [accountColumns.tipo_doc.titulo, holderDocuments],
];

/** The allowed values of the columns that have a fixed list. */
const valueLists: Record<ImportedTable, (trx: Trx) => Promise<readonly ValueList[]>> = {
  usuarios: async (trx) => [
    [
      userColumns.tipo.titulo,
      profileIds.filter((id) => id !== administrator).map((id) => profiles[id].nombre),
    ],
    [
      userColumns.tipo_doc.titulo,
      (await referenceNames(trx, 'tipo_doc')).map(({ nombre }) => nombre),
    ],
    [userColumns.permisos.titulo, ['', ofProfile, ...permissionNames]],
  ],
  async tiendas(trx) {
    const cities = await referenceNames(trx, 'ciudades');
    return [
      [
        storeColumns.formato_tienda.titulo,
        (await formatNames(trx, 'inUse')).map(({ nombre }) => nombre),
      ],
      [storeColumns.ciudad.titulo, cities.map(({ nombre }) => nombre)],
      ['Código DANE', cities.map(({ id }) => `${id}`)],
      ...(await accountLists(trx)),
    ];
  },
  proveedores: async () => [
    [supplierColumns.tipo_doc.titulo, holderDocuments],
    [supplierColumns.regimen.titulo, Object.values(regimes)],
    [supplierColumns.tipo.titulo, Object.values(supplierWords.tipo)],
    [supplierColumns.estado.titulo, Object.values(supplierWords.estado)],
  ],
  categorias: async (trx) => [
    [
      categoryColumns.formatos.titulo,
      (await formatNames(trx, 'inUse')).map(({ nombre }) => nombre),
    ],
    [categoryColumns.mantenimiento.titulo, ['Sí', 'No']],
  ],
  documentos_soporte: async () => [],
  aperturas: async (trx) => [
    [openingColumns.nombre.titulo, (await storesToOpen(trx)).map(({ nombre }) => nombre)],
    ...(await accountLists(trx)),
  ],
};

/** Sheet of each table in its template. */
const sheets = {
  usuarios: 'Usuarios',
  tiendas: 'Tiendas',
  aperturas: 'Aperturas',
  categorias: 'Categorías',
  proveedores: 'Proveedores',
  documentos_soporte: 'Documentos soporte',
} as const satisfies Record<ImportedTable, string>;

/** The lists side by side, each in a column. */
function sheetOfValues(lists: readonly ValueList[]): TextSheet {
  const rows = Math.max(...lists.map(([, values]) => values.length));
  return {
    sheet: 'Valores',
    head: lists.map(([head]) => head),
    rows: Array.from({ length: rows }, (_, row) => lists.map(([, values]) => values[row] ?? '')),
  };
}

/** The example row: the example of each column, or else the first value of its list. */
const exampleOf = (columns: readonly ImportColumn[], lists: readonly ValueList[]): string[] =>
  columns.map(
    ({ titulo, ejemplo }) => ejemplo || (lists.find(([head]) => head === titulo)?.[1][0] ?? ''),
  );

/** The import reads the first sheet only; the example is on another sheet, so that it is not imported. */
export async function importTemplate(
  context: SessionContext,
  tabla: ImportedTable,
): Promise<{ filename: string; bytes: Buffer }> {
  requirePermission(context.session, importPermissions[tabla]);
  const lists = await context.read(valueLists[tabla]);
  const columns = Object.values<ImportColumn>(importColumns[tabla]);
  const head = columns.map(({ titulo }) => titulo);
  const bytes = await wholeWorkbook([
    { sheet: sheets[tabla], head, rows: [] },
    { sheet: 'Ejemplo', head, rows: [exampleOf(columns, lists)] },
    ...(lists.length === 0 ? [] : [sheetOfValues(lists)]),
  ]);
  return { filename: `plantilla-${tabla}.xlsx`, bytes };
}

/** Rows from a file: reviewed one by one, then written together. */

type UploadContext = SessionContext & { archivo: UploadedFile };

/** How the rows of a file become forms of one table. */
interface Import<Field extends string, Form> {
  columns: Readonly<Record<Field, ImportColumn>>;
  /** Runs before the transaction that writes the rows. */
  prepare?: (rows: FileRows<Field>['rows']) => Promise<void>;
  /** @param locks locks the rows that the forms refer to, until the forms are written */
  kindOf: (
    trx: Trx,
    rows: FileRows<Field>['rows'],
    locks: boolean,
  ) => Promise<RowKind<Field, Form>>;
}

const changedSinceReview = () =>
  conflict(
    reviewedGuard,
    'El archivo o los datos registrados cambiaron después de la revisión. No se escribió nada: revise el archivo de nuevo.',
  );

/** The two reviews of a file: without writing, and in the transaction that writes the rows. */
async function importOf<Field extends string, Form>(
  context: UploadContext,
  { columns, prepare, kindOf }: Import<Field, Form>,
) {
  const file = await rowsOfFile(context.archivo, columns, personOf(context));
  return {
    prepare: async () => prepare?.(file.rows),
    review: async (trx: Trx): Promise<ImportReview> =>
      reviewRows(await kindOf(trx, file.rows, false), file),
    /** @returns how many rows were created and changed */
    async write(trx: Trx, huella: string): Promise<{ creadas: number; cambiadas: number }> {
      const kind = await kindOf(trx, file.rows, true);
      const { forms, ...review } = await reviewRows(kind, file);
      if (review.huella !== huella) throw changedSinceReview();
      for (const { form } of forms) await kind.write(form);
      const creadas = forms.filter(({ resultado }) => resultado === 'correcta').length;
      return { creadas, cambiadas: forms.length - creadas };
    },
  };
}

const imports = {
  usuarios: async (context: UploadContext) => {
    const { passwordCost } = context.config;
    // The hash of a discarded password, which users without a temporary one have until they choose their own.
    const noPassword = await hashOfNoPassword(passwordCost);
    const hashes = new Map<string, string>();
    return importOf(context, {
      columns: userColumns,
      async prepare(rows) {
        const emails = rows.map(({ celdas }) => celdas.email ?? '');
        const registered = await context.read((trx) => usersByEmail(trx, emails));
        const known = new Set(registered.map(({ email }) => email));
        // One after the other, since other users sign in meanwhile.
        for (const { celdas } of rows) {
          const email = normalEmail(celdas.email ?? '');
          if (celdas.password && !known.has(email) && newPassword().isValidSync(celdas.password))
            hashes.set(email, await hashPassword(celdas.password, passwordCost));
        }
      },
      kindOf: (trx, rows, locks) =>
        userRows(trx, rows, {
          context,
          hashOfRow: (email) => hashes.get(email) ?? noPassword,
          locks,
        }),
    });
  },
  tiendas: (context: UploadContext) =>
    importOf(context, {
      columns: storeColumns,
      kindOf: (trx, rows, locks) => storeRows(trx, rows, { context, locks }),
    }),
  aperturas: (context: UploadContext) =>
    importOf(context, {
      columns: openingColumns,
      kindOf: (trx, _rows, locks) => openingRows(trx, context, locks),
    }),
  categorias: (context: UploadContext) =>
    importOf(context, {
      columns: categoryColumns,
      kindOf: (trx, _rows, locks) => categoryRows(trx, authorOf(context), locks),
    }),
  proveedores: (context: UploadContext) =>
    importOf(context, {
      columns: supplierColumns,
      kindOf: (trx, rows, locks) => supplierRows(trx, rows, context, locks),
    }),
  documentos_soporte: (context: UploadContext) =>
    importOf(context, {
      columns: supportingDocumentColumns,
      kindOf: (trx, rows, locks) => supportingDocumentRows(trx, rows, context, locks),
    }),
} satisfies Record<ImportedTable, (context: UploadContext) => unknown>;

const reviewImport: Operation<'/revisarImportacion'> = async ({ tabla }, context) => {
  requirePermission(context.session, importPermissions[tabla]);
  const { review } = await imports[tabla](context);
  const { filas, avisos, huella } = await context.read(review);
  return { filas, avisos, huella };
};

/** «Se crearon 2 filas y se cambió 1.» */
function written({ creadas, cambiadas }: { creadas: number; cambiadas: number }): string {
  const rows = (count: number) => counted(count, 'fila', 'filas');
  const created = `Se ${creadas === 1 ? 'creó' : 'crearon'} ${rows(creadas)}`;
  const changed = `${cambiadas === 1 ? 'cambió' : 'cambiaron'} ${rows(cambiadas)}`;
  if (cambiadas === 0) return `${created}.`;
  return creadas === 0 ? `Se ${changed}.` : `${created} y se ${changed}.`;
}

/** /importarFilas: the file is reviewed again from the start, in the transaction that writes it. */
const importRows: Operation<'/importarFilas'> = async ({ tabla, huella }, context) => {
  requirePermission(context.session, importPermissions[tabla]);
  const { prepare, write } = await imports[tabla](context);
  await prepare();
  try {
    const rows = await context.write((trx) => write(trx, huella));
    return done(written(rows), rows);
  } catch (error) {
    // A concurrent request registered one of the rows.
    throw isUniqueViolation(error) ? changedSinceReview() : error;
  }
};

export const importOperations = {
  '/revisarImportacion': reviewImport,
  '/importarFilas': importRows,
};
