import { defineCalls, mutation, read } from '../call.ts';
import {
  aText,
  anId,
  body,
  choice,
  done,
  filledLine,
  listOf,
  oneOfTexts,
  requiredId,
  rowsOf,
  someOf,
  text,
  whole,
} from '../fields.ts';
import { keyScopeNames } from '../key-scopes.ts';

/** Longest validity of a key, in days. */
export const maximumKeyDays = 365;

const required = 'Este campo es obligatorio';
const daysMessage = `Escriba de 1 a ${maximumKeyDays} días.`;

/** Fields of a new key; form and call share the schema. */
export const keyFields = {
  nombre: filledLine(60, required),
  alcances: listOf(choice(keyScopeNames).required(), keyScopeNames.length)
    .required('Elija al menos un alcance.')
    .min(1, 'Elija al menos un alcance.'),
  /** Cost centres of the stores that it sees, separated by commas; '' or absent: every store. */
  tiendas: text(4_000),
  dias: whole(0).min(1, daysMessage).max(maximumKeyDays, daysMessage).required(required),
};

const keyStates = ['vigente', 'vencida', 'revocada'] as const;

/** The secret of a key is in the answer that creates or rotates it, and nowhere else. */
const withSecret = () => done({ clave: aText() });

export const keyCalls = defineCalls({
  '/clavesIntegracion': read({
    summary: 'Las claves con que otros programas llaman a este, sin su secreto.',
    who: ['business'],
    body: body({}),
    answer: rowsOf({
      id: anId(),
      nombre: aText(),
      /** The beginning of the key, by which it is recognised. */
      prefijo: aText(),
      alcances: someOf(oneOfTexts(keyScopeNames)),
      /** Names of the stores to which it is limited; empty for a key of every store. */
      tiendas: someOf(aText()),
      estado: oneOfTexts(keyStates),
      /** Instants are `yyyy-MM-dd HH:mm` in Bogotá. */
      creada: aText(),
      creada_por: aText(),
      vence: aText(),
      /** Updated at most once a minute; '' before the first use. */
      ultimo_uso: aText(),
      /** Until when the secret before the last rotation is valid; '' when it is not. */
      anterior_hasta: aText(),
    }),
  }),
  '/crearClaveIntegracion': mutation({
    summary: 'Crea una clave de integración; su secreto se entrega una sola vez.',
    who: ['business'],
    body: body(keyFields),
    answer: withSecret(),
  }),
  '/rotarClaveIntegracion': mutation({
    summary: 'Cambia el secreto de una clave y renueva su plazo; el anterior vale 24 horas más.',
    who: ['business'],
    body: body({
      id_clave: requiredId(),
      /** Of the secret that is replaced. */
      prefijo: text(20).required(),
    }),
    answer: withSecret(),
  }),
  '/revocarClaveIntegracion': mutation({
    summary: 'Revoca una clave de integración desde este momento.',
    who: ['business'],
    body: body({ id_clave: requiredId() }),
    answer: done(),
  }),
});
