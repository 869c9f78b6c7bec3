import { type SnapshotFrom, assign } from 'xstate';
import { maximumReceiptBytes } from '#contract/calls/expenses.calls.ts';
import type { FailedGuard } from '#contract/errors.ts';
import { type Problem, named } from '../steps/result.ts';
import {
  validated,
  flow,
  assignOutput,
  isValid,
  refusedTo,
  withEvent,
  unansweredTo,
  guardOnOutput,
} from '../steps/steps.ts';

/** Files of a receipt: one PDF, or pictures. */

/** A chosen picture, or the PDF. */
export interface ReceiptPage {
  file: File;
  /** Quarter turns clockwise, by the user. */
  turns: number;
}

/** Maximum number of pictures of a receipt; a longer document should be a PDF. */
export const maximumPictures = 10;

/** In bytes; no phone takes a larger picture. */
const maximumPictureBytes = 60_000_000;

const pictureNames = /\.(jpe?g|png|webp|hei[cf])$/i;

/** Also by file name: few browsers know the type of a HEIC photo. */
const isPicture = ({ name, type }: File): boolean =>
  type.startsWith('image/') || pictureNames.test(name);

export const isPdf = ({ name, type }: File): boolean =>
  type === 'application/pdf' || /\.pdf$/i.test(name);

/** The photo format of iPhones; few browsers can read it. */
export const isHeic = ({ name, type }: File): boolean =>
  /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);

const wrongWith = (file: File): string | undefined => {
  if (!isPdf(file) && !isPicture(file))
    return `«${file.name}» no es un archivo permitido. Use PDF, JPG o PNG.`;
  if (file.size === 0) return `«${file.name}» está vacío: elija otro archivo.`;
  const most = isPdf(file) ? maximumReceiptBytes : maximumPictureBytes;
  return file.size > most
    ? `«${file.name}» es demasiado grande: el máximo es ${most / 1_000_000} MB.`
    : undefined;
};

/** Why the files cannot form a receipt together with the existing pages; empty when they can. */
export function receiptRefusals(
  files: readonly File[],
  there: readonly ReceiptPage[] = [],
): FailedGuard[] {
  const all = [...there.map(({ file }) => file), ...files];
  const sentences = files.map(wrongWith).filter((sentence) => sentence !== undefined);
  if (sentences.length === 0 && all.length > 1 && all.some(isPdf))
    sentences.push('Un PDF va solo: elija el PDF o las fotos.');
  if (sentences.length === 0 && all.length > maximumPictures)
    sentences.push(`Un soporte tiene como máximo ${maximumPictures} fotos.`);
  return sentences.map((mensaje) => ({ guardia: 'archivo', mensaje }));
}

const newPages = (files: readonly File[]): ReceiptPage[] =>
  files.map((file) => ({ file, turns: 0 }));

const turned = (pages: readonly ReceiptPage[], index: number): ReceiptPage[] =>
  pages.map((page, at) => (at === index ? { ...page, turns: (page.turns + 1) % 4 } : page));

const withoutPage = (pages: readonly ReceiptPage[], index: number): ReceiptPage[] =>
  pages.filter((_, at) => at !== index);

/**
 * Turns the chosen pictures or PDF into the file of a receipt.
 *
 * beginning transient: was a file chosen before?
 * empty     no file is chosen
 * reading   pictures are rotated upright and reduced, several become one PDF; a PDF is left unchanged
 * prepared  the file is ready to be sent; the refusal of another choice is shown beside it
 * refused   the chosen files cannot be sent; the reason is shown
 */

export interface ReceiptFileInput {
  /** The file chosen before; null without one. */
  file: File | null;
}

interface ReceiptFileContext extends ReceiptFileInput {
  /** The pages of the file. */
  pages: readonly ReceiptPage[];
  /** The pages of the file that is being prepared. */
  wanted: readonly ReceiptPage[];
  problem: Problem | null;
}

interface Files {
  files: readonly File[];
}

interface Chosen {
  context: ReceiptFileContext;
  event: Files;
}

interface PageNumber {
  /** From 0. */
  page: number;
}

export type ReceiptFileEvent =
  /** Replaces the current pages. */
  | ({ type: 'CHOOSE_FILES' } & Files)
  /** Appends pages to the current ones. */
  | ({ type: 'ADD_FILES' } & Files)
  | ({ type: 'TURN_PAGE' } & PageNumber)
  | ({ type: 'REMOVE_PAGE' } & PageNumber)
  /** The form was emptied. */
  | { type: 'EMPTY' };

const receiptFile = flow<{
  context: ReceiptFileContext;
  events: ReceiptFileEvent;
  input: ReceiptFileInput;
}>()({
  prepareReceipt: named<File, { pages: readonly ReceiptPage[] }>('prepareReceipt'),
}).extend({
  guards: {
    fileIsThere: ({ context }) => context.file !== null,
    filesFit: isValid,
    filesFitBehind: isValid,
    isOnlyPage: ({ context }) => context.pages.length === 1,
  },
  actions: {
    wantTurned: assign(({ context }, { page }: PageNumber) => ({
      wanted: turned(context.pages, page),
      problem: null,
    })),
    wantLess: assign(({ context }, { page }: PageNumber) => ({
      wanted: withoutPage(context.pages, page),
      problem: null,
    })),
    setPrepared: assign(({ context }, file: File) => ({ file, pages: context.wanted })),
    clear: assign({ file: null, pages: [], wanted: [], problem: null }),
  },
});

/** @param refused target when the files are refused; absent: the state does not change */
const chooses = (refused?: string) => ({
  CHOOSE_FILES: validated('filesFit', 'reading', {
    refusals: ({ event }: Chosen) => receiptRefusals(event.files),
    assigns: ({ event }: Chosen) => ({ wanted: newPages(event.files) }),
    ...(refused !== undefined && { refused }),
  }),
});

export const receiptFileMachine = receiptFile.createMachine({
  id: 'receiptFile',
  description: 'Prepara el soporte de un gasto en el equipo de quien lo registra.',
  context: ({ input: { file } }) => ({
    file,
    pages: file === null ? [] : newPages([file]),
    wanted: [],
    problem: null,
  }),
  initial: 'beginning',
  on: { EMPTY: { target: '.empty', actions: 'clear' } },
  states: {
    beginning: {
      description: 'Inicio',
      always: [{ guard: 'fileIsThere', target: 'prepared' }, { target: 'empty' }],
    },
    empty: {
      description: 'Sin archivo',
      on: chooses('refused'),
    },
    reading: {
      description: 'Preparando el archivo',
      tags: 'loading',
      invoke: {
        id: 'prepareReceipt',
        src: 'prepareReceipt',
        input: ({ context }) => ({ pages: context.wanted }),
        onDone: [
          {
            guard: guardOnOutput('succeeded'),
            target: 'prepared',
            actions: assignOutput('setPrepared'),
          },
          { guard: 'fileIsThere', ...refusedTo('prepared') },
          refusedTo('refused'),
        ],
        onError: [{ guard: 'fileIsThere', ...unansweredTo('prepared') }, unansweredTo('refused')],
      },
    },
    prepared: {
      description: 'Archivo listo',
      on: {
        ...chooses(),
        ADD_FILES: validated('filesFitBehind', 'reading', {
          refusals: ({ context, event }: Chosen) => receiptRefusals(event.files, context.pages),
          assigns: ({ context, event }: Chosen) => ({
            wanted: [...context.pages, ...newPages(event.files)],
          }),
        }),
        TURN_PAGE: { target: 'reading', actions: withEvent('wantTurned') },
        REMOVE_PAGE: [
          { guard: 'isOnlyPage', target: 'empty', actions: 'clear' },
          { target: 'reading', actions: withEvent('wantLess') },
        ],
      },
    },
    refused: {
      description: 'Archivo rechazado',
      tags: 'failed',
      on: chooses(),
    },
  },
});

type Snapshot = SnapshotFrom<typeof receiptFileMachine>;

/** The file that will be sent; null without one. */
export const fileOf = ({ context }: Snapshot) => context.file;
/** The pages of the file. */
export const pagesOf = ({ context }: Snapshot) => context.pages;
