/**
 * The calls that read or compute much: they run in the worker threads of server/reads/reads.ts, on
 * connections that only read. A call of kind `read` moves there by a row of this table.
 */
import type { CallPath } from '#contract/contract.ts';
import type { LongRead } from './operation.ts';
import { boxLog } from './workflow/box-history.ts';
import { conformity } from './workflow/conformity.ts';
import { delays } from './workflow/delays.operation.ts';
import { history } from './workflow/history.ts';
import { boxesInState, present } from './workflow/present.ts';

export const longCalls = {
  '/flujoActual': present,
  '/flujoCajas': boxesInState,
  '/flujoDemoras': delays,
  '/flujoHistoria': history,
  '/flujoCaja': boxLog,
  '/flujoConformidad': conformity,
} satisfies { [Path in CallPath]?: LongRead<Path> };

export type LongCall = keyof typeof longCalls;

export const isLongCall = (path: CallPath): path is LongCall => Object.hasOwn(longCalls, path);
