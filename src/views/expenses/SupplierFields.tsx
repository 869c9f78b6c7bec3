import { chakra } from '@chakra-ui/react/styled-system';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import {
  isSearching,
  lookupFailed,
  lookupProblemOf,
  matchesOf,
  needsAddress,
} from '#machines/flows/expenses/expense-entry.selectors.ts';
import type { DepartmentRow } from '#machines/flows/expenses/reference-rows.ts';
import type { supplierLookupMachine } from '#machines/flows/expenses/supplier-lookup.machine.ts';
import { AutocompleteField } from '../../components/AutocompleteField.tsx';
import { FieldGrid } from '../../components/FieldGrid.tsx';
import { GuardedButton } from '../../components/GuardedButton.tsx';
import { InlineAlert } from '../../components/InlineAlert.tsx';
import { useWhenBack } from '../../components/return-signal.ts';
import { TextField } from '../../components/TextField.tsx';
import { NewSupplierFields } from './NewSupplierFields.tsx';
import { useSupplierFields } from './use-supplier-fields.ts';

export interface SupplierFieldsProps {
  lookup: ActorRefFrom<typeof supplierLookupMachine>;
  departments: readonly DepartmentRow[];
}

/** The supplier by its document number: one of the known ones, or a new one with its address. */
export function SupplierFields({ lookup, departments }: SupplierFieldsProps) {
  const matches = useSelector(lookup, matchesOf);
  const searching = useSelector(lookup, isSearching);
  const failed = useSelector(lookup, lookupFailed);
  const unknown = useSelector(lookup, needsAddress);
  const { type, choose, leave } = useSupplierFields(lookup, matches);
  return (
    <FieldGrid columns={2}>
      <AutocompleteField
        name="num_doc"
        label="Documento del proveedor"
        help="NIT o cédula, sin dígito de verificación ni puntos"
        required
        inputMode="numeric"
        maxLength={15}
        options={matches.map(({ num_doc, nombre }) => ({
          value: num_doc,
          label: num_doc,
          description: nombre,
        }))}
        status={searching ? 'loading' : failed ? 'failed' : matches.length > 0 ? 'ready' : 'idle'}
        onTextChange={type}
        onSelect={({ value }) => choose(value)}
        onLeave={leave}
      />
      <TextField
        name="digito"
        label="Dígito de verificación"
        help="Se calcula con el número"
        readOnly
      />
      <LookupNotice lookup={lookup} />
      <TextField
        name="proveedor"
        label="Nombre del proveedor"
        help={unknown ? undefined : 'Se llena al elegir el proveedor'}
        maxLength={200}
        required
        readOnly={!unknown}
      />
      {unknown ? <NewSupplierFields lookup={lookup} departments={departments} /> : null}
    </FieldGrid>
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
