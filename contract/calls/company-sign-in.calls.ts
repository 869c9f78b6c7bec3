import { defineCalls, mutation, read } from '../call.ts';
import {
  aCount,
  aFlag,
  aText,
  anId,
  answer,
  body,
  choice,
  code,
  done,
  fillAll,
  filledLine,
  flag,
  id,
  line,
  listOf,
  oneOfTexts,
  orNull,
  part,
  rowsOf,
  shaped,
  someOf,
  version,
} from '../fields.ts';
import { profileCodes } from '../permissions.ts';
import * as yup from 'yup';

/** Settings of the sign-in with the account of the company, as they are stored. */
export const companySettings = [
  'oidc_activo',
  'oidc_emisor',
  'oidc_cliente',
  'oidc_dato_grupos',
  'oidc_nuevos',
  'oidc_grupos',
  'oidc_sin_clave',
  'oidc_administrador',
] as const;
export type CompanySetting = (typeof companySettings)[number];

/** What happens to a person of the company's accounts who has no user. */
const newcomerRules = ['crear', 'rechazar'] as const;

const issuerMessage =
  'Escriba la dirección del emisor, que empieza por https:// y no tiene «?» ni «#».';

/** `https`, or `http` on this machine, where nobody can listen. */
const issuerPattern =
  /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$))[^\s?#@]*[^\s?#@/:]\/?$/i;

const issuer = () => shaped(line(300), issuerPattern, issuerMessage);

/** Who the application is at the company's accounts. */
const clientFields = {
  emisor: issuer().required(issuerMessage),
  cliente: filledLine(200, fillAll),
};

export const companySignInFields = {
  activo: flag().required(),
  emisor: issuer().default(''),
  cliente: line(200).default(''),
  dato_grupos: filledLine(200, fillAll),
  nuevos: choice(newcomerRules).required(),
  /** The first row that names a group of the person decides the profile. */
  grupos: yup
    .array()
    .of(
      part({
        grupo: filledLine(200, fillAll),
        tipo: code(profileCodes).required(),
        /** Cost centres separated by commas, `*` for every store. */
        tiendas: line(4_000).default(''),
      }),
    )
    .max(500)
    .required(),
  /** Profiles without a password. */
  sin_clave: listOf(code(profileCodes).required(), profileCodes.length).required(),
  /** The administrator who always signs in with the password. */
  administrador: id().nullable(),
};

export const companySignInCalls = defineCalls({
  '/ingresoCompania': read({
    summary: 'Los ajustes del ingreso con la cuenta de la compañía.',
    who: ['business'],
    body: body({}),
    answer: answer({
      version: aCount(),
      activo: aFlag(),
      emisor: aText(),
      cliente: aText(),
      dato_grupos: aText(),
      nuevos: oneOfTexts(newcomerRules),
      grupos: rowsOf({ grupo: aText(), tipo: aCount(), tiendas: aText() }),
      sin_clave: someOf(aCount()),
      administrador: orNull(anId()),
      /** 1: the server has the secret of the client. */
      secreto: aFlag(),
      /** Addresses to register at the company's accounts. */
      regreso: aText(),
      salida: aText(),
      /** Administrators who have chosen a password. */
      administradores: rowsOf({ id: anId(), nombre: aText() }),
    }),
  }),
  '/guardarIngresoCompania': mutation({
    summary: 'Guarda los ajustes del ingreso con la cuenta de la compañía.',
    who: ['business'],
    body: body({ version: version().required(), ...companySignInFields }),
    answer: done(),
  }),
  '/probarIngresoCompania': read({
    summary: 'Pregunta al emisor si el ingreso puede funcionar, y dice qué falta.',
    who: ['business'],
    body: body(clientFields),
    answer: done({
      /** 1: nothing is wrong. */
      correcto: aFlag(),
      /** 1: the issuer tells when a person was signed out. */
      avisa_salida: aFlag(),
    }),
  }),
  '/miCuentaCompania': read({
    summary: 'Si la persona ingresa con la cuenta de la compañía.',
    who: 'session',
    body: body({}),
    answer: answer({ activo: aFlag(), unida: aFlag() }),
  }),
  '/unirCuentaCompania': mutation({
    summary: 'Empieza a unir a la persona con su cuenta de la compañía.',
    who: 'session',
    body: body({}),
    answer: done({
      /** Address to open in this browser within a minute. */
      direccion: aText(),
    }),
  }),
});
