/** Where the lists of the administration come from, and what switching and deleting calls. */
import { fromPromise } from 'xstate';
import type { AnswerOf, BodyOf, RequestOf } from '#contract/contract.ts';
import type { ListPage } from '#machines/flows/records/list.machine.ts';
import {
  createRecordListMachine,
  type Toggling,
} from '#machines/flows/records/record-list.machine.ts';
import type { Result } from '#machines/flows/result.ts';
import { callApi, callList } from './client.ts';

export type UserQuery = RequestOf<'/obtenerUsuarios'>;
export type UserRow = AnswerOf<'/obtenerUsuarios'>[number];
export type CompanyQuery = RequestOf<'/obtenerEmpresas'>;
export type CompanyRow = AnswerOf<'/obtenerEmpresas'>[number];
export type StoreQuery = RequestOf<'/obtenerTiendas'>;
export type StoreRow = AnswerOf<'/obtenerTiendas'>[number];

/** Writes are not given the signal: who leaves the screen does not take back what was sent. */
const toggling = (tabla: BodyOf<'/actdesElemento'>['tabla']) =>
  fromPromise<Result<AnswerOf<'/actdesElemento'>>, Toggling>(({ input }) =>
    callApi('/actdesElemento', { ...input, tabla }),
  );

const deleting = (tabla: BodyOf<'/eliminarElemento'>['tabla']) =>
  fromPromise<Result<AnswerOf<'/eliminarElemento'>>, { id_elemento: number }>(({ input }) =>
    callApi('/eliminarElemento', { ...input, tabla }),
  );

export const userRecords = createRecordListMachine<UserRow, UserQuery>().provide({
  actors: {
    loadRows: fromPromise<Result<ListPage<UserRow>>, { query: UserQuery }>(({ input, signal }) =>
      callList('/obtenerUsuarios', input.query, { signal }),
    ),
    actdesElemento: toggling('usuarios'),
    eliminarElemento: deleting('usuarios'),
  },
});

export const companyRecords = createRecordListMachine<CompanyRow, CompanyQuery>().provide({
  actors: {
    loadRows: fromPromise<Result<ListPage<CompanyRow>>, { query: CompanyQuery }>(
      ({ input, signal }) => callList('/obtenerEmpresas', input.query, { signal }),
    ),
    actdesElemento: toggling('empresas'),
    eliminarElemento: deleting('empresas'),
  },
});

/** Stores are switched, never deleted. */
export const storeRecords = createRecordListMachine<StoreRow, StoreQuery>().provide({
  actors: {
    loadRows: fromPromise<Result<ListPage<StoreRow>>, { query: StoreQuery }>(({ input, signal }) =>
      callList('/obtenerTiendas', input.query, { signal }),
    ),
    actdesElemento: toggling('tiendas'),
  },
});
