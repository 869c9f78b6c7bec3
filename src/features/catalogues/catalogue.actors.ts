/** Actor implementations of the catalogues: a list and a form for each. */
import { fromPromise } from 'xstate';
import {
  type CatalogueTable,
  type UnfilteredRow,
  catalogueTables,
} from '#contract/calls/reference.calls.ts';
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
import { writeOf } from '../records/CommandOutcome.tsx';
import { formOf, recordOf } from '../records/record-form.actors.ts';

/** A row as the list shows it. */
export interface ListedRow extends CatalogueRow {
  /** Names of the formats of a category. */
  formats?: readonly string[];
}

type Query = RequestOf<'/datosGeneralesNoActive'>;

/** Store formats with the inactive ones, for the one catalogue whose rows have formats. */
async function formatsFor(
  tabla: Query['tabla'],
  signal: AbortSignal,
): Promise<Result<readonly UnfilteredRow<'formato_tienda'>[]>> {
  if (tabla !== 'categoria_gasto') return answered([]);
  const result = await callApi('/datosGeneralesNoActive', { tabla: 'formato_tienda' }, { signal });
  return result.ok ? answered(result.answer as UnfilteredRow<'formato_tienda'>[]) : result;
}

const pageOf = ({ tabla, ...query }: Query, signal: AbortSignal) =>
  tabla === 'categoria_gasto'
    ? callList('/listarCategorias', query, { signal })
    : callList('/datosGeneralesNoActive', { tabla, ...query }, { signal });

async function listedRows(query: Query, signal: AbortSignal): Promise<Result<ListPage<ListedRow>>> {
  const loaded = await allAnswered({
    page: pageOf(query, signal),
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
      ...(row.formatos !== undefined && {
        formats: row.formatos.map((id) => names.get(id) ?? ''),
      }),
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
      rows: recordOf<readonly object[]>(id, (known) =>
        tabla === 'categoria_gasto'
          ? callApi('/listarCategorias', { id_elemento: known }, { signal })
          : callApi('/datosGeneralesNoActive', { tabla, condicional: { id: known } }, { signal }),
      ),
      formats: formatsFor(tabla, signal),
    });
    if (!loaded.ok) return loaded;
    const { rows, formats } = loaded.answer;
    const row = (rows?.[0] ?? null) as CatalogueRow | null;
    const offered = formats.filter(
      ({ id: format, active_ }) => active_ === 1 || row?.formatos?.includes(format),
    );
    return answered({ tabla, row, formats: offered });
  });

const byTable = <Machine>(make: (tabla: CatalogueTable) => Machine) =>
  Object.fromEntries(catalogueTables.map((tabla) => [tabla, make(tabla)])) as Record<
    CatalogueTable,
    Machine
  >;

export const templateCommand = writeOf('/usarPlantilla');
export const catalogueLists = byTable(listOf);
export const catalogueForms = byTable(catalogueForm);
