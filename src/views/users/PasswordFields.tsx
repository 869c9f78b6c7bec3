import { FieldGrid } from '../../components/FieldGrid.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';

/** Required of a new user; of another, only to change it. */
export function PasswordFields({ required }: { required: boolean }) {
  return (
    <FieldGrid columns={2}>
      <PasswordField
        name="password"
        label="Contraseña"
        autoComplete="new-password"
        help="De 8 a 10 letras y números"
        required={required}
      />
      <PasswordField
        name="confirmation"
        label="Confirmar contraseña"
        autoComplete="new-password"
        required={required}
      />
    </FieldGrid>
  );
}
