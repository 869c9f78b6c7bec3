import { chakra } from '@chakra-ui/react/styled-system';
import { useActorRef, useSelector } from '@xstate/react';
import { Camera, FilePlus2, RotateCw, Trash2 } from 'lucide-react';
import { type ChangeEvent, useEffect, useId, useRef } from 'react';
import { isLoading, problemOf } from '#machines/flows/steps/result.ts';
import {
  fileOf,
  isPdf,
  maximumPictures,
  pagesOf,
} from '#machines/flows/expenses/receipt-file.machine.ts';
import { receiptFile } from './receipt-file.actors.ts';
import { FileDropZone, sizeText, takeFiles } from '../../ui/fields/ManyFilesField.tsx';
import { FileThumbnail } from '../../ui/overlay/FileViewer.tsx';
import { type FieldControlProps, FormField, useFormikField } from '../../ui/fields/FormField.tsx';
import type { Icon } from '../../ui/feedback/tone.ts';
import { IconButton } from '../../ui/fields/IconButton.tsx';
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx';

const PICTURES = 'image/*,.heic,.heif';

interface ReceiptFieldProps {
  /** The expense already has a receipt, which stays unless another file is chosen. */
  replaces?: boolean;
  disabled?: boolean;
  /** Upload progress, 0 to 100; undefined when none is running. */
  progress?: number | undefined;
  /** Error message of a failed upload. */
  uploadError?: string | undefined;
  /** Called with the prepared file, or with null when it was removed. */
  onFileChange: (file: File | null) => void;
}

/**
 * File field for the receipt: photos or a PDF, taken, chosen or dropped. Pictures are rotated and compressed first. The
 * value of the field `archivo` is the prepared file, or null.
 */
export function ReceiptField({
  replaces = false,
  disabled = false,
  progress,
  uploadError,
  onFileChange,
}: ReceiptFieldProps) {
  const { value, error, write } = useFormikField<File | null>('archivo');
  const receipt = useActorRef(receiptFile, { input: { file: value } });
  const file = useSelector(receipt, fileOf);
  const reading = useSelector(receipt, isLoading);
  const problem = useSelector(receipt, problemOf);
  const locked = disabled || progress !== undefined;
  const written = useRef(value);
  const cameraId = useId();

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the prepared file changes
  useEffect(() => {
    if (written.current === file) return;
    written.current = file;
    write(file);
    onFileChange(file);
  }, [file]);

  // Resetting the form also empties the receipt.
  useEffect(() => {
    if (value !== null || written.current === null) return;
    written.current = null;
    receipt.send({ type: 'EMPTY' });
  }, [value, receipt]);

  const wrong = problem?.msg ?? uploadError ?? (reading ? undefined : error);
  const chosen = useRef(false);
  const choose = (files: readonly File[]) => {
    chosen.current = true;
    receipt.send({ type: 'CHOOSE_FILES', files });
  };
  return (
    <FormField
      label={replaces ? 'Otro archivo de soporte' : 'Archivo de soporte'}
      help={replaces ? 'Solo si el soporte debe cambiar' : undefined}
      required={!replaces}
      error={wrong}
    >
      {(control) => (
        <FileDropZone invalid={wrong !== undefined} disabled={locked} onFiles={choose}>
          <chakra.div p="2">
            {file === null ? (
              <>
                <chakra.div display="flex" gap="2">
                  <Choice
                    id={cameraId}
                    label="Tomar foto"
                    icon={Camera}
                    locked={locked || reading}
                    accept="image/*"
                    capture="environment"
                    onChoose={choose}
                  />
                  <Choice
                    {...control}
                    label="Elegir archivo"
                    icon={FilePlus2}
                    locked={locked || reading}
                    accept={`.pdf,.jpg,.jpeg,.png,${PICTURES}`}
                    multiple
                    onChoose={choose}
                  />
                </chakra.div>
                <chakra.p role="status" textStyle="sm" color="fg.muted" mt="1.5" textAlign="center">
                  {reading ? 'Preparando la foto…' : `Un PDF o hasta ${maximumPictures} fotos. `}
                  {reading ? null : (
                    <chakra.span css={{ '@media (pointer: coarse)': { display: 'none' } }}>
                      También puede arrastrarlos aquí.
                    </chakra.span>
                  )}
                </chakra.p>
              </>
            ) : (
              <Prepared receipt={receipt} locked={locked} id={control.id} chosen={chosen.current} />
            )}
            {progress === undefined ? null : (
              <chakra.div mt="2">
                <ProgressBar label="Enviando el archivo" value={progress} />
              </chakra.div>
            )}
          </chakra.div>
        </FileDropZone>
      )}
    </FormField>
  );
}

interface ChoiceProps extends Partial<FieldControlProps> {
  id: string;
  label: string;
  icon: Icon;
  /** Shows only the icon; the label is its accessible name. */
  compact?: boolean;
  locked: boolean;
  accept: string;
  capture?: 'environment';
  multiple?: boolean;
  onChoose: (files: readonly File[]) => void;
}

/** Hidden file input with a label styled as a button. The camera is offered on touch devices only. */
function Choice({
  id,
  label,
  icon: IconOfChoice,
  compact = false,
  locked,
  onChoose,
  ...input
}: ChoiceProps) {
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    // A cancelled dialog does not clear the chosen files.
    const files = takeFiles(event);
    if (files.length > 0) onChoose(files);
  };
  return (
    <chakra.label
      htmlFor={id}
      title={compact ? label : undefined}
      flex={compact ? '0 0 auto' : '1'}
      minW="11"
      minH={compact ? '11' : '12'}
      display="flex"
      alignItems="center"
      justifyContent="center"
      gap="2"
      px="1.5"
      textStyle="sm"
      whiteSpace="nowrap"
      borderWidth={compact ? '0' : '1px'}
      borderColor="teal.700"
      borderRadius="l2"
      color={locked ? 'fg.muted' : 'teal.700'}
      fontWeight="semibold"
      cursor={locked ? 'not-allowed' : 'pointer'}
      _hover={{ bg: locked ? undefined : 'teal.50' }}
      css={
        input.capture === undefined ? undefined : { '@media (pointer: fine)': { display: 'none' } }
      }
    >
      <chakra.input
        {...input}
        id={id}
        srOnly
        type="file"
        aria-label={input.capture === undefined && !compact ? undefined : label}
        disabled={locked}
        onChange={take}
      />
      <IconOfChoice size={20} aria-hidden="true" />
      {compact ? null : label}
    </chakra.label>
  );
}

interface PreparedProps {
  id: string;
  /** True after the user chose files here: focus moves to the list, since the pressed button is gone. */
  chosen: boolean;
  receipt: ReturnType<typeof useActorRef<typeof receiptFile>>;
  locked: boolean;
}

/** Pages of the prepared file. Pictures can be rotated and removed, and more can be added. */
function Prepared({ id, receipt, locked, chosen }: PreparedProps) {
  const pages = useSelector(receipt, pagesOf);
  const file = useSelector(receipt, fileOf);
  const reading = useSelector(receipt, isLoading);
  const isDocument = pages.some((page) => isPdf(page.file));
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (chosen) list.current?.focus({ preventScroll: true });
  }, [chosen]);
  return (
    <chakra.div
      ref={list}
      role="group"
      aria-label="Soporte elegido"
      tabIndex={-1}
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap="2"
    >
      {pages.map((page, index) => {
        const of = pages.length === 1 ? '' : ` ${index + 1}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a photo may appear twice, and pages are never reordered
          <chakra.div key={index} display="flex" alignItems="center" gap="2">
            <chakra.span flexShrink="0" transform={`rotate(${page.turns * 90}deg)`}>
              <FileThumbnail file={page.file} />
            </chakra.span>
            <chakra.div flex="1" minW="0" textStyle="sm">
              <chakra.p fontWeight="medium" truncate>
                {pages.length === 1 ? (file?.name ?? page.file.name) : page.file.name}
              </chakra.p>
              {index === 0 ? (
                <chakra.p color="fg.muted" role="status">
                  {reading
                    ? 'Preparando…'
                    : `${file === null ? '' : sizeText(file.size)}${pages.length > 1 ? ' en total' : ''}`}
                </chakra.p>
              ) : null}
            </chakra.div>
            {locked ? null : (
              <>
                {isDocument ? null : (
                  <IconButton
                    label={`Girar la foto${of}`}
                    icon={RotateCw}
                    onClick={() => receipt.send({ type: 'TURN_PAGE', page: index })}
                  />
                )}
                {isDocument || index < pages.length - 1 ? null : (
                  <Choice
                    id={id}
                    label="Agregar otra foto"
                    icon={Camera}
                    compact
                    locked={reading}
                    accept={PICTURES}
                    multiple
                    onChoose={(files) => receipt.send({ type: 'ADD_FILES', files })}
                  />
                )}
                <IconButton
                  label={isDocument ? 'Quitar el archivo' : `Quitar la foto${of}`}
                  icon={Trash2}
                  onClick={() => receipt.send({ type: 'REMOVE_PAGE', page: index })}
                />
              </>
            )}
          </chakra.div>
        );
      })}
    </chakra.div>
  );
}
