import { useFormikContext } from 'formik';
import { administrator, authorityMessages, type Holder } from '#machines/domain/authority.ts';
import {
  computedDigit,
  isOneself,
  isNit,
  offeredProfiles,
  type UserFormFacts,
  type UserValues,
} from '#machines/flows/records/user.form.ts';
import { FieldGrid } from '../../components/FieldGrid.tsx';
import { SelectField } from '../../components/SelectField.tsx';
import { TextField } from '../../components/TextField.tsx';
import { optionsOf } from '../records/named-options.ts';

/** Profile, name, document and addresses. The check digit is worked out of a NIT and may be typed over. */
export function PersonFields({ facts, holder }: { facts: UserFormFacts; holder: Holder }) {
  const { values, setFieldValue } = useFormikContext<UserValues>();
  const nit = isNit(values.tipo_doc);
  const own = isOneself(facts, holder);
  const offered = offeredProfiles(facts, holder);
  const giveable = facts.profiles.filter(({ id }) => id !== administrator);
  const workOutDigit = (num_doc: string) => void setFieldValue('digito', computedDigit(num_doc));
  return (
    <FieldGrid columns={2}>
      <SelectField
        name="tipo"
        label="Tipo de usuario"
        required
        disabled={own}
        help={
          own
            ? authorityMessages.ownProfile
            : giveable.every((profile) => offered.includes(profile))
              ? undefined
              : authorityMessages.profile
        }
        options={optionsOf(offered)}
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
      <TextField
        name="email"
        label="Correo electrónico"
        type="email"
        disabled={own}
        help={own ? authorityMessages.ownEmail : undefined}
        maxLength={254}
        required
      />
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
