import {
  factorResetMachine,
  secondFactorMachine,
} from '#machines/flows/session/second-factor.machine.ts';
import { withCalls } from '../../wire/with-calls.ts';

export const secondFactor = withCalls(secondFactorMachine);
export const factorReset = withCalls(factorResetMachine);
