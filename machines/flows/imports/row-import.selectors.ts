/** Selectors of the import of users and stores. */
import type { SnapshotFrom } from 'xstate';
import type { ReviewedRow } from '#contract/calls/import.calls.ts';
import { messageOf } from '../result.ts';
import type { rowImportMachine } from './row-import.machine.ts';

type Snapshot = SnapshotFrom<typeof rowImportMachine>;

export const isReviewing = (snapshot: Snapshot) => snapshot.matches('reviewing');
/** RETRY or another file. */
export const failedToReview = (snapshot: Snapshot) => snapshot.matches('unreviewed');
/** RETRY: the rows that are there are named as such. */
export const failedToImport = (snapshot: Snapshot) => snapshot.matches('unimported');
/** IMPORT. */
export const isReviewed = (snapshot: Snapshot) => snapshot.matches('reviewed');
export const isImporting = (snapshot: Snapshot) => snapshot.matches('importing');
/** The sentence of the success; null before. */
export const importedMessage = (snapshot: Snapshot): string | null =>
  snapshot.matches('imported') ? messageOf(snapshot.context.done) : null;
export const fileNameOf = ({ context }: Snapshot): string | null => context.file?.name ?? null;
export const reviewOf = ({ context }: Snapshot) => context.review;
export const problemOf = ({ context }: Snapshot) => context.problem;

/** How many rows have each result. */
export const countsOf = (
  rows: readonly ReviewedRow[],
): Record<ReviewedRow['resultado'], number> => ({
  correcta: rows.filter(({ resultado }) => resultado === 'correcta').length,
  registrada: rows.filter(({ resultado }) => resultado === 'registrada').length,
  error: rows.filter(({ resultado }) => resultado === 'error').length,
});
