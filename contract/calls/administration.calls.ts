import * as yup from 'yup';
import { defineCalls, mutation, read } from '../call.ts';
import {
  aCount,
  aFlag,
  aNumber,
  anId,
  answer,
  aText,
  body,
  choice,
  code,
  dateText,
  documentText,
  done,
  fillAll,
  flag,
  id,
  listBody,
  line,
  listOf,
  malformedMessage,
  money,
  numeric,
  oneOfTexts,
  onlyAlphanumeric,
  optionalPart,
  orNull,
  otherCheckDigit,
  requiredId,
  rowsOf,
  shaped,
  someOf,
  text,
  version,
  filledLine,
  whole,
  wholePesos,
} from '../fields.ts';
import { checkDigit } from '../typed-values.ts';
import { usualLowFund } from '../cash.ts';
import {
  counterAccountNames,
  entryAccountNames,
  entryTemplateNames,
  type EntryAccount,
} from './entries.calls.ts';
import { bankColumns, bankFormats, payingKinds } from './payments.calls.ts';
import { anInvitation } from './invitations.calls.ts';
import { hourMessage, hourPattern, mailHour } from './mails.calls.ts';
import { emailText, optionalPassword, passwordRequirement } from './session.calls.ts';
import { profileCodes } from '../permissions.ts';

/** States of a sent box that need an action, each with the setting for its target. */
export const targetFields = {
  supervision: 'dias_supervision',
  maintenance: 'dias_mantenimiento',
  preliminary: 'dias_previa',
  readyToShip: 'dias_envio',
  finalAccounting: 'dias_final',
} as const;

export type TargetedState = keyof typeof targetFields;
export type TargetField = (typeof targetFields)[TargetedState];
export const targetNames = Object.values(targetFields);

/** Message for an invalid target. */
const targetMessage = 'Escriba un número de días entre 1 y 365, o déjelo vacío.';

/** Settings for the thresholds from which deviations are listed, with their defaults. */
const thresholds = {
  /** Seconds between two decisions by one person, outside a joint approval. */
  segundos_decision: 5,
  /** Corrections of one expense. */
  correcciones_gasto: 2,
  /** Days within which purchases from one supplier count as one split purchase. */
  dias_fraccion: 3,
  /** Percentage below a limit within which a value counts as just below it. */
  margen_tope: 5,
  /** Stores that paid the same natural person. */
  tiendas_persona: 5,
} as const;

export type ThresholdField = keyof typeof thresholds;
export const thresholdNames = Object.keys(thresholds) as ThresholdField[];

/** Settings for the working days after which a store is reminded, with their defaults. */
const reminders = {
  /** The money was paid, and the store has not confirmed it. */
  dias_dinero: 2,
  /** The papers were sent, and have not arrived. */
  dias_papeles: 5,
  /** Cash was handed out, and no expense records its use. */
  dias_vale: 3,
} as const;

export type ReminderField = keyof typeof reminders;
export const reminderNames = Object.keys(reminders) as ReminderField[];

/** Settings of the cash of a store, with their defaults. */
const cash = {
  /** Pesos of the smallest coin in use: what it cannot pay is no difference of a cash count. */
  moneda_minima: 50,
  /** Percentage of its base at which the fund of a store is low and the store is asked to send its box; 0: none is. */
  fondo_bajo: usualLowFund,
} as const;

export type CashField = keyof typeof cash;
export const cashNames = Object.keys(cash) as CashField[];

/** Settings with a numeric default. */
export const usualNumbers = { ...thresholds, ...reminders, ...cash };
export type NumberField = ThresholdField | ReminderField | CashField;
export const numberNames = [...thresholdNames, ...reminderNames, ...cashNames];

/** Longest time between two decisions that a case records, in seconds. */
export const longestQuickDecision = 60;

const threshold = (most = 365, least = 1) => {
  const message = `Escriba un número entero entre ${least} y ${most}.`;
  return numeric('un número entero', /^\d{1,3}$/, Number)
    .integer(message)
    .min(least, message)
    .max(most, message);
};

export const dayOffMessage =
  'Escriba un día por línea: 31/12/2026, o 24/12/2026 12:00 si se trabaja hasta esa hora.';

/** Settings of the working time; they are saved together, and hold until the first of their changes. */
export const hoursFields = ['dias_habiles', 'hora_apertura', 'hora_cierre'] as const;
export type HoursField = (typeof hoursFields)[number];

/** Days off, separated by commas. */
const daysOff = () =>
  shaped(
    text(2_000),
    /^(\d{4}-\d{2}-\d{2}( ([01]\d|2[0-3]):[0-5]\d)?(,|$))*$/,
    dayOffMessage,
  ).optional();

const workingDays = () =>
  listOf(whole(1, 7).required(), 7).min(1, 'Elija al menos un día de la semana.').optional();

/** Opening or closing hour; each requires the other. */
const hourBeside = (other: HoursField) =>
  mailHour()
    .test('filled', hourMessage, (value) => value !== '')
    .test('pair', malformedMessage, (value, { parent }) => value == null || parent[other] != null);

const isAfterOpening = (closing: string | undefined, opening: unknown): boolean =>
  !closing || typeof opening !== 'string' || !hourPattern.test(opening) || closing > opening;

const closing = () =>
  hourBeside('hora_apertura').test(
    'after',
    'La hora de cierre debe ser posterior a la de apertura.',
    (value, { parent }) => isAfterOpening(value, parent.hora_apertura),
  );

/** Settings of the company: name, city and logo for its documents, and its notice on personal data. */
export const companyProfile = [
  'nombre_empresa',
  'ciudad_empresa',
  'aviso_datos',
  'logo_empresa',
] as const;

/** Maximum size of the file of a logo, in bytes (500 kB). */
export const maximumLogoBytes = 500_000;

/** A picture as data URL, at most a third longer than its file; '' for none. */
const logo = () =>
  shaped(
    yup
      .string()
      .strict()
      .max(
        Math.ceil(maximumLogoBytes * (4 / 3)) + 30,
        'El logo pesa más de 500 kB. Redúzcalo y elíjalo de nuevo.',
      ),
    /^data:image\/(png|jpeg);base64,[A-Za-z\d+/]+=*$/,
    'El logo debe ser un archivo PNG o JPG.',
  );

/** An account of the chart of accounts; '' for none. */
const account = () =>
  shaped(text(20), /^[A-Za-z0-9.-]+$/, 'Solo letras, números, puntos y guiones.');

const entryAccountFields = Object.fromEntries(
  entryAccountNames.map((name) => [name, account()]),
) as Record<EntryAccount, ReturnType<typeof account>>;

/** Tables whose rows can be activated and deactivated; the last five are the catalogues of reference.calls.ts. */
const switchedTables = [
  'usuarios',
  'empresas',
  'tiendas',
  'categoria_gasto',
  'formato_tienda',
  'motivo_rechazo',
  'impuestos',
  'indicadores',
] as const;

/** Working days that a box may stay in a state; null for no target. */
const targetDays = () =>
  numeric('un número entero', /^\d{1,3}$/, Number)
    .integer(targetMessage)
    .min(1, targetMessage)
    .max(365, targetMessage)
    .nullable();

export const fillRequired = 'Por favor llene todos los campos requeridos.';

/** Policy for an expense that exceeds the fund of its store: mark it (`avisar`) or refuse it (`impedir`). */
export const overdraftPolicies = ['avisar', 'impedir'] as const;
export type OverdraftPolicy = (typeof overdraftPolicies)[number];

/** Document type with a check digit (NIT). */
export const nitDocumentType = 2;

/** What is no digit or no number is refused by its own rule. */
const isDigitOf = (digit: unknown, { parent: { num_doc } }: yup.TestContext): boolean =>
  typeof num_doc !== 'string' ||
  !/^\d$/.test(`${digit}`) ||
  [null, digit].includes(checkDigit(num_doc));

/** The fields of the user form; `password` is required only on creation. */
export const userFields = {
  tipo: id().required(fillRequired),
  nombre: filledLine(200, fillRequired),
  tipo_doc: id().required(fillRequired),
  num_doc: documentText(20, /^[A-Za-z0-9]{1,20}$/, onlyAlphanumeric).required(fillRequired),
  digito: text(1).when('tipo_doc', ([tipo], schema) =>
    tipo === nitDocumentType
      ? schema
          .required(fillRequired)
          .matches(/^\d$/, fillRequired)
          .test('nit', otherCheckDigit, isDigitOf)
      : schema.nullable().optional(),
  ),
  email: emailText('El formato del correo es incorrecto').required(fillRequired),
  celular: shaped(text(20), /^\d*$/, 'No es un número válido').nullable(),
};

/** Individual permissions of a user; null or absent: those of the profile. */
const permissionList = () => text(2_000).nullable();

/** The user who takes over the posts of another one; null or absent: no successor. */
const successor = () => id().nullable().optional();

/** Version of the record that the form shows; refused when another person changed it since. Absent: not compared. */
const seenVersion = { version: version() };

const companyFields = {
  nombre: filledLine(100, fillAll),
  zona: id().required(fillAll),
};

const storeFields = {
  nombre: filledLine(100, fillAll),
  direccion: filledLine(200, fillAll),
  telefono: filledLine(30, fillAll),
  email: emailText('Formato de email inválido').required(fillAll),
  centro_costo: filledLine(30, fillAll),
  centro_beneficio: filledLine(30, fillAll),
  responsable: id().required(fillAll),
  responsables_adicionales: listOf(requiredId(), 50).optional(),
  gerente: id().required(fillAll),
  supervisor: id().required(fillAll),
  formato_tienda: id().required(fillAll),
  base: wholePesos().required(fillAll),
  ciudad: id().required(fillAll),
};

/** Fields of a user whose profile is fixed by the context and who chooses the password by invitation. */
const { tipo: _, ...personFields } = userFields;
const person = yup.object(personFields);
export type NewPerson = yup.InferType<typeof person>;

/** A new user in a post of the store; null or absent: an existing user. */
const newPerson = () => optionalPart<NewPerson>(personFields);

/** The user in a post of a new store; not needed with a new one, `<post>_nuevo`. */
const inPost = (post: string) =>
  id().when(`${post}_nuevo`, ([person], schema) =>
    person == null ? schema.required(fillAll) : schema,
  );

const userRow = {
  id: anId(),
  razon_social: aText(),
  tipo: anId(),
  tipo_perfil: aText(),
  email: aText(),
  active_: aFlag(),
  /** 1: the user has a second factor. */
  segundo_factor: aFlag(),
  /** Individual permissions, separated by commas; null: those of the profile. */
  permisos: orNull(aText()),
  /** Null once the user has chosen a password. */
  invitacion: orNull(anInvitation()),
};

const charge = {
  /** What a successor must take over before the user leaves: «Supervisa 7 tiendas, …»; '' for nothing. */
  a_cargo: aText(),
  /** Why the user cannot leave even with a successor; '' when that is possible. */
  indispensable: aText(),
};

const companyRow = {
  id: anId(),
  nombre: aText(),
  ciudad: aText(),
  id_ciudad: anId(),
  active_: aFlag(),
};

/** Amounts in pesos. */
const storeRow = {
  id: anId(),
  nombre: aText(),
  centro_costo: aText(),
  base: aNumber(),
  disponible: aNumber(),
  /** Sum of `en_proceso` and `por_girar`. */
  reembolso: aNumber(),
  en_proceso: aNumber(),
  por_girar: aNumber(),
  /** Amounts not granted that the person in charge has not settled. */
  a_cargo_tienda: aNumber(),
  active_: aFlag(),
};

/** The specification answers a refused user form with status '401' and `errores`. */
export const administrationCalls = defineCalls({
  '/obtenerUsuarios': read({
    summary: 'Lista de usuarios.',
    who: ['listarUsuarios'],
    list: true,
    body: listBody({}),
    answer: rowsOf({
      ...userRow,
      ...charge,
    }),
  }),
  '/obtenerUsuarioById': read({
    summary: 'Un usuario.',
    who: ['editarUsuario'],
    body: body({ id_usuario: requiredId() }),
    answer: answer({
      ...userRow,
      tipo_doc: anId(),
      num_doc: aText(),
      digito: aText(),
      celular: aText(),
      ...charge,
      /** For `/editarUsuario`. */
      version: aCount(),
    }),
  }),
  '/registrarUsuario': mutation({
    summary: 'Crea un usuario.',
    who: ['crearUsuario'],
    creates: true,
    body: body({
      ...userFields,
      /** Initial password; required unless `invitar` is 1. */
      password: optionalPassword().when('invitar', ([invite], schema) =>
        invite === 1 ? schema.nullable() : schema.required(passwordRequirement),
      ),
      /** 1: the user receives an invitation by mail to choose the password. */
      invitar: whole(0, 1),
      permisos: permissionList(),
    }),
    answer: done({ id_usuario: anId() }),
  }),
  '/editarUsuario': mutation({
    summary: 'Modifica un usuario.',
    who: ['editarUsuario'],
    body: body({
      ...userFields,
      password: optionalPassword().nullable(),
      permisos: permissionList(),
      id_usuario: requiredId(),
      email_actual: text(254),
      num_doc_actual: text(20),
      pasar_a: successor(),
      ...seenVersion,
    }),
    answer: done(),
  }),
  '/obtenerEmpresas': read({
    summary: 'Lista de empresas de envío.',
    who: ['listarEmpresa'],
    list: true,
    body: listBody({}),
    answer: rowsOf(companyRow),
  }),
  '/obtenerEmpresaById': read({
    summary: 'Una empresa de envío.',
    who: ['editarEmpresa'],
    body: body({ id_empresa: requiredId() }),
    answer: answer(companyRow),
  }),
  '/crearEmpresa': mutation({
    summary: 'Crea una empresa de envío.',
    who: ['crearEmpresa'],
    creates: true,
    body: body(companyFields),
    answer: done({ id_empresa: anId() }),
  }),
  '/editarEmpresa': mutation({
    summary: 'Modifica una empresa de envío.',
    who: ['editarEmpresa'],
    body: body({ ...companyFields, id_elemento: requiredId() }),
    answer: done(),
  }),
  '/obtenerTiendas': read({
    summary: 'Lista de las tiendas que la sesión puede ver.',
    who: ['listarTiendas', 'verTiendas', 'editarTienda'],
    keys: 'lecturaTiendas',
    list: true,
    body: listBody({}),
    answer: rowsOf({ ...storeRow, formato_tienda: aText(), ciudad: aText() }),
  }),
  '/obtenerTiendaById': read({
    summary: 'Una tienda.',
    who: ['editarTienda', 'cajaActual'],
    keys: 'lecturaTiendas',
    body: body({ id_tienda: requiredId() }),
    answer: answer({
      ...storeRow,
      direccion: aText(),
      telefono: aText(),
      email: aText(),
      centro_beneficio: aText(),
      responsable: orNull(anId()),
      responsables_adicionales: someOf(anId()),
      gerente: orNull(anId()),
      id_gerente: orNull(anId()),
      supervisor: orNull(anId()),
      id_supervisor: orNull(anId()),
      /** The people of the fields above, including inactive ones. */
      personas: rowsOf({ id: anId(), razon_social: aText(), active_: aFlag() }),
      formato_tienda: anId(),
      id_formato: anId(),
      tipo_formato: aText(),
      base_formato: aText(),
      ciudad: anId(),
      nombre_ciudad: aText(),
      /** Pesos of the base that the store is asked to hand in. */
      por_devolver: aNumber(),
      /** For `/editarTienda`. */
      version: aCount(),
    }),
  }),
  '/agregarTienda': mutation({
    summary:
      'Crea una tienda; con `responsable_nuevo`, `supervisor_nuevo` o `gerente_nuevo` también a esas personas.',
    who: ['crearTienda'],
    creates: true,
    body: body({
      ...storeFields,
      responsable: inPost('responsable'),
      supervisor: inPost('supervisor'),
      gerente: inPost('gerente'),
      /** New people also require the permission `crearUsuario`. */
      responsable_nuevo: newPerson(),
      supervisor_nuevo: newPerson(),
      gerente_nuevo: newPerson(),
    }),
    answer: done({ id_tienda: anId() }),
  }),
  '/editarTienda': mutation({
    summary: 'Modifica una tienda. Una base más alta queda por girar; una más baja, por devolver.',
    who: ['editarTienda'],
    body: body({
      ...storeFields,
      /** A stored base with centavos may be sent unchanged. */
      base: wholePesos({ orCentavos: true }).required(fillAll),
      id_tienda: requiredId(),
      /** Why the base changes. */
      motivo_base: text(200),
      ...seenVersion,
    }),
    answer: done({
      id_tienda: anId(),
      /** What follows of a changed base, in words; empty when it did not change. */
      aviso: aText(),
    }),
  }),
  '/configGeneral': mutation({
    summary:
      'Guarda el monto máximo de un tercero ocasional, qué pasa cuando el fondo no alcanza, los perfiles que exigen segundo factor, las metas de cada etapa en días hábiles, los días y las horas hábiles, y la hora del correo diario.',
    who: ['business'],
    body: body({
      monto_maximo: money().required('Este campo es obligatorio'),
      exceso_fondo: choice(overdraftPolicies),
      /** 'no': a closed box counts as paid, and payments are not followed; absent: unchanged. */
      control_giros: choice(['si', 'no']),
      /** The company, on its documents and mails; absent: unchanged. */
      nombre_empresa: line(60),
      ciudad_empresa: line(60),
      /** Notice on personal data (Ley 1581 of 2012), which each person reads once; '': none; absent: unchanged. */
      aviso_datos: text(4_000),
      logo_empresa: logo(),
      /** With or without its check digit; absent: unchanged. */
      nit_empresa: documentText(15, /^\d{3,15}$/, 'Revise el NIT y su dígito de verificación.'),
      /** Account for the bank files; absent: unchanged. */
      cuenta_pagadora: shaped(text(17), /^\d{4,17}$/, 'Solo números, entre 4 y 17'),
      tipo_cuenta_pagadora: choice(['', ...payingKinds]),
      formato_giros: choice(bankFormats),
      /** Day on which a bank took a PAB file; '' while none did. */
      pab_comprobado: dateText(),
      columnas_giros: listOf(choice(bankColumns).required(), bankColumns.length).optional(),
      /** Of the entries for accounting; absent: unchanged. */
      ...entryAccountFields,
      contrapartida: choice(counterAccountNames),
      plantilla_comprobantes: choice(entryTemplateNames),
      /** Day from which there are entries; '' for all. */
      comprobantes_desde: dateText(),
      /** The UVT in pesos, and from how many a service and a purchase carry a withholding; absent: unchanged. */
      uvt: wholePesos().min(1, 'Escriba el valor de la UVT.'),
      uvt_servicio: threshold(999, 0),
      uvt_compra: threshold(999, 0),
      /** The norms that say so; required for a change. */
      uvt_fuente: line(200),
      /** Day from which they hold, after today; absent: tomorrow. */
      uvt_desde: dateText(),
      /** Profiles that require a second factor; absent: unchanged. */
      perfiles_segundo_factor: listOf(
        code(profileCodes).required(),
        profileCodes.length,
      ).optional(),
      /** Absent: unchanged. */
      dias_supervision: targetDays(),
      dias_mantenimiento: targetDays(),
      dias_previa: targetDays(),
      dias_envio: targetDays(),
      dias_final: targetDays(),
      /** Thresholds of deviations; absent: unchanged. */
      segundos_decision: threshold(longestQuickDecision),
      correcciones_gasto: threshold(),
      dias_fraccion: threshold(),
      margen_tope: threshold(),
      tiendas_persona: threshold(),
      /** Working days after which a store is reminded; absent: unchanged. */
      dias_dinero: threshold(),
      dias_papeles: threshold(),
      dias_vale: threshold(),
      /** Pesos; absent: unchanged. */
      moneda_minima: threshold(999),
      /** Percent; 0: no fund is low; absent: unchanged. */
      fondo_bajo: threshold(99, 0),
      /** Working time: days of the week, 1 for Monday, and `HH:mm` in Bogotá; absent: unchanged. */
      dias_habiles: workingDays(),
      hora_apertura: hourBeside('hora_cierre'),
      hora_cierre: closing(),
      /** Day from which these hours hold, after today; absent: tomorrow. */
      horario_desde: dateText(),
      /** Days off of the company, with the hour at which their work ends, if any; absent: unchanged. */
      dias_libres: daysOff(),
      /** Time of the daily mail in Bogotá; absent: unchanged. */
      hora_correo: mailHour(),
      ...seenVersion,
    }),
    answer: done(),
  }),
  '/actdesElemento': mutation({
    summary: 'Activa o desactiva un usuario, una empresa, una tienda o una fila de un catálogo.',
    who: ['listarUsuarios', 'listarEmpresa', 'editarTienda', 'catalogos'],
    body: body({
      id_elemento: requiredId(),
      opc: flag().required(),
      tabla: choice(switchedTables).required(),
      pasar_a: successor(),
    }),
    answer: done(),
  }),
  '/eliminarElemento': mutation({
    summary: 'Elimina un usuario o una empresa; lo que tiene historia se oculta.',
    who: ['listarUsuarios', 'listarEmpresa'],
    body: body({
      id_elemento: requiredId(),
      tabla: choice(['usuarios', 'empresas']).required(),
      pasar_a: successor(),
    }),
    answer: done(),
  }),
  '/correosSalientes': read({
    summary: 'Los últimos correos que esperan o que no se pudieron enviar, sin su contenido.',
    who: ['business'],
    body: body({}),
    answer: rowsOf({
      id: anId(),
      /** Addresses separated by commas. */
      para: aText(),
      asunto: aText(),
      estado: oneOfTexts(['pendiente', 'fallido']),
      intentos: aCount(),
      /** `yyyy-MM-dd HH:mm`; '' when no further attempt is made. */
      proximo_intento: aText(),
      /** Error of the last attempt; '' before the first one has ended. */
      error: aText(),
      /** `yyyy-MM-dd HH:mm` */
      creado: aText(),
    }),
  }),
  '/reintentarCorreo': mutation({
    summary: 'Vuelve a enviar un correo que espera o que no se pudo enviar.',
    who: ['business'],
    body: body({ id_correo: requiredId() }),
    answer: done(),
  }),
});
