import { fromPromise } from 'xstate';
import type { AnswerOf } from '#contract/contract.ts';
import type {
  QueueOnDeviceInput,
  SaveExpenseInput,
  UploadInput,
} from '#machines/flows/expenses/expense-entry.setup.ts';
import {
  type QueuedExpense,
  expenseQueueMachine,
} from '#machines/flows/queue/expense-queue.machine.ts';
import { type Refused, type Result, answered } from '#machines/flows/steps/result.ts';
import { orElse } from '../../wire/browser-table.ts';
import { callApi, newIdempotencyKey, upload } from '../../wire/client.ts';
import { saveDraftFile, readDraft, removeDraft, writeDraft } from '../drafts/drafts.ts';
import {
  saveQueuedExpense,
  queueExpense,
  queuedExpenses,
  removeExpense,
  removeSentExpenses,
} from './queued-expenses.ts';

/** Actor implementations of the expense queue. */

let release: () => void = () => {};

/**
 * Acquires a lock that one tab of this browser holds at a time, until `releaseTurn`. Without the Web Locks API (plain
 * http) two tabs may send the same expense; its idempotency key prevents a duplicate.
 */
function acquireSendLock(signal: AbortSignal): Promise<void> {
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
      await acquireSendLock(signal);
      return answered(await queuedExpenses(id_usuario));
    }),
    enviarGasto,
    cargarSoporte,
    storeEntry: fromPromise(async ({ input }) => {
      await saveQueuedExpense(input);
      return answered(await queuedExpenses(input.id_usuario));
    }),
  },
  actions: {
    releaseTurn: () => release(),
    sendAgain: (_, { entries, clave }) => {
      const entry = entries.find((one) => one.clave === clave);
      if (entry !== undefined)
        void saveQueuedExpense({ ...entry, estado: 'porEnviar', problem: null });
    },
    discardEntry: (_, entry) => void removeExpense(entry),
    clearSent: (_, { id_usuario }) => void removeSentExpenses(id_usuario),
  },
});

/** Moves the form of an expense into the queue of this device, and back into a form. */

const notStored: Refused = { ok: false, status: 400, msg: '', motivos: [] };

/** Adds an expense to the queue and removes its draft. */
export const queueOnDevice = fromPromise<Result<string>, QueueOnDeviceInput>(
  async ({ input: { draft, ...expense } }) => {
    const { values } = expense;
    const entry: Omit<QueuedExpense, 'puesto'> = {
      ...expense,
      request: { ...expense.request, sin_senal: 1 },
      // The file is stored separately, though Formik has it among the values.
      values: JSON.parse(JSON.stringify(values)) as typeof values,
      id_usuario: draft.id_usuario,
      proveedor: values.proveedor || values.num_doc,
      estado: 'porEnviar',
      problem: null,
    };
    try {
      await queueExpense(entry);
    } catch {
      return notStored;
    }
    removeDraft(draft);
    return answered(newIdempotencyKey());
  },
);

/** Restores a refused expense as a draft with the same key, so that the user can correct it. */
export async function reopenExpense(entry: QueuedExpense): Promise<void> {
  const { id_usuario, id_tienda, id_gasto, clave, file, values } = entry;
  if (id_gasto === null) {
    const key = { id_usuario, form: 'gasto', object: reopenedObject(id_tienda, clave) };
    // An existing correction is continued.
    if (readDraft(key, {}, Date.now()) !== null) return;
    writeDraft(key, {
      values: { ...values, archivo: file?.name ?? '' },
      shown: {},
      idempotencyKey: clave,
      saved: Date.now(),
    });
    if (file !== null) await saveDraftFile(key, file, Date.now());
  } else if (file !== null)
    await saveDraftFile(
      { id_usuario, form: 'soporte', object: String(id_gasto) },
      file,
      Date.now(),
    );
}

/** `object` of the draft that corrects a queued expense. */
export const reopenedObject = (id_tienda: number, clave: string): string => `${id_tienda}/${clave}`;

/** Removes queued expenses that reached the server in another way, found by key or by expense id. */
export async function removeReopened(
  id_usuario: number,
  clave: string,
  id_gasto: number | null,
): Promise<void> {
  const arrived = (await orElse([], queuedExpenses(id_usuario))).filter(
    (entry) => entry.clave === clave || (id_gasto !== null && entry.id_gasto === id_gasto),
  );
  await Promise.all(arrived.map((entry) => orElse(undefined, removeExpense(entry))));
}
