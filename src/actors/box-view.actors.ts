/** A box that is only looked at, and one whose papers are shipped. */
import { fromPromise } from 'xstate';
import type { AnswerOf } from '#contract/contract.ts';
import { nationalCityId } from '#contract/calls/reference.calls.ts';
import { createDetailMachine } from '#machines/flows/records/detail.machine.ts';
import type { CompanyRow } from '#machines/flows/expenses/reference-rows.ts';
import { answered, CallFailure, type Result } from '#machines/flows/result.ts';
import { shipMachine } from '#machines/flows/boxes/ship.machine.ts';
import type { ShipFacts } from '#machines/flows/boxes/ship-rules.ts';
import { boxStates } from '#machines/domain/states.ts';
import { allAnswered } from './all-answered.ts';
import { shippingOf } from './box-facts.ts';
import { type CallOptions, callApi, writerFor } from './client.ts';
import { referenceRows } from './expense-reference.ts';

type Box = AnswerOf<'/obtenerCaja'>;

/** A box that is only looked at, with its expenses, and company and guide once its papers were shipped. */
export interface BoxContent extends Pick<ShipFacts, 'rows' | 'shipping'> {
  box: AnswerOf<'/verCajaDetalle'>[number];
}

export interface BoxId {
  id_caja: number;
}

async function contentOf({ id_caja }: BoxId, options: CallOptions): Promise<Result<BoxContent>> {
  const found = await callApi('/verCajaDetalle', { id_caja }, options);
  if (!found.ok) return found;
  const [box] = found.answer;
  // The contract promises one element: a server that breaks it is a broken server.
  if (box === undefined) throw new CallFailure(500);
  const loaded = await allAnswered(
    callApi('/gastosCaja', { id_caja, estado_caja: box.active }, options),
    shippingOf({ id: id_caja, active: box.active }, options),
  );
  if (!loaded.ok) return loaded;
  const [rows, shipping] = loaded.answer;
  return answered({ box, rows, shipping });
}

export const boxContent = createDetailMachine<BoxContent, BoxId>().provide({
  actors: {
    loadDetail: fromPromise<Result<BoxContent>, { key: BoxId }>(({ input, signal }) =>
      contentOf(input.key, { signal }),
    ),
  },
});

/** The companies of the city of the store and the national ones; none while nothing is to be shipped. */
const companiesFor = async (
  { active, id_ciudad_tienda }: Box,
  signal: AbortSignal,
): Promise<Result<readonly CompanyRow[]>> =>
  active === boxStates.readyToShip.codigo
    ? referenceRows('empresas', { id_ciudad: [id_ciudad_tienda, nationalCityId] }, signal)
    : answered([]);

/** The screen is that of a box whose papers are to be shipped, whatever became of this one. */
const loadShipping = fromPromise<Result<ShipFacts>, BoxId>(async ({ input, signal }) => {
  const loaded = await allAnswered(
    callApi('/obtenerCaja', input, { signal }),
    callApi('/gastosCaja', { ...input, estado_caja: boxStates.readyToShip.codigo }, { signal }),
  );
  if (!loaded.ok) return loaded;
  const [box, rows] = loaded.answer;
  const beside = await allAnswered(shippingOf(box, { signal }), companiesFor(box, signal));
  if (!beside.ok) return beside;
  const [shipping, companies] = beside.answer;
  return answered({ box, rows, shipping, companies });
});

export const ship = shipMachine.provide({
  actors: { loadShipping, enviarSoporteCaja: writerFor('/enviarSoporteCaja') },
});
