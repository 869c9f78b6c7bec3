import * as yup from 'yup';
import { defineCalls, mutation, read } from '../call.ts';
import {
  aCount,
  aFlag,
  aText,
  anId,
  answer,
  body,
  choice,
  done,
  oneOfTexts,
  requiredId,
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
 * A single address, without list separators or a display name. Labels contain no dots, so that the match never
 * backtracks and takes linear time on any input.
 */
const emailPattern = /^[^\s\p{Cc}@,;:<>()"]+@[^\s\p{Cc}@.,;:<>()"]+(?:\.[^\s\p{Cc}@.,;:<>()"]+)+$/u;

export const emailText = (message: string) => shaped(text(254), emailPattern, message);

/** Fields of the login form; form and call share the schema. */
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

const proofFields = {
  /** Required when the sign-in is not recent; the refusal then names this field in `motivos`. */
  password_actual: text(200).nullable(),
};

/** Days of the week, 1 for Monday, and `HH:mm`. */
const hours = {
  dias: someOf(aCount()),
  abre: aText(),
  cierra: aText(),
};

const workingHours = () =>
  yup
    .object({
      ...hours,
      /** Hours that hold from a day on, `2026-12-01`; absent without any. */
      cambios: someOf(answer({ desde: aText(), ...hours })).optional(),
      /** Days off, `2026-12-31` or `2026-12-24 12:00`; absent without any. */
      libres: someOf(aText()).optional(),
    })
    .noUnknown()
    .strict();

const sessionAnswer = () =>
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
    /** Epoch milliseconds at which the session ends regardless of activity. */
    vence: aCount(),
    /** Milliseconds without a request after which it ends. */
    inactividad: aCount(),
    /** Present only when the user must enrol a second factor first. */
    segundo_factor: choice(['inscribir']),
    /** Present only while the person has not read the company's notice on personal data, or its text changed. */
    aviso: choice(['leer']),
    /** Working hours of the company; present only when they differ from the default. */
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
  '/avisoDatos': read({
    summary: 'El aviso de la empresa sobre los datos personales.',
    who: 'session',
    body: body({}),
    answer: answer({
      /** '' without a notice. */
      texto: aText(),
      /** Of the text. */
      sha256: aText(),
    }),
  }),
  '/leerAvisoDatos': mutation({
    summary: 'Anota que la persona leyó el aviso sobre los datos personales.',
    who: 'session',
    body: body({ sha256: text(64).required() }),
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
      /** Browser and operating system, for display only. */
      equipo: aText(),
      ip: aText(),
      /** `yyyy-MM-dd HH:mm` in Bogotá. */
      desde: aText(),
      /** Updated at most once a minute. */
      ultima_actividad: aText(),
      /** 1: the session of this request. */
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

/** A code of the device, or a recovery code with or without hyphens. */
export const codeFields = {
  codigo: text(40).required('Escriba el código'),
};

/** Answer with the recovery codes in clear text, which are shown only once. */
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
      /** 1: the profile requires a second factor. */
      exigido: aFlag(),
      /** Number of unused recovery codes. */
      codigos_restantes: aCount(),
    }),
  }),
  '/prepararSegundoFactor': mutation({
    summary: 'Crea el secreto de un segundo factor, que vale desde que se activa.',
    who: 'session',
    body: body({}),
    answer: answer({
      /** Base32, for devices that cannot scan the QR code. */
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
