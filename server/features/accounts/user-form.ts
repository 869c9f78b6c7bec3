import { nitDocumentType, type userFields } from '#contract/calls/administration.calls.ts';
import type { BodyOf } from '#contract/contract.ts';
import type { Reason } from '#contract/errors.ts';
import { permissionNames } from '#contract/permissions.ts';
import {
  type Holder,
  administrator,
  grantRefusals,
  ownRefusals,
} from '#machines/domain/people/authority.ts';
import { isProfileId, parsePermissions } from '#machines/domain/people/profiles.ts';
import type { NewRow } from '../../platform/database/schema.ts';
import { isUniqueViolation, type Trx } from '../../platform/database/transactions.ts';
import { HttpError } from '../../platform/errors/http-error.ts';
import { refusedChoice } from './passwords.ts';
import { isReference } from '../reference/reference.repository.ts';
import { type UserRow, normalEmail, takenByAnother } from './user.repository.ts';

export type UserForm = Pick<
  BodyOf<'/editarUsuario'>,
  keyof typeof userFields | 'password' | 'permisos'
>;

const reasons = {
  email: 'El correo ya está registrado',
  num_doc: 'El número de documento ya está registrado',
  tipo: 'El tipo de usuario no es válido',
  tipo_doc: 'El tipo de documento no es válido',
  permisos: 'La lista de permisos no es válida',
} as const;

type UserFormField = keyof typeof reasons;

/** Refusal of the user form: status '401' in the body, and the messages that the screen shows. */
const refusedForm = (motivos: Reason[]): HttpError =>
  new HttpError(422, {
    bodyStatus: '401',
    errores: motivos.map(({ mensaje }) => mensaje),
    motivos,
  });

const reason = (guardia: UserFormField): Reason => ({ guardia, mensaje: reasons[guardia] });

/** Columns of a user that a form fills, as they are stored. */
export const columnsOf = (form: UserForm) =>
  ({
    razon_social: form.nombre.trim(),
    tipo: form.tipo,
    tipo_doc: form.tipo_doc,
    num_doc: form.num_doc,
    digito: form.tipo_doc === nitDocumentType ? (form.digito ?? '') : '',
    email: normalEmail(form.email),
    celular: form.celular ?? '',
  }) satisfies Partial<NewRow<'usuarios'>>;

/** Undefined when the form omits the permissions; null for the list of the profile. */
export function permissionsColumn({ permisos }: UserForm): string | null | undefined {
  if (permisos === undefined) return undefined;
  const names = parsePermissions(permisos ?? '');
  return names.length === 0 ? null : names.join(',');
}

const isPermissionList = (column: string | null | undefined): boolean =>
  parsePermissions(column ?? '').every((name) =>
    (permissionNames as readonly string[]).includes(name),
  );

/** Refusals of a password that the form sets for the user. */
function passwordReasons({ password, ...form }: UserForm): Reason[] {
  if (!password) return [];
  const { nombre, email, num_doc, celular } = form;
  const mensaje = refusedChoice(password, { nombre, email, num_doc, celular: celular ?? '' });
  return mensaje === null ? [] : [{ guardia: 'password', mensaje }];
}

/** Refusals of rights: users cannot change their own rights by this form, nor grant more than they have. */
function authorityReasons(holder: Holder, form: UserForm, current: UserRow | null): Reason[] {
  const { tipo, email } = columnsOf(form);
  const stated = permissionsColumn(form);
  const given = { tipo, permisos: stated === undefined ? (current?.permisos ?? null) : stated };
  return holder.id === current?.id
    ? ownRefusals(current, { ...given, email, password: form.password || null })
    : grantRefusals(holder, given);
}

/**
 * Checks the rules of the form that need the database; returns a reason for each broken one.
 *
 * @param holder the user who fills in the form
 * @param current the user that is edited; null for a new one
 */
export async function userReasons(
  trx: Trx,
  form: UserForm,
  holder: Holder,
  current: UserRow | null,
): Promise<Reason[]> {
  const columns = columnsOf(form);
  const taken = await takenByAnother(trx, columns, current?.id ?? 0);
  // The administrator profile is only given on the server's console.
  const becomesAdmin = form.tipo === administrator && current?.tipo !== administrator;
  const broken: Record<UserFormField, boolean> = {
    tipo: !isProfileId(form.tipo) || becomesAdmin,
    tipo_doc: !(await isReference(trx, 'tipo_doc', form.tipo_doc)),
    email: taken.email,
    num_doc: taken.document,
    permisos: !isPermissionList(permissionsColumn(form)),
  };
  const unfit = (Object.keys(broken) as UserFormField[]).filter((field) => broken[field]);
  const known = (given: Reason): boolean => unfit.some((field) => field === given.guardia);
  return [
    ...unfit.map(reason),
    ...authorityReasons(holder, form, current).filter((given) => !known(given)),
    ...passwordReasons(form),
  ];
}

/** @throws HttpError 422 with the reasons */
export async function requireUserForm(...form: Parameters<typeof userReasons>): Promise<void> {
  const motivos = await userReasons(...form);
  if (motivos.length > 0) throw refusedForm(motivos);
}

/** Maps a unique violation, caused by a concurrent form, to the refusal of the form. @throws HttpError 422 */
export const refuseDuplicates = <Result>(written: Promise<Result>): Promise<Result> =>
  written.catch((error: unknown) => {
    if (isUniqueViolation(error, 'email')) throw refusedForm([reason('email')]);
    if (isUniqueViolation(error, 'num_doc')) throw refusedForm([reason('num_doc')]);
    throw error;
  });
