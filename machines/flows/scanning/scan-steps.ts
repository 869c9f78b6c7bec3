import { type Problem, given, named, problemOfRules } from '../steps/result.ts';
import { assignFromEvent, loads } from '../steps/steps.ts';

/**
 * The steps that read the text of a code by the camera or from a photo. What the text is good for is decided in
 * the state `read` of each chart.
 *
 * closed       nothing is read
 * opening      the camera is asked for
 * watching     the camera looks for a code; it is lit in this state alone
 * unseen       no camera, no code, or another one than is looked for: a photo, or the camera once more
 * readingPhoto a photo is looked through
 */

export const nothingScanned = {
  /** The picture of the camera; null while it is closed. */
  stream: null as MediaStream | null,
  photo: null as File | null,
  text: '',
  problem: null as Problem | null,
};

export type ScanContext = typeof nothingScanned;

interface Args {
  context: ScanContext;
}

export type ScanEvent =
  /** Also the camera once more. */
  { type: 'OPEN' } | { type: 'CLOSE' } | { type: 'CHOOSE_PHOTO'; photo: File };

export type ScanTag = 'open' | 'loading' | 'failed' | 'done';

export const scanActors = {
  /** Refused where there is none, or the person does not allow it. */
  openCamera: named<MediaStream, Record<never, never>>('openCamera'),
  /** Answers when a code is seen. The camera is switched off when this actor ends, however it does. */
  watchCamera: named<string, { stream: MediaStream }>('watchCamera'),
  /** Refused when there is no code in it. */
  readPhoto: named<string, { photo: File }>('readPhoto'),
};

/** The text is not what is looked for. */
export const explains = (mensaje: string) =>
  ({
    type: 'keep',
    params: { problem: problemOfRules([{ guardia: 'texto', mensaje }]) },
  }) as const;

/** @param others other ways to a text, while the scan is open */
export const scanSteps = <const Others>(others: Others) => {
  const on = {
    CLOSE: 'closed',
    ...others,
    CHOOSE_PHOTO: { target: 'readingPhoto', actions: assignFromEvent('photo') },
  } as const;
  const read = { keep: 'text', shown: 'read', failed: 'unseen' } as const;
  return {
    closed: { description: 'Cerrado', entry: 'forgetProblem', on: { OPEN: 'opening' } },
    opening: {
      ...loads('Pidiendo la cámara', 'openCamera', {
        input: {},
        keep: 'stream',
        shown: 'watching',
        failed: 'unseen',
        tags: ['open', 'loading'],
      }),
      entry: 'forgetProblem',
      on,
    },
    watching: {
      ...loads('Buscando un código con la cámara', 'watchCamera', {
        input: ({ context }: Args) => ({ stream: given(context.stream) }),
        ...read,
        tags: 'open',
      }),
      exit: { type: 'keep', params: { stream: null } },
      on,
    },
    unseen: {
      description: 'Sin código',
      tags: ['open', 'failed'],
      on: { ...on, OPEN: 'opening' },
    },
    readingPhoto: {
      ...loads('Leyendo la foto', 'readPhoto', {
        input: ({ context }: Args) => ({ photo: given(context.photo) }),
        ...read,
        tags: ['open', 'loading'],
      }),
      on,
    },
  } as const;
};

/** Selectors of the scan of a code, whatever its text is good for. */

export interface ScanSnapshot {
  context: ScanContext;
  hasTag(tag: ScanTag): boolean;
}

/** The dialog is shown. */
export const isOpen = (snapshot: ScanSnapshot) => snapshot.hasTag('open');
/** The text is what is looked for. */
export const isFound = (snapshot: ScanSnapshot) => snapshot.hasTag('done');
/** The picture of the camera; null while it is closed. */
export const streamOf = ({ context }: ScanSnapshot) => context.stream;
