import { chakra } from '@chakra-ui/react/styled-system';
import { Gavel } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { GuardedButton } from '../../components/GuardedButton.tsx';

export interface ReviewLayoutProps {
  /** Facts and document. */
  children: ReactNode;
  /** The decision: beside the document where there is room, else below it and reachable from the top. */
  decision: ReactNode;
}

export function ReviewLayout({ children, decision }: ReviewLayoutProps) {
  const panel = useRef<HTMLDivElement>(null);
  return (
    <chakra.div
      display="grid"
      gap={{ base: '5', md: '6' }}
      alignItems="start"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', xl: 'minmax(0, 1fr) 23rem' }}
    >
      <chakra.div display={{ base: 'block', xl: 'none' }}>
        <GuardedButton
          variant="outline"
          icon={Gavel}
          fullWidth
          onClick={() => {
            panel.current?.scrollIntoView();
            panel.current?.focus({ preventScroll: true });
          }}
        >
          Ir a la decisión
        </GuardedButton>
      </chakra.div>
      <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap={{ base: '5', md: '6' }}>
        {children}
      </chakra.div>
      <chakra.div
        ref={panel}
        tabIndex={-1}
        outline="none"
        position={{ xl: 'sticky' }}
        top={{ xl: '6' }}
        maxH={{ xl: 'calc(100dvh - 3rem)' }}
        overflowY={{ xl: 'auto' }}
      >
        {decision}
      </chakra.div>
    </chakra.div>
  );
}
