import { nitDocumentType } from '#contract/calls/administration.calls.ts';
import type { BodyOf } from '#contract/contract.ts';
import type { Reason } from '#contract/errors.ts';
import { permissionNames } from '#contract/permissions.ts';
import { isProfileId, parsePermissions } from '#machines/domain/permissions.ts';
import type { NewRow } from '../../database/schema.ts';
import { isUniqueViolation, type Trx } from '../../database/transactions.ts';
import { Refusal } from '../../refusal.ts';
import { normalEmail, takenByAnother } from '../../repositories/user.repository.ts';

export type UserForm = BodyOf<'/registrarUsuario'> | BodyOf<'/editarUsuario'>;

/** The administrator's profile: it is given on the server's console, never by a form. */
export const adminProfile = 1;

const reasons = {
  email: 'El correo ya está registrado',
  num_doc: 'El número de documento ya está registrado',
  tipo: 'El tipo de usuario no es válido',
  tipo_doc: 'El tipo de documento no es válido',
  permisos: 'La lista de permisos no es válida',
} as const;

export type UserFormField = keyof typeof reasons;

const reason = (guardia: UserFormField): Reason => ({ guardia, mensaje: reasons[guardia] });

/** The form's own refusal: status '401' in the body and the list that the screen shows. */
export const refusedForm = (fields: readonly UserFormField[]): Refusal =>
  new Refusal(422, {
    bodyStatus: '401',
    errores: fields.map((field) => reasons[field]),
    motivos: fields.map(reason),
  });

/** What a form fills of a user's row, as it is stored. */
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

/** Undefined: the form says nothing about it. Null: the profile's own list. */
export function permissionsColumn({ permisos }: UserForm): string | null | undefined {
  if (permisos === undefined) return undefined;
  const names = parsePermissions(permisos ?? '');
  return names.length === 0 ? null : names.join(',');
}

const isPermissionList = (column: string | null | undefined): boolean =>
  parsePermissions(column ?? '').every((name) =>
    (permissionNames as readonly string[]).includes(name),
  );

async function documentTypeExists(trx: Trx, id: number): Promise<boolean> {
  const found = await trx
    .selectFrom('tipo_doc')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Every rule that needs the database, all broken ones at once.
 *
 * @param current the user that is edited; null for a new one
 */
export async function requireUserForm(
  trx: Trx,
  form: UserForm,
  current: { id: number; tipo: number } | null,
): Promise<void> {
  const columns = columnsOf(form);
  const taken = await takenByAnother(trx, columns, current?.id ?? 0);
  const becomesAdmin = form.tipo === adminProfile && current?.tipo !== adminProfile;
  const broken: Record<UserFormField, boolean> = {
    tipo: !isProfileId(form.tipo) || becomesAdmin,
    tipo_doc: !(await documentTypeExists(trx, form.tipo_doc)),
    email: taken.email,
    num_doc: taken.document,
    permisos: !isPermissionList(permissionsColumn(form)),
  };
  const fields = (Object.keys(broken) as UserFormField[]).filter((field) => broken[field]);
  if (fields.length > 0) throw refusedForm(fields);
}

/** Two forms at the same time: the database lets one in, and the other reads why. */
export function refusalOfUniqueness(error: unknown): unknown {
  if (isUniqueViolation(error, 'email')) return refusedForm(['email']);
  if (isUniqueViolation(error, 'num_doc')) return refusedForm(['num_doc']);
  return error;
}
