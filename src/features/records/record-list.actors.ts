import { fromPromise } from 'xstate';
import type { Condition, ReferenceRow, ReferenceTable } from '#contract/calls/reference.calls.ts';
import type { AnswerOf, BodyOf, RequestOf } from '#contract/contract.ts';
import {
  type Deleting,
  type Successor,
  createRecordListMachine,
} from '#machines/flows/records/record-list.machine.ts';
import { type Result, answered } from '#machines/flows/steps/result.ts';
import { everyRow, pagesOf } from '../../wire/looking.actors.ts';
import { callApi, callList } from '../../wire/client.ts';

/** Complete lists for the administration forms, read page by page. */

/** Maximum number of rows in one answer. */
const pageSize = 1_000;

const pageOf = (
  tabla: ReferenceTable,
  condicional: Condition,
  pagina: number,
  signal: AbortSignal,
): ReturnType<typeof callList<'/datosGenerales'>> =>
  callList('/datosGenerales', { tabla, condicional, pagina, limite: pageSize }, { signal });

export async function allRows<Table extends ReferenceTable>(
  tabla: Table,
  signal: AbortSignal,
  condicional: Condition = {},
): Promise<Result<readonly ReferenceRow<Table>[]>> {
  const rows = await everyRow((pagina) => pageOf(tabla, condicional, pagina, signal));
  return rows as Result<readonly ReferenceRow<Table>[]>;
}

/** Other active users with the same profile: the possible successors of a user. */
export async function colleaguesOf(
  { id, tipo }: { id: number; tipo: number },
  signal: AbortSignal,
): Promise<Result<{ id: number; nombre: string }[]>> {
  const people = await allRows('usuarios', signal, { tipo });
  if (!people.ok) return people;
  return answered(
    people.answer
      .filter((person) => person.id !== id)
      .map((person) => ({ id: person.id, nombre: person.razon_social })),
  );
}

/** Flows of the administration lists, with their calls that toggle and delete a record. */

export type UserRow = AnswerOf<'/obtenerUsuarios'>[number];
export type CompanyRow = AnswerOf<'/obtenerEmpresas'>[number];
export type StoreRow = AnswerOf<'/obtenerTiendas'>[number];

/** Writes ignore the abort signal: leaving the screen does not cancel a request that was sent. */
const switched = <Path extends '/obtenerUsuarios' | '/obtenerEmpresas' | '/obtenerTiendas'>(
  path: Path,
  tabla: BodyOf<'/actdesElemento'>['tabla'],
) =>
  createRecordListMachine<AnswerOf<Path>[number], RequestOf<Path>>().provide({
    actors: {
      loadRows: pagesOf(path),
      loadSuccessors: fromPromise(async (): Promise<Result<readonly Successor[]>> => answered([])),
      actdesElemento: fromPromise(({ input }) => callApi('/actdesElemento', { ...input, tabla })),
    },
  });

const deleting = (tabla: BodyOf<'/eliminarElemento'>['tabla']) =>
  fromPromise(({ input }: { input: Deleting }) =>
    callApi('/eliminarElemento', { ...input, tabla }),
  );

export const userRecords = switched('/obtenerUsuarios', 'usuarios').provide({
  actors: {
    eliminarElemento: deleting('usuarios'),
    loadSuccessors: fromPromise(({ input: { row }, signal }) => colleaguesOf(row, signal)),
  },
});

export const companyRecords = switched('/obtenerEmpresas', 'empresas').provide({
  actors: { eliminarElemento: deleting('empresas') },
});

/** Stores can be deactivated, but not deleted. */
export const storeRecords = switched('/obtenerTiendas', 'tiendas');
