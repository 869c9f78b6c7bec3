import { defineCalls } from '../call.ts';
import { aCount, aFlag, answer, aText, body, done, requiredId, someOf, text } from '../fields.ts';
import { sessionAnswer } from './session.calls.ts';

/** A code of the device, or a recovery code: with or without its hyphens. */
export const codeFields = {
  codigo: text(40).required('Escriba el código'),
};

/** The codes as they are shown, this once. */
const withCodes = () => done({ codigos: someOf(aText()) });

export const secondFactorCalls = defineCalls({
  '/auth/codigo': {
    summary: 'Completa el inicio de sesión con el código del segundo factor.',
    who: 'anyone',
    kind: 'mutation',
    body: body(codeFields),
    answer: sessionAnswer(),
  },
  '/miSegundoFactor': {
    summary: 'El segundo factor de la persona.',
    who: 'session',
    kind: 'read',
    body: body({}),
    answer: answer({
      activo: aFlag(),
      /** 1: the profile must have one. */
      exigido: aFlag(),
      /** Recovery codes that were not used. */
      codigos_restantes: aCount(),
    }),
  },
  '/prepararSegundoFactor': {
    summary: 'Crea el secreto de un segundo factor, que vale desde que se activa.',
    who: 'session',
    kind: 'mutation',
    body: body({}),
    answer: answer({
      /** Base32, to be typed where no QR code can be read. */
      secreto: aText(),
      /** `otpauth://…`, for the QR code. */
      uri: aText(),
    }),
  },
  '/activarSegundoFactor': {
    summary: 'Activa el segundo factor con un código y entrega los códigos de recuperación.',
    who: 'session',
    kind: 'mutation',
    body: body(codeFields),
    answer: withCodes(),
  },
  '/renovarCodigos': {
    summary: 'Reemplaza los códigos de recuperación.',
    who: 'session',
    kind: 'mutation',
    body: body(codeFields),
    answer: withCodes(),
  },
  '/desactivarSegundoFactor': {
    summary: 'Desactiva el segundo factor, si el perfil no lo exige.',
    who: 'session',
    kind: 'mutation',
    body: body(codeFields),
    answer: done(),
  },
  '/restablecerSegundoFactor': {
    summary: 'Quita el segundo factor de otra persona y cierra sus sesiones.',
    who: ['editarUsuario'],
    kind: 'mutation',
    body: body({ id_usuario: requiredId() }),
    answer: done(),
  },
});
