import { useEffect, useEffectEvent } from 'react';
import {
  type CatalogueColumn,
  type CatalogueTable,
  catalogueColumns,
} from '#contract/calls/reference.calls.ts';
import {
  type CatalogueFormFacts,
  catalogueKindOf,
  initialCatalogueValues,
  whyFixed,
} from '#machines/flows/catalogues/catalogue.form.ts';
import { noticeOf } from '#machines/flows/records/record-form.machine.ts';
import type { catalogueForms } from './catalogue.actors.ts';
import { TitledDialog } from '../../ui/overlay/TitledDialog.tsx';
import { RecordForm } from '../records/RecordForm.tsx';
import { useRecordForm } from '../records/use-record-form.ts';
import { catalogueWords } from './catalogue-words.ts';
import { RadioGroupField } from '../../ui/fields/RadioGroupField.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { optionsOf } from '../records/named-options.ts';

interface CatalogueDialogProps {
  tabla: CatalogueTable;
  /** Null for a new row. */
  id: number | null;
  machine: (typeof catalogueForms)[CatalogueTable];
  /** The row is saved: the sentence that says so. */
  onSaved: (notice: string) => void;
  onClose: () => void;
}

/** One row of a catalogue, over its list. */
export function CatalogueDialog({ tabla, id, ...props }: CatalogueDialogProps) {
  const { create, edit } = catalogueWords[tabla];
  return (
    <TitledDialog title={id === null ? create : edit} open size="md" onClose={props.onClose}>
      <CatalogueForm tabla={tabla} id={id} {...props} />
    </TitledDialog>
  );
}

function CatalogueForm({ tabla, id, machine, onSaved }: CatalogueDialogProps) {
  const kind = catalogueKindOf(tabla);
  const flow = useRecordForm(machine, kind, id);
  const notice = noticeOf(flow.snapshot);
  const keep = useEffectEvent(onSaved);
  useEffect(() => {
    if (notice !== null) keep(notice);
  }, [notice]);
  return (
    <RecordForm
      flow={flow}
      kind={kind}
      initialValues={initialCatalogueValues}
      label={catalogueWords[tabla].edit}
      saveLabel="Guardar"
      refusedTitle="No se guardó"
    >
      {(facts) => <CatalogueFields facts={facts} />}
    </RecordForm>
  );
}

type FieldProps = { name: CatalogueColumn; facts: CatalogueFormFacts; disabled: boolean } & {
  help?: string;
};

const textField =
  (label: string, maxLength: number, inputMode: 'text' | 'numeric' = 'text') =>
  ({ facts: _, ...props }: FieldProps) => (
    <TextField {...props} label={label} maxLength={maxLength} inputMode={inputMode} required />
  );

const fields: Record<CatalogueColumn, (props: FieldProps) => React.ReactNode> = {
  nombre: textField('Nombre', 80),
  cuenta: textField('Cuenta contable', 10, 'numeric'),
  codigo: textField('Código', 10),
  porcentaje: textField('Porcentaje', 3, 'numeric'),
  id_formato: ({ facts, ...props }) => (
    <SelectField {...props} label="Formato de tienda" required options={optionsOf(facts.formats)} />
  ),
  mantenimiento: ({ facts: _, ...props }) => (
    <RadioGroupField
      {...props}
      label="La revisa mantenimiento"
      variant="inline"
      options={[
        { value: '0', label: 'No' },
        { value: '1', label: 'Sí' },
      ]}
    />
  ),
};

/** The columns of the list; one that stays as it is says why. */
function CatalogueFields({ facts }: { facts: CatalogueFormFacts }) {
  return catalogueColumns[facts.tabla].map((name: CatalogueColumn) => {
    const Field = fields[name];
    const fixed = whyFixed(facts, name);
    return (
      <Field
        key={name}
        name={name}
        facts={facts}
        disabled={fixed !== undefined}
        {...(fixed !== undefined && { help: fixed })}
      />
    );
  });
}
