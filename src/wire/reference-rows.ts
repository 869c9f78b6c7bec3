import type {
  Condition,
  ReferenceRow,
  ReferenceTable,
  UnfilteredRow,
} from '#contract/calls/reference.calls.ts';
import { type Result, answered } from '#machines/flows/steps/result.ts';
import { callOrCached } from './browser-table.ts';
import { callApi } from './client.ts';

/** The active rows of one table, narrowed by a condition, as `ask` brings them. */
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

/** For a form that opens without a signal too. */
export const cachedReferenceRows = rowsBy(callOrCached);

/** Reference rows of a catalogue in which what is no longer in use is still read where it was chosen. */
type Catalogue = 'motivo_rechazo' | 'impuestos' | 'indicadores';

/** The active rows of a table, and those that an expense names though they are no longer in use. */
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
