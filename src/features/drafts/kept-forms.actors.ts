import { answered } from '#machines/flows/steps/result.ts';
import { keptAnswersTo } from '../../wire/kept-answers.ts';
import { detailFrom } from '../../wire/looking.actors.ts';

/** The stores whose expense form opens without a signal on this device. */
export const keptForms = detailFrom(async (_key: Record<never, never>) =>
  answered(await keptAnswersTo('/obtenerDatosTiendaCaja')),
);
