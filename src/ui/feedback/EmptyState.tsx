import { Inbox, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { StateFrame } from './FailedState.tsx';
import type { Icon } from './tone.ts';

interface EmptyStateProps {
  title: string;
  description?: ReactNode;
  icon?: Icon;
  action?: ReactNode;
}

/** Message that there is nothing to show, with an optional next action. */
export function EmptyState({ title, description, icon = Inbox, action }: EmptyStateProps) {
  return (
    <StateFrame tone="neutral" icon={icon} title={title} actions={action}>
      {description}
    </StateFrame>
  );
}

/** Message that the user may not see the content, with an optional way elsewhere. */
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
