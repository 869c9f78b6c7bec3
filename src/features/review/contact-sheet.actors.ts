import { contactSheetMachine } from '#machines/flows/review/contact-sheet.machine.ts';
import { loadBox } from '../boxes/box-send.actors.ts';
import { withCalls } from '../../wire/with-calls.ts';

export const contactSheet = withCalls(contactSheetMachine).provide({ actors: { loadBox } });
