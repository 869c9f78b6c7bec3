import { chakra } from '@chakra-ui/react/styled-system';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

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
      {notice === undefined ? null : (
        // Always there: what appears within it is read aloud while the person types.
        <chakra.div role="status" textStyle="sm" fontWeight="medium" color="fg.warning">
          {notice === '' ? null : (
            <chakra.p display="flex" gap="1.5" mt="1.5">
              <chakra.span flexShrink="0" mt="0.5">
                <TriangleAlert size={16} aria-hidden="true" />
              </chakra.span>
              {notice}
            </chakra.p>
          )}
        </chakra.div>
      )}
      {help ? (
        <chakra.div id={helpId} mt="1.5" textStyle="sm" color="fg.muted">
          {help}
        </chakra.div>
      ) : null}
    </>
  );
}
