import { contactSheetMachine } from '#machines/flows/decisions/contact-sheet.machine.ts';
import { loadBox } from './box-send.actors.ts';
import { withCalls } from './with-calls.ts';

export const contactSheet = withCalls(contactSheetMachine).provide({ actors: { loadBox } });
