import { type CatalogueColumn, catalogueColumns } from '#contract/calls/catalogue.calls.ts';
import { type CatalogueFormFacts, whyFixed } from '#machines/flows/records/catalogue.form.ts';
import { RadioGroupField } from '../../components/RadioGroupField.tsx';
import { SelectField } from '../../components/SelectField.tsx';
import { TextField } from '../../components/TextField.tsx';
import { optionsOf } from '../records/named-options.ts';

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
export function CatalogueFields({ facts }: { facts: CatalogueFormFacts }) {
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
