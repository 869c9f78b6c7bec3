/** The stores whose expense form opens without a signal on this device. */
import { fromPromise } from 'xstate';
import type { AnswerOf } from '#contract/contract.ts';
import { createDetailMachine } from '#machines/flows/records/detail.machine.ts';
import { answered, type Result } from '#machines/flows/result.ts';
import { keptAnswersTo } from './kept-answers.ts';

type Stores = readonly AnswerOf<'/obtenerDatosTiendaCaja'>[];

export const keptForms = createDetailMachine<Stores, Record<never, never>>().provide({
  actors: {
    loadDetail: fromPromise<Result<Stores>, { key: Record<never, never> }>(async () =>
      answered(await keptAnswersTo('/obtenerDatosTiendaCaja')),
    ),
  },
});
