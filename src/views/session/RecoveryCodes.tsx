import { chakra } from '@chakra-ui/react/styled-system';
import { ButtonRow } from '../../components/ButtonRow.tsx';
import { GuardedButton } from '../../components/GuardedButton.tsx';
import { InlineAlert } from '../../components/InlineAlert.tsx';

export interface RecoveryCodesProps {
  codes: readonly string[];
  onKept: () => void;
}

/** The codes for the day without the device; nobody can show them again. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  return (
    <chakra.div display="grid" gap="4">
      <InlineAlert tone="warning" title="Guarde estos códigos ahora">
        No se muestran de nuevo. Cada uno sirve una sola vez para entrar sin su dispositivo.
        Imprímalos o cópielos en un lugar seguro.
      </InlineAlert>
      <chakra.ul
        aria-label="Códigos de recuperación"
        listStyleType="none"
        display="grid"
        gridTemplateColumns={{ base: '1fr', sm: 'repeat(2, 1fr)' }}
        gap="2"
        fontFamily="mono"
        userSelect="text"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </chakra.ul>
      <ButtonRow>
        <GuardedButton onClick={onKept}>Ya guardé los códigos</GuardedButton>
      </ButtonRow>
    </chakra.div>
  );
}
