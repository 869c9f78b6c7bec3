import * as yup from 'yup';
import { defineCalls, mutation, read } from '../call.ts';
import {
  aCount,
  aFlag,
  anId,
  aText,
  body,
  choice,
  done,
  oneOfTexts,
  rowsOf,
  shaped,
  someOf,
  text,
} from '../fields.ts';

export const passwordRequirement =
  'La contraseña no cumple con los requisitos (Alfanumérico, 8-10 caracteres)';

export const optionalPassword = () => shaped(text(200), /^[A-Za-z0-9]{8,10}$/, passwordRequirement);

/** A new password: 8 to 10 letters and digits. */
export const newPassword = () => optionalPassword().required('Este campo es obligatorio');

/**
 * One address: nothing in it that separates several, or sets off a name. Read from left to right without a second way
 * to read it: labels hold no dots, so a megabyte of dots costs no more than its length.
 */
const emailPattern = /^[^\s\p{Cc}@,;:<>()"]+@[^\s\p{Cc}@.,;:<>()"]+(?:\.[^\s\p{Cc}@.,;:<>()"]+)+$/u;

export const emailText = (message: string) => shaped(text(254), emailPattern, message);

/** The fields of the login form; the same schema checks the form and the call. */
export const loginFields = {
  email: emailText('Por favor introduzca un correo válido.').required(
    'Por favor introduzca un correo válido.',
  ),
  password: text(200)
    .required('Tu contraseña necesita mínimo 6 caracteres.')
    .min(6, 'Tu contraseña necesita mínimo 6 caracteres.'),
};

export const recoveryFields = {
  email: emailText('Por favor introduzca un correo válido.').required('Email obligatorio'),
};

export const proofFields = {
  /** Asked for when the sign-in is not recent: `motivos` then name it. */
  password_actual: text(200).nullable(),
};

/** Days of the week, 1 for Monday, and `HH:mm`. */
const workingHours = () =>
  yup
    .object({ dias: someOf(aCount()), abre: aText(), cierra: aText() })
    .noUnknown()
    .strict();

export const sessionAnswer = () =>
  rowsOf({
    status: oneOfTexts(['200']),
    msg: aText(),
    email: aText(),
    cambiar_clave: oneOfTexts(['si', 'no']),
    permisos: aText(),
    nombre: aText(),
    id_usuario: anId(),
    tipoperfil_id: anId(),
    tipoperfil_nombre: aText(),
    /** Only there when a second factor has to be switched on before anything else. */
    segundo_factor: choice(['inscribir']),
    /** Working time of the company; only there when it is another than the usual one. */
    horario: workingHours().optional(),
  }).length(1);

export const sessionCalls = defineCalls({
  '/auth/user': mutation({
    summary: 'Inicia la sesión con correo y contraseña.',
    who: 'anyone',
    body: body(loginFields),
    answer: sessionAnswer(),
  }),
  '/auth/sesion': read({
    summary: 'La sesión actual.',
    who: 'session',
    body: body({}),
    answer: sessionAnswer(),
  }),
  '/auth/logout': mutation({
    summary: 'Termina la sesión actual.',
    who: 'session',
    body: body({}),
    answer: done(),
  }),
  '/recoverPassword': mutation({
    summary: 'Envía al correo una contraseña temporal de un solo uso.',
    who: 'anyone',
    body: body(recoveryFields),
    answer: done(),
  }),
  '/changePwd': mutation({
    summary: 'Cambia la contraseña de la sesión.',
    who: 'session',
    body: body({
      email: text(254).required(),
      password: newPassword(),
      ...proofFields,
    }),
    answer: done(),
  }),
  '/misSesiones': read({
    summary: 'Las sesiones abiertas de la persona, primero la actual.',
    who: 'session',
    body: body({}),
    answer: rowsOf({
      id: anId(),
      /** Browser and system, for people: never what a program should rely on. */
      equipo: aText(),
      ip: aText(),
      /** `yyyy-MM-dd HH:mm` in Bogotá. */
      desde: aText(),
      /** Written down once a minute. */
      ultima_actividad: aText(),
      /** 1: the session that asks. */
      actual: aFlag(),
    }),
  }),
  '/cerrarOtrasSesiones': mutation({
    summary: 'Cierra las demás sesiones de la persona.',
    who: 'session',
    body: body({}),
    answer: done({ cerradas: aCount() }),
  }),
});
