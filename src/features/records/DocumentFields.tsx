import { useFormikContext } from 'formik';
import { computedDigit, isNit } from '#machines/flows/users/user.form.ts';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { optionsOf } from './named-options.ts';

interface DocumentFieldsProps {
  /** Those that are typed now. */
  document: { tipo_doc: number | null; num_doc: string };
  documentTypes: Parameters<typeof optionsOf>[0];
  /** Name of the part of the form in which the fields are, with its dot. */
  within?: 'responsable_nuevo.' | '';
}

/** The document of a person. The check digit is worked out of a NIT and may be typed over. */
export function DocumentFields({
  document: { tipo_doc, num_doc },
  documentTypes,
  within = '',
}: DocumentFieldsProps) {
  const { setFieldValue } = useFormikContext();
  const nit = isNit(tipo_doc);
  const workOutDigit = (number: string) =>
    void setFieldValue(`${within}digito`, computedDigit(number));
  return (
    <>
      <SelectField
        name={`${within}tipo_doc`}
        label="Tipo de documento"
        required
        options={optionsOf(documentTypes)}
        onValueChange={() => workOutDigit(num_doc)}
      />
      <TextField
        name={`${within}num_doc`}
        label="Número de documento"
        inputMode={nit ? 'numeric' : 'text'}
        help={nit ? 'Sin puntos ni dígito de verificación' : undefined}
        maxLength={20}
        required
        onValueChange={workOutDigit}
      />
      {nit ? (
        <TextField
          name={`${within}digito`}
          label="Dígito de verificación"
          inputMode="numeric"
          help="Se calcula con el número"
          maxLength={1}
          required
        />
      ) : null}
    </>
  );
}
