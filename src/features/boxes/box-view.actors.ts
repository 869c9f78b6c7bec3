/** A box that is only looked at, and one whose papers are shipped. */
import { fromPromise } from 'xstate';
import type { AnswerOf } from '#contract/contract.ts';
import { nationalCityId } from '#contract/calls/reference.calls.ts';
import { boxStates } from '#machines/domain/box/states.ts';
import { shipMachine } from '#machines/flows/shipping/ship.machine.ts';
import type { CompanyRow } from '#machines/flows/expenses/expense-facts.ts';
import { CallFailure, type Result, answered } from '#machines/flows/steps/result.ts';
import { allAnswered } from '../../wire/all-answered.ts';
import { shippingOf } from './box-facts.ts';
import { callApi } from '../../wire/client.ts';
import { withCalls } from '../../wire/with-calls.ts';
import { referenceRows } from '../expenses/expense-reference.ts';
import { detailFrom } from '../../wire/looking.actors.ts';

/** A box that is only looked at, with its expenses, and company and guide once its papers were shipped. */
export const boxContent = detailFrom(async ({ id_caja }: { id_caja: number }, signal) => {
  const found = await callApi('/verCajaDetalle', { id_caja }, { signal });
  if (!found.ok) return found;
  const [box] = found.answer;
  // The contract promises one element: a server that breaks it is a broken server.
  if (box === undefined) throw new CallFailure(500);
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
