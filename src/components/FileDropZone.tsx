import { chakra } from '@chakra-ui/react/styled-system';
import { Upload } from 'lucide-react';
import { type DragEvent, type ReactNode, useState } from 'react';

export interface FileDropZoneProps {
  /** The visually hidden input that the zone stands for. */
  inputId: string;
  invalid: boolean;
  disabled: boolean;
  hint: string;
  onFile: (file: File) => void;
  /** The chosen file, instead of the invitation. */
  chosen: ReactNode;
  /** The input itself. */
  children: ReactNode;
}

/** Where a file is dropped or asked for. */
export function FileDropZone({
  inputId,
  invalid,
  disabled,
  hint,
  onFile,
  chosen,
  children,
}: FileDropZoneProps) {
  const [over, setOver] = useState(false);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file && !disabled) onFile(file);
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
            Arrastre el archivo aquí o{' '}
            <chakra.span color="teal.700" fontWeight="semibold" textDecoration="underline">
              elíjalo en su equipo
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
