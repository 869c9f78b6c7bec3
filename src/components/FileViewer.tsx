import { chakra } from '@chakra-ui/react/styled-system';
import { Download, ExternalLink } from 'lucide-react';
import { ImageViewer } from './ImageViewer.tsx';
import { LinkButton } from './LinkButton.tsx';
import { PdfViewer } from './PdfViewer.tsx';

export interface FileViewerProps {
  url: string;
  /** Name for people, and of the downloaded file. */
  name: string;
  kind: 'image' | 'pdf';
}

/** A stored image or PDF, in place, with zoom for images and links to open and download it. */
export function FileViewer({ url, name, kind }: FileViewerProps) {
  const Viewer = kind === 'image' ? ImageViewer : PdfViewer;
  return (
    <chakra.div borderWidth="1px" borderRadius="l2" overflow="hidden" bg="bg.panel">
      {/* A new file starts with a new viewer: nothing is left of the old one's zoom or failure. */}
      <Viewer key={url} url={url} name={name} />
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
          <LinkButton href={url} newTab icon={ExternalLink} variant="ghost" size="sm">
            Abrir
          </LinkButton>
          <LinkButton href={url} download={name} icon={Download} variant="ghost" size="sm">
            Descargar
          </LinkButton>
        </chakra.span>
      </chakra.div>
    </chakra.div>
  );
}
