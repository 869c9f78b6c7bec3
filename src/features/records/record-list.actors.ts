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

/** The lists that the forms of the administration offer, whole: a call answers at most a thousand rows. */

/** The most that one answer may hold. */
const pageSize = 1_000;

const pageOf = (
  tabla: ReferenceTable,
  condicional: Condition,
  pagina: number,
  signal: AbortSignal,
): ReturnType<typeof callList<'/datosGenerales'>> =>
  callList('/datosGenerales', { tabla, condicional, pagina, limite: pageSize }, { signal });

/** Every active row of one table. */
export async function allRows<Table extends ReferenceTable>(
  tabla: Table,
  signal: AbortSignal,
  condicional: Condition = {},
): Promise<Result<readonly ReferenceRow<Table>[]>> {
  const rows = await everyRow((pagina) => pageOf(tabla, condicional, pagina, signal));
  return rows as Result<readonly ReferenceRow<Table>[]>;
}

/** Everybody else in use with the profile of a user: those who may take over from him or her. */
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

/** Where the lists of the administration come from, and what switching and deleting calls. */

export type UserRow = AnswerOf<'/obtenerUsuarios'>[number];
export type CompanyRow = AnswerOf<'/obtenerEmpresas'>[number];
export type StoreRow = AnswerOf<'/obtenerTiendas'>[number];

/** Writes are not given the signal: a person who leaves the screen does not take back what was sent. */
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
    // Everybody in use of the same profile.
    loadSuccessors: fromPromise(({ input: { row }, signal }) => colleaguesOf(row, signal)),
  },
});

export const companyRecords = switched('/obtenerEmpresas', 'empresas').provide({
  actors: { eliminarElemento: deleting('empresas') },
});

/** Stores are switched, never deleted. */
export const storeRecords = switched('/obtenerTiendas', 'tiendas');
