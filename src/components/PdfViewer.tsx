import { chakra } from '@chakra-ui/react/styled-system';
import { FileText } from 'lucide-react';
import { EmptyState } from './EmptyState.tsx';
import { FailedState } from './FailedState.tsx';
import { LoadingState } from './LoadingState.tsx';
import { useLoading } from './use-loading.ts';

/** A stored PDF in the browser's own viewer; where there is none (many phones), a word instead of an empty frame. */
export function PdfViewer({ url, name }: { url: string; name: string }) {
  const { status, setStatus, attempt, retry } = useLoading();

  if (navigator.pdfViewerEnabled === false) {
    return (
      <EmptyState
        icon={FileText}
        title="Este navegador no muestra documentos PDF"
        description="Ábralo o descárguelo con los botones de abajo."
      />
    );
  }
  if (status === 'failed') {
    return (
      <FailedState
        title="No pudimos mostrar el documento"
        message="Inténtelo de nuevo o ábralo en otra pestaña."
        onRetry={retry}
      />
    );
  }
  return (
    <chakra.div position="relative" height={{ base: '24rem', md: '36rem' }} bg="gray.100">
      {status === 'loading' ? (
        <chakra.div position="absolute" inset="0" display="grid" placeItems="center">
          <LoadingState label="Cargando el documento…" />
        </chakra.div>
      ) : null}
      <chakra.iframe
        key={attempt}
        // The page itself, without the column of small pages.
        src={`${url}#navpanes=0`}
        title={`Documento: ${name}`}
        position="relative"
        width="full"
        height="full"
        border="0"
        onLoad={(event) => setStatus(isRefusal(event.currentTarget) ? 'failed' : 'ready')}
        onError={() => setStatus('failed')}
      />
    </chakra.div>
  );
}

/** An error of the server comes as JSON or as a page. A document that cannot be looked into is taken for the PDF. */
function isRefusal(frame: HTMLIFrameElement) {
  const type = frame.contentDocument?.contentType;
  return type === 'application/json' || type === 'text/plain' || type === 'text/html';
}
