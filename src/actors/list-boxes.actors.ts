/** Where the lists of boxes and of stores come from. */
import { fromPromise } from 'xstate';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { createListMachine, type ListPage } from '#machines/flows/records/list.machine.ts';
import type { Result } from '#machines/flows/result.ts';
import { callList } from './client.ts';

export type HistoryQuery = RequestOf<'/historialCajas'>;
export type HistoryRow = AnswerOf<'/historialCajas'>[number];
export type PendingQuery = RequestOf<'/cajasPendientesContabilidad'>;
export type PendingRow = AnswerOf<'/cajasPendientesContabilidad'>[number];
export type StoreQuery = RequestOf<'/obtenerTiendas'>;
export type StoreRow = AnswerOf<'/obtenerTiendas'>[number];

/** Boxes that were sent: of everybody's scope, or of one store. */
export const boxHistory = createListMachine<HistoryRow, HistoryQuery>().provide({
  actors: {
    loadRows: fromPromise<Result<ListPage<HistoryRow>>, { query: HistoryQuery }>(
      ({ input, signal }) => callList('/historialCajas', input.query, { signal }),
    ),
  },
});

/** Boxes in the hands of accounting. */
export const pendingBoxes = createListMachine<PendingRow, PendingQuery>().provide({
  actors: {
    loadRows: fromPromise<Result<ListPage<PendingRow>>, { query: PendingQuery }>(
      ({ input, signal }) => callList('/cajasPendientesContabilidad', input.query, { signal }),
    ),
  },
});

/** Stores with their funds. */
export const storeList = createListMachine<StoreRow, StoreQuery>().provide({
  actors: {
    loadRows: fromPromise<Result<ListPage<StoreRow>>, { query: StoreQuery }>(({ input, signal }) =>
      callList('/obtenerTiendas', input.query, { signal }),
    ),
  },
});
