/** Actor implementations of the catalogues: a list and a form for each. */
import { fromPromise } from 'xstate';
import { type CatalogueTable, catalogueTables } from '#contract/calls/reference.calls.ts';
import type { RequestOf } from '#contract/contract.ts';
import {
  type CatalogueRow,
  catalogueFormMachine,
} from '#machines/flows/catalogues/catalogue.form.ts';
import type { ListPage } from '#machines/flows/records/list.machine.ts';
import { createRecordListMachine } from '#machines/flows/records/record-list.machine.ts';
import { type Result, answered } from '#machines/flows/steps/result.ts';
import { allAnswered } from '../../wire/looking.actors.ts';
import { callApi, callList } from '../../wire/client.ts';
import { formOf, recordOf } from '../records/record-form.actors.ts';
import { allRows } from '../records/record-list.actors.ts';

/** A row as the list shows it. */
export interface ListedRow extends CatalogueRow {
  /** Name of the format of a category. */
  formato?: string;
}

type Query = RequestOf<'/datosGeneralesNoActive'>;

/** Store formats, for the one catalogue whose rows have a format. */
const formatsFor = async (tabla: Query['tabla'], signal: AbortSignal) =>
  tabla === 'categoria_gasto' ? allRows('formato_tienda', signal) : answered([]);

async function listedRows(query: Query, signal: AbortSignal): Promise<Result<ListPage<ListedRow>>> {
  const loaded = await allAnswered({
    page: callList('/datosGeneralesNoActive', query, { signal }),
    formats: formatsFor(query.tabla, signal),
  });
  if (!loaded.ok) return loaded;
  const { page, formats } = loaded.answer;
  const { rows, total } = page;
  const names = new Map(formats.map(({ id, nombre }) => [id, nombre]));
  return answered({
    total,
    rows: (rows as CatalogueRow[]).map((row) => ({
      ...row,
      ...(row.id_formato !== undefined && { formato: names.get(row.id_formato) ?? '' }),
    })),
  });
}

const listOf = (tabla: CatalogueTable) =>
  createRecordListMachine<ListedRow, Query>().provide({
    actors: {
      loadRows: fromPromise(({ input, signal }) => listedRows(input.query, signal)),
      actdesElemento: fromPromise(({ input }) => callApi('/actdesElemento', { ...input, tabla })),
    },
  });

const catalogueForm = (tabla: CatalogueTable) =>
  formOf(catalogueFormMachine, async (id, { signal }) => {
    const loaded = await allAnswered({
      rows: recordOf(id, (known) =>
        callApi('/datosGeneralesNoActive', { tabla, condicional: { id: known } }, { signal }),
      ),
      formats: formatsFor(tabla, signal),
    });
    if (!loaded.ok) return loaded;
    const { rows, formats } = loaded.answer;
    return answered({ tabla, row: (rows?.[0] ?? null) as CatalogueRow | null, formats });
  });

const byTable = <Machine>(make: (tabla: CatalogueTable) => Machine) =>
  Object.fromEntries(catalogueTables.map((tabla) => [tabla, make(tabla)])) as Record<
    CatalogueTable,
    Machine
  >;

export const catalogueLists = byTable(listOf);
export const catalogueForms = byTable(catalogueForm);
