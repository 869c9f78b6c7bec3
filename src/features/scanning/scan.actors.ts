/** Actor implementations of the steps that read a code by the camera or from a photo. */
import { fromPromise } from 'xstate';
import { type Refused, type Result, answered } from '#machines/flows/steps/result.ts';
import { type CodeFormat, type CodeReader, codeReader } from './code-detector.ts';

interface ScanKind {
  /** The better one first, of those that are in one picture. */
  formats: CodeFormat[];
  /** The end of a sentence: other ways than the camera. */
  otherWays: string;
  /** No code is in the photo. */
  unseen: string;
  /** The reader did not load. */
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
  // Absent on a plain http address.
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

/** Milliseconds between two looks at the picture. */
const LOOK = 150;

const pause = () => new Promise((resolve) => setTimeout(resolve, LOOK));

/** Null when the scan was left. */
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
    // Seen twice: a bar code that is half in the picture may read as another, shorter one.
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
    // Also when the page is left, which leaves no state of the chart.
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
