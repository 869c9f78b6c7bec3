/** Where the own second factor comes from and what changes it, and what takes it from somebody else. */
import { fromPromise } from 'xstate';
import type { AnswerOf, CallPath, RequestOf } from '#contract/contract.ts';
import { factorResetMachine } from '#machines/flows/session/factor-reset.machine.ts';
import type { Result } from '#machines/flows/result.ts';
import { secondFactorMachine } from '#machines/flows/session/second-factor.machine.ts';
import { actorFor, callApi } from './client.ts';

/** Without the signal: who leaves the screen does not take back what was sent. */
const sent = <Path extends CallPath>(path: Path) =>
  fromPromise<Result<AnswerOf<Path>>, RequestOf<Path>>(({ input }) => callApi(path, input));

export const secondFactor = secondFactorMachine.provide({
  actors: {
    miSegundoFactor: actorFor('/miSegundoFactor'),
    prepararSegundoFactor: actorFor('/prepararSegundoFactor'),
    activarSegundoFactor: sent('/activarSegundoFactor'),
    renovarCodigos: sent('/renovarCodigos'),
    desactivarSegundoFactor: sent('/desactivarSegundoFactor'),
  },
});

export const factorReset = factorResetMachine.provide({
  actors: { restablecerSegundoFactor: sent('/restablecerSegundoFactor') },
});
