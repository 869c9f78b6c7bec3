import { fromPromise } from 'xstate';
import { nationalCityId } from '#contract/calls/reference.calls.ts';
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
import type { CompanyRow } from '#machines/flows/expenses/expense-facts.ts';
import { shipMachine } from '#machines/flows/shipping/ship.machine.ts';
import { type Result, answered } from '#machines/flows/steps/result.ts';
import { allAnswered, detailFrom, onlyRow } from '../../wire/looking.actors.ts';
import { type CallOptions, callApi } from '../../wire/client.ts';
import { withCalls } from '../../wire/with-calls.ts';
import { referenceRows } from '../../wire/reference-rows.ts';

/** The calls that bring a box to a screen. */

type Box = Pick<AnswerOf<'/obtenerCaja'>, 'id' | 'active'>;
type Shipping = AnswerOf<'/obtenerSoportes'>;

/** The states in which the papers were shipped: there is a company to ask for. */
const shippedCodes: readonly number[] = [boxStates.finalAccounting.codigo, boxStates.closed.codigo];

/** Company and guide of a box; empty, without a call, while nothing was shipped. */
const shippingOf = async (box: Box, options: CallOptions): Promise<Result<Shipping>> =>
  shippedCodes.includes(box.active)
    ? callApi('/obtenerSoportes', { id_caja: box.id }, options)
    : answered({});

/** Actor implementations of the box-send flow. */

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

/** Writes are not given the signal: a person who leaves the screen does not take back what was sent. */
const sendBox = fromPromise<Result<SendAnswer>, SendRequest>(({ input }) =>
  callApi(input.path, input.body),
);

export const boxSend = withCalls(boxSendMachine).provide({ actors: { loadBox, sendBox } });

/** A box that is only looked at, and one whose papers are shipped. */

/** A box that is only looked at, with its expenses, and company and guide once its papers were shipped. */
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

/** The companies of the city of the store and the national ones; none while nothing is to be shipped. */
const companiesFor = async (
  { active, id_ciudad_tienda }: AnswerOf<'/obtenerCaja'>,
  signal: AbortSignal,
): Promise<Result<readonly CompanyRow[]>> =>
  active === boxStates.readyToShip.codigo
    ? referenceRows('empresas', { id_ciudad: [id_ciudad_tienda, nationalCityId] }, signal)
    : answered([]);

export const ship = withCalls(shipMachine).provide({
  actors: {
    /** The screen is that of a box whose papers are to be shipped, whatever became of this one. */
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
