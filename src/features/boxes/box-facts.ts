/** The calls that bring a box to a screen. */
import type { AnswerOf } from '#contract/contract.ts';
import { boxStates } from '#machines/domain/box/states.ts';
import { type Result, answered } from '#machines/flows/steps/result.ts';
import { type CallOptions, callApi } from '../../wire/client.ts';

type Box = Pick<AnswerOf<'/obtenerCaja'>, 'id' | 'active'>;
type Shipping = AnswerOf<'/obtenerSoportes'>;

/** The states in which the papers were shipped: there is a company to ask for. */
const shippedCodes: readonly number[] = [boxStates.finalAccounting.codigo, boxStates.closed.codigo];

/** Company and guide of a box; empty, without a call, while nothing was shipped. */
export const shippingOf = async (box: Box, options: CallOptions): Promise<Result<Shipping>> =>
  shippedCodes.includes(box.active)
    ? callApi('/obtenerSoportes', { id_caja: box.id }, options)
    : answered({});
