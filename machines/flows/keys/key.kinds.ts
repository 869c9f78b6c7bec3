/** The keys of machines as data of an acting flow; their rules are those of the contract. */
import type { AnswerOf } from '#contract/contract.ts';
import type { ActingKind } from '../records/acting.machine.ts';

export type KeyPath =
  | '/crearClaveIntegracion'
  | '/rotarClaveIntegracion'
  | '/revocarClaveIntegracion';

export const keyKind: ActingKind<AnswerOf<'/clavesIntegracion'>, KeyPath> = {
  refusals: () => [],
};
