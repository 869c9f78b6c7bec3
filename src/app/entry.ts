/** The beginning of the page: small, so that it asks for everything else before that is read and evaluated. */
import '#src/app/theme/global-styles.ts?css';
import { beginning } from './prefetched-start.ts';

void import('./page.tsx');
if (beginning !== null) void import('./ApplicationRoutes.tsx');
