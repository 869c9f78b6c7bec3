export interface FileViewerProps {
  url: string;
  /** Name for people, and of the downloaded file. */
  name: string;
  kind: 'image' | 'pdf';
}

/** A stored image or PDF, in place, with zoom for images and links to open and download it. */
export function FileViewer(_props: FileViewerProps) {
  return null;
}
