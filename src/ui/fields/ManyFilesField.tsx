import { chakra } from '@chakra-ui/react/styled-system';
import { Upload } from 'lucide-react';
import { useId } from 'react';
import { FileDropZone } from './FileDropZone.tsx';
import { acceptText, sizeText, takeFiles } from './file-rules.ts';

interface ManyFilesFieldProps {
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
    <FileDropZone empty onFiles={onFiles}>
      <chakra.input
        id={inputId}
        srOnly
        type="file"
        multiple={!single}
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          const files = takeFiles(event);
          if (files.length > 0) onFiles(files);
        }}
      />
      <chakra.label
        htmlFor={inputId}
        display="flex"
        flexDirection="column"
        alignItems="center"
        textAlign="center"
        gap="1"
        px="4"
        py="7"
        cursor="pointer"
      >
        <chakra.span color="teal.700" mb="1">
          <Upload size={26} aria-hidden="true" />
        </chakra.span>
        <span>
          {single ? 'Arrastre el archivo aquí o' : 'Arrastre los archivos aquí o'}{' '}
          <chakra.span color="teal.700" fontWeight="semibold" textDecoration="underline">
            {single ? 'elíjalo en su equipo' : 'elíjalos en su equipo'}
          </chakra.span>
        </span>
        <chakra.span textStyle="sm" color="fg.muted">
          {`${acceptText(accept)} · hasta ${sizeText(maxBytes)}${single ? '' : ' cada uno'}`}
        </chakra.span>
      </chakra.label>
    </FileDropZone>
  );
}
