import type {
  Condition,
  ReferenceRow,
  ReferenceTable,
  UnfilteredRow,
} from '#contract/calls/reference.calls.ts';
import { type Result, answered } from '#machines/flows/steps/result.ts';
import { callOrCached } from './browser-table.ts';
import { callApi } from './client.ts';

/** Creates a function that loads, with `ask`, the active rows of a table that meet a condition. */
const rowsBy =
  (ask: typeof callApi) =>
  async <Table extends ReferenceTable>(
    tabla: Table,
    condicional: Condition,
    signal: AbortSignal,
  ): Promise<Result<readonly ReferenceRow<Table>[]>> => {
    const result = await ask('/datosGenerales', { tabla, condicional }, { signal });
    return result.ok ? answered(result.answer as ReferenceRow<Table>[]) : result;
  };

export const referenceRows = rowsBy(callApi);

/** For forms that also open without a network. */
export const cachedReferenceRows = rowsBy(callOrCached);

/** Catalogues whose inactive rows are still shown where they were chosen. */
type Catalogue = 'formato_tienda' | 'motivo_rechazo' | 'impuestos' | 'indicadores';

/** The active rows of a catalogue, and the inactive rows that an expense or a store names. */
export async function withNamed<Table extends Catalogue>(
  tabla: Table,
  active: readonly ReferenceRow<Table>[],
  named: readonly (number | null)[],
  signal: AbortSignal,
): Promise<Result<readonly (ReferenceRow<Table> | UnfilteredRow<Table>)[]>> {
  const id = named.filter((one) => one !== null && active.every((row) => row.id !== one));
  if (id.length === 0) return answered(active);
  const condicional = { id: id as number[] };
  const result = await callApi('/datosGeneralesNoActive', { tabla, condicional }, { signal });
  return result.ok ? answered([...active, ...(result.answer as UnfilteredRow<Table>[])]) : result;
}
