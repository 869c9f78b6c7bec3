/** Actor implementations of the queue of expenses. */
import { fromPromise } from 'xstate';
import type { AnswerOf } from '#contract/contract.ts';
import type {
  SaveExpenseInput,
  UploadInput,
} from '#machines/flows/expenses/expense-entry.setup.ts';
import { expenseQueueMachine } from '#machines/flows/queue/expense-queue.machine.ts';
import { type Result, answered } from '#machines/flows/steps/result.ts';
import { callApi, upload } from '../../wire/client.ts';
import {
  keepExpense,
  queuedExpenses,
  removeExpense,
  removeSentExpenses,
} from './queued-expenses.ts';

let release: () => void = () => {};

/**
 * Waits for the lock that one tab of this browser has at a time, and keeps it until `releaseTurn`. Without locks, on a
 * plain http address, two tabs may send the same expense: its key makes it one.
 */
function takeTurn(signal: AbortSignal): Promise<void> {
  if (navigator.locks === undefined) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const held = () =>
      new Promise<void>((done) => {
        release = done;
        resolve();
      });
    navigator.locks.request('caja-menor-envios', { signal }, held).catch(reject);
  });
}

export const enviarGasto = fromPromise<Result<AnswerOf<'/enviarGasto'>>, SaveExpenseInput>(
  ({ input: { body, idempotencyKey } }) => callApi('/enviarGasto', body, { idempotencyKey }),
);

export const cargarSoporte = fromPromise<Result<AnswerOf<'/cargarSoporte'>>, UploadInput>(
  ({ input: { id_gasto, archivo, onProgress } }) =>
    upload('/cargarSoporte', { id_gasto }, archivo, { onProgress }),
);

export const expenseQueue = expenseQueueMachine.provide({
  actors: {
    claimTurn: fromPromise(async ({ input: { id_usuario }, signal }) => {
      await takeTurn(signal);
      return answered(await queuedExpenses(id_usuario));
    }),
    enviarGasto,
    cargarSoporte,
    keepEntry: fromPromise(async ({ input }) => {
      await keepExpense(input);
      return answered(await queuedExpenses(input.id_usuario));
    }),
  },
  actions: {
    releaseTurn: () => release(),
    sendAgain: (_, { entries, clave }) => {
      const entry = entries.find((one) => one.clave === clave);
      if (entry !== undefined) void keepExpense({ ...entry, estado: 'porEnviar', problem: null });
    },
    discardEntry: (_, entry) => void removeExpense(entry),
    clearSent: (_, { id_usuario }) => void removeSentExpenses(id_usuario),
  },
});
