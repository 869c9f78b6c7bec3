import type { Operation } from '../../platform/http/operation.ts';
import { changePassword, recoverPassword } from './own-password.ts';
import { companyFacts, personalNotice, readNotice } from './notice.ts';
import { closeOtherSessions, ownSessions } from './sessions.ts';
import {
  activateSecondFactor,
  ownSecondFactor,
  prepareSecondFactor,
  renewCodes,
  resetSecondFactor,
  switchOffSecondFactor,
} from './second-factor.ts';
import { giveCode, sessionAnswer, signIn } from './sign-in.ts';

const currentSession: Operation<'/auth/sesion'> = async (_input, { session, read }) =>
  sessionAnswer(session, await read((trx) => companyFacts(trx, session.idUsuario)), '');

const signOut: Operation<'/auth/logout'> = async (_input, context) => {
  await context.endSession();
  return [{ status: '200' }];
};

export const sessionOperations = {
  '/auth/user': signIn,
  '/auth/sesion': currentSession,
  '/auth/logout': signOut,
  '/avisoDatos': personalNotice,
  '/leerAvisoDatos': readNotice,
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
