import { chakra } from '@chakra-ui/react/styled-system';
import { ImageUp, SwitchCamera } from 'lucide-react';
import { type ChangeEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { hasFailed, isLoading, problemOf } from '#machines/flows/steps/result.ts';
import {
  type ScanEvent,
  type ScanSnapshot,
  streamOf,
} from '#machines/flows/scanning/scan-steps.ts';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { takeFiles } from '../../ui/fields/ManyFilesField.tsx';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { TitledDialog } from '../../ui/overlay/ConfirmDialog.tsx';

interface CodeScanDialogProps {
  snapshot: ScanSnapshot;
  send: (event: ScanEvent) => void;
  title: string;
  /** While the camera looks. */
  instruction: string;
  photoLabel: string;
  /** Another way to the text of the code. */
  children?: ReactNode;
}

/** Shows what the camera sees, and takes a photo instead. */
export function CodeScanDialog({
  snapshot,
  send,
  title,
  instruction,
  photoLabel,
  children,
}: CodeScanDialogProps) {
  const stream = streamOf(snapshot);
  const problem = problemOf(snapshot);
  const photoId = useId();
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [photo] = takeFiles(event);
    if (photo !== undefined) send({ type: 'CHOOSE_PHOTO', photo });
  };
  return (
    <TitledDialog
      title={title}
      open
      size="md"
      scrollBehavior="inside"
      onClose={() => send({ type: 'CLOSE' })}
    >
      {stream === null ? null : <CameraPicture stream={stream} />}
      <p role="status">{isLoading(snapshot) ? 'Leyendo…' : stream === null ? '' : instruction}</p>
      {problem === null ? null : <InlineAlert tone="warning">{problem.msg}</InlineAlert>}
      <chakra.div display="flex" flexWrap="wrap" gap="3">
        {hasFailed(snapshot) ? (
          <GuardedButton
            variant="outline"
            icon={SwitchCamera}
            onClick={() => send({ type: 'OPEN' })}
          >
            Usar la cámara
          </GuardedButton>
        ) : null}
        <chakra.label
          htmlFor={photoId}
          display="inline-flex"
          alignItems="center"
          gap="2"
          minH="10"
          px="4"
          borderWidth="1px"
          borderColor="teal.700"
          borderRadius="l2"
          color="teal.700"
          fontWeight="semibold"
          textStyle="sm"
          cursor="pointer"
          _focusWithin={{ outline: '2px solid', outlineColor: 'teal.700' }}
        >
          <chakra.input id={photoId} srOnly type="file" accept="image/*" onChange={choose} />
          <ImageUp size={18} aria-hidden="true" />
          {photoLabel}
        </chakra.label>
      </chakra.div>
      {children}
    </TitledDialog>
  );
}

function CameraPicture({ stream }: { stream: MediaStream }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current !== null) video.current.srcObject = stream;
  }, [stream]);
  return (
    <chakra.video
      ref={video}
      autoPlay
      muted
      playsInline
      aria-label="Imagen de la cámara"
      width="full"
      maxHeight="40vh"
      objectFit="cover"
      borderRadius="l2"
      bg="black"
    />
  );
}
