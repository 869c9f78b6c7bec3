import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Icon } from '../layout/Icon.ts';
import { StateFrame } from './StateFrame.tsx';

interface EmptyStateProps {
  title: string;
  description?: ReactNode;
  icon?: Icon;
  action?: ReactNode;
}

/** Says kindly that there is nothing to show, and what one can do next. */
export function EmptyState({ title, description, icon = Inbox, action }: EmptyStateProps) {
  return (
    <StateFrame tone="neutral" icon={icon} title={title} actions={action}>
      {description}
    </StateFrame>
  );
}
