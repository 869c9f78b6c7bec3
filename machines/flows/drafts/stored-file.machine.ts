/**
 * The file of a form that is not saved yet, saved in this browser beside what is typed.
 *
 * beginning passing: is the file of before there again?
 * missing   the draft names one that this browser does not have: it must be chosen again
 * safe      nothing would be lost: none is chosen, or this browser has it
 * keeping   another one was chosen, or none any more: this browser takes note of it
 * unsafe    this browser could not keep it: a reload would lose it
 */
import { assign, setup } from 'xstate';
import { named } from '../steps/call-actors.ts';
import type { Result } from '../steps/result.ts';
import { takes, when } from '../steps/steps.ts';
import type { DraftKey } from './draft.machine.ts';

interface Chosen {
  /** Null when it was taken back. */
  file: File | null;
}

export interface StoredFileInput extends Chosen {
  key: DraftKey;
  /** Name of the file that the draft had; empty without one. */
  name: string;
}

export type StoredFileEvent = { type: 'CHOOSE_FILE' } & Chosen;

export const storedFileMachine = setup({
  types: {
    context: {} as StoredFileInput,
    events: {} as StoredFileEvent,
    input: {} as StoredFileInput,
    tags: {} as 'unsaved',
  },
  actors: { keepFile: named<boolean, Chosen & { key: DraftKey }>('keepFile') },
  guards: {
    fileIsStored: (_, result: Result<boolean>) => result.ok && result.answer,
    fileIsMissing: ({ context: { name, file } }) => name !== '' && file === null,
  },
  actions: { takeFile: assign((_, { file }: Chosen) => ({ file })) },
}).createMachine({
  id: 'storedFile',
  description: 'El archivo de un formulario que no se ha guardado, conservado en el navegador.',
  context: ({ input }) => input,
  initial: 'beginning',
  on: { CHOOSE_FILE: { target: '.keeping', actions: takes('takeFile') } },
  states: {
    beginning: {
      description: 'Inicio',
      always: [{ guard: 'fileIsMissing', target: 'missing' }, { target: 'safe' }],
    },
    missing: { description: 'Falta el archivo' },
    safe: { description: 'Nada se perdería' },
    keeping: {
      description: 'Conservando el archivo',
      tags: 'unsaved',
      invoke: {
        id: 'keepFile',
        src: 'keepFile',
        input: ({ context: { key, file } }) => ({ key, file }),
        onDone: [{ guard: when('fileIsStored'), target: 'safe' }, { target: 'unsafe' }],
        onError: 'unsafe',
      },
    },
    unsafe: { description: 'No se pudo conservar', tags: 'unsaved' },
  },
});
