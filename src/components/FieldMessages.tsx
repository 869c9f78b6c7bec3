import { chakra } from '@chakra-ui/react/styled-system';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

export interface FieldMessagesProps {
  helpId: string;
  errorId: string;
  help?: ReactNode;
  error?: string | undefined;
}

/** Help and error below a control; the control names them in `aria-describedby`. */
export function FieldMessages({ helpId, errorId, help, error }: FieldMessagesProps) {
  return (
    <>
      {error ? (
        <chakra.p
          id={errorId}
          display="flex"
          gap="1.5"
          mt="1.5"
          textStyle="sm"
          fontWeight="medium"
          color="fg.error"
        >
          <chakra.span flexShrink="0" mt="0.5">
            <CircleAlert size={16} aria-hidden="true" />
          </chakra.span>
          {error}
        </chakra.p>
      ) : null}
      {help ? (
        <chakra.div id={helpId} mt="1.5" textStyle="sm" color="fg.muted">
          {help}
        </chakra.div>
      ) : null}
    </>
  );
}
