/** One operation for every call of the contract. */
import type { CallPath } from '#contract/contract.ts';
import type { Operation } from './operation.ts';
import { sessionOperations } from './session/session.operations.ts';

export const operations: { [Path in CallPath]?: Operation<Path> } = {
  ...sessionOperations,
};
