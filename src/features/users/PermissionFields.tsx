import { chakra } from '@chakra-ui/react/styled-system';
import { useFormikContext } from 'formik';
import { permissionNames } from '#contract/permissions.ts';
import {
  type Holder,
  authorityMessages,
  mayGivePermission,
} from '#machines/domain/people/authority.ts';
import { profilePermissions, type UserValues } from '#machines/flows/users/user.form.ts';
import { CheckboxGroupField } from '../../ui/fields/CheckboxGroupField.tsx';
import { RadioGroupField } from '../../ui/fields/RadioGroupField.tsx';
import { Reveal } from '../../ui/overlay/Reveal.tsx';
import { permissionLabelOf } from '../../app/screens/labels.ts';

const listHelp =
  'Una lista propia cambia las pantallas, no las decisiones que el tipo de usuario puede tomar.';

interface PermissionFieldsProps {
  /** The person who fills in the form. */
  holder: Holder;
  isOneself: boolean;
}

/** The screens of the profile, or a list of one's own, which begins as the profile's. */
export function PermissionFields({ holder, isOneself }: PermissionFieldsProps) {
  const { values, setFieldValue } = useFormikContext<UserValues>();
  const ofProfile = profilePermissions(values.tipo);
  const options = permissionNames.map((name) => ({
    value: name,
    label: permissionLabelOf(name),
    disabled: !mayGivePermission(holder, name),
  }));
  const choose = (own: string) => {
    if (own === 'si' && values.permisos.length === 0)
      void setFieldValue('permisos', [...profilePermissions(values.tipo)]);
  };
  return (
    <chakra.div display="grid" gap="5">
      <RadioGroupField
        name="permisos_propios"
        label="Pantallas que puede abrir"
        variant="inline"
        disabled={isOneself}
        help={isOneself ? authorityMessages.ownPermissions : undefined}
        options={[
          { value: 'no', label: 'Las de su perfil' },
          { value: 'si', label: 'Una lista propia' },
        ]}
        onValueChange={choose}
      />
      {values.permisos_propios === 'no' && ofProfile.length > 0 ? (
        <chakra.ul aria-label="Pantallas de su perfil" columnCount={{ md: 2 }} ps="5">
          {ofProfile.map((name) => (
            <li key={name}>{permissionLabelOf(name)}</li>
          ))}
        </chakra.ul>
      ) : null}
      <Reveal when={values.permisos_propios === 'si'}>
        <CheckboxGroupField
          name="permisos"
          label="Permisos"
          disabled={isOneself}
          help={
            options.some(({ disabled }) => disabled)
              ? `${listHelp} ${authorityMessages.permissions}.`
              : listHelp
          }
          columns={2}
          options={options}
        />
      </Reveal>
    </chakra.div>
  );
}
