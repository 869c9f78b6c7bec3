/** Actors of the contact sheet of a box. */
import { contactSheetMachine } from '#machines/flows/decisions/contact-sheet.machine.ts';
import { loadBox } from './box-send.actors.ts';
import { writerFor } from './client.ts';

export const contactSheet = contactSheetMachine.provide({
  actors: { loadBox, aprobarGastos: writerFor('/aprobarGastos') },
});
