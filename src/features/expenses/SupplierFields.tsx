import { chakra } from '@chakra-ui/react/styled-system';
import { useSelector } from '@xstate/react';
import { useFormikContext } from 'formik';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { blockedSupplier } from '#contract/calls/suppliers.calls.ts';
import { readDocument } from '#contract/typed-values.ts';
import { fieldLabel, inputOf } from '#contract/expense-fields.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import {
  isSearching,
  lookupFailed,
  lookupProblemOf,
  matchesOf,
  municipalitiesAreLoading,
  municipalitiesFailed,
  municipalitiesOf,
  needsAddress,
  nobodyHasName,
  offeredInvoicesOf,
} from '#machines/flows/expenses/expense-entry.machine.ts';
import type { ExpenseEntryFacts } from '#machines/flows/expenses/expense-entry.setup.ts';
import type { DepartmentRow, SupplierRow } from '#machines/flows/expenses/expense-facts.ts';
import {
  filledFromInvoice,
  invoiceOfForm,
  isProposed,
  type ExpenseFormValues,
  withDocument,
  withSupplier,
} from '#machines/flows/expenses/expense-proposals.ts';
import type { supplierLookupMachine } from '#machines/flows/expenses/supplier-lookup.machine.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { AutocompleteField, QuickChoices } from '../../ui/fields/AutocompleteField.tsx';
import { FieldGrid } from '../../ui/fields/FieldGrid.tsx';
import { goOnTo } from '../../ui/fields/Form.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { NitQuestion } from '../../ui/fields/NitQuestion.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useWhenBack } from '../../ui/feedback/FailedState.tsx';
import { useSnapshot } from '../../ui/layout/use-snapshot.ts';
import { useRepetitionCheck } from './ComparisonDialog.tsx';

interface NewSupplierFieldsProps {
  lookup: ActorRefFrom<typeof supplierLookupMachine>;
  departments: readonly DepartmentRow[];
}

/** Address, department and city of a new supplier. */
function NewSupplierFields({ lookup, departments }: NewSupplierFieldsProps) {
  const { values, setFieldValue } = useFormikContext<ExpenseFormValues>();
  const snapshot = useSnapshot(lookup);
  const municipalities = municipalitiesOf(snapshot);
  const failed = municipalitiesFailed(snapshot);
  const retry = () => lookup.send({ type: 'RETRY' });
  useWhenBack(failed ? retry : undefined);
  const chooseDepartment = (text: string) => {
    void setFieldValue('ciudad', null);
    if (text !== '') lookup.send({ type: 'CHOOSE_DEPARTMENT', departamento_id: Number(text) });
  };
  return (
    <>
      <TextField name="direccion" label="Dirección" maxLength={200} required />
      <SelectField
        name="departamento"
        label="Departamento"
        required
        proposed={isProposed(values, 'departamento')}
        options={departments.map(({ id, nombre_region }) => ({
          value: id,
          label: nombre_region,
        }))}
        onValueChange={chooseDepartment}
      />
      <SelectField
        name="ciudad"
        label="Ciudad"
        required
        proposed={isProposed(values, 'ciudad')}
        loading={municipalitiesAreLoading(snapshot)}
        options={municipalities.map(({ id_municipio, municipio }) => ({
          value: id_municipio,
          label: municipio,
        }))}
        help={municipalities.length === 0 ? 'Elija primero el departamento' : undefined}
      />
      {failed ? (
        <InlineAlert
          tone="warning"
          title="No se pudieron cargar las ciudades"
          action={
            <GuardedButton size="sm" onClick={retry}>
              Reintentar
            </GuardedButton>
          }
        >
          {lookupProblemOf(snapshot)?.msg}
        </InlineAlert>
      ) : null}
    </>
  );
}

interface SupplierFieldsProps {
  lookup: ActorRefFrom<typeof supplierLookupMachine>;
  facts: ExpenseEntryFacts;
}

/** Two rows of three suppliers. */
const RECENT_SHOWN = 6;

/** Supplier fields: a search by document number or name, the recent suppliers, or a new supplier with its address. */
export function SupplierFields({ lookup, facts }: SupplierFieldsProps) {
  const snapshot = useSnapshot(lookup);
  const matches = matchesOf(snapshot);
  const unknown = needsAddress(snapshot);
  const { values, setValues } = useFormikContext<ExpenseFormValues>();
  // Document, check digit and name change together with the search; dependent fields are proposed.
  const type = (num_doc: string) => {
    void setValues(withDocument(values, num_doc, facts));
    lookup.send({ type: 'TYPE_DOCUMENT', num_doc });
  };
  const choose = (supplier: SupplierRow | undefined) => {
    if (supplier === undefined) return;
    void setValues(withSupplier(values, supplier, facts));
    lookup.send({ type: 'CHOOSE', supplier });
  };
  /** Selects the match whose complete number was typed. */
  const chooseMatch = (num_doc: string) =>
    choose(matches.find((row) => row.num_doc === readDocument(num_doc).trim()));
  /** Removes punctuation from a typed number; the check digit is shown separately. */
  const leave = (text: string) => {
    const number = readDocument(text);
    if (number !== text && values.id_proveedor === null) type(number);
    chooseMatch(text);
  };
  const recent = facts.suggestions.proveedores.slice(0, RECENT_SHOWN);
  return (
    <FieldGrid columns={2}>
      <chakra.div gridColumn="1 / -1" minW="0" _empty={{ display: 'none' }}>
        <QuickChoices
          label="Proveedores frecuentes"
          inRows
          options={recent.map(({ id, nombre }) => ({ value: id, label: nombre }))}
          chosen={values.id_proveedor}
          onChoose={(id) => {
            flushSync(() => choose(recent.find((row) => row.id === id)));
            goOnTo('valor');
          }}
        />
      </chakra.div>
      <AutocompleteField
        {...inputOf('num_doc')}
        help={
          unknown || values.id_proveedor === null ? (
            'NIT o cédula, o el nombre'
          ) : (
            <chakra.span fontWeight="medium" color="fg">
              {values.proveedor}
            </chakra.span>
          )
        }
        required
        maxLength={60}
        after={<CheckDigit digit={values.digito} />}
        emptyMessage="Nadie con ese nombre. Escriba el NIT o la cédula."
        options={matches.map(({ num_doc, nombre }) => ({
          value: num_doc,
          label: num_doc,
          description: nombre,
        }))}
        status={statusOf(snapshot)}
        onTextChange={type}
        onSelect={({ value }) => chooseMatch(value)}
        onLeave={leave}
      />
      {values.id_proveedor === null ? (
        <NitQuestion document={values.num_doc} onTake={type} />
      ) : null}
      {unknown ? (
        <TextField name="proveedor" label="Nombre del proveedor" maxLength={200} required />
      ) : null}
      <LookupNotice lookup={lookup} />
      {values.bloqueado ? (
        <chakra.div gridColumn="1 / -1">
          <InlineAlert tone="danger">{blockedSupplier}</InlineAlert>
        </chakra.div>
      ) : null}
      {unknown ? <NewSupplierFields lookup={lookup} departments={facts.departments} /> : null}
      <OfferedInvoices lookup={lookup} />
    </FieldGrid>
  );
}

const statusOf = (snapshot: SnapshotFrom<typeof supplierLookupMachine>) => {
  if (isSearching(snapshot)) return 'loading';
  if (lookupFailed(snapshot)) return 'failed';
  return matchesOf(snapshot).length > 0 || nobodyHasName(snapshot) ? 'ready' : 'idle';
};

/** Check digit, at the end of the number field. */
function CheckDigit({ digit }: { digit: string }) {
  return (
    <chakra.output
      aria-label={fieldLabel('digito')}
      position="absolute"
      insetEnd="3"
      top="0"
      height="11"
      display="flex"
      alignItems="center"
      color="fg.muted"
      fontVariantNumeric="tabular-nums"
      pointerEvents="none"
    >
      {digit === '' ? '' : `-${digit}`}
    </chakra.output>
  );
}

/** Offers the next step of the search: choose a match, retry, or register a new supplier. */
function LookupNotice({ lookup }: Pick<SupplierFieldsProps, 'lookup'>) {
  const snapshot = useSnapshot(lookup);
  const failed = lookupFailed(snapshot);
  const retry = () => lookup.send({ type: 'RETRY' });
  useWhenBack(failed ? retry : undefined);
  if (!failed && matchesOf(snapshot).length === 0) return null;
  const register = (
    <GuardedButton
      size="sm"
      variant="outline"
      onClick={() => lookup.send({ type: 'NONE_OF_THESE' })}
    >
      Registrar un proveedor nuevo
    </GuardedButton>
  );
  return (
    <chakra.div gridColumn="1 / -1">
      {failed ? (
        <InlineAlert
          tone="warning"
          title="No se pudo buscar el proveedor"
          action={
            <chakra.div display="flex" flexWrap="wrap" gap="3">
              <GuardedButton size="sm" onClick={retry}>
                Reintentar
              </GuardedButton>
              {register}
            </chakra.div>
          }
        >
          {lookupProblemOf(snapshot)?.msg}
        </InlineAlert>
      ) : (
        <InlineAlert tone="info" action={register}>
          Elija el proveedor en la lista del documento, o registre uno nuevo si no está.
        </InlineAlert>
      )}
    </chakra.div>
  );
}

/** Electronic invoices of the supplier that are not linked to an expense; choosing one fills in the form. */
function OfferedInvoices({ lookup }: { lookup: ActorRefFrom<typeof supplierLookupMachine> }) {
  const { values, setValues } = useFormikContext<ExpenseFormValues>();
  const invoices = useSelector(lookup, offeredInvoicesOf);
  /** CUFE of the invoice that was chosen last: two invoices may have the same number. */
  const askRepetition = useRepetitionCheck();
  const [pressed, setPressed] = useState<string | null>(null);
  if (invoices.length === 0) return null;
  const chosen = invoiceOfForm(values, invoices, pressed);
  return (
    <chakra.div gridColumn="1 / -1" minW="0">
      <chakra.p textStyle="sm" fontWeight="semibold" mb="1.5">
        Facturas electrónicas sin gasto
      </chakra.p>
      <QuickChoices
        label="Facturas electrónicas sin gasto"
        options={invoices.map(({ cufe, numero_factura, fecha, valor }) => ({
          value: cufe,
          label: `${numero_factura} · ${formatPesos(valor)}`,
          description: fecha,
        }))}
        chosen={chosen?.cufe ?? null}
        onChoose={(cufe) => {
          const invoice = invoices.find((one) => one.cufe === cufe);
          if (invoice === undefined) return;
          const filled = filledFromInvoice(values, invoice);
          setPressed(cufe);
          void setValues(filled);
          askRepetition(filled);
        }}
      />
    </chakra.div>
  );
}
