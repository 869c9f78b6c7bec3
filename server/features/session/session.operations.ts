import type { Operation } from '../../platform/http/operation.ts';
import { workingHours } from '../settings/settings.repository.ts';
import { changePassword } from './change-password.ts';
import { closeOtherSessions, ownSessions } from './own-sessions.ts';
import { recoverPassword } from './recover-password.ts';
import {
  activateSecondFactor,
  ownSecondFactor,
  prepareSecondFactor,
  renewCodes,
  switchOffSecondFactor,
} from './second-factor.ts';
import { resetSecondFactor } from './second-factor-reset.ts';
import { giveCode } from './second-factor-sign-in.ts';
import { sessionAnswer } from './session-answer.ts';
import { signIn } from './sign-in.ts';

const currentSession: Operation<'/auth/sesion'> = async (_input, { session, read }) =>
  sessionAnswer(session, await read(workingHours), '');

const signOut: Operation<'/auth/logout'> = async (_input, context) => {
  await context.endSession();
  return [{ status: '200' }];
};

export const sessionOperations = {
  '/auth/user': signIn,
  '/auth/sesion': currentSession,
  '/auth/logout': signOut,
  '/recoverPassword': recoverPassword,
  '/changePwd': changePassword,
  '/misSesiones': ownSessions,
  '/cerrarOtrasSesiones': closeOtherSessions,
  '/auth/codigo': giveCode,
  '/miSegundoFactor': ownSecondFactor,
  '/prepararSegundoFactor': prepareSecondFactor,
  '/activarSegundoFactor': activateSecondFactor,
  '/renovarCodigos': renewCodes,
  '/desactivarSegundoFactor': switchOffSecondFactor,
  '/restablecerSegundoFactor': resetSecondFactor,
};
