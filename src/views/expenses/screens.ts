import type { ScreenRoute } from '../../routes/screen-route.ts';

export const expenseScreens: readonly ScreenRoute[] = [];
