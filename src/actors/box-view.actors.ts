/** A box that is only looked at, and one whose papers are shipped. */
import { fromPromise } from 'xstate';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import { nationalCityId } from '#contract/calls/reference.calls.ts';
import { createDetailMachine } from '#machines/flows/records/detail.machine.ts';
import type { CompanyRow } from '#machines/flows/expenses/reference-rows.ts';
import { answered, type Result } from '#machines/flows/result.ts';
import { shipMachine } from '#machines/flows/boxes/ship.machine.ts';
import type { ShipFacts } from '#machines/flows/boxes/ship-rules.ts';
import { boxStates } from '#machines/domain/states.ts';
import { allAnswered } from './all-answered.ts';
import { shippingOf } from './box-facts.ts';
import { type CallOptions, callApi } from './client.ts';
import { referenceRows } from './expense-reference.ts';

type Box = AnswerOf<'/obtenerCaja'>;

/** A box with its expenses, and company and guide once its papers were shipped. */
export type BoxContent = Omit<ShipFacts, 'companies'>;

export interface BoxId {
  id_caja: number;
}

async function contentOf({ id_caja }: BoxId, options: CallOptions): Promise<Result<BoxContent>> {
  const loaded = await allAnswered(
    callApi('/obtenerCaja', { id_caja }, options),
    callApi('/gastosCaja', { id_caja }, options),
  );
  if (!loaded.ok) return loaded;
  const [box, rows] = loaded.answer;
  const shipping = await shippingOf(box, options);
  if (!shipping.ok) return shipping;
  return answered({ box, rows, shipping: shipping.answer });
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

const loadShipping = fromPromise<Result<ShipFacts>, BoxId>(async ({ input, signal }) => {
  const content = await contentOf(input, { signal });
  if (!content.ok) return content;
  const companies = await companiesFor(content.answer.box, signal);
  if (!companies.ok) return companies;
  return answered({ ...content.answer, companies: companies.answer });
});

/** Without the signal: who leaves the screen does not take back what was sent. */
const enviarSoporteCaja = fromPromise<
  Result<AnswerOf<'/enviarSoporteCaja'>>,
  RequestOf<'/enviarSoporteCaja'>
>(({ input }) => callApi('/enviarSoporteCaja', input));

export const ship = shipMachine.provide({ actors: { loadShipping, enviarSoporteCaja } });
