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
import { named } from '../call-actors.ts';
import { given, type Problem, problemOfRules } from '../result.ts';
import { keepsAs, keepsGiven, tries, when } from '../steps.ts';

export interface ScanContext {
  /** The picture of the camera; null while it is closed. */
  stream: MediaStream | null;
  photo: File | null;
  text: string;
  problem: Problem | null;
}

export type ScanEvent =
  /** Also the camera once more. */
  { type: 'OPEN' } | { type: 'CLOSE' } | { type: 'CHOOSE_PHOTO'; photo: File };

export type ScanTag = 'open' | 'loading' | 'failed' | 'done';

export const nothingScanned: ScanContext = { stream: null, photo: null, text: '', problem: null };

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
    CHOOSE_PHOTO: { target: 'readingPhoto', actions: keepsGiven('photo') },
  } as const;
  const read = { guard: when('succeeded'), target: 'read', actions: keepsAs('text') } as const;
  return {
    closed: { description: 'Cerrado', entry: 'forgetProblem', on: { OPEN: 'opening' } },
    opening: {
      description: 'Pidiendo la cámara',
      tags: ['open', 'loading'],
      entry: 'forgetProblem',
      on,
      invoke: {
        ...tries('openCamera', 'unseen', [
          { guard: when('succeeded'), target: 'watching', actions: keepsAs('stream') },
        ]),
        input: {},
      },
    },
    watching: {
      description: 'Buscando un código con la cámara',
      tags: 'open',
      on,
      exit: { type: 'keep', params: { stream: null } },
      invoke: {
        ...tries('watchCamera', 'unseen', [read]),
        input: ({ context }: { context: ScanContext }) => ({ stream: given(context.stream) }),
      },
    },
    unseen: {
      description: 'Sin código',
      tags: ['open', 'failed'],
      on: { ...on, OPEN: 'opening' },
    },
    readingPhoto: {
      description: 'Leyendo la foto',
      tags: ['open', 'loading'],
      on,
      invoke: {
        ...tries('readPhoto', 'unseen', [read]),
        input: ({ context }: { context: ScanContext }) => ({ photo: given(context.photo) }),
      },
    },
  } as const;
};
