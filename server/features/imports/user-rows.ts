/** Users from a file: as the form of a user writes them, invited to choose the password. */
import { nitDocumentType } from '#contract/calls/administration.calls.ts';
import { calls } from '#contract/contract.ts';
import type { Holder } from '#machines/domain/people/authority.ts';
import { profileIds, profiles } from '#machines/domain/people/profiles.ts';
import { refusalsOfSchema } from '#machines/flows/steps/schema-refusals.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { referenceNames } from '../reference/reference.repository.ts';
import { isRegistered } from '../accounts/user.repository.ts';
import { columnsOf, type UserForm, userReasons } from '../accounts/user-form.ts';
import { sameText, type UserField, userColumns } from './import-columns.ts';
import { NOTHING, type RowKind } from './review-rows.ts';

const profileNames = profileIds.map((id) => ({ id, nombre: profiles[id].nombre }));

/** @param holder the person who brings the file */
export async function userRows(trx: Trx, holder: Holder): Promise<RowKind<UserField, UserForm>> {
  const documentTypes = await referenceNames(trx, 'tipo_doc');
  const idOf = (list: readonly { id: number; nombre: string }[], text: string): number =>
    list.find(({ nombre }) => sameText(nombre) === sameText(text))?.id ?? NOTHING;
  return {
    columns: userColumns,
    read: (cells) => {
      const form = {
        ...cells,
        tipo: idOf(profileNames, cells.tipo),
        tipo_doc: idOf(documentTypes, cells.tipo_doc),
      };
      return {
        form,
        faults: {
          ...(form.tipo === NOTHING && {
            tipo: `no existe «${cells.tipo}»; los nombres están en la plantilla.`,
          }),
          ...(form.tipo_doc === NOTHING && {
            tipo_doc: `no existe «${cells.tipo_doc}»; los nombres están en la plantilla.`,
          }),
          ...(form.tipo_doc === nitDocumentType &&
            cells.digito === '' && { digito: 'está vacío; el NIT lo necesita.' }),
        },
      };
    },
    rules: (form) => refusalsOfSchema(calls['/registrarUsuario'].body, { ...form, invitar: 1 }),
    keys: (form) => {
      const { email, tipo_doc, num_doc } = columnsOf(form);
      return [
        { key: `email ${email}`, what: 'El correo' },
        { key: `documento ${tipo_doc} ${num_doc}`, what: 'El documento' },
      ];
    },
    isThere: (form) => isRegistered(trx, columnsOf(form)),
    reasons: (form) => userReasons(trx, form, holder, null),
  };
}
