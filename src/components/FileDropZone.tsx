import { chakra } from '@chakra-ui/react/styled-system';
import { Upload } from 'lucide-react';
import { type DragEvent, type ReactNode, useEffect, useState } from 'react';

export interface FileDropZoneProps {
  /** The visually hidden input that the zone stands for. */
  inputId: string;
  invalid: boolean;
  disabled: boolean;
  hint: string;
  /** Never empty. */
  onFiles: (files: readonly File[]) => void;
  /** The invitation to drag, and the words that open the file chooser behind it. */
  invitation?: string;
  choice?: string;
  /** The chosen file, instead of the invitation. */
  chosen: ReactNode;
  /** The input itself. */
  children: ReactNode;
}

/** Zone in which a file is dropped or chosen. */
export function FileDropZone({
  inputId,
  invalid,
  disabled,
  hint,
  onFiles,
  choice = 'elíjalo en su equipo',
  invitation = 'Arrastre el archivo aquí o',
  chosen,
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
      borderStyle={chosen ? 'solid' : 'dashed'}
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
      {chosen ?? (
        <chakra.label
          htmlFor={inputId}
          display="flex"
          flexDirection="column"
          alignItems="center"
          textAlign="center"
          gap="1"
          px="4"
          py="7"
          cursor={disabled ? 'not-allowed' : 'pointer'}
        >
          <chakra.span color="teal.700" mb="1">
            <Upload size={26} aria-hidden="true" />
          </chakra.span>
          <span>
            {invitation}{' '}
            <chakra.span color="teal.700" fontWeight="semibold" textDecoration="underline">
              {choice}
            </chakra.span>
          </span>
          <chakra.span textStyle="sm" color="fg.muted">
            {hint}
          </chakra.span>
        </chakra.label>
      )}
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
