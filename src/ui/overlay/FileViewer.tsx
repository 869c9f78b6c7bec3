import { chakra } from '@chakra-ui/react/styled-system';
import { Download, ExternalLink, FileText, Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { askForReceipt } from '../../wire/client.ts';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { FailedState, LoadingState } from '../feedback/FailedState.tsx';
import { IconButton } from '../fields/IconButton.tsx';
import { LinkButton } from '../fields/LinkButton.tsx';

/**
 * Loading status of an element that loads a stored file or a picture of it.
 *
 * @param url of the file
 */
export function useLoading(url: string | null) {
  const [status, setStatus] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(0);
  const [refusal, setRefusal] = useState<string | null>(null);
  return {
    status,
    succeed: () => setStatus('ready'),
    fail: () => {
      setStatus('failed');
      if (url === null) return;
      askForReceipt(url).then(
        (asked) => setRefusal(asked.ok ? null : asked.msg),
        () => setRefusal(null),
      );
    },
    /** Why the file will not arrive by trying again: it is gone. Null when that is not known. */
    refusal,
    /** Key of the element: a retry needs a new element, since the browser does not reload the same one. */
    attempt,
    retry: () => {
      setStatus('loading');
      setAttempt(attempt + 1);
    },
  };
}

const SIDE = 64;

/** Thumbnail of a chosen file that is not uploaded yet; a document icon for a file that is not an image. */
export function FileThumbnail({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const picture = file.type.startsWith('image/') && 'createImageBitmap' in window;

  useEffect(() => {
    if (!picture) return;
    let gone = false;
    const draw = async () => {
      try {
        const bitmap = await createImageBitmap(file);
        if (!gone) drawCovering(canvas.current, bitmap);
        bitmap.close();
      } catch {
        // An invalid image shows an empty thumbnail; the server refuses it with a message.
      }
    };
    void draw();
    return () => {
      gone = true;
    };
  }, [file, picture]);

  return (
    <chakra.span
      display="grid"
      placeItems="center"
      boxSize="14"
      flexShrink="0"
      overflow="hidden"
      borderRadius="l1"
      borderWidth="1px"
      bg="bg.muted"
      color="red.700"
    >
      {picture ? (
        // A canvas instead of <img>: the content security policy allows only images of the server.
        <chakra.canvas
          ref={canvas}
          role="img"
          aria-label={`Vista previa de ${file.name}`}
          width={SIDE * 2}
          height={SIDE * 2}
          boxSize="full"
        />
      ) : (
        <FileText size={26} aria-hidden="true" />
      )}
    </chakra.span>
  );
}

function drawCovering(canvas: HTMLCanvasElement | null, bitmap: ImageBitmap) {
  const pen = canvas?.getContext('2d');
  if (!canvas || !pen) return;
  const scale = Math.max(canvas.width / bitmap.width, canvas.height / bitmap.height);
  const width = bitmap.width * scale;
  const height = bitmap.height * scale;
  pen.drawImage(bitmap, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height);
}

interface FileViewerProps {
  url: string;
  /** Address that saves the file. */
  savedUrl: string;
  /** Visible name. */
  name: string;
  kind: 'image' | 'pdf';
  /** Called when the file is shown or opened in another tab. */
  onShown?: (() => void) | undefined;
}

/** Shows a stored image or PDF, with zoom for images and links to open and download it. */
export function FileViewer({ url, savedUrl, name, kind, onShown }: FileViewerProps) {
  const Viewer = kind === 'image' ? ImageViewer : PdfViewer;
  return (
    <chakra.div borderWidth="1px" borderRadius="l2" overflow="hidden" bg="bg.panel">
      {/* A new file gets a new viewer, without the zoom or the failure of the previous one. */}
      <Viewer key={url} url={url} name={name} onShown={onShown} />
      <chakra.div
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        justifyContent="space-between"
        gap="2"
        px="3"
        py="2"
        borderTopWidth="1px"
      >
        <chakra.span textStyle="sm" color="fg.muted" minW="0" overflowWrap="anywhere">
          {name}
        </chakra.span>
        <chakra.span display="flex" flexWrap="wrap" gap="1">
          <LinkButton href={url} icon={ExternalLink} variant="ghost" size="sm" onFollow={onShown}>
            Abrir
          </LinkButton>
          <LinkButton href={savedUrl} icon={Download} variant="ghost" size="sm">
            Descargar
          </LinkButton>
        </chakra.span>
      </chakra.div>
    </chakra.div>
  );
}

type ViewerProps = Omit<FileViewerProps, 'kind' | 'savedUrl'>;

const ZOOMS = [1, 1.5, 2, 3, 4] as const;

/** A stored image that can be zoomed and scrolled. */
function ImageViewer({ url, name, onShown }: ViewerProps) {
  const { status, succeed, fail, refusal, attempt, retry } = useLoading(url);
  const [zoom, setZoom] = useState(0);

  if (status === 'failed') {
    return (
      <FailedState
        title="No pudimos mostrar la imagen"
        message={refusal ?? 'Inténtelo de nuevo o ábrala en otra pestaña.'}
        onRetry={retry}
      />
    );
  }
  return (
    <chakra.div position="relative" bg="gray.100">
      <chakra.div
        role="region"
        aria-label={`Imagen: ${name}`}
        // Focusable, so that the arrow keys scroll an enlarged image.
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
          onLoad={() => {
            succeed();
            onShown?.();
          }}
          onError={fail}
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

/** A stored PDF in the browser's viewer; a message in browsers without one, such as those of many phones. */
function PdfViewer({ url, name, onShown }: ViewerProps) {
  const { status, succeed, fail, refusal, attempt, retry } = useLoading(url);

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
        message={refusal ?? 'Inténtelo de nuevo o ábralo en otra pestaña.'}
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
        // Hides the navigation pane of the PDF viewer.
        src={`${url}#navpanes=0`}
        title={`Documento: ${name}`}
        position="relative"
        width="full"
        height="full"
        border="0"
        onLoad={(event) => {
          if (isRefusal(event.currentTarget)) return fail();
          succeed();
          onShown?.();
        }}
        onError={fail}
      />
    </chakra.div>
  );
}

/** A server error has type JSON, text or HTML. A document that cannot be inspected is assumed to be the PDF. */
function isRefusal(frame: HTMLIFrameElement) {
  const type = frame.contentDocument?.contentType;
  return type === 'application/json' || type === 'text/plain' || type === 'text/html';
}
