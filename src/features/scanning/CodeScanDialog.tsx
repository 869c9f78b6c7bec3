import { chakra } from '@chakra-ui/react/styled-system';
import { ImageUp, SwitchCamera } from 'lucide-react';
import { type ChangeEvent, type ReactNode, Suspense, useEffect, useId, useRef } from 'react';
import { fromPromise } from 'xstate';
import {
  hasFailed,
  isLoading,
  problemOf,
  type Refused,
  type Result,
  answered,
} from '#machines/flows/steps/result.ts';
import {
  type ScanEvent,
  type ScanSnapshot,
  streamOf,
} from '#machines/flows/scanning/scan-steps.ts';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { takeFiles } from '../../ui/fields/ManyFilesField.tsx';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { TitledDialog } from '../../ui/overlay/idle-overlays.ts';

interface CodeScanDialogProps {
  snapshot: ScanSnapshot;
  send: (event: ScanEvent) => void;
  title: string;
  /** Shown while the camera is scanning. */
  instruction: string;
  photoLabel: string;
  /** Another way to enter the code. */
  children?: ReactNode;
}

/** Dialog that shows the camera picture, with a photo as the alternative. */
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
    <Suspense>
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
    </Suspense>
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

/** Code detection: by the browser's `BarcodeDetector` where available, else by our WebAssembly, loaded on first use. */

type CodeFormat =
  | 'code_128'
  | 'code_39'
  | 'code_93'
  | 'codabar'
  | 'itf'
  | 'ean_13'
  | 'data_matrix'
  | 'pdf417'
  | 'qr_code';

interface Detector {
  detect: (
    picture: ImageBitmap | HTMLVideoElement,
  ) => Promise<readonly { rawValue: string; format: string }[]>;
}

interface DetectorClass {
  new (options: { formats: CodeFormat[] }): Detector;
  getSupportedFormats: () => Promise<readonly string[]>;
}

async function ownDetector(formats: CodeFormat[]): Promise<Detector> {
  const [{ BarcodeDetector, prepareZXingModule }, { default: wasm }] = await Promise.all([
    import('barcode-detector/ponyfill'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ]);
  // The default location of the module is a third-party host.
  prepareZXingModule({ overrides: { locateFile: () => wasm } });
  return new BarcodeDetector({ formats });
}

async function makeDetector(formats: CodeFormat[]): Promise<Detector> {
  const { BarcodeDetector: Native } = globalThis as { BarcodeDetector?: DetectorClass };
  const supported = (await Native?.getSupportedFormats().catch(() => [])) ?? [];
  return Native !== undefined && formats.every((format) => supported.includes(format))
    ? new Native({ formats })
    : ownDetector(formats);
}

type CodeReader = (picture: ImageBitmap | HTMLVideoElement) => Promise<string | null>;

/**
 * Reads the text of a code in one of these formats; when a picture has several codes, the first listed format wins.
 * Returns null when no code is seen. Rejects when the detector fails to load.
 */
function codeReader(formats: CodeFormat[]): CodeReader {
  let made: Promise<Detector> | undefined;
  return async (picture) => {
    made ??= makeDetector(formats);
    // A failed load is retried on the next call.
    made.catch(() => {
      made = undefined;
    });
    const codes = await (await made).detect(picture);
    for (const format of formats) {
      const code = codes.find((one) => one.format === format);
      if (code !== undefined) return code.rawValue;
    }
    return null;
  };
}

/** Actor implementations of the scan steps: camera and photo. */

interface ScanKind {
  /** In order of preference, for pictures with several codes. */
  formats: CodeFormat[];
  /** End of a sentence that names alternatives to the camera. */
  otherWays: string;
  /** Message when the photo shows no code. */
  unseen: string;
  /** Message when the reader failed to load. */
  notLoaded: string;
}

const refused = (msg: string): Refused => ({
  ok: false,
  status: 415,
  msg,
  motivos: [{ guardia: 'texto', mensaje: msg }],
});

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

async function openCamera(otherWays: string, signal: AbortSignal): Promise<Result<MediaStream>> {
  // Undefined in insecure contexts (plain http).
  if (navigator.mediaDevices === undefined) return refused(`Aquí no hay cámara: ${otherWays}`);
  try {
    const stream = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: 'environment', width: { ideal: 1_280 }, height: { ideal: 720 } },
    });
    if (signal.aborted) stop(stream);
    return answered(stream);
  } catch (error) {
    const isForbidden = error instanceof DOMException && error.name === 'NotAllowedError';
    return refused(
      isForbidden
        ? `El navegador no permite usar la cámara. Permítala en los ajustes del sitio, ${otherWays}`
        : `Aquí no hay cámara: ${otherWays}`,
    );
  }
}

/** Milliseconds between two scans. */
const SCAN_INTERVAL = 150;

const pause = () => new Promise((resolve) => setTimeout(resolve, SCAN_INTERVAL));

/** @returns null when the scan was aborted */
async function watch(
  stream: MediaStream,
  read: CodeReader,
  signal: AbortSignal,
): Promise<string | null> {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.srcObject = stream;
  await video.play();
  let before: string | null = null;
  while (!signal.aborted) {
    const text = await read(video);
    // Accepted only when read twice: a partly visible bar code may be read as a shorter one.
    if (text !== null && text === before) return text;
    before = text;
    await pause();
  }
  return null;
}

export function scanActorsOf({ formats, otherWays, unseen, notLoaded }: ScanKind) {
  const read = codeReader(formats);

  async function watchCamera(stream: MediaStream, signal: AbortSignal): Promise<Result<string>> {
    const close = () => stop(stream);
    // Also covers an unmount, which stops the actor without exiting its state.
    signal.addEventListener('abort', close);
    try {
      const text = await watch(stream, read, signal);
      return text === null ? refused(unseen) : answered(text);
    } catch {
      return refused(notLoaded);
    } finally {
      close();
    }
  }

  async function readPhoto(photo: File): Promise<Result<string>> {
    const picture = await createImageBitmap(photo).catch(() => null);
    if (picture === null)
      return refused('Ese archivo no se puede leer como imagen. Elija una foto.');
    try {
      const text = await read(picture);
      return text === null ? refused(unseen) : answered(text);
    } catch {
      return refused(notLoaded);
    } finally {
      picture.close();
    }
  }

  return {
    openCamera: fromPromise<Result<MediaStream>, Record<never, never>>(({ signal }) =>
      openCamera(otherWays, signal),
    ),
    watchCamera: fromPromise<Result<string>, { stream: MediaStream }>(
      ({ input: { stream }, signal }) => watchCamera(stream, signal),
    ),
    readPhoto: fromPromise<Result<string>, { photo: File }>(({ input: { photo } }) =>
      readPhoto(photo),
    ),
  };
}
