import { chakra } from '@chakra-ui/react/styled-system';
import { useId } from 'react';
import { FileDropZone } from './FileDropZone.tsx';
import { acceptText, sizeText } from './file-rules.ts';

export interface ManyFilesFieldProps {
  label: string;
  /** As in the attribute `accept`; what is dragged here may be anything. */
  accept: string;
  /** In bytes, for the hint. */
  maxBytes: number;
  /** One file at a time. */
  single?: boolean;
  /** Never empty. */
  onFiles: (files: readonly File[]) => void;
}

/** Any number of files by dragging or choosing, handed on at once: the field itself keeps none. */
export function ManyFilesField({
  label,
  accept,
  maxBytes,
  single = false,
  onFiles,
}: ManyFilesFieldProps) {
  const inputId = useId();
  return (
    <FileDropZone
      inputId={inputId}
      invalid={false}
      disabled={false}
      {...(!single && {
        invitation: 'Arrastre los archivos aquí o',
        choice: 'elíjalos en su equipo',
      })}
      hint={`${acceptText(accept)} · hasta ${sizeText(maxBytes)}${single ? '' : ' cada uno'}`}
      onFiles={onFiles}
      chosen={null}
    >
      <chakra.input
        id={inputId}
        srOnly
        type="file"
        multiple={!single}
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The same files can then be chosen again.
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </FileDropZone>
  );
}
