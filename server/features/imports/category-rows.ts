/** Categories of expenses from a file: each with its account and its formats, of which the file creates the missing ones. */
import { calls } from '#contract/contract.ts';
import { grouped } from '#machines/domain/values/grouped.ts';
import { sameText } from '#machines/domain/values/texts.ts';
import { refusalsOfSchema } from '#machines/flows/steps/date-range.form.ts';
import {
  type Author,
  lockAdministrationLog,
} from '../../platform/database/administration-log.repository.ts';
import { foldedText } from '../../platform/database/paging.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { formatByName, formatNames } from '../catalogues/catalogue.operations.ts';
import {
  type CategoryRow,
  allCategoryRows,
  categoryReasons,
  categoryRowsNamed,
  formatToCreate,
  formatsEmptiedBy,
  formatsOf,
  writeCategory,
} from '../catalogues/categories.ts';
import { type CategoryField, type RowKind, categoryColumns } from './import-rows.ts';

export interface CategoryForm {
  nombre: string;
  cuenta: string;
  mantenimiento: 0 | 1;
  /** Names of formats; the known ones in their own order and first. */
  formatos: readonly string[];
}

const longestName = 80;

const answers: Readonly<Record<string, 0 | 1>> = { si: 1, s: 1, no: 0, n: 0 };

/** The different values of the rows of one name; one, unless formats disagree. */
const together = (values: readonly string[]): string => [...new Set(values)].join(', ');

export async function categoryRows(
  trx: Trx,
  by: Author,
  locks: boolean,
): Promise<RowKind<CategoryField, CategoryForm>> {
  if (locks) await lockAdministrationLog(trx);
  const formats = await formatNames(trx, 'all');
  const inUse = await formatNames(trx, 'inUse');
  const idOf = (name: string): number =>
    formats.find(({ nombre }) => sameText(nombre) === sameText(name))?.id ?? formatToCreate;
  const all = await allCategoryRows(trx);
  const stored = grouped(
    all,
    ({ nombre }) => foldedText(nombre),
    (row) => row,
  );
  const rowsOf = ({ nombre }: { nombre: string }): readonly CategoryRow[] =>
    stored.get(foldedText(nombre)) ?? [];
  const inOrder = (names: readonly string[]): string[] => [
    ...formats
      .map(({ nombre }) => nombre)
      .filter((one) => names.some((name) => sameText(name) === sameText(one))),
    ...names.filter((name) => idOf(name) === formatToCreate),
  ];
  /** Formats that an earlier row creates. */
  const announced = new Set<string>();
  return {
    columns: categoryColumns,
    read: ({ nombre: given, ...cells }) => {
      const nombre = given.replace(/\s+/g, ' ').trim();
      const typed = cells.formatos.split(/[,;]/).map((name) => name.trim());
      const names = new Map(typed.filter(Boolean).map((name) => [sameText(name), name]));
      const formatos = inOrder([...names.values()]);
      const answer = sameText(cells.mantenimiento);
      // An empty cell keeps what is registered.
      const mantenimiento =
        answer === '' ? (rowsOf({ nombre })[0]?.mantenimiento ?? 0) : answers[answer];
      return {
        form: { ...cells, nombre, formatos, mantenimiento: mantenimiento ?? 0 },
        faults: {
          ...(mantenimiento === undefined && { mantenimiento: 'escriba Sí o No.' }),
          ...(formatos.some((name) => name.length > longestName) && {
            formatos: `un nombre tiene más de ${longestName} caracteres.`,
          }),
        },
      };
    },
    rules: ({ formatos, ...form }) =>
      refusalsOfSchema(calls['/guardarCatalogo'].body, {
        tabla: 'categoria_gasto',
        ...form,
        formatos: formatos.map((_, place) => place + 1),
      }),
    keys: ({ nombre }) => [{ key: sameText(nombre), what: 'El nombre' }],
    registered: async (form) => {
      const rows = rowsOf(form);
      const [first] = rows;
      if (first === undefined) return null;
      return {
        nombre: together(rows.map(({ nombre }) => nombre)),
        cuenta: together(rows.map(({ cuenta }) => cuenta)),
        mantenimiento: first.mantenimiento,
        formatos: formats.flatMap(({ id, nombre }) =>
          formatsOf(rows).includes(id) ? [nombre] : [],
        ),
      };
    },
    shown: ({ formatos, mantenimiento, ...form }) => ({
      ...form,
      formatos: formatos.join(', '),
      mantenimiento: mantenimiento === 1 ? 'Sí' : 'No',
    }),
    reasons: (form) =>
      categoryReasons(trx, rowsOf(form), { ...form, formatos: form.formatos.map(idOf) }),
    together: (forms) => {
      const gone = formatsEmptiedBy(
        forms.map((form) => ({ rows: rowsOf(form), formatos: form.formatos.map(idOf) })),
        all,
      );
      return gone.map((ids) =>
        inUse
          .filter(({ id }) => ids.includes(id))
          .map(
            ({ nombre }) =>
              `«${nombre}» queda sin categorías en uso: sus tiendas no podrían registrar gastos.`,
          ),
      );
    },
    notes: ({ formatos }) =>
      formatos.flatMap((name) => {
        if (idOf(name) !== formatToCreate || announced.has(sameText(name))) return [];
        announced.add(sameText(name));
        return [`Crea el formato «${name}».`];
      }),
    /** After the formats that do not exist yet. */
    async write({ formatos: names, ...form }) {
      const formatos: number[] = [];
      for (const name of names) formatos.push(await formatByName(trx, name, by));
      await writeCategory(
        trx,
        await categoryRowsNamed(trx, form.nombre),
        { ...form, formatos },
        by,
      );
    },
  };
}
