import { answered } from '#machines/flows/steps/result.ts';
import { cachedAnswersTo } from '../../wire/cached-answers.ts';
import { detailFrom } from '../../wire/looking.actors.ts';

/** The stores whose expense form opens without a signal on this device. */
export const savedForms = detailFrom(async (_key: Record<never, never>) =>
  answered(await cachedAnswersTo('/obtenerDatosTiendaCaja')),
);
