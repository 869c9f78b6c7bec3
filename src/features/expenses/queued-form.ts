/** The form of an expense on its way into the queue of this device, and out of it again. */
import { fromPromise } from 'xstate';
import type { KeepOnDeviceInput } from '#machines/flows/expenses/expense-entry.setup.ts';
import type { QueuedExpense } from '#machines/flows/queue/expense-queue.machine.ts';
import { type Refused, type Result, answered } from '#machines/flows/steps/result.ts';
import { keepFile } from '../drafts/draft-files.ts';
import { readDraft, removeDraft, writeDraft } from '../drafts/drafts.ts';
import { newIdempotencyKey } from '../../wire/idempotency-key.ts';
import { queueExpense } from './queued-expenses.ts';

const notStored: Refused = { ok: false, status: 400, msg: '', motivos: [] };

/** Keeps an expense in the queue, and forgets its draft. */
export const keepOnDevice = fromPromise<Result<string>, KeepOnDeviceInput>(
  async ({ input: { draft, ...expense } }) => {
    const { values } = expense;
    const entry: Omit<QueuedExpense, 'puesto'> = {
      ...expense,
      // The file stands beside them; formik has it among the values.
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

/** The form of a refused expense as it was sent, to be corrected under the same key. */
export async function reopenExpense(entry: QueuedExpense): Promise<void> {
  const { id_usuario, id_tienda, id_gasto, clave, file, values } = entry;
  if (id_gasto === null) {
    const key = { id_usuario, form: 'gasto', object: reopenedObject(id_tienda, clave) };
    // What was begun goes on.
    if (readDraft(key, {}, Date.now()) !== null) return;
    writeDraft(key, {
      values: { ...values, archivo: file?.name ?? '' },
      shown: {},
      idempotencyKey: clave,
      saved: Date.now(),
    });
    if (file !== null) await keepFile(key, file, Date.now());
  } else if (file !== null)
    await keepFile({ id_usuario, form: 'soporte', object: String(id_gasto) }, file, Date.now());
}

/** The object of a draft that corrects an expense of the queue. */
export const reopenedObject = (id_tienda: number, clave: string): string => `${id_tienda}/${clave}`;
