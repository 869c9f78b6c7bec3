/** Entry of the page: small, so that it requests data and code before the rest of the page is evaluated. */
import '#src/shell/theme/global-styles.ts?css';
import { beginning } from './prefetched-start.ts';

void import('./page.tsx');
if (beginning !== null) void import('./ApplicationRoutes.tsx');
