/** The form of a user: its values, its rules and the call that saves it. */
import { fillRequired, nitDocumentType } from '#contract/calls/administration.calls.ts';
import { newPassword } from '#contract/calls/session.calls.ts';
import type { AnswerOf } from '#contract/contract.ts';
import { otherCheckDigit } from '#contract/fields.ts';
import { type Permission, permissionNames } from '#contract/permissions.ts';
import { readDocument } from '#contract/typed-values.ts';
import {
  type Holder,
  changeRefusals,
  grantRefusals,
  holderOf,
  leavesWork,
  mayGiveProfile,
} from '../../domain/people/authority.ts';
import { checkDigit } from '../../domain/values/document-keys.ts';
import { type FailedGuard, refusedIf } from '#contract/errors.ts';
import {
  isProfileId,
  landingPermissions,
  parsePermissions,
  profiles,
} from '#machines/domain/people/profiles.ts';
import { passwordWeakness } from '#machines/domain/people/password-choice.ts';
import {
  type NamedRow,
  type RequestTo,
  createRecordFormMachine,
  recordKind,
  trimmed,
} from '../records/record-form.machine.ts';

export interface UserFormFacts {
  /** Null for a new one. */
  user: AnswerOf<'/obtenerUsuarioById'> | null;
  /** Users who may take over the charge of the user. */
  successors: readonly NamedRow[];
  /** `tipo_usuario` */
  profiles: readonly NamedRow[];
  /** `tipo_doc` */
  documentTypes: readonly NamedRow[];
  /** The server sends mails; without them the user is invited with a link that is handed over. */
  sendsMails: boolean;
}

type UserPath = '/registrarUsuario' | '/editarUsuario';

export const userMessages = {
  /** Title above the reasons of a refusal by the server. */
  refused: 'Ha ocurrido el(los) siguiente(s) error(es)',
  confirmation: 'La contraseña no coincide',
  nitDigits: 'Solo se aceptan números',
  checkDigit: otherCheckDigit,
  successor: 'Elija quién recibe todo.',
  landing: 'Elija al menos una pantalla del menú, para que la persona tenga dónde entrar.',
} as const;

/** The user's current profile and those that `holder` may give, which never include the administrator's. */
export const offeredProfiles = (
  { user, profiles: all }: UserFormFacts,
  holder: Holder,
): readonly NamedRow[] => all.filter(({ id }) => id === user?.tipo || mayGiveProfile(holder, id));

/** Why `holder` may not change this user; empty when he or she may. */
export const lockedBy = (facts: UserFormFacts | null, holder: Holder): readonly string[] =>
  facts?.user == null
    ? []
    : changeRefusals(holder, holderOf(facts.user)).map(({ mensaje }) => mensaje);

export const isOneself = ({ user }: UserFormFacts, holder: Holder): boolean =>
  user?.id === holder.id;

/** The permissions of a profile, in its own order; none for an unknown one. */
export const profilePermissions = (tipo: number | null): readonly Permission[] =>
  isProfileId(tipo) ? profiles[tipo].permisos : [];

/** The chosen permissions in order, since the first is the landing page: landing pages first, as in the profile. */
function inOrder(chosen: readonly string[], tipo: number | null): Permission[] {
  const own = profilePermissions(tipo);
  const known = [...own, ...permissionNames.filter((name) => !own.includes(name))];
  const saved = known.filter((name) => chosen.includes(name));
  const lands = (name: Permission) => landingPermissions.includes(name);
  return [...saved.filter(lands), ...saved.filter((name) => !lands(name))];
}

export const isNit = (tipo_doc: number | null): boolean => tipo_doc === nitDocumentType;

/** The check digit of a number; '' when it has none. */
export const computedDigit = (num_doc: string): string => checkDigit(readDocument(num_doc)) ?? '';

/** Default document type: `tipo_doc`, cédula de ciudadanía. */
export const citizenDocumentType = 1;

/** Fields as formik owns them: choices are ids, null while none is chosen. */
export const initialUserValues = ({ user }: UserFormFacts) => ({
  tipo: user?.tipo ?? null,
  nombre: user?.razon_social ?? '',
  tipo_doc: (user === null ? citizenDocumentType : user.tipo_doc) as number | null,
  num_doc: user?.num_doc ?? '',
  digito: user?.digito ?? '',
  email: user?.email ?? '',
  celular: user?.celular ?? '',
  /** First sign-in of a new user: by an invitation, or with the password below. */
  acceso: 'invitar' as 'invitar' | 'clave',
  password: '',
  confirmation: '',
  /** 'si': the permissions below instead of the profile's. */
  permisos_propios: (user?.permisos == null ? 'no' : 'si') as 'no' | 'si',
  permisos: user?.permisos == null ? [] : parsePermissions(user.permisos),
  /** The successor when the user stops doing the current work. */
  pasar_a: null as number | null,
});

export type UserValues = ReturnType<typeof initialUserValues>;

/** The user's own permissions; null: the profile's. */
const permissionsOf = ({ permisos_propios, permisos, tipo }: UserValues): string | null =>
  permisos_propios === 'si' ? inOrder(permisos, tipo).join(',') : null;

/** The form gives the permission to authorise payments. */
export const authorises = ({ permisos_propios, permisos }: UserValues): boolean =>
  permisos_propios === 'si' && permisos.includes('autorizarGiros');

/** The values with or without that permission; a list that equals the profile's is the profile's again. */
export function withAuthorising(values: UserValues, answer: boolean): UserValues {
  const ofProfile: readonly string[] = profilePermissions(values.tipo);
  const before = values.permisos_propios === 'si' ? values.permisos : ofProfile;
  const others = before.filter((name) => name !== 'autorizarGiros');
  if (answer) return { ...values, permisos_propios: 'si', permisos: [...others, 'autorizarGiros'] };
  const isOfProfile =
    others.length === ofProfile.length && others.every((name) => ofProfile.includes(name));
  return isOfProfile
    ? { ...values, permisos_propios: 'no', permisos: [] }
    : { ...values, permisos: others };
}

/** A person who is missing: the profile, and whether he or she authorises payments. */
interface WantedUser {
  perfil: number;
  autoriza: boolean;
}

/** The values of a new user who is missing; a profile that `holder` may not give is not chosen. */
export function valuesOfWanted(
  facts: UserFormFacts,
  { perfil, autoriza }: WantedUser,
  holder: Holder,
): UserValues {
  const values = initialUserValues(facts);
  if (facts.user !== null || !offeredProfiles(facts, holder).some(({ id }) => id === perfil))
    return values;
  const chosen = { ...values, tipo: perfil };
  return autoriza ? withAuthorising(chosen, true) : chosen;
}

/** With these values the user stops doing the current work: another profile, or missing permissions. */
const leaves = (values: UserValues, { user }: UserFormFacts): boolean =>
  user !== null &&
  leavesWork(user, { tipo: values.tipo ?? user.tipo, permisos: permissionsOf(values) });

/** The user has a charge that must pass to a successor. */
export const handsOver = (values: UserValues, facts: UserFormFacts): boolean =>
  (facts.user?.a_cargo ?? '') !== '' && leaves(values, facts);

function handoverRefusals(values: UserValues, facts: UserFormFacts): FailedGuard[] {
  const indispensable = facts.user?.indispensable ?? '';
  if (indispensable !== '' && leaves(values, facts))
    return [{ guardia: 'tipo', mensaje: indispensable }];
  const lacksSuccessor = handsOver(values, facts) && values.pasar_a === null;
  return refusedIf(lacksSuccessor, 'pasar_a', userMessages.successor);
}

function userRequest(values: UserValues, facts: UserFormFacts): RequestTo<UserPath> {
  const { user } = facts;
  const { confirmation: _, permisos_propios: __, acceso, password: ___, ...rest } = trimmed(values);
  const { pasar_a, ...typed } = rest;
  const { password } = values;
  const body = {
    ...typed,
    digito: isNit(typed.tipo_doc) ? typed.digito : null,
    permisos: permissionsOf(values),
  };
  return (
    user === null
      ? {
          path: '/registrarUsuario',
          body: { ...body, ...(acceso === 'invitar' ? { invitar: 1 } : { password }) },
        }
      : {
          path: '/editarUsuario',
          body: {
            ...body,
            password: password === '' ? null : password,
            id_usuario: user.id,
            ...(handsOver(values, facts) && { pasar_a }),
            email_actual: user.email,
            num_doc_actual: user.num_doc,
            version: user.version,
          },
        }
  ) as RequestTo<UserPath>;
}

/** Refuses a NIT that is not a number, or that has another check digit. */
export function nitRefusals({
  tipo_doc,
  num_doc,
  digito,
}: Pick<UserValues, 'tipo_doc' | 'num_doc' | 'digito'>): FailedGuard[] {
  if (!isNit(tipo_doc) || num_doc.trim() === '') return [];
  const expected = computedDigit(num_doc);
  if (expected === '') return [{ guardia: 'num_doc', mensaje: userMessages.nitDigits }];
  const isOther = !['', expected].includes(digito.trim());
  return refusedIf(isOther, 'digito', userMessages.checkDigit);
}

/** Refuses a password confirmation that differs, or that is missing for a new user without an invitation. */
function confirmationRefusals(values: UserValues, isNew: boolean): FailedGuard[] {
  const { password, confirmation, acceso } = values;
  if (isNew && acceso === 'invitar') return [];
  if (password !== confirmation)
    return [{ guardia: 'confirmation', mensaje: userMessages.confirmation }];
  return refusedIf(isNew && confirmation === '', 'confirmation', fillRequired);
}

const permissionRefusals = ({ permisos_propios, permisos }: UserValues): FailedGuard[] =>
  refusedIf(
    permisos_propios === 'si' && !landingPermissions.some((name) => permisos.includes(name)),
    'permisos',
    userMessages.landing,
  );

/** Refuses a password that is easy to guess; the contract checks its form. */
function passwordRefusals({ password, ...owner }: UserValues, isInvited: boolean): FailedGuard[] {
  if (isInvited) return [];
  const mensaje = newPassword().isValidSync(password) ? passwordWeakness(password, owner) : null;
  return mensaje === null ? [] : [{ guardia: 'password', mensaje }];
}

export const userKind = recordKind<UserFormFacts, UserValues, UserPath>({
  draft: 'usuario',
  secret: ['password', 'confirmation'],
  request: userRequest,
  rules: (values, facts) => [
    ...nitRefusals(values),
    ...confirmationRefusals(values, facts.user === null),
    ...handoverRefusals(values, facts),
    ...permissionRefusals(values),
    ...passwordRefusals(values, facts.user === null && values.acceso === 'invitar'),
  ],
  incomplete: fillRequired,
  destination: ({ user, sendsMails }, { body }) =>
    user === null && !sendsMails && 'invitar' in body
      ? { route: 'invitaciones' }
      : { route: 'listarUsuarios' },
});

/** Refuses the profile and the permissions that the holder may not give. */
function authorityRefusals(
  values: UserValues,
  facts: UserFormFacts,
  holder: Holder,
): FailedGuard[] {
  const { tipo } = values;
  return tipo === null || isOneself(facts, holder)
    ? []
    : grantRefusals(holder, { tipo, permisos: permissionsOf(values) });
}

/** The form with the rules for the user who fills it in. */
export const userKindFor = (holder: Holder): typeof userKind => ({
  ...userKind,
  refusals: (values, facts) => [
    ...userKind.refusals(values, facts),
    ...authorityRefusals(values, facts, holder),
  ],
});

export const userFormMachine = createRecordFormMachine(userKind);
