/** The account of a store in the cells of a row; it is proposed, and another person confirms it. */
import { accountKinds, holderDocuments } from '#contract/calls/payments.calls.ts';
import { calls, type RequestOf } from '#contract/contract.ts';
import type { Reason } from '#contract/errors.ts';
import { proposalRefusals } from '#machines/domain/payment/store-account.ts';
import { sameText } from '#machines/domain/values/texts.ts';
import { refusalsOfSchema } from '#machines/flows/steps/date-range.form.ts';
import { quoted } from '../invoices/xml/refused-file.ts';
import type { accountColumns, FieldFaults } from './import-rows.ts';

export type ProposedAccount = RequestOf<'/proponerCuenta'>;

type AccountField = keyof typeof accountColumns;

/** @returns null where every cell is empty */
export function accountIn(
  cells: Readonly<Record<AccountField, string>>,
  id_tienda: number,
  banks: readonly { id: number; nombre: string }[],
  faults: FieldFaults<AccountField>,
): ProposedAccount | null {
  const { banco, tipo_cuenta, numero, titular, tipo_doc, documento } = cells;
  if (`${banco}${tipo_cuenta}${numero}${titular}${tipo_doc}${documento}` === '') return null;
  const bank = banks.find(({ nombre }) => sameText(nombre) === sameText(banco));
  const kind = accountKinds.find((one) => sameText(one) === sameText(tipo_cuenta));
  const document = holderDocuments.find((one) => sameText(one) === sameText(tipo_doc));
  if (banco !== '' && bank === undefined) faults.banco = `no existe ${quoted(banco)}.`;
  if (tipo_cuenta !== '' && kind === undefined)
    faults.tipo_cuenta = `es ${accountKinds.join(', ')}.`;
  if (tipo_doc !== '' && document === undefined)
    faults.tipo_doc = `es ${holderDocuments.join(', ')}.`;
  return {
    id_tienda,
    via: 'transferencia',
    ...(bank && { id_banco: bank.id }),
    ...(kind && { tipo_cuenta: kind }),
    ...(document && { tipo_doc: document }),
    ...(numero !== '' && { numero }),
    ...(titular !== '' && { titular }),
    ...(documento !== '' && { documento }),
  };
}

/** The rules of an account that need no database, by the columns of the file. */
export const accountRules = (account: ProposedAccount | null): Reason[] =>
  account === null
    ? []
    : [
        ...proposalRefusals(account).map((refusal) =>
          refusal.guardia === 'id_banco' ? { ...refusal, guardia: 'banco' } : refusal,
        ),
        ...refusalsOfSchema(calls['/proponerCuenta'].body, account),
      ];
