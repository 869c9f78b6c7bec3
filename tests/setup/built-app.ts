import { buildWhenStale } from '../../scripts/built-app.mjs';

/** Provides dist/. */
export default buildWhenStale;
