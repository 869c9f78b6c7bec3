import { chakra } from '@chakra-ui/react/styled-system';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Icon } from './Icon.ts';

export interface FieldMessagesProps {
  helpId: string;
  errorId: string;
  help?: ReactNode;
  error?: string | undefined;
  /** A warning that keeps nobody from going on; '' or absent while there is none. */
  notice?: string | undefined;
}

/** Help, warning and error below a control; the control names them in `aria-describedby`. */
export function FieldMessages({ helpId, errorId, help, error, notice }: FieldMessagesProps) {
  return (
    <chakra.div textStyle="sm">
      {error ? (
        <Message id={errorId} icon={CircleAlert} color="fg.error">
          {error}
        </Message>
      ) : null}
      {notice === undefined ? null : (
        // Always there: what appears within it is read aloud while the person types.
        <div role="status">
          {notice === '' ? null : (
            <Message icon={TriangleAlert} color="fg.warning">
              {notice}
            </Message>
          )}
        </div>
      )}
      {help ? (
        <chakra.div id={helpId} mt="1.5" color="fg.muted">
          {help}
        </chakra.div>
      ) : null}
    </chakra.div>
  );
}

interface MessageProps {
  id?: string;
  icon: Icon;
  color: 'fg.error' | 'fg.warning';
  children: string;
}

function Message({ id, icon: IconOfMessage, color, children }: MessageProps) {
  return (
    <chakra.p id={id} display="flex" gap="1.5" mt="1.5" fontWeight="medium" color={color}>
      <chakra.span flexShrink="0" mt="0.5">
        <IconOfMessage size={16} aria-hidden="true" />
      </chakra.span>
      {children}
    </chakra.p>
  );
}
