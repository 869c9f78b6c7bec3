import { chakra } from '@chakra-ui/react/styled-system';
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { useState } from 'react';
import { FailedState } from './FailedState.tsx';
import { IconButton } from './IconButton.tsx';
import { LoadingState } from './LoadingState.tsx';
import { useLoading } from './use-loading.ts';

const ZOOMS = [1, 1.5, 2, 3, 4] as const;

/** A stored image that can be made larger and moved. */
export function ImageViewer({ url, name }: { url: string; name: string }) {
  const { status, setStatus, attempt, retry } = useLoading();
  const [zoom, setZoom] = useState(0);

  if (status === 'failed') {
    return (
      <FailedState
        title="No pudimos mostrar la imagen"
        message="Inténtelo de nuevo o ábrala en otra pestaña."
        onRetry={retry}
      />
    );
  }
  return (
    <chakra.div position="relative" bg="gray.100">
      <chakra.div
        role="region"
        aria-label={`Imagen: ${name}`}
        // Enlarged, it is moved with the arrow keys too.
        tabIndex={0}
        height={{ base: '20rem', md: '30rem' }}
        overflow="auto"
        display="grid"
        placeItems={zoom === 0 ? 'center' : 'start'}
      >
        {status === 'loading' ? <LoadingState label="Cargando la imagen…" /> : null}
        <chakra.img
          key={attempt}
          src={url}
          alt={name}
          onLoad={() => setStatus('ready')}
          onError={() => setStatus('failed')}
          display={status === 'ready' ? 'block' : 'none'}
          maxW={zoom === 0 ? 'full' : 'none'}
          maxH={zoom === 0 ? { base: '20rem', md: '30rem' } : 'none'}
          style={zoom === 0 ? undefined : { width: `${(ZOOMS[zoom] ?? 1) * 100}%` }}
        />
      </chakra.div>
      {status === 'ready' ? (
        <chakra.div
          position="absolute"
          top="2"
          insetEnd="4"
          display="flex"
          bg="bg.panel"
          borderRadius="l2"
          boxShadow="md"
        >
          <IconButton
            label="Reducir"
            icon={ZoomOut}
            reasons={zoom === 0 ? ['La imagen ya se ve completa.'] : []}
            onClick={() => setZoom(zoom - 1)}
          />
          <IconButton
            label="Ampliar"
            icon={ZoomIn}
            reasons={zoom === ZOOMS.length - 1 ? ['La imagen ya tiene su tamaño máximo.'] : []}
            onClick={() => setZoom(zoom + 1)}
          />
          <IconButton label="Ver completa" icon={Maximize} onClick={() => setZoom(0)} />
        </chakra.div>
      ) : null}
    </chakra.div>
  );
}
