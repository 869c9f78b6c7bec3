/** Selectors of the scan of a code, whatever its text is good for. */
import type { ScanContext, ScanTag } from './scan-steps.ts';

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
