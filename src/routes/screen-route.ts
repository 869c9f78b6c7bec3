import type { ComponentType, LazyExoticComponent } from 'react';

export interface ScreenRoute {
  /** One of the patterns of the hash router. */
  pattern: string;
  Screen: LazyExoticComponent<ComponentType>;
}
