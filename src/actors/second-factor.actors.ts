/** Where the own second factor comes from and what changes it, and what takes it from somebody else. */
import { factorResetMachine } from '#machines/flows/session/factor-reset.machine.ts';
import { secondFactorMachine } from '#machines/flows/session/second-factor.machine.ts';
import { actorFor, writerFor } from './client.ts';

export const secondFactor = secondFactorMachine.provide({
  actors: {
    miSegundoFactor: actorFor('/miSegundoFactor'),
    prepararSegundoFactor: actorFor('/prepararSegundoFactor'),
    activarSegundoFactor: writerFor('/activarSegundoFactor'),
    renovarCodigos: writerFor('/renovarCodigos'),
    desactivarSegundoFactor: writerFor('/desactivarSegundoFactor'),
  },
});

export const factorReset = factorResetMachine.provide({
  actors: { restablecerSegundoFactor: writerFor('/restablecerSegundoFactor') },
});
