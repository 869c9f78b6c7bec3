import { chakra } from '@chakra-ui/react/styled-system';
import { CloudOff, RotateCw } from 'lucide-react';
import { GuardedButton } from '../fields/GuardedButton.tsx';
import { useWhenBack } from '../fields/return-signal.ts';
import { StateFrame } from './StateFrame.tsx';

interface FailedStateProps {
  title?: string;
  message?: string | undefined;
  supportCode?: string | undefined;
  onRetry?: (() => void) | undefined;
}

/** It did not load: what happened, a way to try again, which is also taken when the connection is back, and the code for support. */
export function FailedState({
  title = 'No pudimos cargar la información',
  message = 'Revise su conexión e inténtelo de nuevo.',
  supportCode,
  onRetry,
}: FailedStateProps) {
  useWhenBack(onRetry);
  return (
    <StateFrame
      role="alert"
      tone="danger"
      icon={CloudOff}
      title={title}
      actions={
        onRetry ? (
          <GuardedButton icon={RotateCw} onClick={onRetry}>
            Reintentar
          </GuardedButton>
        ) : undefined
      }
    >
      <p>{message}</p>
      {supportCode ? (
        <chakra.p mt="2" textStyle="sm">
          Código de soporte: <chakra.code userSelect="all">{supportCode}</chakra.code>
        </chakra.p>
      ) : null}
    </StateFrame>
  );
}
