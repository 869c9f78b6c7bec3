import { Button } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { useRef, useState } from 'react';
import { FileDropZone } from './FileDropZone.tsx';
import { FileThumbnail } from './FileThumbnail.tsx';
import { type FieldProps, FormField } from './FormField.tsx';
import { acceptText, isAccepted, sizeText } from './file-rules.ts';
import { ProgressBar } from './ProgressBar.tsx';
import { useFormikField } from './use-formik-field.ts';

export interface FileFieldProps extends FieldProps {
  /** As in the attribute `accept`: '.pdf,.jpg,.jpeg,.png'. */
  accept: string;
  /** In bytes; a larger file is refused with a message. */
  maxBytes?: number;
  /** 0..100 while it is sent. */
  progress?: number | undefined;
  /** Sentence of an upload that failed. */
  uploadError?: string | undefined;
  onFileChange?: (file: File | null) => void;
}

/** One file by dragging or choosing, with preview and upload progress. The value is a `File` or null. */
export function FileField({
  accept,
  maxBytes,
  progress,
  uploadError,
  onFileChange,
  ...frame
}: FileFieldProps) {
  const { value: file, error, write, leave } = useFormikField<File | null>(frame.name);
  const [refusal, setRefusal] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const locked = Boolean(frame.disabled || frame.readOnly || progress !== undefined);
  const hint = hintOf(accept, maxBytes);
  const wrong = refusal ?? uploadError ?? error;

  // A file that does not fit never replaces one that does.
  const take = (candidate: File) => {
    const reason = refusalOf(candidate, accept, maxBytes);
    setRefusal(reason);
    if (reason === undefined) change(candidate);
  };
  const change = (next: File | null) => {
    write(next);
    onFileChange?.(next);
  };
  const remove = () => {
    setRefusal(undefined);
    change(null);
    input.current?.focus();
  };

  return (
    <FormField {...frame} error={wrong}>
      {(control) => (
        <FileDropZone
          inputId={control.id}
          invalid={wrong !== undefined}
          disabled={locked}
          hint={hint}
          onFiles={([first]) => {
            if (first) take(first);
          }}
          chosen={
            file ? (
              <ChosenFile
                file={file}
                progress={progress}
                locked={locked}
                onChange={() => input.current?.click()}
                onRemove={remove}
              />
            ) : null
          }
        >
          <chakra.input
            {...control}
            ref={input}
            srOnly
            type="file"
            name={frame.name}
            accept={accept}
            disabled={locked}
            onBlur={leave}
            onChange={(event) => {
              const candidate = event.target.files?.[0];
              // The same file can then be chosen again, and a cancelled dialog takes nothing away.
              event.target.value = '';
              if (candidate) take(candidate);
            }}
          />
        </FileDropZone>
      )}
    </FormField>
  );
}

interface ChosenFileProps {
  file: File;
  progress: number | undefined;
  locked: boolean;
  onChange: () => void;
  onRemove: () => void;
}

function ChosenFile({ file, progress, locked, onChange, onRemove }: ChosenFileProps) {
  return (
    <chakra.div p="3">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3">
        <FileThumbnail file={file} />
        <chakra.div flex="1 1 8rem" minW="0">
          <chakra.p fontWeight="medium" overflowWrap="anywhere">
            {file.name}
          </chakra.p>
          <chakra.p textStyle="sm" color="fg.muted">
            {sizeText(file.size)}
          </chakra.p>
        </chakra.div>
        {locked ? null : (
          <chakra.div display="flex" gap="2">
            <Button size="sm" variant="outline" colorPalette="gray" onClick={onChange}>
              Cambiar
            </Button>
            <Button size="sm" variant="ghost" colorPalette="red" onClick={onRemove}>
              Quitar
            </Button>
          </chakra.div>
        )}
      </chakra.div>
      {progress === undefined ? null : (
        <chakra.div mt="3">
          <ProgressBar label="Enviando el archivo" value={progress} />
        </chakra.div>
      )}
    </chakra.div>
  );
}

function hintOf(accept: string, maxBytes: number | undefined) {
  const kinds = acceptText(accept);
  return maxBytes === undefined ? kinds : `${kinds} · hasta ${sizeText(maxBytes)}`;
}

function refusalOf(file: File, accept: string, maxBytes: number | undefined) {
  if (!isAccepted(file, accept)) {
    return `«${file.name}» no es un archivo permitido. Use ${acceptText(accept)}.`;
  }
  if (maxBytes !== undefined && file.size > maxBytes) {
    return `«${file.name}» pesa ${sizeText(file.size)}; el máximo es ${sizeText(maxBytes)}.`;
  }
  return undefined;
}
