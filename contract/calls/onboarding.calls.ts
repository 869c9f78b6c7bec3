import { defineCalls, mutation, read } from '../call.ts';
import { aCount, aFlag, answer, aText, body, done, oneOfTexts, orNull, rowsOf } from '../fields.ts';

/** What a company needs until its first box is paid, in the order in which it is done. */
export const onboardingSteps = [
  'empresa',
  'correo',
  'categorias',
  'personas',
  'tiendas',
  'aperturas',
  'envio',
  'giros',
  'cuentas',
] as const;
export type OnboardingStep = (typeof onboardingSteps)[number];

export const onboardingCalls = defineCalls({
  '/puestaEnMarcha': read({
    summary: 'Lo que falta para que la empresa pague su primera caja.',
    who: ['business'],
    body: body({}),
    answer: answer({
      /** 1: a box was paid, or closed where payments are not followed. */
      terminada: aFlag(),
      pasos: rowsOf({
        paso: oneOfTexts(onboardingSteps),
        hecho: aFlag(),
        /** What is missing; '' once it is done. */
        falta: aText(),
        /** Profile of the next missing person; null where nobody is missing. */
        perfil: orNull(aCount()),
        /** 1: that person is missing to authorise payments. */
        autoriza: aFlag(),
      }),
    }),
  }),
  '/correoPrueba': mutation({
    summary: 'Envía un correo de prueba a quien lo pide.',
    who: ['business'],
    body: body({}),
    answer: done(),
  }),
});
