import { factorResetMachine } from '#machines/flows/users/factor-reset.machine.ts';
import { secondFactorMachine } from '#machines/flows/session/second-factor.machine.ts';
import { withCalls } from '../../wire/with-calls.ts';

export const secondFactor = withCalls(secondFactorMachine);
export const factorReset = withCalls(factorResetMachine);
