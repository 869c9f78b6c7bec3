import { chakra } from '@chakra-ui/react/styled-system';
import { Upload } from 'lucide-react';
import {
  type ChangeEvent,
  type DragEvent,
  type ReactNode,
  useEffect,
  useId,
  useState,
} from 'react';

/** es-CO, one decimal: '1,2 MB'. */
export function sizeText(bytes: number) {
  const units = ['bytes', 'kB', 'MB', 'GB'];
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${size.toLocaleString('es-CO', { maximumFractionDigits: 1 })} ${units[unit]}`;
}

/** Display text of '.pdf,.jpg': 'PDF, JPG'. */
function acceptText(accept: string) {
  return accept
    .split(',')
    .map((pattern) => pattern.trim().replace(/^\./, '').toUpperCase())
    .join(', ');
}

/** Takes the chosen files of an input and clears it, so that the same files can be chosen again. */
export function takeFiles({ target }: ChangeEvent<HTMLInputElement>): File[] {
  const files = [...(target.files ?? [])];
  target.value = '';
  return files;
}

interface FileDropZoneProps {
  /** No file yet: the border is dashed. */
  empty?: boolean;
  invalid?: boolean;
  disabled?: boolean;
  /** Never empty. */
  onFiles: (files: readonly File[]) => void;
  /** Content, with a file input. */
  children: ReactNode;
}

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

/** Prevents that a file dropped outside of the zone replaces the page and its unsaved input. */
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

interface ManyFilesFieldProps {
  label: string;
  /** Value of the `accept` attribute; dropped files may have other types. */
  accept: string;
  /** In bytes, for the hint. */
  maxBytes: number;
  /** One file at a time. */
  single?: boolean;
  /** Never empty. */
  onFiles: (files: readonly File[]) => void;
}

/** Any number of dropped or chosen files, passed to `onFiles` immediately; the field stores none. */
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
        {single ? <strong>{label}</strong> : null}
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
