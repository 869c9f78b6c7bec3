import { Spinner } from '@chakra-ui/react/spinner';
import { chakra } from '@chakra-ui/react/styled-system';

interface LoadingStateProps {
  label?: string;
  /** 'page' for a screen, 'inline' beside other content. */
  size?: 'page' | 'inline';
}

/** Something is on its way; announced politely. */
export function LoadingState({ label = 'Cargando…', size = 'page' }: LoadingStateProps) {
  const page = size === 'page';
  return (
    <chakra.div
      role="status"
      display="flex"
      flexDirection={page ? 'column' : 'row'}
      alignItems="center"
      justifyContent={page ? 'center' : undefined}
      gap="3"
      py={page ? '16' : '1'}
      color="fg.muted"
    >
      <Spinner
        size={page ? 'lg' : 'sm'}
        color="teal.700"
        borderWidth={page ? '3px' : '2px'}
        aria-hidden="true"
      />
      {label}
    </chakra.div>
  );
}
