import { useFormikContext } from 'formik';
import {
  computedDigit,
  isNit,
  offeredProfiles,
  type UserFormFacts,
  type UserValues,
} from '#machines/flows/user.form.ts';
import { FieldGrid } from '../../components/FieldGrid.tsx';
import { SelectField } from '../../components/SelectField.tsx';
import { TextField } from '../../components/TextField.tsx';
import { optionsOf } from '../shared/named-options.ts';

/** Profile, name, document and addresses. The check digit is worked out of a NIT and may be typed over. */
export function PersonFields({ facts }: { facts: UserFormFacts }) {
  const { values, setFieldValue } = useFormikContext<UserValues>();
  const nit = isNit(values.tipo_doc);
  const workOutDigit = (num_doc: string) => void setFieldValue('digito', computedDigit(num_doc));
  return (
    <FieldGrid columns={2}>
      <SelectField
        name="tipo"
        label="Tipo de usuario"
        required
        options={optionsOf(offeredProfiles(facts))}
      />
      <TextField name="nombre" label="Nombre" maxLength={200} required />
      <SelectField
        name="tipo_doc"
        label="Tipo de documento"
        required
        options={optionsOf(facts.documentTypes)}
        onValueChange={() => workOutDigit(values.num_doc)}
      />
      <TextField
        name="num_doc"
        label="Número de documento"
        inputMode={nit ? 'numeric' : 'text'}
        help={nit ? 'Sin puntos ni dígito de verificación' : undefined}
        maxLength={20}
        required
        onValueChange={workOutDigit}
      />
      {nit ? (
        <TextField
          name="digito"
          label="Dígito de verificación"
          inputMode="numeric"
          help="Se calcula con el número"
          maxLength={1}
          required
        />
      ) : null}
      <TextField name="email" label="Correo electrónico" type="email" maxLength={254} required />
      <TextField
        name="celular"
        label="Celular"
        type="tel"
        inputMode="numeric"
        help="Opcional"
        maxLength={20}
      />
    </FieldGrid>
  );
}
