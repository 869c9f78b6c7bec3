import { chakra } from '@chakra-ui/react/styled-system';
import {
  type AccountKind,
  accountKinds,
  type HolderDocument,
  holderDocuments,
  type PaymentWay,
  paymentWays,
} from '#contract/calls/payments.calls.ts';
import { calls, type RequestOf } from '#contract/contract.ts';
import { wayNames } from '#machines/domain/payment/payment-states.ts';
import { proposalRefusals } from '#machines/domain/payment/store-account.ts';
import {
  accountKind,
  isOwnProposal,
  type StoreAccounts,
} from '#machines/flows/payments/payment.kinds.ts';
import { isActing, mayAct, reasonsFor, wasDone } from '#machines/flows/records/acting.machine.ts';
import { actorOf, permissionsOf } from '#machines/flows/session/session.setup.ts';
import { refusalsOfSchema } from '#machines/flows/steps/date-range.form.ts';
import { dataOf } from '#machines/flows/steps/result.ts';
import { Submission } from '../../shell/problems/Submission.tsx';
import { LoadProblem, LoadSection, loadOf } from '../../shell/problems/LoadProblem.tsx';
import { formErrors } from '../../shell/problems/ProblemAlert.tsx';
import { Session } from '../../shell/session.ts';
import { ButtonRow, FieldGrid } from '../../ui/fields/FieldGrid.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { storeAccount, useActing } from './payments.actors.ts';

interface Values {
  via: PaymentWay;
  id_banco: string;
  tipo_cuenta: AccountKind | '';
  numero: string;
  titular: string;
  tipo_doc: HolderDocument | '';
  documento: string;
}

const empty: Values = {
  via: 'transferencia',
  id_banco: '',
  tipo_cuenta: '',
  numero: '',
  titular: '',
  tipo_doc: '',
  documento: '',
};

const wayOptions = paymentWays.map((value) => ({ value, label: wayNames[value] }));
const kindNames: Record<AccountKind, string> = {
  ahorros: 'Ahorros',
  corriente: 'Corriente',
  deposito: 'Depósito electrónico (Nequi, Daviplata)',
};

const documentNames: Record<HolderDocument, string> = {
  CC: 'Cédula de ciudadanía',
  NIT: 'NIT',
  CE: 'Cédula de extranjería',
  PPT: 'Permiso por protección temporal',
  PA: 'Pasaporte',
};

const kindOptions = accountKinds.map((value) => ({
  value,
  label: kindNames[value],
}));
const documentOptions = holderDocuments.map((value) => ({
  value,
  label: documentNames[value],
}));

/** Only a transfer has an account; empty fields are left out. */
const bodyOf = (
  id_tienda: number,
  { via, id_banco, ...account }: Values,
): RequestOf<'/proponerCuenta'> => ({
  id_tienda,
  via,
  ...(via === 'transferencia' && {
    ...(id_banco !== '' && { id_banco: Number(id_banco) }),
    ...Object.fromEntries(Object.entries(account).filter(([, text]) => text.trim() !== '')),
  }),
});

/** Payment account of a store: one administrator proposes a change, another one confirms it. */
export function StoreAccount({
  idTienda,
  machine = storeAccount,
}: {
  idTienda: number;
  machine?: typeof storeAccount;
}) {
  const actor = Session.useSelector(actorOf);
  const mayPropose = Session.useSelector(permissionsOf).includes('editarTienda');
  const { snapshot, send, act } = useActing(machine, { id_tienda: idTienda });
  const { failed, ...load } = loadOf(snapshot, send);
  if (failed) return load.forbidden ? null : <LoadProblem {...load} />;
  const data = dataOf(snapshot);
  if (data === null) return <LoadSection failed={false} {...load} />;
  const { vigente, propuesta, bancos } = data;
  const waiting = !mayAct(snapshot);
  const resolve = (confirma: 0 | 1) =>
    ({
      path: '/resolverCuenta',
      body: { id_cuenta: propuesta?.id ?? 0, confirma },
    }) as const;
  return (
    <Section
      title="Cómo se gira a la tienda"
      description="Un administrador propone el cambio; otro, o quien autoriza giros, lo confirma."
    >
      <chakra.div display="grid" gap="5">
        <Submission snapshot={snapshot} send={send}>
          {wasDone(snapshot) ? 'Datos almacenados' : null}
        </Submission>
        <AccountLine label="Vigente" account={vigente} />
        {propuesta === null ? null : (
          <>
            <AccountLine label={`Propuesta por ${propuesta.creada_por}`} account={propuesta} />
            <ButtonRow align="start">
              <GuardedButton
                waiting={waiting}
                busy={isActing(snapshot, '/resolverCuenta') && 'Guardando…'}
                reasons={reasonsFor(accountKind, snapshot, resolve(1))}
                onClick={() => act(resolve(1))}
              >
                Confirmar el cambio
              </GuardedButton>
              <GuardedButton
                variant="outline"
                waiting={waiting}
                reasons={reasonsFor(accountKind, snapshot, resolve(0))}
                onClick={() => act(resolve(0))}
              >
                {isOwnProposal(data, actor) ? 'Retirarlo' : 'Rechazarlo'}
              </GuardedButton>
            </ButtonRow>
          </>
        )}
        {mayPropose ? (
          <Form<Values>
            // A new key after each saved proposal clears the form.
            key={propuesta?.id ?? 0}
            label="Proponer un cambio"
            initialValues={empty}
            validate={(values) => {
              const body = bodyOf(idTienda, values);
              return formErrors([
                ...refusalsOfSchema(calls['/proponerCuenta'].body, body),
                ...proposalRefusals(body),
              ]);
            }}
            onSubmit={(values) => act({ path: '/proponerCuenta', body: bodyOf(idTienda, values) })}
          >
            {({ values }) => (
              <>
                <FieldGrid columns={2}>
                  <SelectField name="via" label="Vía" required options={wayOptions} />
                  {values.via === 'transferencia' ? <AccountFields banks={bancos} /> : null}
                </FieldGrid>
                <ButtonRow>
                  <GuardedButton
                    type="submit"
                    variant="outline"
                    waiting={waiting}
                    busy={isActing(snapshot, '/proponerCuenta') && 'Guardando…'}
                  >
                    Proponer el cambio
                  </GuardedButton>
                </ButtonRow>
              </>
            )}
          </Form>
        ) : null}
      </chakra.div>
    </Section>
  );
}

/** An account in one line, as the server masks it. */
export function AccountLine({
  label,
  account,
}: {
  label: string;
  account: StoreAccounts['vigente'];
}) {
  const parts =
    account === null
      ? ['Transferencia, sin cuenta: no va en el archivo del banco']
      : [
          wayNames[account.via],
          account.banco,
          account.cuenta !== '' && account.id_banco === null
            ? '(el banco no está en la lista)'
            : '',
          account.tipo_cuenta === 'deposito' ? 'depósito electrónico' : account.tipo_cuenta,
          account.numero || account.cuenta,
          account.titular,
          `${account.tipo_doc} ${account.documento}`.trim(),
        ];
  return (
    <p>
      <strong>{label}:</strong> {parts.filter((part) => part !== '').join(' · ')}
    </p>
  );
}

const AccountFields = ({ banks }: { banks: StoreAccounts['bancos'] }) => (
  <>
    <SelectField
      name="id_banco"
      label="Banco"
      options={banks.map(({ id, nombre }) => ({ value: String(id), label: `${nombre} (${id})` }))}
    />
    <SelectField name="tipo_cuenta" label="Tipo de cuenta" options={kindOptions} />
    <TextField
      name="numero"
      label="Número de cuenta"
      inputMode="numeric"
      maxLength={17}
      autoComplete="off"
    />
    <TextField name="titular" label="Titular" maxLength={80} />
    <SelectField name="tipo_doc" label="Tipo de documento" options={documentOptions} />
    <TextField
      name="documento"
      label="Documento del titular"
      help="Sin puntos ni dígito de verificación"
      maxLength={15}
    />
  </>
);
