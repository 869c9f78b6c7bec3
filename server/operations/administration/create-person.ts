/** A person comes to be: by the form of a user, with a new store, or by a file. */
import type { Trx } from '../../database/transactions.ts';
import { queueMail } from '../../repositories/outbox.repository.ts';
import { insertUser } from '../../repositories/user.repository.ts';
import { createdMail } from '../account-mails.ts';
import { inviteUser } from '../invitations/invite-user.ts';
import { authorOf, type SessionContext } from '../operation.ts';
import { columnsOf, permissionsColumn, type UserForm } from './user-form.ts';

interface NewPerson {
  form: UserForm;
  /** Hash of the first password, or of none. */
  clave_hash: string;
}

/** Writes somebody about whom `userReasons` has nothing to say. Without a first password he or she is invited to choose one. */
export async function createPerson(
  trx: Trx,
  context: SessionContext,
  { form, clave_hash }: NewPerson,
): Promise<number> {
  const user = { ...columnsOf(form), permisos: permissionsColumn(form) ?? null };
  const creado = context.now();
  const id = await insertUser(
    trx,
    { ...user, clave_hash, cambiar_clave: 1, creado },
    authorOf(context),
  );
  if (form.password) await queueMail(trx, createdMail(user), creado);
  else await inviteUser(trx, context, { ...user, id });
  return id;
}
