/** Where the lists of the administration come from, and what switching and deleting calls. */
import { fromPromise } from 'xstate';
import type { AnswerOf, BodyOf, RequestOf } from '#contract/contract.ts';
import {
  createRecordListMachine,
  type Deleting,
  type Successor,
} from '#machines/flows/records/record-list.machine.ts';
import { type Result, answered } from '#machines/flows/steps/result.ts';
import { callApi } from '../../wire/client.ts';
import { pagesOf } from '../../wire/looking.actors.ts';
import { colleaguesOf } from './record-reference.ts';

export type UserRow = AnswerOf<'/obtenerUsuarios'>[number];
export type CompanyRow = AnswerOf<'/obtenerEmpresas'>[number];
export type StoreRow = AnswerOf<'/obtenerTiendas'>[number];

/** Writes are not given the signal: who leaves the screen does not take back what was sent. */
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
