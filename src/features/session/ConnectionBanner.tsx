import { chakra } from '@chakra-ui/react/styled-system';
import { WifiOff } from 'lucide-react';
import { connectionNoticeOf } from '#machines/flows/session/connection.machine.ts';
import { Connection } from '../../app/ConnectionProvider.tsx';

/** Over every screen while the server cannot be reached; gone when it can. */
export function ConnectionBanner() {
  const notice = Connection.useSelector(connectionNoticeOf);
  return (
    <div role="status" aria-live="polite">
      {notice === null ? null : (
        <chakra.p
          display="flex"
          alignItems="center"
          justifyContent="center"
          gap="2.5"
          px="4"
          py="2.5"
          bg="amber.800"
          color="white"
          textStyle="sm"
          fontWeight="medium"
        >
          <chakra.span flexShrink="0">
            <WifiOff size={18} aria-hidden="true" />
          </chakra.span>
          {notice}
        </chakra.p>
      )}
    </div>
  );
}
