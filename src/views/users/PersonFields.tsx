import { useFormikContext } from 'formik';
import { administrator, authorityMessages, type Holder } from '#machines/domain/authority.ts';
import {
  isOneself,
  offeredProfiles,
  type UserFormFacts,
  type UserValues,
} from '#machines/flows/records/user.form.ts';
import { FieldGrid } from '../../components/FieldGrid.tsx';
import { SelectField } from '../../components/SelectField.tsx';
import { TextField } from '../../components/TextField.tsx';
import { DocumentFields } from '../records/DocumentFields.tsx';
import { optionsOf } from '../records/named-options.ts';

/** Profile, name, document and addresses. */
export function PersonFields({ facts, holder }: { facts: UserFormFacts; holder: Holder }) {
  const { values } = useFormikContext<UserValues>();
  const own = isOneself(facts, holder);
  const offered = offeredProfiles(facts, holder);
  const giveable = facts.profiles.filter(({ id }) => id !== administrator);
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
      <DocumentFields document={values} documentTypes={facts.documentTypes} />
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
