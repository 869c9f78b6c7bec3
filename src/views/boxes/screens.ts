import type { ScreenRoute } from '../../routes/screen-route.ts';

export const boxScreens: readonly ScreenRoute[] = [];
