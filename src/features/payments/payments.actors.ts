/** Actor implementations of payments, shared by their screens. */
import { useActor } from '@xstate/react';
import { fromPromise } from 'xstate';
import { maximumBatch } from '#contract/calls/payments.calls.ts';
import type { CallPath, RequestOf } from '#contract/contract.ts';
import {
  type ActingKind,
  type ActingMachine,
  createActingMachine,
} from '#machines/flows/records/acting.machine.ts';
import type { RequestTo } from '#machines/flows/records/record-form.machine.ts';
import {
  type BatchFacts,
  type BatchPath,
  accountKind,
  accountsKind,
  batchKind,
  listKind,
  movementKind,
  owedKind,
  papersKind,
  type PaymentQuery,
  storePaymentKind,
} from '#machines/flows/payments/payment.kinds.ts';
import { actorOf, permissionsOf } from '#machines/flows/session/session.setup.ts';
import { type Result, answered } from '#machines/flows/steps/result.ts';
import { Session } from '../../shell/session.ts';
import { callApi, callList, newIdempotencyKey } from '../../wire/client.ts';

/** Acting flow whose data `load` provides. */
export const actingOn = <Data, Key, Path extends CallPath>(
  kind: ActingKind<Data, Path>,
  load: (key: Key, signal: AbortSignal) => Promise<Result<Data>>,
): ActingMachine<Data, Key, Path> =>
  createActingMachine<Data, Key, Path>(kind).provide({
    actors: {
      loadData: fromPromise(({ input, signal }) => load(input.key, signal)),
      // No abort signal: leaving the screen does not cancel a request that was sent.
      act: fromPromise(({ input: { request, idempotencyKey } }) =>
        callApi<Path>(request.path, request.body, { idempotencyKey }),
      ),
    },
  });

export const paymentList = actingOn(listKind, (query: PaymentQuery, signal) =>
  callList('/giros', query, { signal }),
);

export const batchOf = actingOn<BatchFacts, { id_lote: number }, BatchPath>(
  batchKind,
  async (key, signal) => {
    const [batches, payments] = await Promise.all([
      callList('/lotesGiros', key, { signal }),
      callList(
        '/giros',
        { ...key, orden: 'id_caja', direccion: 'asc', limite: maximumBatch },
        { signal },
      ),
    ]);
    if (!batches.ok) return batches;
    if (!payments.ok) return payments;
    const [batch] = batches.answer.rows;
    return batch === undefined
      ? { ok: false, status: 404, msg: 'El lote no existe.', motivos: [] }
      : answered({ batch, payments: payments.answer.rows });
  },
);

export const storePayment = actingOn(storePaymentKind, (key: RequestOf<'/giroDeCaja'>, signal) =>
  callApi('/giroDeCaja', key, { signal }),
);

export const owedOf = actingOn(owedKind, (key: RequestOf<'/gastosACargo'>, signal) =>
  callApi('/gastosACargo', key, { signal }),
);

export const movementsOf = actingOn(movementKind, (key: RequestOf<'/movimientosFondo'>, signal) =>
  callApi('/movimientosFondo', key, { signal }),
);

export const storeAccount = actingOn(accountKind, (key: RequestOf<'/cuentaTienda'>, signal) =>
  callApi('/cuentaTienda', key, { signal }),
);

export const proposedAccounts = actingOn(accountsKind, (_key: Record<string, never>, signal) =>
  callApi('/cuentasPropuestas', {}, { signal }),
);

export const papersList = actingOn(papersKind, (query: RequestOf<'/papelesEnCamino'>, signal) =>
  callList('/papelesEnCamino', query, { signal }),
);

/** Runs an acting flow for the signed-in user. */
export function useActing<Data, Key, Path extends CallPath>(
  machine: ActingMachine<Data, Key, Path>,
  key: Key,
) {
  const actor = Session.useSelector(actorOf);
  const permissions = Session.useSelector(permissionsOf);
  const [snapshot, send] = useActor(machine, { input: { actor, permissions, key } });
  const act = (request: RequestTo<Path>) =>
    send({ type: 'ACT', request, idempotencyKey: newIdempotencyKey() });
  return { snapshot, send, act };
}
