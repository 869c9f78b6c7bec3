import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { StateFrame } from './StateFrame.tsx';

/** The person may not see this; where to go instead. */
export function ForbiddenState({
  title = 'No tiene acceso a esta información',
  message = 'Si cree que debería tenerlo, pida el permiso a un administrador.',
  action,
}: {
  title?: string;
  message?: string;
  action?: ReactNode;
}) {
  return (
    <StateFrame role="status" tone="warning" icon={Lock} title={title} actions={action}>
      {message}
    </StateFrame>
  );
}
