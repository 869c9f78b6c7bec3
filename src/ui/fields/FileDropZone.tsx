import { chakra } from '@chakra-ui/react/styled-system';
import { type DragEvent, type ReactNode, useEffect, useState } from 'react';

interface FileDropZoneProps {
  /** It invites to drag something into it. */
  empty?: boolean;
  invalid?: boolean;
  disabled?: boolean;
  /** Never empty. */
  onFiles: (files: readonly File[]) => void;
  /** With the input for those who choose. */
  children: ReactNode;
}

/** Zone in which files are dropped. */
export function FileDropZone({
  empty = false,
  invalid = false,
  disabled = false,
  onFiles,
  children,
}: FileDropZoneProps) {
  const [over, setOver] = useState(false);
  useEffect(keepPage, []);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (files.length > 0 && !disabled) onFiles(files);
  };
  return (
    <chakra.div
      borderWidth="2px"
      borderStyle={empty ? 'dashed' : 'solid'}
      borderColor={invalid ? 'border.error' : over ? 'teal.700' : 'border.control'}
      borderRadius="l2"
      bg={over ? 'teal.50' : disabled ? 'bg.muted' : 'bg.panel'}
      transition="colors"
      css={{
        '&:has(input:focus-visible)': {
          outline: '2px solid {colors.teal.700}',
          outlineOffset: '2px',
        },
      }}
      onDragOver={(event) => {
        event.preventDefault();
        if (!disabled) setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      {children}
    </chakra.div>
  );
}

/** A file that is dropped beside the zone would open in place of the page, and take with it what is not saved. */
function keepPage() {
  const stay = (event: globalThis.DragEvent) => {
    if (event.dataTransfer?.types?.includes('Files')) event.preventDefault();
  };
  window.addEventListener('dragover', stay);
  window.addEventListener('drop', stay);
  return () => {
    window.removeEventListener('dragover', stay);
    window.removeEventListener('drop', stay);
  };
}
