import { answered } from '#machines/flows/result.ts';
import { keptAnswersTo } from './kept-answers.ts';
import { detailFrom } from './looking.actors.ts';

/** The stores whose expense form opens without a signal on this device. */
export const keptForms = detailFrom(async (_key: Record<never, never>) =>
  answered(await keptAnswersTo('/obtenerDatosTiendaCaja')),
);
