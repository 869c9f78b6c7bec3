import { type Problem, assertPresent, named, problemOfRules } from '../steps/result.ts';
import { assignFromEvent, loadState } from '../steps/steps.ts';

/**
 * States that read the text of a code with the camera or from a photo. The state `read` of each chart interprets
 * the text; a chart that has its data closes, and its action `fillIn`, which the view provides, takes them.
 *
 * closed       the scan is closed
 * opening      access to the camera is requested
 * watching     the camera looks for a code; it is on in this state only
 * unseen       no camera, no code, or not the expected code: CHOOSE_PHOTO, or OPEN the camera again
 * readingPhoto a photo is searched for a code
 */

export const nothingScanned = {
  /** The video stream of the camera; null while it is off. */
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
  /** Also opens the camera again. */
  { type: 'OPEN' } | { type: 'CLOSE' } | { type: 'CHOOSE_PHOTO'; photo: File };

export type ScanTag = 'open' | 'loading' | 'failed';

export const scanActors = {
  /** A refusal without a camera, or when the user denies access. */
  openCamera: named<MediaStream, Record<never, never>>('openCamera'),
  /** Resolves when a code is seen. The camera is switched off when this actor ends, for whatever reason. */
  watchCamera: named<string, { stream: MediaStream }>('watchCamera'),
  /** A refusal when the photo has no code. */
  readPhoto: named<string, { photo: File }>('readPhoto'),
};

/** An action that explains that the text is not the expected code. */
export const explains = (mensaje: string) =>
  ({
    type: 'assignFields',
    params: { problem: problemOfRules([{ guardia: 'texto', mensaje }]) },
  }) as const;

/** @param others other transitions to a text, while the scan is open */
export const scanSteps = <const Others>(others: Others) => {
  const on = {
    CLOSE: 'closed',
    ...others,
    CHOOSE_PHOTO: { target: 'readingPhoto', actions: assignFromEvent('photo') },
  } as const;
  const read = { assignTo: 'text', shown: 'read', failed: 'unseen' } as const;
  return {
    closed: { description: 'Cerrado', entry: 'forgetProblem', on: { OPEN: 'opening' } },
    opening: {
      ...loadState('Pidiendo la cámara', 'openCamera', {
        input: {},
        assignTo: 'stream',
        shown: 'watching',
        failed: 'unseen',
        tags: ['open', 'loading'],
      }),
      entry: 'forgetProblem',
      on,
    },
    watching: {
      ...loadState('Buscando un código con la cámara', 'watchCamera', {
        input: ({ context }: Args) => ({ stream: assertPresent(context.stream) }),
        ...read,
        tags: 'open',
      }),
      exit: { type: 'assignFields', params: { stream: null } },
      on,
    },
    unseen: {
      description: 'Sin código',
      tags: ['open', 'failed'],
      on: { ...on, OPEN: 'opening' },
    },
    readingPhoto: {
      ...loadState('Leyendo la foto', 'readPhoto', {
        input: ({ context }: Args) => ({ photo: assertPresent(context.photo) }),
        ...read,
        tags: ['open', 'loading'],
      }),
      on,
    },
  } as const;
};

/** Selectors of the scan of any code. */

export interface ScanSnapshot {
  context: ScanContext;
  hasTag(tag: ScanTag): boolean;
}

/** The dialog is shown. */
export const isOpen = (snapshot: ScanSnapshot) => snapshot.hasTag('open');
/** The video stream of the camera; null while it is off. */
export const streamOf = ({ context }: ScanSnapshot) => context.stream;
