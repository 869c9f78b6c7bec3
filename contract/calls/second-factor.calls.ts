import { defineCalls, mutation, read } from '../call.ts';
import { aCount, aFlag, answer, aText, body, done, requiredId, someOf, text } from '../fields.ts';
import { proofFields, sessionAnswer } from './session.calls.ts';

/** A code of the device, or a recovery code: with or without its hyphens. */
export const codeFields = {
  codigo: text(40).required('Escriba el código'),
};

/** The codes as they are shown, this once. */
const withCodes = () => done({ codigos: someOf(aText()) });

export const secondFactorCalls = defineCalls({
  '/auth/codigo': mutation({
    summary: 'Completa el inicio de sesión con el código del segundo factor.',
    who: 'anyone',
    body: body(codeFields),
    answer: sessionAnswer(),
  }),
  '/miSegundoFactor': read({
    summary: 'El segundo factor de la persona.',
    who: 'session',
    body: body({}),
    answer: answer({
      activo: aFlag(),
      /** 1: the profile must have one. */
      exigido: aFlag(),
      /** Recovery codes that were not used. */
      codigos_restantes: aCount(),
    }),
  }),
  '/prepararSegundoFactor': mutation({
    summary: 'Crea el secreto de un segundo factor, que vale desde que se activa.',
    who: 'session',
    body: body({}),
    answer: answer({
      /** Base32, to be typed where no QR code can be read. */
      secreto: aText(),
      /** `otpauth://…`, for the QR code. */
      uri: aText(),
    }),
  }),
  '/activarSegundoFactor': mutation({
    summary: 'Activa el segundo factor con un código y entrega los códigos de recuperación.',
    who: 'session',
    body: body({ ...codeFields, ...proofFields }),
    answer: withCodes(),
  }),
  '/renovarCodigos': mutation({
    summary: 'Reemplaza los códigos de recuperación.',
    who: 'session',
    body: body(codeFields),
    answer: withCodes(),
  }),
  '/desactivarSegundoFactor': mutation({
    summary: 'Desactiva el segundo factor, si el perfil no lo exige.',
    who: 'session',
    body: body(codeFields),
    answer: done(),
  }),
  '/restablecerSegundoFactor': mutation({
    summary: 'Quita el segundo factor de otra persona y cierra sus sesiones.',
    who: ['editarUsuario'],
    body: body({ id_usuario: requiredId() }),
    answer: done(),
  }),
});
