/** Where the lists of boxes and of stores come from. */
import type { AnswerOf } from '#contract/contract.ts';
import { listOf } from '../../wire/looking.actors.ts';

export type HistoryRow = AnswerOf<'/historialCajas'>[number];
export type PendingRow = AnswerOf<'/cajasPendientesContabilidad'>[number];

/** Boxes that were sent: of everybody's scope, or of one store. */
export const boxHistory = listOf('/historialCajas');

/** Boxes in the hands of accounting. */
export const pendingBoxes = listOf('/cajasPendientesContabilidad');

/** The list of what waits for a person. */
export const pendingItems = listOf('/misPendientes');

/** Stores with their funds. */
export const storeList = listOf('/obtenerTiendas');
