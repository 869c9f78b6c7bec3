import type { ScreenRoute } from '../../routes/screen-route.ts';

export const reviewScreens: readonly ScreenRoute[] = [];
