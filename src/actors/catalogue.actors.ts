/** Person implementations of the catalogues: a list and a form for each. */
import { fromPromise } from 'xstate';
import { type CatalogueTable, catalogueTables } from '#contract/calls/catalogue.calls.ts';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import {
  type CatalogueFormFacts,
  type CatalogueRow,
  catalogueFormMachine,
} from '#machines/flows/records/catalogue.form.ts';
import type { ListPage } from '#machines/flows/records/list.machine.ts';
import {
  createRecordListMachine,
  type Toggling,
} from '#machines/flows/records/record-list.machine.ts';
import { answered, type Result } from '#machines/flows/result.ts';
import { allAnswered } from './all-answered.ts';
import { callApi, callList } from './client.ts';
import { loading, saving } from './record-form.actors.ts';
import { allRows } from './record-reference.ts';

/** A row as the list shows it. */
export interface ListedRow extends CatalogueRow {
  /** Name of the format of a category. */
  formato?: string;
}

type Query = RequestOf<'/datosGeneralesNoActive'>;

async function listedRows(query: Query, signal: AbortSignal): Promise<Result<ListPage<ListedRow>>> {
  const loaded = await allAnswered(
    callList('/datosGeneralesNoActive', query, { signal }),
    query.tabla === 'categoria_gasto'
      ? allRows('formato_tienda', signal)
      : Promise.resolve(answered([])),
  );
  if (!loaded.ok) return loaded;
  const [{ rows, total }, formats] = loaded.answer;
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
      loadRows: fromPromise<Result<ListPage<ListedRow>>, { query: Query }>(({ input, signal }) =>
        listedRows(input.query, signal),
      ),
      actdesElemento: fromPromise<Result<AnswerOf<'/actdesElemento'>>, Toggling>(({ input }) =>
        callApi('/actdesElemento', { ...input, tabla }),
      ),
    },
  });

const formOf = (tabla: CatalogueTable) =>
  catalogueFormMachine.provide({
    actors: {
      loadForm: loading<CatalogueFormFacts>(async ({ id }, { signal }) => {
        const loaded = await allAnswered(
          id === null
            ? Promise.resolve(answered([]))
            : callApi('/datosGeneralesNoActive', { tabla, condicional: { id } }, { signal }),
          tabla === 'categoria_gasto'
            ? allRows('formato_tienda', signal)
            : Promise.resolve(answered([])),
        );
        if (!loaded.ok) return loaded;
        const [[row = null], formats] = loaded.answer;
        return answered({ tabla, row: row as CatalogueRow | null, formats });
      }),
      saveRecord: saving(),
    },
  });

const byTable = <Machine>(make: (tabla: CatalogueTable) => Machine) =>
  Object.fromEntries(catalogueTables.map((tabla) => [tabla, make(tabla)])) as Record<
    CatalogueTable,
    Machine
  >;

export const catalogueLists = byTable(listOf);
export const catalogueForms = byTable(formOf);
