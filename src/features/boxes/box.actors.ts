import { fromPromise } from 'xstate';
import { nationalCityId } from '#contract/calls/reference.calls.ts';
import type { AnswerOf } from '#contract/contract.ts';
import { stageFor, stages } from '#machines/domain/stages/stages.ts';
import { boxStates } from '#machines/domain/stages/states.ts';
import {
  type BoxFacts,
  type BoxKey,
  type SendAnswer,
  type SendRequest,
  type Sender,
  boxSendMachine,
} from '#machines/flows/boxes/box-send.machine.ts';
import type { CompanyRow } from '#machines/flows/expenses/expense-facts.ts';
import { shipMachine } from '#machines/flows/shipping/ship.machine.ts';
import { type Result, answered } from '#machines/flows/steps/result.ts';
import { allAnswered, detailFrom, onlyRow } from '../../wire/looking.actors.ts';
import { type CallOptions, callApi } from '../../wire/client.ts';
import { withCalls } from '../../wire/with-calls.ts';
import { referenceRows } from '../../wire/reference-rows.ts';

/** Calls that load a box. */

type Box = Pick<AnswerOf<'/obtenerCaja'>, 'id' | 'active'>;
type Shipping = AnswerOf<'/obtenerSoportes'>;

/** States of a box whose papers were shipped and that therefore has a shipping company. */
const shippedCodes: readonly number[] = [boxStates.finalAccounting.codigo, boxStates.closed.codigo];

/** Shipping company and guide of a box; empty, without a call, before the papers are shipped. */
const shippingOf = async (box: Box, options: CallOptions): Promise<Result<Shipping>> =>
  shippedCodes.includes(box.active)
    ? callApi('/obtenerSoportes', { id_caja: box.id }, options)
    : answered({});

/** Actor implementations of the box-send flow. */

type Rows = AnswerOf<'/gastosCaja'>;

/** Loads the expenses of a box with the call that the sender has permission for. */
export function rowsFor(
  sender: Sender,
  id_caja: number,
  options: CallOptions,
): Promise<Result<Rows>> {
  const { boxState, reads } =
    sender === 'store'
      ? ({ boxState: 'open', reads: '/gastosCaja' } as const)
      : stages[stageFor(sender)];
  if (reads === '/gastosCajaContabilidad') return callApi(reads, { id_caja }, options);
  return callApi(reads, { id_caja, estado_caja: boxStates[boxState].codigo }, options);
}

async function loadBoxById(
  sender: Sender,
  id_caja: number,
  options: CallOptions,
): Promise<Result<BoxFacts>> {
  const loaded = await allAnswered({
    box: callApi('/obtenerCaja', { id_caja }, options),
    rows: rowsFor(sender, id_caja, options),
  });
  if (!loaded.ok) return loaded;
  const shipping = await shippingOf(loaded.answer.box, options);
  if (!shipping.ok) return shipping;
  const ofStore = { fund: null, exceedsMaximum: false };
  return answered({ ...loaded.answer, ...ofStore, shipping: shipping.answer });
}

/** The open box of a store, with its fund. */
async function loadCurrentBox(id_tienda: number, options: CallOptions): Promise<Result<BoxFacts>> {
  const current = await allAnswered({
    box: callApi('/obtenerCajaActual', { id_tienda }, options),
    fund: callApi('/obtenerDatosTiendaCaja', { id_tienda }, options),
  });
  if (!current.ok) return current;
  const { box, fund } = current.answer;
  const loaded = await loadBoxById('store', box.id, options);
  if (!loaded.ok) return loaded;
  return answered({ ...loaded.answer, fund, exceedsMaximum: box.excede_monto_maximo === 1 });
}

/** Loads a box for its sender. */
export const loadBox = fromPromise<Result<BoxFacts>, BoxKey>(({ input, signal }) =>
  input.sender === 'store'
    ? loadCurrentBox(input.id_tienda, { signal })
    : loadBoxById(input.sender, input.id_caja, { signal }),
);

/** Writes ignore the abort signal: leaving the screen does not cancel a request that was sent. */
const sendBox = fromPromise<Result<SendAnswer>, SendRequest>(({ input }) =>
  callApi(input.path, input.body),
);

export const boxSend = withCalls(boxSendMachine).provide({ actors: { loadBox, sendBox } });

/** A read-only box with its expenses, and its shipping data once the papers were shipped. */
export const boxContent = detailFrom(async ({ id_caja }: { id_caja: number }, signal) => {
  const found = await onlyRow(callApi('/verCajaDetalle', { id_caja }, { signal }));
  if (!found.ok) return found;
  const box = found.answer;
  return allAnswered({
    box: Promise.resolve(answered(box)),
    rows: callApi('/gastosCaja', { id_caja, estado_caja: box.active }, { signal }),
    shipping: shippingOf({ id: id_caja, active: box.active }, { signal }),
  });
});

/** Companies of the store's city and national ones; empty unless the box is ready to ship. */
const companiesFor = async (
  { active, id_ciudad_tienda }: AnswerOf<'/obtenerCaja'>,
  signal: AbortSignal,
): Promise<Result<readonly CompanyRow[]>> =>
  active === boxStates.readyToShip.codigo
    ? referenceRows('empresas', { id_ciudad: [id_ciudad_tienda, nationalCityId] }, signal)
    : answered([]);

export const ship = withCalls(shipMachine).provide({
  actors: {
    /** The screen belongs to the state `readyToShip`, so the rows are read for it even if the box has left it. */
    loadShipping: fromPromise(async ({ input, signal }) => {
      const estado_caja = boxStates.readyToShip.codigo;
      const loaded = await allAnswered({
        box: callApi('/obtenerCaja', input, { signal }),
        rows: callApi('/gastosCaja', { ...input, estado_caja }, { signal }),
      });
      if (!loaded.ok) return loaded;
      const { box } = loaded.answer;
      const beside = await allAnswered({
        shipping: shippingOf(box, { signal }),
        companies: companiesFor(box, signal),
      });
      return beside.ok ? answered({ ...loaded.answer, ...beside.answer }) : beside;
    }),
  },
});
