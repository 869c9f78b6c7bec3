import { chakra } from '@chakra-ui/react/styled-system';
import { useSelector } from '@xstate/react';
import { useFormikContext } from 'formik';
import type { ActorRefFrom } from 'xstate';
import type { ExpenseEntryFacts } from '#machines/flows/expenses/expense-entry.machine.ts';
import {
  isSearching,
  lookupFailed,
  lookupProblemOf,
  matchesOf,
  needsAddress,
  nobodyHasName,
} from '#machines/flows/expenses/expense-entry.selectors.ts';
import type { supplierLookupMachine } from '#machines/flows/expenses/supplier-lookup.machine.ts';
import { AutocompleteField } from '../../components/AutocompleteField.tsx';
import { FieldGrid } from '../../components/FieldGrid.tsx';
import { GuardedButton } from '../../components/GuardedButton.tsx';
import { InlineAlert } from '../../components/InlineAlert.tsx';
import { useWhenBack } from '../../components/return-signal.ts';
import { QuickChoices } from '../../components/QuickChoices.tsx';
import { TextField } from '../../components/TextField.tsx';
import type { ExpenseFormValues } from './expense-form.ts';
import { NewSupplierFields } from './NewSupplierFields.tsx';
import { OfferedInvoices } from './OfferedInvoices.tsx';
import { useSupplierFields } from './use-supplier-fields.ts';

export interface SupplierFieldsProps {
  lookup: ActorRefFrom<typeof supplierLookupMachine>;
  facts: ExpenseEntryFacts;
}

/** As many as a thumb reaches. */
const RECENT_SHOWN = 5;

/** The supplier by its document number or name, or as one of the recent ones: one of the known ones, or a new one with its address. */
export function SupplierFields({ lookup, facts }: SupplierFieldsProps) {
  const matches = useSelector(lookup, matchesOf);
  const searching = useSelector(lookup, isSearching);
  const failed = useSelector(lookup, lookupFailed);
  const unknown = useSelector(lookup, needsAddress);
  const nobody = useSelector(lookup, nobodyHasName);
  const { values } = useFormikContext<ExpenseFormValues>();
  const { type, choose, chooseMatch } = useSupplierFields(lookup, matches, facts);
  const recent = facts.suggestions.proveedores.slice(0, RECENT_SHOWN);
  return (
    <FieldGrid columns={2}>
      <chakra.div gridColumn="1 / -1" minW="0" _empty={{ display: 'none' }}>
        <QuickChoices
          label="Proveedores recientes"
          options={recent.map(({ id, nombre }) => ({ value: id, label: nombre }))}
          chosen={values.id_proveedor}
          onChoose={(id) => {
            const supplier = recent.find((row) => row.id === id);
            if (supplier !== undefined) choose(supplier);
          }}
        />
      </chakra.div>
      <AutocompleteField
        name="num_doc"
        label="Documento del proveedor"
        help={
          unknown || values.id_proveedor === null ? (
            'NIT o cédula sin dígito de verificación, o el nombre'
          ) : (
            <chakra.span fontWeight="semibold" color="fg">
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
        status={
          searching
            ? 'loading'
            : failed
              ? 'failed'
              : matches.length > 0 || nobody
                ? 'ready'
                : 'idle'
        }
        onTextChange={type}
        onSelect={({ value }) => chooseMatch(value)}
        onLeave={chooseMatch}
      />
      {unknown ? (
        <TextField name="proveedor" label="Nombre del proveedor" maxLength={200} required />
      ) : null}
      <LookupNotice lookup={lookup} />
      {unknown ? <NewSupplierFields lookup={lookup} departments={facts.departments} /> : null}
      <OfferedInvoices lookup={lookup} />
    </FieldGrid>
  );
}

/** The digit that the number has, at its end. */
function CheckDigit({ digit }: { digit: string }) {
  return (
    <chakra.output
      aria-label="Dígito de verificación"
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

/** Asks what the look-up needs of the person: one of the matches, another try, or a new supplier. */
function LookupNotice({ lookup }: Pick<SupplierFieldsProps, 'lookup'>) {
  const matches = useSelector(lookup, matchesOf);
  const failed = useSelector(lookup, lookupFailed);
  const problem = useSelector(lookup, lookupProblemOf);
  const retry = () => lookup.send({ type: 'RETRY' });
  useWhenBack(failed ? retry : undefined);
  if (!failed && matches.length === 0) return null;
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
          {problem?.msg}
        </InlineAlert>
      ) : (
        <InlineAlert tone="info" action={register}>
          Elija el proveedor en la lista del documento, o registre uno nuevo si no está.
        </InlineAlert>
      )}
    </chakra.div>
  );
}
