/** Actor implementations of the box-send flow. */
import { fromPromise } from 'xstate';
import type { AnswerOf } from '#contract/contract.ts';
import { stageFor, stages } from '#machines/domain/box/stages.ts';
import { boxStates } from '#machines/domain/box/states.ts';
import {
  type BoxFacts,
  type BoxKey,
  type SendAnswer,
  type SendRequest,
  type Sender,
  boxSendMachine,
} from '#machines/flows/boxes/box-send.machine.ts';
import { type Result, answered } from '#machines/flows/steps/result.ts';
import { allAnswered } from '../../wire/all-answered.ts';
import { shippingOf } from './box-facts.ts';
import { type CallOptions, callApi } from '../../wire/client.ts';
import { withCalls } from '../../wire/with-calls.ts';

type Rows = AnswerOf<'/gastosCaja'>;

/** Every sender asks for the expenses by the call of its own permission. */
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

/** A box as its sender sees it. */
export const loadBox = fromPromise<Result<BoxFacts>, BoxKey>(({ input, signal }) =>
  input.sender === 'store'
    ? loadCurrentBox(input.id_tienda, { signal })
    : loadBoxById(input.sender, input.id_caja, { signal }),
);

/** Writes are not given the signal: who leaves the screen does not take back what was sent. */
const sendBox = fromPromise<Result<SendAnswer>, SendRequest>(({ input }) =>
  callApi(input.path, input.body),
);

export const boxSend = withCalls(boxSendMachine).provide({ actors: { loadBox, sendBox } });
