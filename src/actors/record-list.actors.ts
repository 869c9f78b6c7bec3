/** Where the lists of the administration come from, and what switching and deleting calls. */
import { fromPromise } from 'xstate';
import type { AnswerOf, BodyOf, RequestOf } from '#contract/contract.ts';
import {
  createRecordListMachine,
  type Toggling,
} from '#machines/flows/records/record-list.machine.ts';
import type { Result } from '#machines/flows/result.ts';
import { callApi } from './client.ts';
import { pagesOf } from './looking.actors.ts';

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
      actdesElemento: fromPromise<Result<AnswerOf<'/actdesElemento'>>, Toggling>(({ input }) =>
        callApi('/actdesElemento', { ...input, tabla }),
      ),
    },
  });

const deleting = (tabla: BodyOf<'/eliminarElemento'>['tabla']) => ({
  actors: {
    eliminarElemento: fromPromise<Result<AnswerOf<'/eliminarElemento'>>, { id_elemento: number }>(
      ({ input }) => callApi('/eliminarElemento', { ...input, tabla }),
    ),
  },
});

export const userRecords = switched('/obtenerUsuarios', 'usuarios').provide(deleting('usuarios'));

export const companyRecords = switched('/obtenerEmpresas', 'empresas').provide(
  deleting('empresas'),
);

/** Stores are switched, never deleted. */
export const storeRecords = switched('/obtenerTiendas', 'tiendas');
