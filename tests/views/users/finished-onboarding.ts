import { answered } from '#machines/flows/steps/result.ts';
import { onboarding } from '#src/features/onboarding/OnboardingList.tsx';
import { answering } from '../review/render-screen.tsx';

/** Of a company that has paid its first box: the list of users begins with nothing. */
export const finishedOnboarding = () =>
  answering(onboarding, { loadData: [answered({ terminada: 1, pasos: [] })] }).logic;
