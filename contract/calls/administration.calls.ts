import { defineCalls } from '../call.ts';
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
  done,
  flag,
  id,
  listBody,
  listOf,
  money,
  oneOfTexts,
  orNull,
  requiredId,
  rowsOf,
  someOf,
  text,
  filledLine,
} from '../fields.ts';
import { emailText, passwordRequirement } from './session.calls.ts';
import { profileCodes } from '../permissions.ts';

export const fillRequired = 'Por favor llene todos los campos requeridos.';
export const fillAll = 'Por favor complete todos los campos';

/** Policy for an expense that the fund of its store cannot pay: it is marked, or it is refused. */
export const overdraftPolicies = ['avisar', 'impedir'] as const;
export type OverdraftPolicy = (typeof overdraftPolicies)[number];

/** Document type whose number carries a check digit. */
export const nitDocumentType = 2;

const optionalPassword = () =>
  text(200).matches(/^[A-Za-z0-9]{8,10}$/, {
    message: passwordRequirement,
    excludeEmptyString: true,
  });

/** The fields of the user form; `password` is required only on creation. */
export const userFields = {
  tipo: id().required(fillRequired),
  nombre: filledLine(200, fillRequired),
  tipo_doc: id().required(fillRequired),
  num_doc: text(20)
    .required(fillRequired)
    .matches(/^[A-Za-z0-9]{1,20}$/, {
      message: 'Recuerda que solo se aceptan letras y números',
      excludeEmptyString: true,
    }),
  digito: text(1).when('tipo_doc', ([tipo], schema) =>
    tipo === nitDocumentType
      ? schema.required(fillRequired).matches(/^\d$/, fillRequired)
      : schema.nullable().optional(),
  ),
  email: emailText('El formato del correo es incorrecto').required(fillRequired),
  celular: text(20)
    .nullable()
    .matches(/^\d*$/, { message: 'No es un número válido', excludeEmptyString: true }),
};

/** Permissions given to one user instead of the profile's; null or absent: the profile's. */
const permissionList = () => text(2_000).nullable();

export const companyFields = {
  nombre: filledLine(100, fillAll),
  zona: id().required(fillAll),
};

export const storeFields = {
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
  base: money().required(fillAll),
  ciudad: id().required(fillAll),
};

const userRow = {
  id: anId(),
  razon_social: aText(),
  tipo: anId(),
  tipo_perfil: aText(),
  email: aText(),
  active_: aFlag(),
  /** 1: signs in with a second factor. */
  segundo_factor: aFlag(),
  /** The user's own list, as it travels; null: the profile's. */
  permisos: orNull(aText()),
};

const companyRow = {
  id: anId(),
  nombre: aText(),
  ciudad: aText(),
  id_ciudad: anId(),
  active_: aFlag(),
};

/** Status '401' with `errores` is the specification's own form of a refused user form. */
export const administrationCalls = defineCalls({
  '/obtenerUsuarios': {
    summary: 'Lista de usuarios.',
    who: ['listarUsuarios'],
    kind: 'read',
    list: true,
    body: listBody({}),
    answer: rowsOf({
      ...userRow,
      /** A store that would have no manager without the user; '' when there is none. */
      responsable_unico_de: aText(),
    }),
  },
  '/obtenerUsuarioById': {
    summary: 'Un usuario.',
    who: ['editarUsuario'],
    kind: 'read',
    body: body({ id_usuario: requiredId() }),
    answer: answer({
      ...userRow,
      tipo_doc: anId(),
      num_doc: aText(),
      digito: aText(),
      celular: aText(),
    }),
  },
  '/registrarUsuario': {
    summary: 'Crea un usuario.',
    who: ['crearUsuario'],
    kind: 'mutation',
    creates: true,
    body: body({
      ...userFields,
      password: optionalPassword().required(passwordRequirement),
      permisos: permissionList(),
    }),
    answer: done({ id_usuario: anId() }),
  },
  '/editarUsuario': {
    summary: 'Modifica un usuario.',
    who: ['editarUsuario'],
    kind: 'mutation',
    body: body({
      ...userFields,
      password: optionalPassword().nullable(),
      permisos: permissionList(),
      id_usuario: requiredId(),
      email_actual: text(254),
      num_doc_actual: text(20),
    }),
    answer: done(),
  },
  '/obtenerEmpresas': {
    summary: 'Lista de empresas de envío.',
    who: ['listarEmpresa'],
    kind: 'read',
    list: true,
    body: listBody({}),
    answer: rowsOf(companyRow),
  },
  '/obtenerEmpresaById': {
    summary: 'Una empresa de envío.',
    who: ['editarEmpresa'],
    kind: 'read',
    body: body({ id_empresa: requiredId() }),
    answer: answer(companyRow),
  },
  '/crearEmpresa': {
    summary: 'Crea una empresa de envío.',
    who: ['crearEmpresa'],
    kind: 'mutation',
    creates: true,
    body: body(companyFields),
    answer: done({ id_empresa: anId() }),
  },
  '/editarEmpresa': {
    summary: 'Modifica una empresa de envío.',
    who: ['editarEmpresa'],
    kind: 'mutation',
    body: body({ ...companyFields, id_elemento: requiredId() }),
    answer: done(),
  },
  '/obtenerTiendas': {
    summary: 'Lista de las tiendas que la sesión puede ver.',
    who: ['listarTiendas', 'verTiendas', 'editarTienda'],
    kind: 'read',
    list: true,
    body: listBody({}),
    answer: rowsOf({
      id: anId(),
      nombre: aText(),
      centro_costo: aText(),
      formato_tienda: aText(),
      ciudad: aText(),
      base: aNumber(),
      disponible: aNumber(),
      reembolso: aNumber(),
      active_: aFlag(),
    }),
  },
  '/obtenerTiendaById': {
    summary: 'Una tienda.',
    who: ['editarTienda', 'cajaActual'],
    kind: 'read',
    body: body({ id_tienda: requiredId() }),
    answer: answer({
      id: anId(),
      nombre: aText(),
      direccion: aText(),
      telefono: aText(),
      email: aText(),
      centro_costo: aText(),
      centro_beneficio: aText(),
      responsable: orNull(anId()),
      responsables_adicionales: someOf(anId()),
      gerente: orNull(anId()),
      id_gerente: orNull(anId()),
      supervisor: orNull(anId()),
      id_supervisor: orNull(anId()),
      /** The people of the four fields above, also who may no longer enter. */
      personas: rowsOf({ id: anId(), razon_social: aText(), active_: aFlag() }),
      formato_tienda: anId(),
      id_formato: anId(),
      tipo_formato: aText(),
      base_formato: aText(),
      base: aNumber(),
      ciudad: anId(),
      nombre_ciudad: aText(),
      active_: aFlag(),
      disponible: aNumber(),
      reembolso: aNumber(),
    }),
  },
  '/agregarTienda': {
    summary: 'Crea una tienda.',
    who: ['crearTienda'],
    kind: 'mutation',
    creates: true,
    body: body(storeFields),
    answer: done({ id_tienda: anId() }),
  },
  '/editarTienda': {
    summary: 'Modifica una tienda.',
    who: ['editarTienda'],
    kind: 'mutation',
    body: body({ ...storeFields, id_tienda: requiredId() }),
    answer: done({ id_tienda: anId() }),
  },
  '/configGeneral': {
    summary:
      'Guarda el monto máximo de un tercero ocasional, qué pasa cuando el fondo no alcanza y los perfiles que exigen segundo factor.',
    who: ['business'],
    kind: 'mutation',
    body: body({
      monto_maximo: money().required('Este campo es obligatorio'),
      exceso_fondo: choice(overdraftPolicies),
      /** Profiles whose people must have a second factor; absent: as before. */
      perfiles_segundo_factor: listOf(
        code(profileCodes).required(),
        profileCodes.length,
      ).optional(),
    }),
    answer: done(),
  },
  '/actdesElemento': {
    summary: 'Activa o desactiva un usuario, una empresa o una tienda.',
    who: ['listarUsuarios', 'listarEmpresa', 'editarTienda'],
    kind: 'mutation',
    body: body({
      id_elemento: requiredId(),
      opc: flag().required(),
      tabla: choice(['usuarios', 'empresas', 'tiendas']).required(),
    }),
    answer: done(),
  },
  '/eliminarElemento': {
    summary: 'Elimina un usuario o una empresa; lo que tiene historia se oculta.',
    who: ['listarUsuarios', 'listarEmpresa'],
    kind: 'mutation',
    body: body({
      id_elemento: requiredId(),
      tabla: choice(['usuarios', 'empresas']).required(),
    }),
    answer: done(),
  },
  '/correosSalientes': {
    summary: 'Los últimos correos que esperan o que no se pudieron enviar, sin su contenido.',
    who: ['business'],
    kind: 'read',
    body: body({}),
    answer: rowsOf({
      id: anId(),
      /** Addresses separated by commas. */
      para: aText(),
      asunto: aText(),
      estado: oneOfTexts(['pendiente', 'fallido']),
      intentos: aCount(),
      /** `yyyy-MM-dd HH:mm`; '' when there will be none. */
      proximo_intento: aText(),
      /** Why the last try failed; '' before it ended. */
      error: aText(),
      /** `yyyy-MM-dd HH:mm` */
      creado: aText(),
    }),
  },
  '/reintentarCorreo': {
    summary: 'Vuelve a enviar un correo que espera o que no se pudo enviar.',
    who: ['business'],
    kind: 'mutation',
    body: body({ id_correo: requiredId() }),
    answer: done(),
  },
});
